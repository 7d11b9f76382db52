// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "compile/compiled_model.h"
#include "decoration/decorative_geometry.h"
#include "math/rotation.h"

namespace trammel {

/// A turn about or a shift along an axis through the origin of a joint's frame M.
struct ElementaryMotion {
    bool turns = true;
    /// In M, a unit vector.
    Vec3 axis{0.};
    /// Index of the joint's coordinate that measures it.
    int coordinate = 0;
    /// Initial value of that coordinate, rad or m.
    Real start = 0;
    bool hasLimits = false;
    /// Elastic stop, spring and damper along it; zero where none exists.
    Real low = 0, high = 0, stopStiffness = 0, damping = 0, stiffness = 0, restValue = 0;
    /// Dry friction of constant magnitude, N·m or N.
    Real friction = 0;
    /// kg·m² or kg
    Real rotorInertia = 0;
};

/// A joint as formats of other programs describe it.
struct RobotJoint {
    ElementId element;
    std::string name;
    /// Index of the link; -1: Ground.
    int parent = -1, child = -1;
    /// Frames on parent and child, which coincide with all coordinates zero.
    Transform X_PF, X_BM;
    enum class Kind {
        /// The motions in order, from F to M; none for a weld.
        Chain,
        Ball,
        Free,
        Screw
    } kind = Kind::Chain;
    std::vector<ElementaryMotion> motions;
    /// Advance per radian of a screw, m.
    Real pitch = 0;
    /// Added by rotors of a ball or free joint to each rotation, kg·m², and translation, kg.
    Real rotorInertia = 0, rotorMass = 0;
    /// Spring, damper and largest angle of the rotation of a ball joint; zero without them.
    Real stiffness = 0, damping = 0, largestAngle = 0;
    /// Whether another joint carries the child.
    bool closesLoop = false;
};

struct RobotShape {
    std::string name;
    /// A plane is solid below, where z is negative.
    enum class Kind { Box, Sphere, Cylinder, Capsule, Ellipsoid, Mesh, Plane } kind = Kind::Box;
    /// The axis of a cylinder or capsule is z.
    Transform X_BS;
    /// Sides, radii, radius and length, or scale factors; of a plane, what is drawn along x and y.
    Vec3 size{0.};
    /// Index among the robot's meshes.
    int mesh = -1;
    Vec3 color{0.6, 0.65, 0.7};
    Real opacity = 1;
    bool isCollision = false;
    /// Whether it is a visible shape once more, as what touches.
    bool isCopy = false;
    /// Static friction and restitution of its own contact material; negative without one.
    Real friction = -1, restitution = -1;
};

struct RobotLink {
    ElementId element;
    std::string name;
    Real mass = 0;
    Vec3 massCenter{0.};
    /// About the center of mass, in the body's axes.
    Mat33 inertia{0.};
    /// Pose with all coordinates zero, those of free joints at their initial values.
    Transform X_G;
    /// Index of the joint that carries it; -1: none.
    int joint = -1;
    std::vector<RobotShape> shapes;
};

/// A mesh that shapes show, kept once.
struct RobotMesh {
    /// Name of its file without folder: "wheel.stl".
    std::string file;
    std::shared_ptr<const TriangleMesh> triangles;
};

/// second = ratio first + offset.
struct RobotCoupling {
    std::string name;
    /// Indices among the joints and of the motion in each.
    int joint1 = 0, motion1 = 0, joint2 = 0, motion2 = 0;
    Real ratio = 1, offset = 0;
};

/// Two points or frames that a constraint keeps together.
struct RobotClosure {
    ElementId element;
    std::string name;
    /// Whether whole frames coincide.
    bool isWeld = false;
    /// Indices of the links; -1: Ground.
    int link1 = -1, link2 = -1;
    Transform X_1, X_2;
};

/// Contacts of a model. Links by index; -1: Ground.
struct RobotContacts {
    /// Whether there is any contact, and one among all bodies.
    bool any = false, amongAll = false;
    /// Pairs that touch though not all bodies do; pairs that do not touch, beyond those that a joint connects.
    std::set<std::pair<int, int>> touching, apart;
    /// Pairs that do not touch because joints or welds connect them.
    std::set<std::pair<int, int>> joined;
    /// Links that do not touch each other: all pairs of them are apart or connected by joints. Empty for less than two.
    std::set<int> group;
    /// Whether links touch each other.
    bool amongLinks = false;
};

/// The part of a model that robot formats can describe: bodies, joints, shapes, couplings, contacts, gravity.
struct Robot {
    std::string name;
    std::vector<RobotLink> links;
    /// Shapes of Ground.
    std::vector<RobotShape> groundShapes;
    RobotContacts contacts;
    /// Carrying joints before those that close loops, parents before children.
    std::vector<RobotJoint> joints;
    std::vector<RobotCoupling> couplings;
    std::vector<RobotClosure> closures;
    std::vector<RobotMesh> meshes;
    Vec3 gravity{0.};
};

/// Both frames of a closure in Ground with all coordinates zero.
std::pair<Transform, Transform> placeClosure(const Robot& robot, const RobotClosure& closure);
/// The contacts of a model, as far as elements and their exceptions tell.
RobotContacts readContacts(const CompiledModel& model, const std::vector<RobotLink>& links, Diagnostics& diagnostics);
/// Warns about contacts, for formats without them.
void warnAboutContacts(const Robot& robot, const std::string& reason, Diagnostics& diagnostics);
/// Warns about closures, for formats without them.
void warnAboutClosures(const Robot& robot, Diagnostics& diagnostics);

/// A coordinate counts as zero below this, rad or m.
inline constexpr Real zeroStart = 1e-12;

/// Takes the parts out of a model; each part without a counterpart is a warning.
Robot makeRobot(const CompiledModel& model, Diagnostics& diagnostics);
/// Warns about springs and stops of ball joints, and about dampers unless they are @p damped, for formats without them.
void warnAboutBallForces(const Robot& robot, bool damped, Diagnostics& diagnostics);
/// A blank and a sentence for a joint with springs, dampers, stops or friction that are lost with it; else empty.
std::string forcesLostWith(const RobotJoint& joint);
/// Warns about joints with rotors, for formats without them.
void warnAboutRotors(const Robot& robot, Diagnostics& diagnostics);

/// A robot in a format, and the meshes that its text refers to as files in a folder beside it.
struct RobotText {
    std::string text;
    std::vector<RobotMesh> meshes;
};

/// The model as URDF, SDF 1.11 or MJCF; the diagnostics name all that the format cannot express. Links stand where all
/// coordinates are zero, except for poses of free bodies. Initial coordinates are `initial_value` of a simulated
/// ros2_control in URDF, `initial_position`, which SDF had until 1.8, in SDF, and the keyframe "initial" in MJCF.
/// @param meshFolder name of the folder with the meshes, beside the file
Result<RobotText> writeUrdf(const CompiledModel& model, const std::string& meshFolder);
Result<RobotText> writeSdf(const CompiledModel& model, const std::string& meshFolder);
Result<RobotText> writeMjcf(const CompiledModel& model, const std::string& meshFolder);
/// The model for OpenSim 4, with the initial values and the names of coordinates.
Result<RobotText> writeOsim(const CompiledModel& model, const std::string& meshFolder);

}  // namespace trammel
