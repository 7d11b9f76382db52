// SPDX-License-Identifier: Apache-2.0
#include "import/osim/osim_importer.h"

#include "import/osim/osim_reader.h"

namespace trammel {

const char* const OsimImporter::help =
    "A body keeps its frame. Coordinates have the values and speeds that the file gives as defaults; those in degrees "
    "are read as such. Their names are kept, so that recorded motions find them.\n\n"
    "A custom joint becomes a function-based joint with the axes and functions of its spatial transform, or a pin, "
    "slider or weld where it is nothing else. OpenSim's splines are reproduced exactly.\n\n"
    "A ball or free joint has a quaternion here; where some of its coordinates are locked, it is a gimbal or bushing "
    "joint, whose coordinates are OpenSim's angles.\n\n"
    "Ranges of coordinates do not limit the motion, nor do they in OpenSim: limit forces do, which become elastic "
    "stops.\n\n"
    "Muscles run through their path points. As chosen when the file is opened, they are muscles with activation, the "
    "curves of Thelen (2003) and a rigid tendon, for any muscle model of the file; or cables with the passive "
    "stiffness of tendon and fiber in a row beyond their slack and optimal lengths; or cables without any tension. "
    "Their "
    "excitation is 0 until a number or a function of time is given. Wrapping has no counterpart.\n\n"
    "Meshes are looked for beside the file, in `Geometry` folders beside and up to two folders above it, and in the "
    "search folders.";

std::vector<PropertyDescriptor> OsimImporter::options() {
    return {PropertyDescriptor::choice("muscles", "Muscles",
                                       {{"active", "Muscles with activation"},
                                        {"passive", "Cables with their passive stiffness"},
                                        {"paths", "Cables without tension"}},
                                       "active", "Tension of muscles and ligaments.")};
}

std::vector<SupportedElement> OsimImporter::elements() {
    return {
        {"Body", "rigid body with the same frame"},
        {"Ground; a body 'ground'", "Ground"},
        {"PhysicalOffsetFrame", "places of joints, constraints and shapes"},
        {"PinJoint, SliderJoint, WeldJoint, UniversalJoint, GimbalJoint, PlanarJoint, EllipsoidJoint",
         "joint of that kind"},
        {"BallJoint, FreeJoint", "ball and free joint; gimbal and bushing joint where coordinates are locked"},
        {"CustomJoint", "function-based joint, pin, slider or weld"},
        {"ScapulothoracicJoint", "ellipsoid joint and pin joint with a body without mass between"},
        {"a second joint of the same body", "loop, closed by that joint"},
        {"Coordinate name", "name in recorded motions; not in a ball or free joint with a quaternion"},
        {"Coordinate default_value, default_speed_value", "initial coordinate and speed"},
        {"Coordinate locked", "locked joint or constant coordinate"},
        {"Coordinate prescribed", "prescribed coordinate"},
        {"Coordinate range", ""},
        {"Constant, LinearFunction, PolynomialFunction, MultiplierFunction, Sine, StepFunction", "function"},
        {"SimmSpline, NaturalCubicSpline", "cubic through points"},
        {"GCVSpline", "spline"},
        {"PiecewiseLinearFunction", "table, or a cubic through its points where second derivatives are needed"},
        {"CoordinateCouplerConstraint", "coordinate coupler"},
        {"WeldConstraint, PointConstraint, ConstantDistanceConstraint, PointOnLineConstraint",
         "weld, ball, rod, point on line"},
        {"muscles (Thelen2003, Millard2012 and others)", "muscle over the path points, or cable"},
        {"Ligament, PathSpring, PathActuator", "cable over the path points"},
        {"ConditionalPathPoint, MovingPathPoint", "via point as it is at the start"},
        {"PathWrap, wrap objects", ""},
        {"CoordinateLimitForce", "elastic joint stop"},
        {"PointToPointSpring, SpringGeneralizedForce, BushingForce", "spring, joint spring, bushing"},
        {"CoordinateActuator", "joint force of zero, to be set from outside"},
        {"ContactSphere, ContactHalfSpace", "sphere and floor that touch"},
        {"HuntCrossleyForce, SmoothSphereHalfSpaceForce", "contact, contact material"},
        {"ElasticFoundationForce, other forces, contact meshes, controllers, probes", ""},
        {"Mesh, DisplayGeometry (VTP, STL, OBJ)", "mesh, kept once, and a shape that shows it"},
        {"Brick, Sphere, Cylinder, Ellipsoid", "shape of that kind"},
        {"Marker", "small ball on its body"},
    };
}

void OsimImporter::read(ImportJob& job) { OsimReader(job).read(); }

}  // namespace trammel
