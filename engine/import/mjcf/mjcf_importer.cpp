// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/mjcf_importer.h"

#include "import/mjcf/mjcf_reader.h"

namespace trammel {

const char* const MjcfImporter::help =
    "Bodies keep their frames, joints their coordinates, with `ref` as the value at the start; angles are read in the "
    "unit that `compiler angle` names (degrees where it names none). Several joints of one body become a chain of "
    "joints "
    "with massless bodies between them, named after the body: the coordinates and the mass matrix are those of "
    "MuJoCo.\n\n"
    "Mass follows MuJoCo's rules: `inertial`, else the geoms' mass or density (`inertiafromgeom`, `boundmass`, "
    "`boundinertia`, `balanceinertia`, `settotalmass`). Meshes have the mass that the rule of the file "
    "(`inertia`, `exactmeshinertia`) gives them; the default is the box with the same inertia per mass, as in MuJoCo "
    "2.2.\n\n"
    "A range limits a joint unless `limited` or `autolimits` says otherwise. Limits become elastic stops, whose "
    "stiffness is not that of MuJoCo's solver. Position and velocity actuators act as springs and dampers about a "
    "control of zero, also general ones with affine bias; motors are forces of zero to be set. Coordinates are "
    "those of the reference; the first keyframe can be chosen instead.\n\n"
    "Geoms that collide are collision shapes; groups 0 to 2 are visible, as in MuJoCo's viewer. What touches follows "
    "`contype`, `conaffinity`, `exclude` and `pair`: *Everything touches* with contact groups, and disabled contacts "
    "between bodies that are kept apart. Bodies that a joint connects do not touch. `solref`, `solimp`, `margin` and "
    "`condim` have no effect.\n\n"
    "Tendons that wrap around geoms have no counterpart and are in the report. Models with the old "
    "global coordinates are read as MuJoCo 2 does.";

std::vector<PropertyDescriptor> MjcfImporter::options() {
    return {
        PropertyDescriptor::choice("start", "Initial coordinates",
                                   {{"reference", "Reference, or keyframe initial"}, {"keyframe", "First keyframe"}},
                                   "reference", "Where the model begins."),
        PropertyDescriptor::choice("contacts", "Contacts", {{"file", "As in the file"}, {"none", "None"}}, "file",
                                   "What touches in the model.")};
}

std::vector<SupportedElement> MjcfImporter::elements() {
    return {
        {"include, default (classes, childclass), compiler", "resolved"},
        {"option gravity", "gravity"},
        {"body, frame", "rigid body with the same frame; frames are resolved"},
        {"replicate", "copies; what refers to a part of it refers to the first"},
        {"inertial", "mass, center of mass and inertia"},
        {"joint hinge, slide, ball, free; freejoint", "pin, slider, ball, free joint"},
        {"several joints of one body", "chain of joints with massless bodies between them"},
        {"body without joint", "weld joint"},
        {"joint range", "elastic joint stop; of a ball joint, for the angle of its rotation"},
        {"joint damping, stiffness, springref", "joint damper, joint spring; ball joint spring"},
        {"joint armature", "rotor inertia; of a free joint also rotor mass"},
        {"joint frictionloss", "constant joint friction (hinge and slide)"},
        {"geom sphere, capsule, ellipsoid, cylinder, box", "shape"},
        {"geom friction", "contact material: sliding friction"},
        {"geom contype, conaffinity; option flag contact", "*Everything touches*, contact groups"},
        {"contact exclude", "disabled contact"},
        {"contact pair", "contact of the bodies"},
        {"geom plane", "floor"},
        {"geom mesh, asset mesh (file, or vertex and face)", "mesh and shape; where it touches, its convex hull"},
        {"asset mesh with points only", "their convex hull"},
        {"geom hfield, sdf", ""},
        {"site", "used by tendons and equalities"},
        {"equality connect, weld, joint", "ball, weld, coordinate coupler (polynomial)"},
        {"equality tendon (fixed)", "constraint by formula"},
        {"equality flex", ""},
        {"keyframe, the first or one called initial", "initial coordinates"},
        {"tendon spatial", "cable over its sites; wrapping geoms and pulleys are left out"},
        {"tendon fixed: stiffness, damping, range", "potential and joint forces by formula"},
        {"actuator motor, general on a joint or a fixed tendon", "joint force of zero; with affine bias as a servo"},
        {"actuator position, velocity on a joint or a fixed tendon", "spring and damper about a control of zero"},
        {"actuator muscle on a spatial tendon, with force and lengthrange", "muscle with the curves of Thelen"},
        {"other actuators", ""},
        {"sensor, visual, statistic, custom, size, extension, deformable", ""},
        {"composite, flexcomp, attach, plugin", ""},
    };
}

void MjcfImporter::read(ImportJob& job) { MjcfReader(job).read(); }

}  // namespace trammel
