// SPDX-License-Identifier: Apache-2.0
#include "import/urdf/urdf_importer.h"

#include "import/draft_contacts.h"
#include "import/urdf/urdf_reader.h"

namespace trammel {

const char* const UrdfImporter::help =
    "A link keeps its frame: its body has the same origin and axes. Coordinates are those of the file, and all are "
    "zero "
    "at the start, but for a joint whose limits leave zero out, which starts at the nearer limit, and for mimic "
    "joints.\n\n"
    "A link called `world` is Ground, whether the file declares it or not. Any other root is welded to Ground or "
    "floats, "
    "as chosen when the file is opened; libraries differ here: DART lets it float, MuJoCo and PyBullet weld it.\n\n"
    "A link without `<inertial>` has no mass, as the specification says. Where that would leave a joint without "
    "anything "
    "to move, or where no link of the file has any, links that move have the mass of their shapes at 1000 kg/m³, or of "
    "a "
    "ball of 1 g. DART gives such links 1 kg, MuJoCo always the mass of "
    "their collision shapes; both can be chosen.\n\n"
    "Limits become elastic stops. Their stiffness is not in the file: the effort limit bends a stop by 0.02 rad or 2 "
    "mm; "
    "without one it is 1000 N·m/rad or 100 000 N/m.\n\n"
    "A closed collision mesh touches others as it is, convex or not, unless convex hulls or convex parts are chosen "
    "when the "
    "file is opened.\n\n"
    "Collision shapes of links touch other bodies, but not each other, as in Gazebo and PyBullet. They can touch each "
    "other on request, but for those of links that a joint connects, that fixed joints hold together, or that are in "
    "each other at the start. A floor, which the format does not have, can be added.\n\n"
    "Loops are read from a file `robot.yaml` beside the robot, as the exporter of Onshape models writes it: pairs of "
    "joints or links whose frames coincide (`6d`) or whose origins do (`3d`).\n\n"
    "Macros of xacro are not expanded: run `xacro robot.xacro > robot.urdf` first. Numbers by "
    "`$(optenv VARIABLE default)` have the default.";

std::vector<PropertyDescriptor> UrdfImporter::options() {
    return {
        PropertyDescriptor::choice("root", "Root link", {{"fixed", "Welded to Ground"}, {"floating", "Floating"}},
                                   "fixed", "How the first link is connected to Ground."),
        PropertyDescriptor::choice(
            "massless", "Links without inertia",
            {{"massless", "No mass"}, {"geometry", "Mass of their shapes at 1000 kg/m³"}, {"unit", "1 kg and 1 kg·m²"}},
            "massless", "Mass of links that have no inertial element."),
        PropertyDescriptor::choice("collision", "Collision meshes",
                                   {{"given", "As they are"}, {"hull", "Convex hulls"}, {"parts", "Convex parts"}},
                                   "given", "What touches other bodies where the file has a mesh."),
        PropertyDescriptor::choice(
            "contacts", "Contacts",
            {{"others", "Links touch other bodies only"}, {"links", "Links touch each other"}, {"none", "None"}},
            "others", "What the collision shapes of links touch."),
        floorOption()};
}

std::vector<SupportedElement> UrdfImporter::elements() {
    return {
        {"link", "rigid body with the link's frame"},
        {"link 'world'", "Ground"},
        {"inertial", "mass, center of mass and inertia of the body"},
        {"visual, collision", "shapes of the body; collision shapes are hidden at first"},
        {"collision", "*Everything touches*, where there is something to touch"},
        {"box, cylinder, sphere, capsule, ellipsoid", "shape of that kind"},
        {"mesh (STL, OBJ, PLY, DAE, glTF, 3DS, VTP)", "mesh, kept once, and a shape that shows it"},
        {"contact lateral_friction; gazebo reference mu1, mu2", "contact material of the link's collision shapes"},
        {"material", "color and opacity of a shape"},
        {"texture", ""},
        {"joint fixed", "weld joint"},
        {"joint revolute, continuous", "pin joint"},
        {"joint prismatic", "slider joint"},
        {"three revolute joints about perpendicular axes through one point, with empty links between", "ball joint"},
        {"joint floating", "free joint"},
        {"joint planar", "planar joint"},
        {"drake:joint ball (spherical), universal, screw", "ball, universal and screw joint"},
        {"limit lower, upper", "elastic joint stop"},
        {"limit effort, velocity", ""},
        {"dynamics damping", "joint damper; ball joint spring without stiffness"},
        {"dynamics friction", "constant joint friction"},
        {"mimic", "coordinate coupler"},
        {"ros2_control joint, state_interface position, initial_value", "initial coordinate"},
        {"a second joint with the same child", "loop, closed by that joint"},
        {"robot.yaml closed_loop 6d, 3d",
         "weld or ball constraint; balls where welds would hold more freedoms than the joints have"},
        {"drake:linear_bushing_rpy", "bushing between two frames"},
        {"frame", "frame for loops and bushings"},
        {"safety_controller, calibration, transmission, gazebo, sensor, other extensions", ""},
    };
}

void UrdfImporter::read(ImportJob& job) { UrdfReader(job).read(); }

}  // namespace trammel
