// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "interchange/xml_text.h"

namespace trammel {

namespace {

class SdfWriter {
public:
    SdfWriter(const Robot& robot, const std::string& meshFolder, Diagnostics& diagnostics)
        : robot_(robot), meshFolder_(meshFolder), diagnostics_(diagnostics) {}

    std::string write() {
        pugi::xml_node sdf = document_.append_child("sdf");
        put(sdf, "version", "1.11");
        pugi::xml_node world = sdf.append_child("world");
        put(world, "name", robot_.name);
        addText(world, "gravity", textOf(robot_.gravity));
        model_ = world.append_child("model");
        put(model_, "name", xmlName(robot_.name));
        if (robot_.contacts.amongLinks) addText(model_, "self_collide", "true");
        for (const RobotLink& link : robot_.links) writeLink(link);
        for (std::size_t i = 0; i < robot_.joints.size(); ++i) writeJoint(i);
        for (const RobotClosure& closure : robot_.closures) writeClosure(closure);
        writeGround(world);
        warnAboutPairs();
        return printXml(document_);
    }

private:
    pugi::xml_node addPose(pugi::xml_node node, const Transform& X) {
        return addText(node, "pose", textOf(X.p()) + " " + textOf(rollPitchYaw(X.R())));
    }

    pugi::xml_node addLink(const std::string& name, const Transform& X, Real mass, const Vec3& center,
                           const Mat33& inertia) {
        pugi::xml_node node = model_.append_child("link");
        put(node, "name", name);
        addPose(node, X);
        pugi::xml_node inertial = node.append_child("inertial");
        addPose(inertial, Transform(center));
        addText(inertial, "mass", textOf(mass));
        pugi::xml_node held = inertial.append_child("inertia");
        const char* keys[3][3] = {{"ixx", "ixy", "ixz"}, {"", "iyy", "iyz"}, {"", "", "izz"}};
        for (int i = 0; i < 3; ++i)
            for (int k = i; k < 3; ++k) addText(held, keys[i][k], textOf(inertia(i, k)));
        return node;
    }

    void writeLink(const RobotLink& link) {
        pugi::xml_node node = addLink(xmlName(link.name), link.X_G, link.mass, link.massCenter, link.inertia);
        for (const RobotShape& shape : link.shapes) writeShape(node, shape, maskOf(link));
    }

    /// Whether the links of the group have a bit each, which they share with all others but not with each other.
    bool groupHasBits() const {
        constexpr std::size_t bits = 16;
        return robot_.contacts.amongLinks && robot_.contacts.group.size() <= bits;
    }

    /// 0: the usual one.
    int maskOf(const RobotLink& link) const {
        const std::set<int>& group = robot_.contacts.group;
        const auto found = group.find(int(&link - robot_.links.data()));
        return groupHasBits() && found != group.end() ? 1 << std::distance(group.begin(), found) : 0;
    }

    void writeShape(pugi::xml_node node, const RobotShape& shape, int mask) {
        pugi::xml_node part = node.append_child(shape.isCollision ? "collision" : "visual");
        put(part, "name", xmlName(shape.name));
        addPose(part, shape.X_BS);
        pugi::xml_node geometry = part.append_child("geometry"), kind;
        switch (shape.kind) {
            case RobotShape::Kind::Box: addText(geometry.append_child("box"), "size", textOf(shape.size)); break;
            case RobotShape::Kind::Sphere:
                addText(geometry.append_child("sphere"), "radius", textOf(shape.size[0]));
                break;
            case RobotShape::Kind::Mesh:
                kind = geometry.append_child("mesh");
                addText(kind, "uri", meshFolder_ + "/" + robot_.meshes[std::size_t(shape.mesh)].file);
                if (shape.size != Vec3(1.)) addText(kind, "scale", textOf(shape.size));
                break;
            case RobotShape::Kind::Plane:
                kind = geometry.append_child("plane");
                addText(kind, "normal", "0 0 1");
                addText(kind, "size", textOf(shape.size[0]) + " " + textOf(shape.size[1]));
                break;
            case RobotShape::Kind::Ellipsoid:
                addText(geometry.append_child("ellipsoid"), "radii", textOf(shape.size));
                break;
            default:
                kind = geometry.append_child(shape.kind == RobotShape::Kind::Cylinder ? "cylinder" : "capsule");
                addText(kind, "radius", textOf(shape.size[0]));
                addText(kind, "length", textOf(shape.size[1]));
        }
        if (shape.isCollision && (shape.friction >= 0 || shape.restitution >= 0 || mask != 0)) {
            pugi::xml_node surface = part.append_child("surface");
            if (shape.friction >= 0) {
                pugi::xml_node ode = surface.append_child("friction").append_child("ode");
                addText(ode, "mu", textOf(shape.friction));
                addText(ode, "mu2", textOf(shape.friction));
            }
            if (mask != 0) addText(surface.append_child("contact"), "collide_bitmask", std::to_string(mask));
            if (shape.restitution >= 0)
                addText(surface.append_child("bounce"), "restitution_coefficient", textOf(shape.restitution));
        }
        if (shape.isCollision) return;
        if (shape.opacity != 1) addText(part, "transparency", textOf(1 - shape.opacity));
        addText(part.append_child("material"), "diffuse", textOf(shape.color) + " 1");
    }

    /// Shapes of Ground as a model that does not move.
    void writeGround(pugi::xml_node world) {
        if (robot_.groundShapes.empty()) return;
        pugi::xml_node model = world.append_child("model");
        put(model, "name", xmlName(robot_.name) == "environment" ? "environment 2" : "environment");
        addText(model, "static", "true");
        pugi::xml_node link = model.append_child("link");
        put(link, "name", "ground");
        for (const RobotShape& shape : robot_.groundShapes) writeShape(link, shape, 0);
    }

    void warnAboutPairs() {
        const RobotContacts& contacts = robot_.contacts;
        if (contacts.any && !contacts.amongAll)
            diagnostics_.warning("contacts", "More touches there: SDF cannot name the bodies that touch.");
        if (!contacts.amongLinks) return;
        const auto left = std::ranges::count_if(contacts.apart, [&](const auto& pair) {
            return !(groupHasBits() && contacts.group.contains(pair.first) && contacts.group.contains(pair.second));
        });
        if (left > 0)
            diagnostics_.warning("contacts",
                                 "Pairs of bodies that touch there, as SDF cannot keep single pairs apart: " +
                                     std::to_string(left) + ".");
    }

    std::string linkName(int link) const { return link < 0 ? "world" : xmlName(robot_.links[std::size_t(link)].name); }

    /// SDF has one frame for both sides of a joint.
    bool isClosedAtZero(const RobotJoint& joint) const {
        const Transform X_GP = joint.parent < 0 ? Transform() : robot_.links[std::size_t(joint.parent)].X_G;
        const Transform X_GF = X_GP * joint.X_PF, X_GM = robot_.links[std::size_t(joint.child)].X_G * joint.X_BM;
        constexpr Real closed = 1e-6;
        return Vec3(X_GF.p() - X_GM.p()).norm() < closed;
    }

    /// As a joint whose child has another joint already.
    void writeClosure(const RobotClosure& closure) {
        constexpr Real closed = 1e-9;
        const auto [X_1, X_2] = placeClosure(robot_, closure);
        const bool isClosed = Vec3(X_1.p() - X_2.p()).norm() < closed &&
                              (!closure.isWeld || X_1.R().getMaxAbsDifferenceInRotationElements(X_2.R()) < closed);
        // The child of a joint is not part of the world.
        const bool turned = closure.link2 < 0;
        const int parent = turned ? closure.link2 : closure.link1, child = turned ? closure.link1 : closure.link2;
        if (!isClosed || child < 0) {
            diagnostics_.warning(closure.name,
                                 "It is left out: SDF closes only loops that are closed with all coordinates zero.", "",
                                 closure.element);
            return;
        }
        addJoint(xmlName(closure.name), closure.isWeld ? "fixed" : "ball", linkName(parent), linkName(child),
                 turned ? closure.X_1 : closure.X_2);
    }

    std::string motionName(const RobotJoint& joint, std::size_t motion) const {
        return xmlName(joint.name) + (motion + 1 == joint.motions.size() ? "" : " " + std::to_string(motion + 1));
    }

    pugi::xml_node addJoint(const std::string& name, const char* type, const std::string& parent,
                            const std::string& child, const Transform& X_CJ) {
        pugi::xml_node node = model_.append_child("joint");
        put(node, "name", name);
        put(node, "type", type);
        addPose(node, X_CJ);
        addText(node, "parent", parent);
        addText(node, "child", child);
        return node;
    }

    void writeJoint(std::size_t index) {
        const RobotJoint& joint = robot_.joints[index];
        const std::string parent = linkName(joint.parent), child = linkName(joint.child);
        const bool isFree = joint.kind == RobotJoint::Kind::Free;
        if (isFree && joint.parent < 0) return;
        if (isFree || (joint.closesLoop && (joint.motions.size() > 1 || !isClosedAtZero(joint)))) {
            diagnostics_.warning(joint.name, "SDF cannot express such a joint: it is left out." + forcesLostWith(joint),
                                 "", joint.element);
            return;
        }
        if (joint.kind == RobotJoint::Kind::Ball)
            return void(addJoint(xmlName(joint.name), "ball", parent, child, joint.X_BM));
        if (joint.motions.empty()) return void(addJoint(xmlName(joint.name), "fixed", parent, child, joint.X_BM));
        const Transform& X_G = robot_.links[std::size_t(joint.child)].X_G;
        std::string from = parent;
        for (std::size_t k = 0; k < joint.motions.size(); ++k) {
            const ElementaryMotion& motion = joint.motions[k];
            const bool isLast = k + 1 == joint.motions.size();
            const std::string to = isLast ? child : child + " carrier " + std::to_string(k + 1);
            if (!isLast) addLink(to, X_G, 0, Vec3(0.), Mat33(0.));
            const bool isScrew = joint.kind == RobotJoint::Kind::Screw;
            pugi::xml_node node = addJoint(motionName(joint, k),
                                           isScrew            ? "screw"
                                           : !motion.turns    ? "prismatic"
                                           : motion.hasLimits ? "revolute"
                                                              : "continuous",
                                           from, to, joint.X_BM);
            if (isScrew) addText(node, "screw_thread_pitch", textOf(2 * Pi * joint.pitch));
            pugi::xml_node axis = node.append_child("axis");
            addText(axis, "xyz", textOf(motion.axis));
            if (motion.hasLimits) {
                pugi::xml_node limit = axis.append_child("limit");
                addText(limit, "lower", textOf(motion.low));
                addText(limit, "upper", textOf(motion.high));
                addText(limit, "stiffness", textOf(motion.stopStiffness));
            }
            if (std::abs(motion.start) > zeroStart) addText(axis, "initial_position", textOf(motion.start));
            if (motion.damping != 0 || motion.stiffness != 0 || motion.friction != 0) {
                pugi::xml_node dynamics = axis.append_child("dynamics");
                addText(dynamics, "damping", textOf(motion.damping));
                addText(dynamics, "friction", textOf(motion.friction));
                addText(dynamics, "spring_reference", textOf(motion.restValue));
                addText(dynamics, "spring_stiffness", textOf(motion.stiffness));
            }
            for (const RobotCoupling& coupling : robot_.couplings) {
                if (coupling.joint2 != int(index) || coupling.motion2 != int(k)) continue;
                const RobotJoint& leader = robot_.joints[std::size_t(coupling.joint1)];
                pugi::xml_node mimic = axis.append_child("mimic");
                put(mimic, "joint", motionName(leader, std::size_t(coupling.motion1)));
                put(mimic, "axis", "axis");
                addText(mimic, "multiplier", textOf(coupling.ratio));
                addText(mimic, "offset", textOf(coupling.offset));
                addText(mimic, "reference", "0");
            }
            from = to;
        }
    }

    const Robot& robot_;
    const std::string& meshFolder_;
    Diagnostics& diagnostics_;
    pugi::xml_document document_;
    pugi::xml_node model_;
};

}  // namespace

Result<RobotText> writeSdf(const CompiledModel& model, const std::string& meshFolder) {
    Result<RobotText> result;
    Robot robot = makeRobot(model, result.diagnostics);
    warnAboutRotors(robot, result.diagnostics);
    warnAboutBallForces(robot, false, result.diagnostics);
    std::string text = SdfWriter(robot, meshFolder, result.diagnostics).write();
    result.value = RobotText{std::move(text), std::move(robot.meshes)};
    return result;
}

}  // namespace trammel
