// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/joint_impact_stop.h"

#include <algorithm>

#include "multibody/force_subsystem.h"
#include "multibody/impulse_response.h"
#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"
#include "multibody/output_context.h"
#include "multibody/unilateral_constraint.h"
#include "system/event_handler.h"

namespace trammel {

namespace {
/// A joint is left at least this far (rad or m) inside its limit, or moving away from it: otherwise the next arrival
/// could not be detected.
constexpr Real restGap = 1e-9;
/// A joint arrives this far beyond its limit, so that one that starts exactly on it is not beyond.
constexpr Real arrivalGap = restGap / 1000;

/// A stop evaluated at one State.
struct Stop {
    const MatterSubsystem& matter;
    JointImpactStopParameters parameters;
    MobilizedBodyIndex joint;
    int q, u;
    Real side;

    /// Distance from the place where arrivals are detected.
    Real gap(const State& s) const { return side * (matter.getQ(s)[q] - parameters.limit) + arrivalGap; }
    Real restPosition() const { return parameters.limit + side * restGap; }
    bool isAtRest(const State& s) const {
        const JointLock& lock = matter.getGuts().getLock(s, int(joint));
        return lock.level == MotionLevel::Position && lock.value[0] == restPosition();
    }
};

/// Response to a unit impulse at mobility @p u (Velocity).
ImpulseResponse calcUnitResponse(const MatterSubsystem& matter, const State& s, int u) {
    Vector impulse(s.getNU());
    impulse.setZero();
    impulse[u] = 1;
    return calcImpulseResponse(matter, s, impulse);
}

/// Time since a coordinate @p beyond its limit passed it, s, given @p speed > 0 and @p braking.
Real calcLateness(Real beyond, Real speed, Real braking) {
    if (!(beyond > 0)) return 0;
    return 2 * beyond / (speed + std::sqrt(std::max(0., square(speed) + 2 * braking * beyond)));
}
}  // namespace

/// Data shared by the handlers of a stop.
class StopEvent {
public:
    StopEvent(const GeneralForceSubsystem& forces, ForceIndex index, MobilizedBodyIndex joint, Real side)
        : forces_(forces), index_(index), joint_(joint), side_(side) {}
    bool isEnabled(const State& s) const { return !forces_.isForceDisabled(s, index_); }
    /// The other enabled stops.
    std::vector<Stop> othersAt(const State& s) const {
        std::vector<Stop> others;
        for (ForceIndex f(0); f < forces_.getNumForces(); ++f) {
            const auto* const element = dynamic_cast<const JointImpactStop*>(&forces_.getForce(f));
            const StopEvent other(forces_, f, element ? element->getJoint() : joint_, element ? element->getSide() : 0);
            if (element && f != index_ && other.isEnabled(s)) others.push_back(other.at(s));
        }
        return others;
    }
    void realize(const State& s, Stage stage) const { forces_.getSystem().realize(s, stage); }
    /// Requires Instance only: the System is below a witness function's stage while it is evaluated.
    Stop at(const State& s) const {
        const MatterSubsystem& matter = MultibodySystem::downcast(forces_.getSystem()).getMatterSubsystem();
        const TreeNode& node = matter.getTree(s)[int(joint_)];
        return {matter,      Value<JointImpactStopParameters>::downcast(forces_.getForceParameters(s, index_)),
                joint_,      node.qStart,
                node.uStart, side_};
    }

private:
    const GeneralForceSubsystem& forces_;
    ForceIndex index_;
    MobilizedBodyIndex joint_;
    Real side_;
};

/// The coordinate arrives at its limit.
class JointImpactStop::Impact : public TriggeredEventHandler {
public:
    explicit Impact(StopEvent stop) : TriggeredEventHandler(Stage::Position), stop_(stop) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
    }
    Real getValue(const State& s) const override {
        if (!stop_.isEnabled(s)) return 1;
        return stop_.at(s).gap(s);
    }
    void handleEvent(State& s, Real, bool&) const override {
        const Stop stop = stop_.at(s);
        const Real arrival = stop.side * stop.matter.getU(s)[stop.u];
        const Real beyond = stop.side * (stop.parameters.limit - stop.matter.getQ(s)[stop.q]);
        if (arrival >= 0) {
            // Detected by interpolation within the step, although at its end the coordinate had turned before arriving.
            putBack(s, stop, restGap);
            return;
        }
        const Real pull = stop.side * stop.matter.getUDot(s)[stop.u];
        const bool isPulledAway = pull > 0;
        const Real rebound = -stop.parameters.restitution * arrival;
        // Contacts that only push do not take part: they meet its effect as impacts of their own.
        const UnilateralConstraint* const opened = openUnilateral(stop.matter, s);
        if (opened) stop_.realize(s, Stage::Velocity);
        const std::vector<Stop> others = stop_.othersAt(s);
        ImpulseResponse response = calcUnitResponse(stop.matter, s, stop.u);
        // A rest at another stop ends if the impulse there would have to pull.
        while (const Stop* const pulled = findPulled(others, stop.side * response.impulses, s)) {
            pulled->matter.unlock(s, pulled->joint);
            stop_.realize(s, Stage::Velocity);
            response = calcUnitResponse(stop.matter, s, stop.u);
        }
        // A driven coordinate does not yield.
        if (!(response.speeds[stop.u] > 0)) {
            if (opened) opened->resume(s);
            return;
        }
        // The event is located slightly beyond the limit. A rebound lower than the resolution of arrivals counts as
        // none: such rebounds would repeat without end.
        const bool isSeen = square(rebound) > 8 * arrivalGap * -pull;
        const bool leaves = isSeen && rebound >= stop.parameters.restSpeed;
        const Vector change = stop.side * (rebound - arrival) / response.speeds[stop.u] * response.speeds;
        Vector way;
        stop.matter.multiplyByN(s, false, change, way);
        stop.matter.updU(s) += change;
        // Everything moved by the impact has continued that long at its old speed.
        std::vector<Real> gaps;
        gaps.reserve(others.size());
        for (const Stop& other : others) gaps.push_back(other.gap(s));
        stop.matter.updQ(s) += calcLateness(beyond, -arrival, pull) * way;
        // Nothing may pass another stop undetected.
        for (std::size_t i = 0; i < others.size(); ++i)
            if (gaps[i] > 0 && others[i].gap(s) <= 0) putBack(s, others[i], 0);
        putBack(s, stop, std::max(leaves ? arrivalGap : restGap, stop.parameters.restitution * beyond));
        if (!leaves && !isPulledAway) stop.matter.lockAt(s, stop.joint, {stop.restPosition()}, MotionLevel::Position);
        if (opened) opened->resume(s);
    }

private:
    /// Opens all unilateral constraints. @return one of those that were closed; null if none was
    static const UnilateralConstraint* openUnilateral(const MatterSubsystem& matter, State& s) {
        const UnilateralConstraint* any = nullptr;
        for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c) {
            const auto* const constraint = dynamic_cast<const UnilateralConstraint*>(&matter.getConstraint(c));
            if (!constraint || matter.isConstraintDisabled(s, c) || !constraint->isClosed(s)) continue;
            constraint->open(s);
            any = constraint;
        }
        return any;
    }
    /// The joint at rest at its stop that the largest pulling impulse would have to hold; null if none. @p
    /// impulses at all mobilities, in any unit.
    static const Stop* findPulled(const std::vector<Stop>& others, const Vector& impulses, const State& s) {
        const Stop* pulled = nullptr;
        // Relative to the impulse at the hit stop: less is rounding.
        Real hardest = 1e-9;
        for (const Stop& other : others) {
            const Real pull = -other.side * impulses[other.u];
            if (!(pull > hardest) || !other.isAtRest(s)) continue;
            pulled = &other;
            hardest = pull;
        }
        return pulled;
    }
    static void putBack(State& s, const Stop& stop, Real gap) {
        stop.matter.updQ(s)[stop.q] = stop.parameters.limit + stop.side * gap;
    }
    StopEvent stop_;
};

/// The force that holds the coordinate at its limit turns from pushing to pulling.
class JointImpactStop::Release : public TriggeredEventHandler {
public:
    explicit Release(StopEvent stop) : TriggeredEventHandler(Stage::Acceleration), stop_(stop) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
    }
    Real getValue(const State& s) const override {
        const Stop stop = stop_.at(s);
        if (!stop_.isEnabled(s) || !stop.isAtRest(s)) return 1;
        // The applied force is its negative.
        return -stop.side * stop.matter.findMotionForce(s, stop.joint, 0);
    }
    void handleEvent(State& s, Real, bool&) const override {
        const Stop stop = stop_.at(s);
        if (stop.isAtRest(s)) stop.matter.unlock(s, stop.joint);
    }

private:
    StopEvent stop_;
};

JointImpactStop::JointImpactStop(const ElementInputs& in)
    : ParameterizedForce(in, readParameters(in)),
      joint_(in.mobilizer("joint")),
      side_(in.text("side") == "below" ? 1 : -1) {
    const Mobilizer* joint = in.findJointType("joint");
    if (joint && (joint->getNU() != 1 || joint->getNQ() != 1))
        throw UnusableElement("The stop requires a joint with one coordinate.",
                              "Choose a pin, a slider or another joint with one coordinate.");
}

std::vector<OutputDescriptor> JointImpactStop::outputs() {
    return {
        {.key = "loadAtRest",
         .label = "{load} at rest",
         .doc = "Load on the coordinate while the joint rests at the stop; impacts are impulses and have none.",
         .quantity = Quantity::Force,
         .stage = Stage::Acceleration,
         .reads = "body accelerations",
         .calc = unlessDisabled<JointImpactStop>([](const JointImpactStop& stop, OutputContext& c, const OutputSite&) {
             return stop.calcForceAtRest(c.matter, c.state);
         }),
         .scope = OutputScope::Speed,
         .role = CoordinateRole::Load}};
}

Real JointImpactStop::calcForceAtRest(const MatterSubsystem& matter, const State& s) const {
    if (matter.getLockLevel(s, joint_) != MotionLevel::Position) return 0;
    // The stop can only push; a pull belongs to another stop.
    return side_ * std::max(0., -side_ * matter.findMotionForce(s, joint_, 0));
}

std::vector<std::unique_ptr<TriggeredEventHandler>> JointImpactStop::makeEventHandlers(
    const GeneralForceSubsystem& forces, ForceIndex index) const {
    const StopEvent stop(forces, index, joint_, side_);
    std::vector<std::unique_ptr<TriggeredEventHandler>> handlers;
    handlers.push_back(std::make_unique<Impact>(stop));
    handlers.push_back(std::make_unique<Release>(stop));
    handlers.front()->setName(getName() + ": impact");
    handlers.back()->setName(getName() + ": release");
    return handlers;
}

}  // namespace trammel
