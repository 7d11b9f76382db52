// SPDX-License-Identifier: Apache-2.0
#include "import/sdf/sdf_importer.h"

#include "import/draft_contacts.h"
#include "import/sdf/sdf_reader.h"

namespace trammel {

const char* const SdfImporter::help =
    "A link keeps its frame: its body has the same origin and axes. All coordinates are zero at the start, which is "
    "the "
    "pose of the file.\n\n"
    "Poses may be relative to any frame of the file (`relative_to`, `attached_to`, `placement_frame`, names with "
    "`::`), "
    "in radians, degrees or as quaternions. The axis of a joint is in the joint's frame from version 1.5 on, before in "
    "the model's; `expressed_in` and `use_parent_model_frame` are followed.\n\n"
    "Links that no joint carries float, as in Gazebo, or are welded to Ground, as chosen when the file is opened. "
    "Links "
    "of static models are always welded.\n\n"
    "A link without mass or inertia has 1 kg and 1 kg·m², as the specification says.\n\n"
    "A joint whose child has a joint already closes a loop.\n\n"
    "A closed collision mesh touches others as it is, convex or not, unless the file has `optimization` or convex "
    "hulls or convex parts are chosen when it is opened.\n\n"
    "Collision shapes of different models touch; those of one model do where `self_collide` says so, but for links "
    "that a joint connects or that are in each other at the start. `collide_bitmask` and `collide_without_contact` are "
    "followed. A floor can be added to a file without one; it also replaces `model://ground_plane` where there is no "
    "such "
    "file.\n\n"
    "Included models are searched beside the file, in the folders above it and in the search folders: "
    "`model://NAME` is the folder NAME with a `model.config` or `model.sdf`.\n\n"
    "Limits become elastic stops. Their stiffness is that of the file; without one the effort limit bends a stop by "
    "0.02 rad or 2 mm; without an effort limit it is 1000 N·m/rad or 100 000 N/m.";

std::vector<PropertyDescriptor> SdfImporter::options() {
    return {PropertyDescriptor::choice("root", "Root links", {{"floating", "Floating"}, {"fixed", "Welded to Ground"}},
                                       "floating", "How links that no joint carries are connected to Ground."),
            PropertyDescriptor::choice(
                "collision", "Collision meshes",
                {{"given", "As specified in the file"}, {"hull", "Convex hulls"}, {"parts", "Convex parts"}}, "given",
                "What touches other bodies where the file has a mesh."),
            PropertyDescriptor::choice("contacts", "Contacts", {{"file", "As in the file"}, {"none", "None"}}, "file",
                                       "What touches in the model."),
            floorOption()};
}

std::vector<SupportedElement> SdfImporter::elements() {
    return {
        {"world, model, nested model",
         "bodies and joints; names get the model's name where several move, and in those that do not"},
        {"include", "the model of the file that it names"},
        {"static", "bodies welded to Ground"},
        {"frame; pose relative_to, degrees, rotation_format; placement_frame", "places of bodies, joints and shapes"},
        {"link", "rigid body with the link's frame"},
        {"inertial, also auto", "mass, center of mass and inertia of the body"},
        {"visual, collision", "shapes of the body; collision shapes are hidden at first"},
        {"box, cylinder, sphere, capsule, ellipsoid", "shape of that kind"},
        {"plane", "floor"},
        {"mesh (STL, OBJ, PLY, DAE, glTF, 3DS, VTP)", "mesh, kept once, and a shape that shows it"},
        {"surface friction ode mu, bullet friction", "contact material of the shape"},
        {"surface bounce restitution_coefficient", "restitution of that material at 1 m/s"},
        {"surface contact collide_bitmask, collide_without_contact; self_collide",
         "*Everything touches*, contact groups, disabled contacts"},
        {"include model://ground_plane without a file", "floor"},
        {"other numbers of a surface", ""},
        {"mesh optimization convex_hull, convex_decomposition, max_convex_hulls",
         "convex hull or parts where it touches"},
        {"heightmap, image, polyline, submesh", ""},
        {"material diffuse, ambient, Gazebo's colors; transparency", "color and opacity of a shape"},
        {"joint fixed", "weld joint"},
        {"joint revolute, continuous", "pin joint"},
        {"joint prismatic", "slider joint"},
        {"joint ball", "ball joint"},
        {"joint universal, revolute2", "universal joint"},
        {"joint screw", "screw joint"},
        {"joint gearbox", "coordinate coupler"},
        {"a second joint with the same child", "loop, closed by that joint"},
        {"axis limit lower, upper, stiffness", "elastic joint stop"},
        {"axis limit effort, velocity", ""},
        {"axis dynamics damping", "joint damper"},
        {"axis dynamics spring_stiffness, spring_reference", "joint spring"},
        {"axis dynamics friction", "constant joint friction"},
        {"axis initial_position (up to SDF 1.8)", "initial coordinate"},
        {"axis mimic", "coordinate coupler"},
        {"drake:linear_bushing_rpy", "bushing between two frames"},
        {"gravity", "gravity"},
        {"physics, scene, light, sensor, plugin, state, actor, other extensions", ""},
    };
}

void SdfImporter::read(ImportJob& job) { SdfReader(job).read(); }

}  // namespace trammel
