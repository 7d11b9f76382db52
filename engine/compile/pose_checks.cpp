// SPDX-License-Identifier: Apache-2.0
#include "compile/pose_checks.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/coordinates.h"
#include "compile/length_text.h"
#include "compile/loops.h"
#include "multibody/singular_joint.h"

namespace trammel {

namespace {

/// Smaller tilts, overshoots and gaps are due to rounding and compliant stops.
constexpr Real visibleTilt = 1e-4, visibleOvershoot = 1e-6, visibleGap = 1e-6;

/// A rotation axis in a loop; none for a slider.
struct LoopAxis {
    ElementId element;
    std::optional<Vec3> axis_G;
};

/// The axis of a joint with one coordinate; none if it has more.
std::optional<LoopAxis> axisOfJoint(const CompiledModel& model, const State& s, ElementId joint) {
    const BuiltSystem& built = *model.getData().built;
    const TreeNode& node = built.matter->getTree(s)[built.joints.at(joint)];
    if (node.nu != 1 || node.stateful) return std::nullopt;
    Transform X_FM;
    SpatialVec H;
    const Vector& q = s.getQ(built.matter->getMySubsystemIndex());
    node.mobilizer->calcAcross(&q[node.qStart], X_FM, &H);
    LoopAxis axis{joint, std::nullopt};
    if (H[0].norm() > 0.5 && H[1].norm() < 1e-9)
        axis.axis_G = model.findJointFrame(joint, s)->R() * Vec3(H[0].normalized());
    return axis;
}

Real angleBetweenLines(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), std::abs(a.dot(b))); }

/// All axes of the loop closed by an element, in order; empty if the loop may be spatial.
std::vector<LoopAxis> axesOfLoop(const CompiledModel& model, const State& s, ElementId closure) {
    const LoopSides sides = findLoop(model, closure);
    std::vector<ElementId> joints = sides.first;
    joints.insert(joints.end(), sides.second.begin(), sides.second.end());
    const Element& element = model.getDocument().get(closure);
    if (element.family == "joint") joints.push_back(closure);
    std::vector<LoopAxis> axes;
    for (const ElementId joint : joints) {
        const auto axis = axisOfJoint(model, s, joint);
        if (!axis) return {};
        axes.push_back(*axis);
    }
    if (element.family == "joint") return axes;
    const TypeDescriptor& type = typeOf(element);
    const auto direction = std::ranges::find_if(type.properties, [](const auto& p) { return p.isDirection; });
    if (direction == type.properties.end()) return {};
    const ElementId body = element.reference(belongsTo(*direction, "body2") ? "body2" : "body1");
    const Vec3 axis_B = element.valueAs<Vec3>(type, direction->key).normalized();
    const Vec3 axis_G = model.calcBodyPose(body, s).R() * axis_B;
    // A line or plane within the plane of the loop is a slot, not an axis.
    const bool isSlot = std::ranges::any_of(axes, [&](const LoopAxis& axis) {
        return axis.axis_G && Pi / 2 - angleBetweenLines(*axis.axis_G, axis_G) < visibleTilt;
    });
    axes.push_back({closure, isSlot ? std::nullopt : std::optional(axis_G)});
    return axes;
}

/// "12.3°", "4 mm".
std::string shown(Real value, Quantity quantity) {
    return quantity == Quantity::Angle ? roundedText(value * 180 / Pi) + "°" : lengthText(value);
}

std::string quotedList(const Document& document, const std::vector<ElementId>& elements) {
    std::string text;
    for (const ElementId id : elements) text += (text.empty() ? "'" : ", '") + document.get(id).name + "'";
    return text;
}

}  // namespace

std::vector<TiltedPin> findTiltedPins(const CompiledModel& model, const State& s) {
    const BuiltSystem& built = *model.getData().built;
    std::vector<ElementId> closures;
    for (const auto& [constraint, index] : built.constraints)
        if (!built.matter->isConstraintDisabled(s, index)) closures.push_back(constraint);
    for (const auto& [joint, split] : built.splits) closures.push_back(joint);

    std::vector<TiltedPin> tilted;
    for (const ElementId closure : closures) {
        std::vector<LoopAxis> axes = axesOfLoop(model, s, closure);
        std::erase_if(axes, [](const LoopAxis& axis) { return !axis.axis_G; });
        // The most frequent direction; among equals that of the oldest element.
        const auto countParallel = [&](const Vec3& direction) {
            return std::ranges::count_if(
                axes, [&](const LoopAxis& axis) { return angleBetweenLines(*axis.axis_G, direction) < visibleTilt; });
        };
        const auto common = std::ranges::max_element(axes, {}, [&](const LoopAxis& axis) {
            return std::pair(countParallel(*axis.axis_G), -Real(axis.element.value));
        });
        if (axes.size() < 3 || countParallel(*common->axis_G) < 2) continue;
        // A tilted pin tilts the following ones equally. A loop with three or more directions is considered spatial.
        const auto apart = std::ranges::find_if(axes, [&](const LoopAxis& axis) {
            return angleBetweenLines(*axis.axis_G, *common->axis_G) >= visibleTilt;
        });
        if (apart != axes.end() &&
            countParallel(*common->axis_G) + countParallel(*apart->axis_G) < std::ptrdiff_t(axes.size()))
            continue;
        TiltedPin pin;
        pin.wanted_G = *common->axis_G;
        for (const LoopAxis& axis : axes) {
            const Real tilt = angleBetweenLines(*axis.axis_G, pin.wanted_G);
            if (tilt < visibleTilt) {
                pin.others.push_back(axis.element);
            } else if (!pin.pin.isValid()) {
                pin.pin = axis.element;
                pin.axis_G = *axis.axis_G;
                pin.tilt = tilt;
            }
        }
        const auto isKnown = [&](const TiltedPin& known) { return known.pin == pin.pin; };
        if (pin.pin.isValid() && std::ranges::none_of(tilted, isKnown)) tilted.push_back(std::move(pin));
    }
    return tilted;
}

std::optional<Vec3> findSlotNormal(const CompiledModel& model, const State& s, ElementId closure) {
    const auto at = findClosureSite(model, s, closure);
    const TypeDescriptor& type = typeOf(model.getDocument().get(closure));
    if (!at || !type.findProperty("direction")) return std::nullopt;
    const std::vector<LoopAxis> axes = axesOfLoop(model, s, closure);
    if (axes.empty() || axes.back().axis_G) return std::nullopt;
    const auto pin = std::ranges::find_if(axes, [](const LoopAxis& axis) { return axis.axis_G.has_value(); });
    return Vec3(pin->axis_G->cross(at->axis_G).normalized());
}

std::vector<BeyondStop> findBeyondStops(const CompiledModel& model, const State& s) {
    const std::vector<CoordinateValues> coordinates = readCoordinates(model, s);
    std::vector<BeyondStop> all;
    for (const CoordinateLimits& limits : findLimits(model)) {
        const auto joint = std::ranges::find(coordinates, limits.joint, &CoordinateValues::joint);
        if (joint == coordinates.end() || limits.lower > limits.upper) continue;
        // The mapping is clear only if each property is one coordinate.
        const auto isNumber = [](const auto& each) { return std::holds_alternative<Real>(each.second); };
        if (std::size_t(limits.coordinate) >= joint->values.size() || !std::ranges::all_of(joint->values, isNumber))
            continue;
        const auto& [key, value] = joint->values[std::size_t(limits.coordinate)];
        const Real now = std::get<Real>(value);
        const Real stop = std::clamp(now, limits.lower, limits.upper);
        if (std::abs(now - stop) <= visibleOvershoot) continue;
        const PropertyDescriptor* const property = typeOf(model.getDocument().get(limits.joint)).findProperty(key);
        all.push_back(
            {limits.joint, key, property->quantity, now, stop, now < stop ? limits.lowerIsRigid : limits.upperIsRigid});
    }
    return all;
}

std::vector<DisplacedJoint> findDisplaced(const CompiledModel& model, const State& s) {
    std::vector<DisplacedJoint> displaced;
    for (const CoordinateValues& coordinates : readCoordinates(model, s)) {
        const Element& joint = model.getDocument().get(coordinates.joint);
        const TypeDescriptor& type = typeOf(joint);
        for (const auto& [key, value] : coordinates.values) {
            const Real* const now = std::get_if<Real>(&value);
            if (!now || !joint.findExplicit(key)) continue;
            const Real given = joint.valueAs<Real>(type, key);
            if (std::abs(given - *now) <= visibleTilt) continue;
            displaced.push_back({coordinates.joint, type.findProperty(key)->quantity, given, *now});
            break;
        }
    }
    return displaced;
}

std::vector<SingularJoint> findSingularJoints(const CompiledModel& model, const State& s) {
    const BuiltSystem& built = *model.getData().built;
    const Vector& q = s.getQ(built.matter->getMySubsystemIndex());
    const Tree& tree = built.matter->getTree(s);
    std::vector<SingularJoint> singular;
    for (const auto& [joint, body] : built.joints) {
        const TreeNode& node = tree[body];
        if (node.stateful || node.mobilizer->hasConstantH()) continue;
        Transform X_FM;
        SpatialVec H[Mobilizer::maxNU];
        node.mobilizer->calcAcross(&q[node.qStart], X_FM, H);
        if (const int speed = findDependentSpeed(node.nu, H); speed >= 0)
            singular.push_back({joint, node.mobilizer->nameOfU(speed).name});
    }
    return singular;
}

std::vector<LoopGap> findGaps(const CompiledModel& model) {
    std::vector<LoopGap> gaps;
    if (model.getAssembly().assembled) return gaps;
    const BuiltSystem& built = *model.getData().built;
    const State& s = model.getInitialState();
    const auto add = [&](ElementId closure, Vec3 first, const Vec3& second) {
        if ((second - first).norm() > visibleGap) gaps.push_back({closure, first, second});
    };
    for (const auto& [id, index] : built.constraints) {
        const Element& e = model.getDocument().get(id);
        const TypeDescriptor& type = typeOf(e);
        if (built.matter->isConstraintDisabled(s, index) || !pointPropertyOf(type, "body1") ||
            !pointPropertyOf(type, "body2"))
            continue;
        const ClosureSite at = *findClosureSite(model, s, id);
        const Vec3 first = calcPosition(model, s, at.first);
        Vec3 second = calcPosition(model, s, at.second);
        // Position along the line is free.
        if (type.findProperty("direction")) second -= at.axis_G * at.axis_G.dot(second - first);
        add(id, first, second);
    }
    for (const auto& [joint, split] : built.splits) {
        const Vec3 M = calcJointFrames(model.getDocument(), model.getDocument().get(joint)).second.p();
        add(joint, built.matter->getBodyTransform(s, split.primaryBody) * M,
            built.matter->getBodyTransform(s, split.shadowBody) * M);
    }
    return gaps;
}

void Compiler::checkPose(const State& s) {
    // Beyond it, none of the sixteen digits of a number is left for a millimeter. One warning: bodies attached to this
    // one are there too.
    constexpr Real most = 1e12;
    for (const ElementId body : document_.elementsOf("body")) {
        if (model_->calcBodyPose(body, s).p().norm() <= most) continue;
        diagnostics.warning(document_.get(body).name,
                            "It is more than 1e12 m from the origin, where positions are not exact to a millimeter.",
                            "Move it, or correct the lengths of its joints and bodies.", body);
        break;
    }
    // One note only: an edit may move every joint of a loop slightly.
    const std::vector<DisplacedJoint> displaced =
        data_.assembly.assembled ? findDisplaced(*model_, s) : std::vector<DisplacedJoint>{};
    if (!displaced.empty()) {
        const auto farthest = std::ranges::max_element(
            displaced, {}, [](const DisplacedJoint& joint) { return std::abs(joint.value - joint.given); });
        const Quantity quantity = farthest->quantity;
        const std::string given = shown(farthest->given, quantity), value = shown(farthest->value, quantity);
        const std::string away = shown(std::abs(farthest->value - farthest->given), quantity) + " away";
        diagnostics.note(document_.get(farthest->joint).name,
                         "Its loop does not close at the given " + given + "; it starts " +
                             (value == given ? away : "at " + value) + ".",
                         "Run from there, or change the initial coordinates.", farthest->joint);
    }
    for (const SingularJoint& singular : findSingularJoints(*model_, s))
        diagnostics.warning(document_.get(singular.joint).name,
                            "It is singular in the initial pose: its speed '" + singular.speed +
                                "' moves the body in no direction of its own.",
                            "Start at other coordinates, or choose other formulas or another type of joint.",
                            singular.joint);
    for (const TiltedPin& pin : findTiltedPins(*model_, s))
        diagnostics.warning(document_.get(pin.pin).name,
                            "Its axis is tilted by " + shown(pin.tilt, Quantity::Angle) +
                                " relative to the others in its loop (" + quotedList(document_, pin.others) +
                                "): the loop is not planar.",
                            "Align it with the plane, or close a spatial loop with a ball.", pin.pin);
    for (const BeyondStop& beyond : findBeyondStops(*model_, s))
        diagnostics.warning(document_.get(beyond.joint).name,
                            "It is at " + shown(beyond.value, beyond.quantity) + ", beyond its stop at " +
                                shown(beyond.stop, beyond.quantity) +
                                (beyond.isRigid ? ", which does not act there." : ": the run starts with an impact."),
                            "Move it back inside, or move the stop.", beyond.joint);
}

}  // namespace trammel
