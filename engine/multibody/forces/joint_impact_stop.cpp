// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/joint_impact_stop.h"

#include <algorithm>

#include "multibody/force_subsystem.h"
#include "multibody/matter_guts.h"
#include "multibody/multibody_system.h"
#include "system/event_handler.h"

namespace trammel {

namespace {
/// No joint is left nearer to its limit (rad or m) without leaving it, or beyond it: the next arrival could not be seen otherwise.
constexpr Real restGap = 1e-9;
/// So far beyond its limit a joint arrives: one that starts on it, to the last digit, is not beyond.
constexpr Real arrivalGap = restGap / 1000;

/// What both handlers of one stop know of it at one State.
struct Stop {
    const MatterSubsystem& matter;
    JointImpactStopParameters parameters;
    MobilizedBodyIndex joint;
    int q, u;
    Real side;

    Real restPosition() const { return parameters.limit + side * restGap; }
    bool isAtRest(const State& s) const {
        const JointLock& lock = matter.getGuts().getLock(s, int(joint));
        return lock.level == MotionLevel::Position && lock.value[0] == restPosition();
    }
};

/// Changes of all speeds by a unit impulse at mobility @p u, with constraints and motors kept (Velocity).
Vector calcImpulseResponse(const MatterSubsystem& matter, const State& s, int u) {
    Vector impulse(s.getNU()), response;
    impulse.setZero();
    impulse[u] = 1;
    matter.multiplyByMInv(s, impulse, response);
    if (s.getNUErr() == 0) return response;
    Vector slip, multipliers, reaction, correction;
    matter.multiplyByG(s, response, slip);
    matter.solveForConstraintImpulses(s, slip, multipliers);
    matter.multiplyByGTranspose(s, multipliers, reaction);
    matter.multiplyByMInv(s, reaction, correction);
    return response - correction;
}
}  // namespace

/// What handlers of a stop share: where to find it in a State.
class StopEvent {
public:
    StopEvent(const GeneralForceSubsystem& forces, ForceIndex index, MobilizedBodyIndex joint, Real side)
        : forces_(forces), index_(index), joint_(joint), side_(side) {}
    bool isEnabled(const State& s) const { return !forces_.isForceDisabled(s, index_); }
    /// Needs Instance only: the System has not reached the stage of a witness function while it is evaluated.
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
        const Stop stop = stop_.at(s);
        return stop.side * (stop.matter.getQ(s)[stop.q] - stop.parameters.limit) + arrivalGap;
    }
    void handleEvent(State& s, Real, bool&) const override {
        const Stop stop = stop_.at(s);
        const Real arrival = stop.side * stop.matter.getU(s)[stop.u];
        const Real beyond = stop.side * (stop.parameters.limit - stop.matter.getQ(s)[stop.q]);
        if (arrival >= 0) {
            // Seen by an interpolation within the step, whose end says that it turned before it arrived.
            putBack(s, stop, restGap);
            return;
        }
        const Real pull = stop.side * stop.matter.getUDot(s)[stop.u];
        const bool isPulledAway = pull > 0;
        const Real rebound = -stop.parameters.restitution * arrival;
        const Vector response = calcImpulseResponse(stop.matter, s, stop.u);
        // Nothing that is driven gives way.
        if (!(response[stop.u] > 0)) return;
        // It was found a little beyond, where it would not be had it turned in time.
        // A rebound that comes no higher than arrivals are told apart is none: such ones would follow each other without end.
        const bool isSeen = square(rebound) > 8 * arrivalGap * -pull;
        const bool leaves = isSeen && rebound >= stop.parameters.restSpeed;
        putBack(s, stop, std::max(leaves ? arrivalGap : restGap, stop.parameters.restitution * beyond));
        const Real impulse = stop.side * (rebound - arrival) / response[stop.u];
        stop.matter.updU(s) += impulse * response;
        if (!leaves && !isPulledAway) stop.matter.lockAt(s, stop.joint, {stop.restPosition()}, MotionLevel::Position);
    }

private:
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
        // What acts is the negative of it.
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
        throw UnusableElement("It stops a joint with one coordinate, which this one is not.",
                              "Choose a hinge, a slide or another joint with one coordinate.");
}

Real JointImpactStop::calcForceAtRest(const MatterSubsystem& matter, const State& s) const {
    if (matter.getLockLevel(s, joint_) != MotionLevel::Position) return 0;
    // It can push only; what pulls the other way is another stop's.
    return side_ * std::max(0., -side_ * matter.findMotionForce(s, joint_, 0));
}

std::vector<std::unique_ptr<TriggeredEventHandler>> JointImpactStop::makeEventHandlers(
    const GeneralForceSubsystem& forces, ForceIndex index) const {
    const StopEvent stop(forces, index, joint_, side_);
    std::vector<std::unique_ptr<TriggeredEventHandler>> handlers;
    handlers.push_back(std::make_unique<Impact>(stop));
    handlers.push_back(std::make_unique<Release>(stop));
    handlers.front()->setName(getName() + ": impact");
    handlers.back()->setName(getName() + ": let go");
    return handlers;
}

}  // namespace trammel
