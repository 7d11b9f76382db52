// SPDX-License-Identifier: Apache-2.0
// Joints, limits, damping, mimic joints, frames and loops of a URDF file.
#include <algorithm>
#include <cmath>
#include <set>

#include "document/file_access.h"
#include "import/joint_forces.h"
#include "import/urdf/robot_yaml.h"
#include "import/urdf/urdf_reader.h"

namespace trammel {

namespace {

constexpr int longestMimicChain = 100;
constexpr std::size_t largestSidecar = 1 << 20;

bool isJoint(const pugi::xml_node& node) {
    const std::string_view name(node.name());
    return name == "joint" || name == "drake:joint";
}

/// A joint type of URDF and its counterpart.
struct JointKind {
    const char* type;
    const char* key;
    /// Which axis of the joint's frames lies along its axis.
    enum { None, X, Z } axis;
    const char* coordinate;
    bool hasLimits;
};
constexpr JointKind jointKinds[] = {
    {"revolute", "pin", JointKind::Z, "angle", true},
    {"continuous", "pin", JointKind::Z, "angle", false},
    {"prismatic", "slider", JointKind::X, "position", true},
    {"fixed", "weld", JointKind::None, "", false},
    {"floating", "free", JointKind::None, "", false},
    {"planar", "planar", JointKind::Z, "", false},
    {"ball", "ball", JointKind::None, "", false},
    {"spherical", "ball", JointKind::None, "", false},
    {"universal", "universal", JointKind::None, "", false},
    {"screw", "screw", JointKind::Z, "angle", false},
};

}  // namespace

Vec3 UrdfReader::axisOf(const pugi::xml_node& joint) const {
    Vec3 usual(1, 0, 0);
    const pugi::xml_node axis = joint.child("axis");
    Vec3 read = values_.vec3(axis, "xyz", usual);
    if (read.norm() > 0) return read;
    values_.approximated(axis, "Its axis is zero: the x axis is used.");
    return usual;
}

bool UrdfReader::isEmptyLink(const pugi::xml_node& link) const {
    if (!link || link.child("visual") || link.child("collision")) return false;
    const pugi::xml_node inertial = link.child("inertial"), inertia = inertial.child("inertia");
    return inertial.child("mass").attribute("value").as_double(0) == 0 && inertia.attribute("ixx").as_double(0) == 0 &&
           inertia.attribute("iyy").as_double(0) == 0 && inertia.attribute("izz").as_double(0) == 0;
}

void UrdfReader::findBalls() {
    const pugi::xml_node robot = source_.root();
    std::map<std::string, std::vector<pugi::xml_node>> byParent;
    std::map<std::string, int> timesChild;
    std::map<std::string, pugi::xml_node> links;
    for (const pugi::xml_node& link : robot.children("link")) links[link.attribute("name").value()] = link;
    for (const pugi::xml_node& joint : robot.children("joint")) {
        byParent[joint.child("parent").attribute("link").value()].push_back(joint);
        ++timesChild[joint.child("child").attribute("link").value()];
    }
    const auto turnsFreely = [](const pugi::xml_node& joint) {
        const std::string_view type(joint.attribute("type").value());
        const pugi::xml_node limit = joint.child("limit");
        const bool isLimited = type == "revolute" && (limit.attribute("lower") || limit.attribute("upper")) &&
                               limit.attribute("upper").as_double(0) - limit.attribute("lower").as_double(0) < Pi;
        return (type == "revolute" || type == "continuous") && !isLimited && !joint.child("mimic");
    };
    const auto childOf = [](const pugi::xml_node& joint) {
        return std::string(joint.child("child").attribute("link").value());
    };
    /// The one joint that an empty link carries; empty if it is not a link between two joints of a ball.
    const auto nextOf = [&](const pugi::xml_node& joint) -> pugi::xml_node {
        const std::string link = childOf(joint);
        const auto carried = byParent.find(link);
        if (timesChild[link] != 1 || carried == byParent.end() || carried->second.size() != 1) return {};
        const auto node = links.find(link);
        const pugi::xml_node next = carried->second.front();
        return node != links.end() && isEmptyLink(node->second) && turnsFreely(next) ? next : pugi::xml_node();
    };
    constexpr Real samePoint = 1e-9, perpendicular = 1e-6;
    for (const pugi::xml_node& first : robot.children("joint")) {
        if (!turnsFreely(first) || merged_.contains(first)) continue;
        const pugi::xml_node second = nextOf(first), third = second ? nextOf(second) : pugi::xml_node();
        // A fourth joint after another empty link would leave the choice of three open.
        if (!third || third == first || second == first) continue;
        const Transform X_2 = originOf(second), X_3 = originOf(third);
        if (X_2.p().norm() > samePoint || X_3.p().norm() > samePoint) continue;
        const Vec3 a = axisOf(first).normalized(), b = X_2.R() * Vec3(axisOf(second).normalized()),
                   c = X_2.R() * (X_3.R() * Vec3(axisOf(third).normalized()));
        if (std::abs(a.dot(b)) > perpendicular || std::abs(b.dot(c)) > perpendicular ||
            std::abs(a.dot(c)) > perpendicular)
            continue;
        balls_[first] = {first, second, third};
        merged_.insert({second, third});
        between_.insert({childOf(first), childOf(second)});
    }
}

void UrdfReader::readJoints() {
    for (const pugi::xml_node& node : source_.root().children()) {
        if (!isJoint(node) || merged_.contains(node)) continue;
        const auto ball = balls_.find(node);
        if (ball == balls_.end())
            readJoint(node);
        else
            readBall(node, ball->second);
    }
}

void UrdfReader::readBall(const pugi::xml_node& node, const std::array<pugi::xml_node, 3>& joints) {
    Joint joint;
    joint.node = node;
    joint.type = "ball";
    joint.parent = node.child("parent").attribute("link").value();
    joint.child = joints[2].child("child").attribute("link").value();
    const std::string name = node.attribute("name").value();
    const auto parent = links_.find(joint.parent), child = links_.find(joint.child);
    if (joints_.contains(name) || child == links_.end() || !child->second.body.isValid() ||
        (parent == links_.end() && joint.parent != "world") || joint.parent == joint.child)
        return values_.leftOut(node, "It has a name that is taken, or its links do not exist.");
    Transform X_PF;
    for (const pugi::xml_node& one : joints) X_PF = X_PF * originOf(one);
    joint.element = job_.draft.addJoint("ball", name, parent == links_.end() ? ElementId{} : parent->second.body,
                                        child->second.body, X_PF, {});
    for (const pugi::xml_node& one : joints)
        values_.imported(one,
                         "In a ball joint: three perpendicular axes through one point, with links between that "
                         "hold nothing.",
                         joint.element);
    jointOrder_.push_back(name);
    carriedLinks_.insert(joint.child);
    joints_.emplace(name, std::move(joint));
}

void UrdfReader::readJoint(const pugi::xml_node& node) {
    Joint joint;
    joint.node = node;
    joint.type = node.attribute("type").value();
    joint.parent = node.child("parent").attribute("link").value();
    joint.child = node.child("child").attribute("link").value();
    const std::string name = node.attribute("name").value();
    const auto kind = std::ranges::find(jointKinds, joint.type, &JointKind::type);
    if (kind == std::end(jointKinds))
        return values_.leftOut(node, "There is no joint of type '" + joint.type.substr(0, 80) + "'.");
    if (joints_.contains(name)) return values_.leftOut(node, "There is a joint with this name already.");
    const auto child = links_.find(joint.child), parent = links_.find(joint.parent);
    if (child == links_.end())
        return values_.leftOut(node, "Its child link '" + joint.child.substr(0, 80) + "' does not exist.");
    if (!child->second.body.isValid()) return values_.leftOut(node, "Ground cannot be moved by a joint.");
    if (parent == links_.end() && joint.parent != "world")
        return values_.leftOut(node, "Its parent link '" + joint.parent.substr(0, 80) + "' does not exist.");
    if (joint.parent == joint.child) return values_.leftOut(node, "It connects a link with itself.");
    const ElementId parentBody = parent == links_.end() ? ElementId{} : parent->second.body;

    Transform X_CM;
    if (kind->axis != JointKind::None) {
        const Vec3 axis = axisOf(node);
        X_CM = Transform(kind->axis == JointKind::Z ? frameWithZ(axis) : frameWithX(axis), Vec3(0.));
    }
    joint.element = job_.draft.addJoint(kind->key, name, parentBody, child->second.body, originOf(node) * X_CM, X_CM);
    joint.coordinate = kind->coordinate;
    const bool closesLoop = !carriedLinks_.insert(joint.child).second;
    if (joint.type == "screw") {
        const pugi::xml_node pitch = node.child("drake:screw_thread_pitch");
        const Real perTurn = values_.real(pitch ? pitch : node.child("screw_thread_pitch"), "value", 0);
        job_.draft.get(joint.element).set("pitch", perTurn / (2 * Pi));
    }
    const pugi::xml_node limit = node.child("limit");
    if (kind->hasLimits && limit) {
        joint.lower = values_.real(limit, "lower", 0);
        joint.upper = values_.real(limit, "upper", 0);
        joint.hasLimits = joint.lower <= joint.upper && (limit.attribute("lower") || limit.attribute("upper"));
        if (joint.lower > joint.upper) values_.leftOut(limit, "Its lower limit is above the upper one.", joint.element);
        if (joint.hasLimits && !isInReach(joint.lower, joint.upper)) {
            joint.hasLimits = false;
            values_.leftOut(limit, outOfReach, joint.element);
        }
    }
    const std::string type = joint.type;
    const ElementId element = joint.element;
    joints_.emplace(name, std::move(joint));
    jointOrder_.push_back(name);
    if (closesLoop)
        values_.approximated(node, "Its child link has another joint already: this one closes a loop.", element);
    else
        values_.imported(node, "As a joint of type " + std::string(kind->key) + ".", element);
    if (kind->hasLimits && !limit)
        values_.approximated(node, "A joint of type " + type + " needs a limit element: this one has no stops.",
                             element);
}

void UrdfReader::connectRoots() {
    std::set<std::string> carried;
    for (const auto& [name, joint] : joints_) carried.insert(joint.child);
    const bool floating = job_.choice("root") == "floating";
    std::size_t roots = 0;
    for (const std::string& name : linkOrder_) {
        const Link& link = links_.at(name);
        if (carried.contains(name) || !link.body.isValid()) continue;
        const ElementId joint =
            job_.draft.addJoint(floating ? "free" : "weld", name + " to Ground", {}, link.body, {}, {});
        values_.imported(link.node, floating ? "As a root that floats." : "As a root that is welded to Ground.", joint);
        if (++roots == 2)
            values_.approximated(link.node, "The file has several roots; each is connected to Ground.", joint);
    }
}

Real UrdfReader::initialOf(const std::string& name, int depth) const {
    const auto joint = joints_.find(name);
    if (joint == joints_.end() || depth > longestMimicChain) return 0;
    const Joint& it = joint->second;
    const pugi::xml_node mimic = it.node.child("mimic");
    if (mimic && joints_.contains(mimic.attribute("joint").value()))
        return mimic.attribute("multiplier").as_double(1) * initialOf(mimic.attribute("joint").value(), depth + 1) +
               mimic.attribute("offset").as_double(0);
    if (const auto start = starts_.find(name); start != starts_.end()) return start->second;
    return it.hasLimits ? std::clamp(Real(0), it.lower, it.upper) : 0;
}

void UrdfReader::readStarts() {
    for (const pugi::xml_node& control : source_.root().children("ros2_control"))
        for (const pugi::xml_node& node : control.children("joint"))
            for (const pugi::xml_node& state : node.children("state_interface")) {
                if (std::string_view(state.attribute("name").value()) != "position") continue;
                const pugi::xml_node param = state.find_child_by_attribute("param", "name", "initial_value");
                const auto value = param ? values_.content(param, 1) : std::nullopt;
                if (!value) continue;
                const auto joint = joints_.find(node.attribute("name").value());
                if (joint == joints_.end() || joint->second.coordinate.empty()) {
                    values_.leftOut(param, "There is no such joint with one coordinate.");
                    continue;
                }
                starts_[joint->first] = value->front();
                values_.imported(param, "As the initial value of the joint's coordinate.", joint->second.element);
            }
}

void UrdfReader::readLimits() {
    for (const std::string& name : jointOrder_) {
        const Joint& joint = joints_.at(name);
        const pugi::xml_node limit = joint.node.child("limit");
        if (const Real start = initialOf(name, 0); start != 0 && !joint.coordinate.empty()) {
            job_.draft.get(joint.element).set(joint.coordinate, start);
            if (!joint.node.child("mimic") && !starts_.contains(name))
                values_.approximated(limit, "Zero is outside the limits: the joint starts at the nearer one.",
                                     joint.element);
        }
        if (joint.hasLimits) {
            const bool isAngle = joint.coordinate == "angle";
            const Real stiffness = chooseStopStiffness(isAngle, limit.attribute("effort").as_double(0));
            values_.approximated(
                limit, "As an elastic stop; its stiffness is not in the file.",
                addStop(job_.draft, {joint.element, name, 0, isAngle}, joint.lower, joint.upper, stiffness));
        }
        if (limit.attribute("effort") || limit.attribute("velocity"))
            values_.leftOut(limit, "Limits of effort and velocity do not act: the joint has no motor.", joint.element);
        for (const char* part : {"safety_controller", "calibration"})
            if (const pugi::xml_node node = joint.node.child(part))
                values_.leftOut(node, "Controllers are not part of a model.", joint.element);
    }
}

void UrdfReader::readDynamics() {
    for (const std::string& name : jointOrder_) {
        const Joint& joint = joints_.at(name);
        for (const pugi::xml_node& node : joint.node.children()) {
            static const std::set<std::string> known{"origin",
                                                     "parent",
                                                     "child",
                                                     "axis",
                                                     "limit",
                                                     "mimic",
                                                     "safety_controller",
                                                     "calibration",
                                                     "drake:screw_thread_pitch",
                                                     "screw_thread_pitch"};
            if (node.type() != pugi::node_element || known.contains(node.name())) continue;
            if (std::string_view(node.name()) != "dynamics" && std::string_view(node.name()) != "joint_properties") {
                values_.leftOut(node, "It has no counterpart.", joint.element);
                continue;
            }
            const auto damping = values_.reals(node, "damping");
            const Real friction = values_.real(node, "friction", 0);
            if (friction > 0 && !joint.coordinate.empty())
                values_.approximated(
                    node, "Its dry friction as constant joint friction, at full size above a low speed.",
                    addFriction(job_.draft, {joint.element, name, 0, joint.coordinate == "angle"}, friction));
            else if (friction != 0)
                values_.leftOut(node, "Joints of this kind have no dry friction that is not negative.", joint.element);
            if (!damping || std::ranges::all_of(*damping, [](Real d) { return d == 0; })) continue;
            const bool planar = joint.type == "planar", ball = job_.draft.get(joint.element).type == "ball";
            if ((joint.coordinate.empty() && !planar && !ball) ||
                std::ranges::any_of(*damping, [](Real d) { return d < 0; })) {
                values_.leftOut(node, "Joints of this kind have no damping that is not negative.", joint.element);
                continue;
            }
            if (ball) {
                values_.imported(node, "As a damper of its rotation.",
                                 addBallSpring(job_.draft, joint.element, name, 0, damping->front()));
                continue;
            }
            // A planar joint has x, y, angle there and angle, x, y here.
            for (std::size_t i = 0; i < (planar ? 3 : 1); ++i) {
                const DraftCoordinate coordinate{joint.element, name, planar ? int(i + 1) % 3 : 0};
                values_.imported(node, "As a joint damper.",
                                 addDamper(job_.draft, coordinate, (*damping)[std::min(i, damping->size() - 1)]));
            }
        }
    }
}

void UrdfReader::readMimics() {
    for (const std::string& name : jointOrder_) {
        const Joint& joint = joints_.at(name);
        const pugi::xml_node mimic = joint.node.child("mimic");
        if (!mimic) continue;
        const std::string other = mimic.attribute("joint").value();
        const auto leader = joints_.find(other);
        if (leader == joints_.end() || other == name) {
            values_.leftOut(mimic, "The joint '" + other.substr(0, 80) + "' that it follows does not exist.",
                            joint.element);
            continue;
        }
        if (joint.coordinate.empty() || leader->second.coordinate.empty()) {
            values_.leftOut(mimic, "Only joints with one coordinate can follow each other.", joint.element);
            continue;
        }
        const ElementId coupler =
            job_.draft.addCoupler(name + " mimics " + other, leader->second.element, 0, joint.element, 0,
                                  values_.real(mimic, "multiplier", 1), values_.real(mimic, "offset", 0));
        values_.imported(mimic, "As a coordinate coupler.", coupler);
    }
}

// --- Frames, bushings, loops ---

std::optional<UrdfReader::Frame> UrdfReader::findFrame(const std::string& name) const {
    if (const auto frame = frames_.find(name); frame != frames_.end()) return frame->second;
    // The frame of a joint is that of its child.
    if (const auto joint = joints_.find(name); joint != joints_.end())
        return Frame{links_.at(joint->second.child).body, {}};
    if (const auto link = links_.find(name); link != links_.end()) return Frame{link->second.body, {}};
    return std::nullopt;
}

void UrdfReader::readFrames() {
    for (const pugi::xml_node& node : source_.root().children()) {
        const std::string_view kind(node.name());
        if (kind != "frame" && kind != "drake:frame") continue;
        const auto link = links_.find(node.attribute("link").value());
        if (link == links_.end()) {
            values_.leftOut(node, "Its link does not exist.");
            continue;
        }
        const Vec3 rpy = values_.vec3(node, "rpy", Vec3(0.));
        frames_[node.attribute("name").value()] = {
            link->second.body, Transform(Rotation(BodyRotationSequence, rpy[2], ZAxis, rpy[1], YAxis, rpy[0], XAxis),
                                         values_.vec3(node, "xyz", Vec3(0.)))};
        values_.leftOut(node, "Frames that nothing refers to are not kept.", link->second.body);
    }
    for (const pugi::xml_node& node : source_.root().children())
        if (std::string_view(node.name()) == "drake:linear_bushing_rpy") readBushing(node);
}

void UrdfReader::readBushing(const pugi::xml_node& node) {
    const auto frameOf = [&](const char* key) { return findFrame(node.child(key).attribute("name").value()); };
    const auto a = frameOf("drake:bushing_frameA"), b = frameOf("drake:bushing_frameC");
    if (!a || !b) return values_.leftOut(node, "One of its frames does not exist.");
    const ElementId id = job_.draft.addBetween("force", "linearBushing", "Bushing", a->body, a->X, b->body, b->X, true);
    const std::pair<const char*, const char*> parts[] = {{"drake:bushing_torque_stiffness", "angularStiffness"},
                                                         {"drake:bushing_torque_damping", "angularDamping"},
                                                         {"drake:bushing_force_stiffness", "stiffness"},
                                                         {"drake:bushing_force_damping", "damping"}};
    for (const auto& [key, property] : parts)
        job_.draft.get(id).set(property, values_.vec3(node.child(key), "value", Vec3(0.)));
    values_.approximated(node, "As a bushing; its angles are body-fixed x-y-z, not roll, pitch and yaw.", id);
}

void UrdfReader::readLoops() {
    const auto sidecar = job_.files.find("robot.yaml", job_.files.mainFile());
    if (!sidecar || sidecar->parent_path() != std::filesystem::weakly_canonical(job_.files.mainFile()).parent_path())
        return;
    const Result<std::string> text = readWholeFile(*sidecar, largestSidecar);
    if (!text) return;
    const std::string file = sidecar->filename().string();
    const std::vector<LoopOfYaml> loops = readRobotYaml(*text);
    std::size_t freedoms = 0;
    for (const auto& [name, joint] : joints_)
        freedoms += !joint.coordinate.empty()  ? 1
                    : joint.type == "planar"   ? 3
                    : joint.type == "floating" ? 6
                    : joint.type == "fixed"    ? 0
                                               : 3;
    // Exporters write 6d where they do not know which joint closes the loop.
    const bool isOverdetermined = 6 * std::size_t(std::ranges::count(loops, "6d", &LoopOfYaml::type)) > freedoms;
    for (const LoopOfYaml& loop : loops) {
        const std::string name = loop.first + " = " + loop.second;
        const auto addRow = [&](ImportOutcome outcome, const std::string& message, ElementId id = {}) {
            job_.report.add({outcome, "closed_loop '" + name + "'", message, file, loop.line, id});
        };
        const auto a = findFrame(loop.first), b = findFrame(loop.second);
        if (!a || !b || a->body == b->body) {
            addRow(ImportOutcome::LeftOut, "One of its frames does not exist, or both belong to one link.");
            continue;
        }
        const bool wholeFrame = loop.type != "3d" && !isOverdetermined;
        const ElementId id = job_.draft.addBetween("constraint", wholeFrame ? "weld" : "ball", name, a->body, a->X,
                                                   b->body, b->X, wholeFrame);
        const bool asSaid = loop.type == (wholeFrame ? "6d" : "3d");
        addRow(
            asSaid ? ImportOutcome::Imported : ImportOutcome::Approximated,
            wholeFrame ? "As a weld of both frames."
            : asSaid
                ? "As a ball between both origins."
                : "As a ball between both origins: welds of all frames would hold more freedoms than the joints have.",
            id);
    }
}

void UrdfReader::reportRest() {
    static const std::set<std::string> known{
        "link", "joint", "drake:joint", "material", "frame", "drake:frame", "drake:linear_bushing_rpy"};
    for (const pugi::xml_node& node : source_.root().children()) {
        if (node.type() != pugi::node_element || known.contains(node.name())) continue;
        const std::string_view kind(node.name());
        if (kind == "gazebo" && links_.contains(node.attribute("reference").value())) continue;
        values_.leftOut(node, kind.starts_with("xacro:") ? "Macros are not expanded."
                              : kind == "gazebo"         ? "Gazebo settings have no counterpart."
                              : kind == "transmission"   ? "The model has no actuators with gearboxes."
                              : kind == "ros2_control"   ? "Only initial positions are imported from controllers."
                              : kind == "sensor"         ? "The model has no sensors."
                                                         : "It has no counterpart.");
    }
}

}  // namespace trammel
