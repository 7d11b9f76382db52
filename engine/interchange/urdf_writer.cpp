// SPDX-License-Identifier: Apache-2.0
#include "interchange/xml_text.h"

namespace trammel {

namespace {

class UrdfWriter {
public:
    UrdfWriter(const Robot& robot, const std::string& meshFolder, Diagnostics& diagnostics)
        : robot_(robot), meshFolder_(meshFolder), diagnostics_(diagnostics) {}

    std::string write() {
        root_ = document_.append_child("robot");
        put(root_, "name", robot_.name);
        shifts_.assign(robot_.links.size(), Vec3(0.));
        for (std::size_t i = 0; i < robot_.links.size(); ++i) {
            const int joint = robot_.links[i].joint;
            if (joint < 0 || isStill(robot_.joints[std::size_t(joint)])) continue;
            shifts_[i] = robot_.joints[std::size_t(joint)].X_BM.p();
            if (shifts_[i].norm() > 0)
                diagnostics_.warning(robot_.links[i].name, "The frame of its link is at its joint, as URDF requires.",
                                     "", robot_.links[i].element);
        }
        bool needsWorld = false;
        for (const RobotJoint& joint : robot_.joints) needsWorld = needsWorld || joint.parent < 0;
        if (needsWorld) {
            pugi::xml_node world = root_.append_child("link");
            put(world, "name", "world");
            for (const RobotShape& shape : robot_.groundShapes) writeShape(world, shape, Vec3(0.));
        } else if (!robot_.groundShapes.empty()) {
            diagnostics_.warning("Ground", "Its shapes are left out: no joint of the robot connects it.");
        }
        for (std::size_t i = 0; i < robot_.links.size(); ++i) writeLink(robot_.links[i], shifts_[i]);
        for (std::size_t i = 0; i < robot_.joints.size(); ++i) writeJoint(i);
        for (const RobotLink& link : robot_.links) writeFriction(link);
        writeStarts();
        if (robot_.gravity.norm() > 0)
            diagnostics_.warning("gravity", "URDF files name no gravity; programs that read them choose it.");
        return printXml(document_);
    }

private:
    static bool isStill(const RobotJoint& joint) {
        return joint.kind == RobotJoint::Kind::Chain && joint.motions.empty();
    }

    void putOrigin(pugi::xml_node node, const Transform& X) {
        pugi::xml_node origin = node.append_child("origin");
        put(origin, "xyz", textOf(X.p()));
        put(origin, "rpy", textOf(rollPitchYaw(X.R())));
    }

    void writeLink(const RobotLink& link, const Vec3& shift) {
        pugi::xml_node node = root_.append_child("link");
        put(node, "name", xmlName(link.name));
        if (link.mass > 0 || link.inertia.norm() > 0) {
            pugi::xml_node inertial = node.append_child("inertial");
            putOrigin(inertial, Transform(Vec3(link.massCenter - shift)));
            put(inertial.append_child("mass"), "value", textOf(link.mass));
            pugi::xml_node inertia = inertial.append_child("inertia");
            const char* keys[3][3] = {{"ixx", "ixy", "ixz"}, {"", "iyy", "iyz"}, {"", "", "izz"}};
            for (int i = 0; i < 3; ++i)
                for (int k = i; k < 3; ++k) put(inertia, keys[i][k], textOf(link.inertia(i, k)));
        }
        for (const RobotShape& shape : link.shapes) writeShape(node, shape, shift);
    }

    void writeShape(pugi::xml_node node, const RobotShape& shape, const Vec3& shift) {
        if (shape.kind == RobotShape::Kind::Plane) {
            if (!shape.isCopy)
                diagnostics_.warning(shape.name, "It is left out: URDF has no planes.",
                                     "Add a floor where the robot is used.");
            return;
        }
        pugi::xml_node part = node.append_child(shape.isCollision ? "collision" : "visual");
        put(part, "name", shape.name);
        putOrigin(part, Transform(Vec3(-shift)) * shape.X_BS);
        pugi::xml_node geometry = part.append_child("geometry"), kind;
        switch (shape.kind) {
            case RobotShape::Kind::Box: put(geometry.append_child("box"), "size", textOf(shape.size)); break;
            case RobotShape::Kind::Sphere: put(geometry.append_child("sphere"), "radius", textOf(shape.size[0])); break;
            case RobotShape::Kind::Mesh:
                kind = geometry.append_child("mesh");
                put(kind, "filename", meshFolder_ + "/" + robot_.meshes[std::size_t(shape.mesh)].file);
                if (shape.size != Vec3(1.)) put(kind, "scale", textOf(shape.size));
                break;
            case RobotShape::Kind::Ellipsoid:
                put(geometry.append_child("ellipsoid"), "radii", textOf(shape.size));
                if (!shape.isCopy)
                    diagnostics_.warning(shape.name, "Ellipsoids are not part of URDF; few programs read them.");
                break;
            default:
                kind = geometry.append_child(shape.kind == RobotShape::Kind::Cylinder ? "cylinder" : "capsule");
                put(kind, "radius", textOf(shape.size[0]));
                put(kind, "length", textOf(shape.size[1]));
        }
        if (shape.isCollision) return;
        pugi::xml_node material = part.append_child("material");
        put(material, "name", shape.name);
        put(material.append_child("color"), "rgba", textOf(shape.color) + " " + textOf(shape.opacity));
    }

    /// The friction of a link for Gazebo: URDF has none of its own.
    void writeFriction(const RobotLink& link) {
        Real friction = -1;
        for (const RobotShape& shape : link.shapes) {
            if (!shape.isCollision || shape.friction < 0) continue;
            if (friction < 0)
                friction = shape.friction;
            else if (friction != shape.friction)
                diagnostics_.warning(shape.name,
                                     "Its contact material is left out: a link has one friction, that of its first "
                                     "shape.",
                                     "", link.element);
        }
        if (friction < 0) return;
        pugi::xml_node gazebo = root_.append_child("gazebo");
        put(gazebo, "reference", xmlName(link.name));
        for (const char* key : {"mu1", "mu2"}) gazebo.append_child(key).text() = textOf(friction).c_str();
    }

    pugi::xml_node addJoint(const std::string& name, const char* type, const std::string& parent,
                            const std::string& child, const Transform& X) {
        pugi::xml_node node = root_.append_child("joint");
        put(node, "name", name);
        put(node, "type", type);
        putOrigin(node, X);
        put(node.append_child("parent"), "link", parent);
        put(node.append_child("child"), "link", child);
        return node;
    }

    std::string linkName(int link) const { return link < 0 ? "world" : xmlName(robot_.links[std::size_t(link)].name); }

    std::string motionName(std::size_t joint, int motion) const {
        const RobotJoint& it = robot_.joints[joint];
        return xmlName(it.name) + (motion + 1 == int(it.motions.size()) ? "" : " " + std::to_string(motion + 1));
    }

    void writeJoint(std::size_t index) {
        const RobotJoint& joint = robot_.joints[index];
        if (joint.closesLoop) {
            diagnostics_.warning(joint.name,
                                 "It closes a loop, which URDF cannot express: it is left out." + forcesLostWith(joint),
                                 "", joint.element);
            return;
        }
        const Vec3 parentShift = joint.parent < 0 ? Vec3(0.) : shifts_[std::size_t(joint.parent)];
        const Vec3 shift = shifts_[std::size_t(joint.child)];
        // Pose of the child's link in that of the parent with all coordinates zero.
        const Transform X_PL = Transform(Vec3(-parentShift)) * joint.X_PF * joint.X_BM.invert() * Transform(shift);
        const std::string parent = linkName(joint.parent), child = linkName(joint.child);
        if (isStill(joint)) return void(addJoint(xmlName(joint.name), "fixed", parent, child, X_PL));
        if (joint.kind == RobotJoint::Kind::Free)
            return void(addJoint(xmlName(joint.name), "floating", parent, child, X_PL));
        if (joint.kind == RobotJoint::Kind::Ball || joint.kind == RobotJoint::Kind::Screw) {
            const bool ball = joint.kind == RobotJoint::Kind::Ball;
            pugi::xml_node node = addJoint(xmlName(joint.name), ball ? "ball" : "screw", parent, child, X_PL);
            node.set_name("drake:joint");
            diagnostics_.warning(joint.name, "URDF itself has no such joint: it is written as an extension.", "",
                                 joint.element);
            if (ball && joint.damping > 0) put(node.append_child("dynamics"), "damping", textOf(joint.damping));
            if (ball) return;
            if (const std::string lost = forcesLostWith(joint); !lost.empty())
                diagnostics_.warning(joint.name, lost.substr(1), "", joint.element);
            put(node.append_child("axis"), "xyz", textOf(joint.X_BM.R() * joint.motions[0].axis));
            put(node.append_child("drake:screw_thread_pitch"), "value", textOf(2 * Pi * joint.pitch));
            return;
        }
        std::string from = parent;
        for (std::size_t k = 0; k < joint.motions.size(); ++k) {
            const ElementaryMotion& motion = joint.motions[k];
            const bool isLast = k + 1 == joint.motions.size();
            const std::string to = isLast ? child : child + " carrier " + std::to_string(k + 1);
            if (!isLast) put(root_.append_child("link"), "name", to);
            const char* type = !motion.turns ? "prismatic" : motion.hasLimits ? "revolute" : "continuous";
            pugi::xml_node node = addJoint(motionName(index, int(k)), type, from, to, k == 0 ? X_PL : Transform());
            put(node.append_child("axis"), "xyz", textOf(joint.X_BM.R() * motion.axis));
            if (motion.hasLimits || !motion.turns) {
                constexpr Real far = 1e6;
                pugi::xml_node limit = node.append_child("limit");
                put(limit, "lower", textOf(motion.hasLimits ? motion.low : -far));
                put(limit, "upper", textOf(motion.hasLimits ? motion.high : far));
                put(limit, "effort", textOf(motion.stopStiffness * (motion.turns ? 0.02 : 0.002)));
                put(limit, "velocity", "0");
            }
            if (motion.damping != 0 || motion.friction != 0) {
                pugi::xml_node dynamics = node.append_child("dynamics");
                put(dynamics, "damping", textOf(motion.damping));
                put(dynamics, "friction", textOf(motion.friction));
            }
            if (motion.stiffness != 0)
                diagnostics_.warning(joint.name, "Its spring is left out: URDF has none.", "", joint.element);
            for (const RobotCoupling& coupling : robot_.couplings) {
                if (coupling.joint2 != int(index) || coupling.motion2 != int(k)) continue;
                pugi::xml_node mimic = node.append_child("mimic");
                put(mimic, "joint", motionName(std::size_t(coupling.joint1), coupling.motion1));
                put(mimic, "multiplier", textOf(coupling.ratio));
                put(mimic, "offset", textOf(coupling.offset));
            }
            from = to;
        }
    }

    /// Initial coordinates, as the simulated hardware of ros2_control takes them.
    void writeStarts() {
        pugi::xml_node control;
        for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
            const RobotJoint& joint = robot_.joints[j];
            if (joint.closesLoop || joint.kind != RobotJoint::Kind::Chain) continue;
            for (std::size_t k = 0; k < joint.motions.size(); ++k) {
                if (std::abs(joint.motions[k].start) <= zeroStart) continue;
                if (!control) {
                    control = root_.append_child("ros2_control");
                    put(control, "name", "initial");
                    put(control, "type", "system");
                    control.append_child("hardware").append_child("plugin").text() = "mock_components/GenericSystem";
                }
                pugi::xml_node node = control.append_child("joint");
                put(node, "name", motionName(j, int(k)));
                pugi::xml_node state = node.append_child("state_interface");
                put(state, "name", "position");
                pugi::xml_node param = state.append_child("param");
                put(param, "name", "initial_value");
                param.text() = textOf(joint.motions[k].start).c_str();
            }
        }
    }

    const Robot& robot_;
    const std::string& meshFolder_;
    Diagnostics& diagnostics_;
    pugi::xml_document document_;
    pugi::xml_node root_;
    /// Origin of each link in the frame of its body.
    std::vector<Vec3> shifts_;
};

}  // namespace

Result<RobotText> writeUrdf(const CompiledModel& model, const std::string& meshFolder) {
    Result<RobotText> result;
    Robot robot = makeRobot(model, result.diagnostics);
    warnAboutClosures(robot, result.diagnostics);
    warnAboutRotors(robot, result.diagnostics);
    warnAboutBallForces(robot, true, result.diagnostics);
    warnAboutContacts(robot, "URDF does not name what touches: programs that read it choose.", result.diagnostics);
    std::string text = UrdfWriter(robot, meshFolder, result.diagnostics).write();
    result.value = RobotText{std::move(text), std::move(robot.meshes)};
    return result;
}

}  // namespace trammel
