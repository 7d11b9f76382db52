// SPDX-License-Identifier: Apache-2.0
// A Subsystem watches a function of the State and is called when its sign changes.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// Reverses the rotation of a wheel each time it has turned past plus or minus one.
class ReverserGuts : public Subsystem::Guts {
public:
    explicit ReverserGuts(const MobilizedBody::Pin& wheel) : Guts("Reverser", "1"), wheel_(wheel) {}
    ReverserGuts* cloneImpl() const override { return new ReverserGuts(*this); }
    mutable Array_<Real> times;

    int realizeSubsystemTopologyImpl(State& state) const override {
        id_ = allocateCacheEntry(state, Stage::Instance, new Value<int>(-1));
        slot_ = allocateCacheEntry(state, Stage::Instance, new Value<int>(-1));
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& state) const override {
        EventId id;
        EventTriggerByStageIndex slot;
        createTriggeredEvent(state, id, slot, Stage::Position);
        CHECK(slot == 0);
        Value<int>::updDowncast(updCacheEntry(state, id_)) = int(id);
        Value<int>::updDowncast(updCacheEntry(state, slot_)) = int(slot);
        return 0;
    }
    int realizeSubsystemPositionImpl(const State& state) const override {
        const Real angle = wheel_.getAngle(state);
        const int slot = Value<int>::downcast(getCacheEntry(state, slot_));
        state.updEventTriggersByStage(getMySubsystemIndex(), Stage::Position)[slot] = 1 - angle * angle;
        return 0;
    }
    void calcEventTriggerInfoImpl(const State& state, Array_<EventTriggerInfo>& info) const override {
        EventTriggerInfo ours(EventId(Value<int>::downcast(getCacheEntry(state, id_)).get()));
        ours.setTriggerOnRisingSignTransition(false);  // falling only
        info.push_back(ours);
    }
    void handleEventsImpl(State& state, Event::Cause cause, const Array_<EventId>& ids, const HandleEventsOptions&,
                          HandleEventsResults& results) const override {
        if (cause != Event::Cause::Triggered || ids.empty()) return;
        times.push_back(state.getTime());
        wheel_.setOneU(state, 0, -wheel_.getRate(state));
        results.setExitStatus(HandleEventsResults::Succeeded);
    }

private:
    MobilizedBody::Pin wheel_;
    mutable CacheEntryIndex id_, slot_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin wheel(matter.Ground(), Transform(), body, Transform());
    Subsystem handle;
    ReverserGuts* reverser = new ReverserGuts(wheel);
    handle.adoptSubsystemGuts(reverser);
    system.adoptSubsystem(handle);

    State state = system.realizeTopology();
    system.realizeModel(state);
    wheel.setAngle(state, 0.5);
    wheel.setRate(state, 2);
    system.realize(state, Stage::Position);
    CHECK(state.getNEventTriggersByStage(Stage::Position) >= 1);
    CHECK_NEAR(state.getEventTriggersByStage(handle.getMySubsystemIndex(), Stage::Position)[0], 0.75, 1e-14);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-6);
    integrator.setMaximumStepSize(0.1);  // uniform motion would let a step jump over two crossings
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(3.0);
    // Out at 0.25 (angle 1), back and out again at 1.25 (angle -1), and at 2.25.
    CHECK(reverser->times.size() == 3);
    if (reverser->times.size() == 3)
        for (int i = 0; i < 3; ++i) CHECK_NEAR(reverser->times[i], 0.25 + i, 1e-3);
    CHECK_NEAR(wheel.getRate(stepper.getState()), -2, 1e-9);
    CHECK_NEAR(wheel.getAngle(stepper.getState()), -0.5, 1e-2);
}

CHECK_MAIN(run)
