// SPDX-License-Identifier: Apache-2.0
// Joints, gearboxes and bushings of an SDF file.
#include <algorithm>
#include <cmath>

#include "import/sdf/sdf_reader.h"

namespace trammel {

namespace {

/// Limits beyond this one mean none.
constexpr Real noLimit = 1e15;
/// Versions from 1.5 on express the axis of a joint in the joint's frame.
constexpr int firstWithJointAxes = 5;
/// How far two directions may differ to count as the same or as perpendicular.
constexpr Real sameDirection = 1e-5;

/// A joint type of SDF and its counterpart.
struct SdfJointKind {
    const char* type;
    const char* key;
    int axes;
    int coordinates;
};
constexpr SdfJointKind sdfJointKinds[] = {
    {"fixed", "weld", 0, 0},          {"revolute", "pin", 1, 1}, {"continuous", "pin", 1, 1},
    {"prismatic", "slider", 1, 1},    {"ball", "ball", 0, 0},    {"universal", "universal", 2, 2},
    {"revolute2", "universal", 2, 2}, {"screw", "screw", 1, 1},  {"gearbox", "", 2, 0},
};

}  // namespace

void SdfReader::addJoints() {
    for (Joint& joint : joints_) {
        if (job_.isCanceled()) return;
        addJoint(joint);
    }
    for (const Joint& joint : joints_) {
        if (joint.type == "gearbox") addGearbox(joint);
        if (!joint.element.isValid()) continue;
        for (int i = 0; i < joint.coordinates; ++i)
            addAxisForces(joint, joint.part.child(i == 0 ? "axis" : "axis2"), i);
        reportRest(joint.part, {"pose", "parent", "child", "axis", "axis2", "thread_pitch", "screw_thread_pitch",
                                "gearbox_ratio", "gearbox_reference_body"});
    }
}

Vec3 SdfReader::readAxis(const Joint& joint, const Part& axis, const Transform& X_GJ) const {
    const XmlValues& values = joint.part.values();
    const pugi::xml_node xyz = axis.node.child("xyz");
    Vec3 direction(0, 0, 1);
    if (xyz)
        if (const auto x = values.content(xyz, 3)) direction = Vec3((*x)[0], (*x)[1], (*x)[2]);
    if (!(direction.norm() > 0)) {
        values.approximated(axis.node, "Its axis is zero: the z axis is used.");
        direction = Vec3(0, 0, 1);
    }
    const int scope = frames_.frame(joint.frame).scope;
    std::optional<Transform> X = X_GJ;
    const std::string frame = xyz.attribute("expressed_in").value();
    const std::string inModel = wordOf(axis.node.child("use_parent_model_frame"));
    if (!frame.empty())
        X = frames_.findPose(scope, frame);
    else if (inModel == "1" || inModel == "true" || (minorVersion_ < firstWithJointAxes && inModel.empty()))
        X = frames_.poseOfScope(scope);
    if (!X) values.leftOut(axis.node, "The frame of its axis does not exist: it is in the joint's frame.");
    return X.value_or(X_GJ).R() * Vec3(direction.normalized());
}

void SdfReader::addJoint(Joint& joint) {
    const XmlValues& values = joint.part.values();
    const pugi::xml_node node = joint.part.node;
    const auto kind = std::ranges::find(sdfJointKinds, joint.type, &SdfJointKind::type);
    if (kind == std::end(sdfJointKinds))
        return values.leftOut(node, "There is no joint of type '" + joint.type.substr(0, 80) + "'.");
    const int scope = frames_.frame(joint.frame).scope;
    const auto linkAt = [&](const char* end, int& link) {
        const std::string name = endOf(joint.part, end);
        const auto frame = name.empty() ? std::nullopt : frames_.findLink(scope, name);
        if (!frame) {
            values.leftOut(node, "Its " + std::string(end) + " '" + name.substr(0, 80) + "' does not exist.");
            return false;
        }
        link = *frame < 0 ? -1 : linkByFrame_.at(*frame);
        return true;
    };
    if (!linkAt("parent", joint.parent) || !linkAt("child", joint.child)) return;
    if (joint.parent == joint.child) return values.leftOut(node, "It connects a link with itself.");
    if (models_[joint.model].isStatic && scope != 0)
        return values.leftOut(node, "Its model is static: its links do not move.");
    const auto X_GJ = frames_.poseOf(joint.frame);
    if (!X_GJ)
        return values.leftOut(node, "The frame that its pose is relative to does not exist, or depends on itself.");
    for (int i = 0; i < kind->axes; ++i)
        joint.axes[i] = readAxis(joint, joint.part.child(i == 0 ? "axis" : "axis2"), *X_GJ);
    joint.coordinates = kind->coordinates;
    if (joint.type == "gearbox") return;
    const bool closesLoop = std::ranges::any_of(joints_, [&](const Joint& other) {
        return &other != &joint && other.element.isValid() && other.child == joint.child && joint.child >= 0;
    });
    joint.element = makeJoint(joint, *X_GJ);
    const std::string type = job_.draft.get(joint.element).type;
    if (closesLoop)
        values.approximated(node, "Its child has another joint already: this one closes a loop.", joint.element);
    else
        values.imported(node, "As a joint of type " + type + ".", joint.element);
}

ElementId SdfReader::connect(const char* type, const Joint& joint, const Transform& X_GF, const Transform& X_GM) {
    const auto in = [&](int link, const Transform& X) {
        return link < 0 ? X : links_[std::size_t(link)].X_G.invert() * X;
    };
    const auto bodyOf = [&](int link) { return link < 0 ? ElementId{} : links_[std::size_t(link)].body; };
    if (joint.child >= 0)
        return job_.draft.addJoint(type, joint.name, bodyOf(joint.parent), bodyOf(joint.child), in(joint.parent, X_GF),
                                   in(joint.child, X_GM));
    // Ground cannot be moved by a joint: the other link is, the other way around.
    const ElementId id = job_.draft.addJoint(type, joint.name, {}, bodyOf(joint.parent), X_GM, in(joint.parent, X_GF));
    job_.draft.get(id).set("reversed", true);
    return id;
}

ElementId SdfReader::makeJoint(Joint& joint, const Transform& X_GJ) {
    const std::string& type = joint.type;
    const Vec3& p = X_GJ.p();
    const Transform alongZ(frameWithZ(joint.axes[0].norm() > 0 ? joint.axes[0] : Vec3(0, 0, 1)), p);
    if (type == "fixed") return connect("weld", joint, X_GJ, X_GJ);
    if (type == "ball") return connect("ball", joint, X_GJ, X_GJ);
    if (type == "prismatic") {
        const Transform alongX(frameWithX(joint.axes[0]), p);
        return connect("slider", joint, alongX, alongX);
    }
    if (type == "universal" || type == "revolute2") return makeTwoAxes(joint, X_GJ);
    const ElementId id = connect(type == "screw" ? "screw" : "pin", joint, alongZ, alongZ);
    if (type != "screw") return id;
    const XmlValues& values = joint.part.values();
    const pugi::xml_node perTurn = joint.part.node.child("screw_thread_pitch"),
                         thread = joint.part.node.child("thread_pitch");
    Real pitch = -1;
    if (const auto x = perTurn ? values.content(perTurn, 1) : std::nullopt) pitch = x->front() / (2 * Pi);
    // In rad/m, positive for a left-handed thread.
    else if (const auto y = thread ? values.content(thread, 1) : std::nullopt; y && y->front() != 0)
        pitch = -1 / y->front();
    job_.draft.get(id).set("pitch", pitch);
    return id;
}

ElementId SdfReader::makeTwoAxes(const Joint& joint, const Transform& X_GJ) {
    // The first axis is fixed to the parent, the second to the child: x of F, y of M.
    const Vec3 x = joint.axes[0], y = joint.axes[1];
    Vec3 across = Vec3(y - x.dot(y) * x);
    if (!(across.norm() > sameDirection)) {
        joint.part.values().approximated(joint.part.node, "Its axes are parallel: it has the first one only.");
        const Transform alongZ(frameWithZ(x), X_GJ.p());
        return connect("pin", joint, alongZ, alongZ);
    }
    if (std::abs(x.dot(y)) > sameDirection)
        joint.part.values().approximated(joint.part.node,
                                         "Its axes are not perpendicular: the second one was turned until they are.");
    across = Vec3(across.normalized());
    const Vec3 z = x.cross(across);
    const Rotation R(Mat33(x[0], across[0], z[0], x[1], across[1], z[1], x[2], across[2], z[2]));
    return connect("universal", joint, Transform(R, X_GJ.p()), Transform(R, X_GJ.p()));
}

void SdfReader::addAxisForces(const Joint& joint, const Part& axis, int coordinate) {
    if (!axis.node || job_.draft.get(joint.element).type == "weld") return;
    const int count = job_.draft.get(joint.element).type == "universal" ? 2 : 1;
    if (coordinate >= count) return;
    const XmlValues& values = axis.values();
    const auto number = [&](const pugi::xml_node& node) -> std::optional<Real> {
        if (!node) return std::nullopt;
        const std::string text = wordOf(node);
        if (text == "inf" || text == "+inf" || text == "INF") return MostPositiveReal;
        if (text == "-inf" || text == "-INF") return MostNegativeReal;
        const auto x = values.content(node, 1);
        return x ? std::optional(x->front()) : std::nullopt;
    };
    const bool isAngle = joint.type != "prismatic";
    const DraftCoordinate slot{joint.element, joint.name + (coordinate > 0 ? " second" : ""), coordinate, isAngle};
    const pugi::xml_node limit = axis.node.child("limit");
    const Real low = number(limit.child("lower")).value_or(MostNegativeReal),
               high = number(limit.child("upper")).value_or(MostPositiveReal);
    const bool isLimited = joint.type != "continuous" && (low > -noLimit || high < noLimit);
    if (isLimited && low > high) {
        values.leftOut(limit, "Its lower limit is above the upper one.", joint.element);
    } else if (isLimited && !isInReach(low, high)) {
        values.leftOut(limit, outOfReach, joint.element);
    } else if (isLimited) {
        const Real given = number(limit.child("stiffness")).value_or(0),
                   effort = number(limit.child("effort")).value_or(0);
        const ElementId stop =
            addStop(job_.draft, slot, low, high, given > 0 ? given : chooseStopStiffness(isAngle, effort));
        const bool isOutside = low > 0 || high < 0;
        values.approximated(limit,
                            std::string("As an elastic stop") +
                                (given > 0 ? "." : "; its stiffness is not in the file.") +
                                (isOutside ? " It begins outside its limits." : ""),
                            stop);
    }
    for (const char* key : {"effort", "velocity"})
        if (const auto x = number(limit.child(key)); x && *x >= 0 && *x < noLimit)
            values.leftOut(limit.child(key), "It does not act: the joint has no motor.", joint.element);
    const pugi::xml_node dynamics = axis.node.child("dynamics");
    if (const auto damping = number(dynamics.child("damping")); damping && *damping != 0) {
        if (*damping > 0)
            values.imported(dynamics.child("damping"), "As a joint damper.", addDamper(job_.draft, slot, *damping));
        else
            values.leftOut(dynamics.child("damping"), "Negative damping is left out.", joint.element);
    }
    if (const auto friction = number(dynamics.child("friction")); friction && *friction > 0 && *friction < noLimit)
        values.approximated(dynamics.child("friction"), "As constant joint friction, at full size above a low speed.",
                            addFriction(job_.draft, slot, *friction));
    else if (friction && *friction != 0)
        values.leftOut(dynamics.child("friction"), "It is negative or infinite.", joint.element);
    if (const auto stiffness = number(dynamics.child("spring_stiffness")); stiffness && *stiffness > 0)
        values.imported(
            dynamics.child("spring_stiffness"), "As a joint spring.",
            addSpring(job_.draft, slot, *stiffness, number(dynamics.child("spring_reference")).value_or(0)));
    if (const auto start = number(axis.node.child("initial_position")); start && std::abs(*start) < noLimit) {
        Element& element = job_.draft.get(joint.element);
        element.set(element.type == "universal" ? coordinate == 0 ? "angleX" : "angleY"
                    : isAngle                   ? "angle"
                                                : "position",
                    *start);
        values.imported(axis.node.child("initial_position"), "As the initial coordinate.", joint.element);
    }
    if (const pugi::xml_node mimic = axis.node.child("mimic")) addMimic(joint, {mimic, axis.file}, coordinate);
    reportRest(axis, {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame", "initial_position"});
}

const SdfReader::Joint* SdfReader::findJoint(const Joint& from, const std::string& name) const {
    const auto& names = frames_.scope(frames_.frame(from.frame).scope).names;
    const auto frame = names.find(name);
    const auto joint = frame == names.end() ? jointByFrame_.end() : jointByFrame_.find(frame->second);
    return joint == jointByFrame_.end() ? nullptr : &joints_[joint->second];
}

void SdfReader::addMimic(const Joint& joint, const Part& mimic, int coordinate) {
    const XmlValues& values = mimic.values();
    const std::string other = mimic.node.attribute("joint").value();
    const Joint* leader = findJoint(joint, other);
    const int axis = std::string_view(mimic.node.attribute("axis").value()) == "axis2" ? 1 : 0;
    if (!leader || leader == &joint || !leader->element.isValid() || axis >= leader->coordinates) {
        values.leftOut(mimic.node, "The joint '" + other.substr(0, 80) + "' that it follows has no such axis.",
                       joint.element);
        return;
    }
    const auto number = [&](const char* key, Real otherwise) {
        const pugi::xml_node node = mimic.node.child(key);
        const auto x = node ? values.content(node, 1) : std::nullopt;
        return x ? x->front() : otherwise;
    };
    // q = multiplier (leader - reference) + offset
    const Real ratio = number("multiplier", 1);
    const Real offset = number("offset", 0) - ratio * number("reference", 0);
    const ElementId coupler = job_.draft.addCoupler(joint.name + " mimics " + other, leader->element, axis,
                                                    joint.element, coordinate, ratio, offset);
    values.imported(mimic.node, "As a coordinate coupler.", coupler);
    // The follower starts where the leader puts it.
    if (joint.coordinates != 1 || leader->coordinates != 1) return;
    const auto keyOf = [](const Joint& one) { return one.type == "prismatic" ? "position" : "angle"; };
    const PropertyValue* start = job_.draft.get(leader->element).findExplicit(keyOf(*leader));
    const Real first = start ? std::get<Real>(*start) : 0;
    job_.draft.get(joint.element).set(keyOf(joint), ratio * first + offset);
}

std::pair<const SdfReader::Joint*, Real> SdfReader::findTurn(int reference, int link, const Vec3& axis) const {
    for (const Joint& joint : joints_) {
        if (!joint.element.isValid() || (joint.type != "revolute" && joint.type != "continuous")) continue;
        const bool forward = joint.parent == reference && joint.child == link,
                   backward = joint.parent == link && joint.child == reference;
        const Real along = joint.axes[0].dot(axis);
        if ((!forward && !backward) || std::abs(std::abs(along) - 1) > sameDirection) continue;
        return {&joint, (along > 0 ? 1 : -1) * (forward ? 1 : -1)};
    }
    return {nullptr, 0};
}

void SdfReader::addGearbox(const Joint& joint) {
    const XmlValues& values = joint.part.values();
    const auto reference =
        frames_.findLink(frames_.frame(joint.frame).scope, wordOf(joint.part.node.child("gearbox_reference_body")));
    const int index = !reference || *reference < 0 ? -1 : linkByFrame_.at(*reference);
    const auto [first, sign1] = findTurn(index, joint.parent, joint.axes[0]);
    const auto [second, sign2] = findTurn(index, joint.child, joint.axes[1]);
    if (!reference || !first || !second || first == second)
        return values.leftOut(joint.part.node,
                              "A gearbox couples two revolute joints between its reference body and its links, about "
                              "its axes; there are none.");
    const auto ratio = values.content(joint.part.node.child("gearbox_ratio"), 1);
    // θ2 = -ratio θ1
    const ElementId coupler = job_.draft.addCoupler(joint.name, first->element, 0, second->element, 0,
                                                    -(ratio ? ratio->front() : 1) * sign1 * sign2, 0);
    values.imported(joint.part.node, "As a coordinate coupler between both joints.", coupler);
}

void SdfReader::connectRoots() {
    const bool floating = job_.choice("root") == "floating";
    std::vector<bool> carried(links_.size(), false);
    for (const Joint& joint : joints_) {
        if (!joint.element.isValid()) continue;
        const int moved = joint.child >= 0 ? joint.child : joint.parent;
        carried[std::size_t(moved)] = true;
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const Link& link = links_[i];
        const bool isStatic = models_[link.model].isStatic;
        if (carried[i] && !isStatic) continue;
        const bool floats = floating && !isStatic;
        const ElementId joint = job_.draft.addJoint(floats ? "free" : "weld", link.name + " to Ground", {}, link.body,
                                                    floats ? Transform() : link.X_G, {});
        if (floats) job_.draft.get(joint).set("orientation", anglesOf(link.X_G.R())).set("position", link.X_G.p());
        link.part.values().imported(link.part.node,
                                    floats ? "As a root that floats." : "As a root that is welded to Ground.", joint);
    }
}

void SdfReader::addBushings() {
    for (const Model& model : models_)
        for (const pugi::xml_node& node : model.part.node.children("drake:linear_bushing_rpy")) {
            const XmlValues& values = model.part.values();
            const auto placeOf = [&](const char* key, int& link, Transform& X) {
                const std::string name = wordOf(node.child(key));
                const auto frame = frames_.findLink(model.scope, name);
                const auto X_G = frames_.findPose(model.scope, name);
                if (!frame || !X_G) return false;
                link = *frame < 0 ? -1 : linkByFrame_.at(*frame);
                X = link < 0 ? *X_G : links_[std::size_t(link)].X_G.invert() * *X_G;
                return true;
            };
            int a = -1, b = -1;
            Transform X_A, X_B;
            if (!placeOf("drake:bushing_frameA", a, X_A) || !placeOf("drake:bushing_frameC", b, X_B) || a == b) {
                values.leftOut(node, "One of its frames does not exist.");
                continue;
            }
            const auto bodyOf = [&](int link) { return link < 0 ? ElementId{} : links_[std::size_t(link)].body; };
            const ElementId id = job_.draft.addBetween("force", "linearBushing", model.prefix + "Bushing", bodyOf(a),
                                                       X_A, bodyOf(b), X_B, true);
            const std::pair<const char*, const char*> parts[] = {{"drake:bushing_torque_stiffness", "angularStiffness"},
                                                                 {"drake:bushing_torque_damping", "angularDamping"},
                                                                 {"drake:bushing_force_stiffness", "stiffness"},
                                                                 {"drake:bushing_force_damping", "damping"}};
            for (const auto& [key, property] : parts) {
                const auto x = node.child(key) ? values.content(node.child(key), 3) : std::nullopt;
                job_.draft.get(id).set(property, x ? Vec3((*x)[0], (*x)[1], (*x)[2]) : Vec3(0.));
            }
            values.approximated(node, "As a bushing; its angles are body-fixed x-y-z, not roll, pitch and yaw.", id);
        }
}

}  // namespace trammel
