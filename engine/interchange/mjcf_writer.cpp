// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "interchange/xml_text.h"

namespace trammel {

namespace {

class MjcfWriter {
public:
    MjcfWriter(const Robot& robot, const std::string& meshFolder, Diagnostics& diagnostics)
        : robot_(robot), meshFolder_(meshFolder), diagnostics_(diagnostics) {
        for (const RobotJoint& joint : robot.joints) jointNames_.insert(xmlName(joint.name));
    }

    std::string write() {
        pugi::xml_node root = document_.append_child("mujoco");
        put(root, "model", robot_.name);
        pugi::xml_node compiler = root.append_child("compiler");
        put(compiler, "angle", "radian");
        put(compiler, "inertiafromgeom", "false");
        put(compiler, "autolimits", "true");
        put(root.append_child("option"), "gravity", textOf(robot_.gravity));
        assets_ = root.append_child("asset");
        pugi::xml_node world = root.append_child("worldbody");
        for (const RobotShape& shape : robot_.groundShapes) writeGeom(world, shape, -1);
        for (std::size_t i = 0; i < robot_.links.size(); ++i)
            if (robot_.links[i].joint < 0) places_[int(i)] = {addBody(world, int(i), robot_.links[i].X_G), {}, {}};
        for (const RobotJoint& joint : robot_.joints) {
            if (joint.closesLoop) {
                diagnostics_.warning(
                    joint.name,
                    "It closes a loop and is left out: write that as a constraint first." + forcesLostWith(joint), "",
                    joint.element);
                continue;
            }
            Place place = joint.parent < 0 ? Place{world, {}, {}} : places_[joint.parent];
            const Transform X_PB = joint.X_PF * joint.X_BM.invert();
            for (auto& [carried, X] : place.joints) X = X_PB.invert() * X;
            place.joints.emplace_back(&joint, joint.X_BM);
            place.X = place.X * X_PB;
            if (!isCarrier(joint)) {
                place.node = addBody(place.node, joint.child, place.X);
                for (const auto& [carried, X_BJ] : place.joints) writeJoint(place.node, *carried, X_BJ);
                place.X = {};
                place.joints.clear();
            }
            places_[joint.child] = place;
        }
        if (!robot_.couplings.empty() || !robot_.closures.empty()) {
            pugi::xml_node equality = root.append_child("equality");
            for (const RobotClosure& closure : robot_.closures) writeClosure(world, equality, closure);
            for (const RobotCoupling& coupling : robot_.couplings) {
                pugi::xml_node node = equality.append_child("joint");
                put(node, "name", coupling.name);
                put(node, "joint1", motionName(robot_.joints[std::size_t(coupling.joint2)], coupling.motion2));
                put(node, "joint2", motionName(robot_.joints[std::size_t(coupling.joint1)], coupling.motion1));
                put(node, "polycoef", textOf(coupling.offset) + " " + textOf(coupling.ratio) + " 0 0 0");
            }
        }
        writeContacts(root);
        writeStart(root, world);
        if (!assets_.first_child()) root.remove_child(assets_);
        return printXml(document_);
    }

private:
    /// Locations of bodies inside a link.
    struct Place {
        pugi::xml_node node;
        /// Pose in that of the node's body, and the joints between both with their places in the link: of a link that
        /// only carries another one.
        Transform X;
        std::vector<std::pair<const RobotJoint*, Transform>> joints;
    };

    /// Whether the child of @p carrying contains only one other link: MJCF represents that by several joints in one
    /// body, and MuJoCo refuses bodies without mass.
    bool isCarrier(const RobotJoint& carrying) const {
        const RobotLink& link = robot_.links[std::size_t(carrying.child)];
        if (link.mass > 0 || link.inertia.norm() > 0 || !link.shapes.empty()) return false;
        if (carrying.kind != RobotJoint::Kind::Chain || carrying.motions.empty()) return false;
        const RobotJoint* held = nullptr;
        for (const RobotJoint& joint : robot_.joints) {
            if (&joint == &carrying || (joint.parent != carrying.child && joint.child != carrying.child)) continue;
            if (held || joint.closesLoop) return false;
            held = &joint;
        }
        const bool isUsed = std::ranges::any_of(robot_.closures, [&](const RobotClosure& closure) {
            return closure.link1 == carrying.child || closure.link2 == carrying.child;
        });
        return held && !isUsed &&
               (held->kind == RobotJoint::Kind::Ball ||
                (held->kind == RobotJoint::Kind::Chain && !held->motions.empty()));
    }

    std::string bodyName(int link) const { return link < 0 ? "world" : xmlName(robot_.links[std::size_t(link)].name); }

    void writeClosure(pugi::xml_node world, pugi::xml_node equality, const RobotClosure& closure) {
        const auto [X_1, X_2] = placeClosure(robot_, closure);
        pugi::xml_node node = equality.append_child(closure.isWeld ? "weld" : "connect");
        put(node, "name", closure.name);
        constexpr Real closed = 1e-9;
        if (closure.isWeld || Vec3(X_1.p() - X_2.p()).norm() < closed) {
            put(node, "body1", bodyName(closure.link1));
            put(node, "body2", bodyName(closure.link2));
            const Transform X_12 = closure.X_1 * closure.X_2.invert();
            if (closure.isWeld)
                put(node, "relpose", textOf(X_12.p()) + " " + quaternionText(X_12.R()));
            else
                put(node, "anchor", textOf(closure.X_1.p()));
            return;
        }
        // Sites can be apart with all coordinates zero.
        for (const auto& [key, link, X] :
             {std::tuple("site1", closure.link1, closure.X_1), std::tuple("site2", closure.link2, closure.X_2)}) {
            pugi::xml_node site = (link < 0 ? world : places_[link].node).append_child("site");
            put(site, "name", xmlName(closure.name) + " " + key);
            put(site, "pos", textOf(X.p()));
            put(node, key, site.attribute("name").value());
        }
    }

    /// The name of a mesh with a scale, which belongs to the mesh in this format.
    std::string meshName(const RobotShape& shape) {
        const auto key = std::pair(shape.mesh, textOf(shape.size));
        const auto [known, isNew] = meshNames_.try_emplace(key);
        if (!isNew) return known->second;
        const std::string& file = robot_.meshes[std::size_t(shape.mesh)].file;
        known->second =
            file.substr(0, file.rfind('.')) + (meshNames_.size() > 1 ? " " + std::to_string(meshNames_.size()) : "");
        pugi::xml_node node = assets_.append_child("mesh");
        put(node, "name", known->second);
        put(node, "file", meshFolder_ + "/" + file);
        if (shape.size != Vec3(1.)) put(node, "scale", textOf(shape.size));
        return known->second;
    }

    /// @param joint of the robot
    std::string motionName(const RobotJoint& joint, int motion) {
        if (motion == 0) return xmlName(joint.name);
        const auto [known, isNew] = motionNames_.try_emplace(std::pair(&joint, motion));
        // A joint may have the name of the second motion of another one.
        for (int number = motion + 1; isNew && known->second.empty(); ++number) {
            const std::string name = xmlName(joint.name) + " " + std::to_string(number);
            if (jointNames_.insert(name).second) known->second = name;
        }
        return known->second;
    }

    pugi::xml_node addBody(pugi::xml_node parent, int index, const Transform& X) {
        const RobotLink& link = robot_.links[std::size_t(index)];
        pugi::xml_node body = parent.append_child("body");
        put(body, "name", xmlName(link.name));
        put(body, "pos", textOf(X.p()));
        put(body, "quat", quaternionText(X.R()));
        if (link.mass > 0 || link.inertia.norm() > 0) {
            pugi::xml_node inertial = body.append_child("inertial");
            put(inertial, "pos", textOf(link.massCenter));
            put(inertial, "mass", textOf(link.mass));
            const Mat33& I = link.inertia;
            put(inertial, "fullinertia",
                textOf(Vec3(I(0, 0), I(1, 1), I(2, 2))) + " " + textOf(Vec3(I(0, 1), I(0, 2), I(1, 2))));
        } else if (link.joint >= 0 && (!robot_.joints[std::size_t(link.joint)].motions.empty() ||
                                       robot_.joints[std::size_t(link.joint)].kind != RobotJoint::Kind::Chain)) {
            diagnostics_.warning(link.name, "It has no mass, which MuJoCo refuses for bodies that move.", "",
                                 link.element);
        }
        for (const RobotShape& shape : link.shapes) writeGeom(body, shape, index);
        return body;
    }

    void writeGeom(pugi::xml_node body, const RobotShape& shape, int link) {
        pugi::xml_node geom = body.append_child("geom");
        put(geom, "name", shape.name);
        static constexpr const char* kinds[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh", "plane"};
        put(geom, "type", kinds[int(shape.kind)]);
        put(geom, "pos", textOf(shape.X_BS.p()));
        put(geom, "quat", quaternionText(shape.X_BS.R()));
        if (shape.kind == RobotShape::Kind::Mesh) put(geom, "mesh", meshName(shape));
        const Vec3& s = shape.size;
        const bool isRound = shape.kind == RobotShape::Kind::Cylinder || shape.kind == RobotShape::Kind::Capsule;
        if (shape.kind != RobotShape::Kind::Mesh)
            put(geom, "size",
                shape.kind == RobotShape::Kind::Plane    ? textOf(Vec3(s[0] / 2, s[1] / 2, 1))
                : shape.kind == RobotShape::Kind::Box    ? textOf(Vec3(s / 2))
                : shape.kind == RobotShape::Kind::Sphere ? textOf(s[0])
                : isRound                                ? textOf(s[0]) + " " + textOf(s[1] / 2)
                                                         : textOf(s));
        put(geom, "rgba", textOf(shape.color) + " " + textOf(shape.opacity));
        if (shape.isCollision) {
            put(geom, "group", "3");
            geoms_[link].push_back(shape.name);
            const RobotContacts& contacts = robot_.contacts;
            const bool onlyPairs = contacts.any && !contacts.amongAll;
            // Links of the group meet geoms with the usual bits, but not each other.
            if (onlyPairs || contacts.group.contains(link)) put(geom, "contype", "0");
            if (onlyPairs) put(geom, "conaffinity", "0");
            // Torsional and rolling friction are MuJoCo's defaults.
            if (shape.friction >= 0) put(geom, "friction", textOf(shape.friction) + " 0.005 0.0001");
        } else {
            put(geom, "contype", "0");
            put(geom, "conaffinity", "0");
        }
    }

    /// Whether a link carries another and moves itself: MuJoCo keeps such pairs apart, but not those with the world or with a
    /// body that is fixed in it.
    bool isMovingParent(int parent, int child) const {
        if (parent < 0 || child < 0) return false;
        const int carrying = robot_.links[std::size_t(child)].joint;
        if (carrying < 0 || robot_.joints[std::size_t(carrying)].parent != parent) return false;
        for (int link = parent; link >= 0;) {
            const int joint = robot_.links[std::size_t(link)].joint;
            if (joint < 0) return false;
            const RobotJoint& held = robot_.joints[std::size_t(joint)];
            if (held.kind != RobotJoint::Kind::Chain || !held.motions.empty()) return true;
            link = held.parent;
        }
        return false;
    }

    void writeContacts(pugi::xml_node root) {
        pugi::xml_node section;
        const auto add = [&](const char* kind) {
            if (!section) section = root.append_child("contact");
            return section.append_child(kind);
        };
        const RobotContacts& contacts = robot_.contacts;
        const auto exclude = [&](int a, int b) {
            if (!geoms_.contains(a) || !geoms_.contains(b)) return;
            if (contacts.group.contains(a) && contacts.group.contains(b)) return;
            pugi::xml_node node = add("exclude");
            put(node, "body1", bodyName(a));
            put(node, "body2", bodyName(b));
        };
        for (const auto& [a, b] : contacts.apart) exclude(a, b);
        for (const auto& [a, b] : contacts.joined)
            if (contacts.amongAll && !contacts.apart.contains({a, b}) && !isMovingParent(a, b) && !isMovingParent(b, a))
                exclude(a, b);
        // Where all touch, each pair does so anyway.
        if (contacts.amongAll) return;
        for (const auto& [a, b] : contacts.touching)
            for (const std::string& first : geoms_[a])
                for (const std::string& second : geoms_[b]) {
                    pugi::xml_node pair = add("pair");
                    put(pair, "geom1", first);
                    put(pair, "geom2", second);
                }
    }

    /// @param X_BJ its frame in the body
    void writeJoint(pugi::xml_node body, const RobotJoint& joint, const Transform& X_BJ) {
        const auto add = [&](const std::string& name, const char* type) {
            pugi::xml_node node = body.append_child("joint");
            put(node, "name", name);
            put(node, "type", type);
            return node;
        };
        if (joint.kind == RobotJoint::Kind::Free && joint.parent < 0) {
            const pugi::xml_node node = add(xmlName(joint.name), "free");
            if (joint.rotorInertia != joint.rotorMass)
                diagnostics_.warning(joint.name,
                                     "Its rotor inertia and rotor mass are left out: MJCF has one number for both, and "
                                     "they differ.",
                                     "", joint.element);
            else if (joint.rotorMass > 0)
                put(node, "armature", textOf(joint.rotorMass));
            return;
        }
        if (joint.kind == RobotJoint::Kind::Ball) {
            const pugi::xml_node node = add(xmlName(joint.name), "ball");
            put(node, "pos", textOf(X_BJ.p()));
            if (joint.rotorInertia > 0) put(node, "armature", textOf(joint.rotorInertia));
            if (joint.stiffness > 0) put(node, "stiffness", textOf(joint.stiffness));
            if (joint.damping > 0) put(node, "damping", textOf(joint.damping));
            if (joint.largestAngle > 0) put(node, "range", "0 " + textOf(joint.largestAngle));
            return;
        }
        if (joint.kind != RobotJoint::Kind::Chain) {
            diagnostics_.warning(joint.name,
                                 "MJCF cannot express such a joint: it becomes a weld." + forcesLostWith(joint), "",
                                 joint.element);
            return;
        }
        for (std::size_t k = 0; k < joint.motions.size(); ++k) {
            const ElementaryMotion& motion = joint.motions[k];
            pugi::xml_node node = add(motionName(joint, int(k)), motion.turns ? "hinge" : "slide");
            starts_[motionName(joint, int(k))] = motion.start;
            put(node, "pos", textOf(X_BJ.p()));
            put(node, "axis", textOf(X_BJ.R() * motion.axis));
            if (motion.hasLimits) put(node, "range", textOf(motion.low) + " " + textOf(motion.high));
            if (motion.rotorInertia > 0) put(node, "armature", textOf(motion.rotorInertia));
            if (motion.damping != 0) put(node, "damping", textOf(motion.damping));
            if (motion.friction != 0) put(node, "frictionloss", textOf(motion.friction));
            if (motion.stiffness != 0) {
                put(node, "stiffness", textOf(motion.stiffness));
                put(node, "springref", textOf(motion.restValue));
            }
        }
    }

    /// The coordinates that all joints begin with, in MuJoCo's order: those of a body before those of the bodies in it.
    std::string startsOf(pugi::xml_node world) const {
        std::string coordinates;
        std::vector<pugi::xml_node> open{world};
        while (!open.empty()) {
            const pugi::xml_node body = open.back();
            open.pop_back();
            for (const pugi::xml_node node : body.children("joint")) {
                const std::string_view type = node.attribute("type").value();
                if (type == "free")
                    coordinates +=
                        std::string(" ") + body.attribute("pos").value() + " " + body.attribute("quat").value();
                else
                    coordinates +=
                        type == "ball" ? " 1 0 0 0" : " " + textOf(starts_.at(node.attribute("name").value()));
            }
            for (pugi::xml_node child = body.last_child(); child; child = child.previous_sibling())
                if (std::string_view(child.name()) == "body") open.push_back(child);
        }
        return coordinates;
    }

    /// Initial coordinates are a keyframe, which MuJoCo resets to on request; a model itself begins at zero.
    void writeStart(pugi::xml_node root, pugi::xml_node world) const {
        if (std::ranges::none_of(starts_, [](const auto& start) { return std::abs(start.second) > zeroStart; })) return;
        pugi::xml_node key = root.append_child("keyframe").append_child("key");
        put(key, "name", "initial");
        put(key, "qpos", startsOf(world).substr(1));
    }

    const Robot& robot_;
    const std::string& meshFolder_;
    Diagnostics& diagnostics_;
    pugi::xml_document document_;
    std::map<int, Place> places_;
    /// Initial values of hinges and slides, by name.
    std::map<std::string, Real> starts_;
    /// Names of joints, and of motions that are not the first of their joint.
    std::set<std::string> jointNames_;
    std::map<std::pair<const RobotJoint*, int>, std::string> motionNames_;
    /// Names of the geoms that touch, by link; -1: Ground.
    std::map<int, std::vector<std::string>> geoms_;
    pugi::xml_node assets_;
    std::map<std::pair<int, std::string>, std::string> meshNames_;
};

}  // namespace

Result<RobotText> writeMjcf(const CompiledModel& model, const std::string& meshFolder) {
    Result<RobotText> result;
    Robot robot = makeRobot(model, result.diagnostics);
    std::string text = MjcfWriter(robot, meshFolder, result.diagnostics).write();
    result.value = RobotText{std::move(text), std::move(robot.meshes)};
    return result;
}

}  // namespace trammel
