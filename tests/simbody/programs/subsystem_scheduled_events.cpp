// SPDX-License-Identifier: Apache-2.0
// A Subsystem with a scheduled event and a scheduled report: it gives the next time, and is called then with the
// announced ids.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class ClockGuts : public Subsystem::Guts {
public:
    ClockGuts() : Guts("Clock", "1") {}
    ClockGuts* cloneImpl() const override { return new ClockGuts(); }
    mutable Array_<Real> reported;

    int realizeSubsystemTopologyImpl(State& state) const override {
        ticks_ = allocateDiscreteVariable(state, Stage::Report, new Value<int>(0));
        eventId_ = allocateCacheEntry(state, Stage::Instance, new Value<int>(-1));
        reportId_ = allocateCacheEntry(state, Stage::Instance, new Value<int>(-1));
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& state) const override {
        EventId e, r;
        createScheduledEvent(state, e);
        createScheduledEvent(state, r);
        CHECK(e.isValid() && r.isValid() && e != r);
        Value<int>::updDowncast(updCacheEntry(state, eventId_)) = int(e);
        Value<int>::updDowncast(updCacheEntry(state, reportId_)) = int(r);
        return 0;
    }
    void calcTimeOfNextScheduledEventImpl(const State& state, Real& next, Array_<EventId>& ids,
                                          bool includeCurrentTime) const override {
        next = following(state.getTime(), 0.25, includeCurrentTime);
        ids.push_back(EventId(Value<int>::downcast(getCacheEntry(state, eventId_)).get()));
    }
    void calcTimeOfNextScheduledReportImpl(const State& state, Real& next, Array_<EventId>& ids,
                                           bool includeCurrentTime) const override {
        next = following(state.getTime(), 0.4, includeCurrentTime);
        ids.push_back(EventId(Value<int>::downcast(getCacheEntry(state, reportId_)).get()));
    }
    void handleEventsImpl(State& state, Event::Cause cause, const Array_<EventId>& ids, const HandleEventsOptions&,
                          HandleEventsResults& results) const override {
        if (cause != Event::Cause::Scheduled) return;  // initialization and similar
        CHECK(ids.size() == 1);
        Value<int>::updDowncast(updDiscreteVariable(state, ticks_)) = getTicks(state) + 1;
        results.setExitStatus(HandleEventsResults::Succeeded);
    }
    void reportEventsImpl(const State& state, Event::Cause cause, const Array_<EventId>&) const override {
        if (cause == Event::Cause::Scheduled) reported.push_back(state.getTime());
    }
    int getTicks(const State& state) const { return Value<int>::downcast(getDiscreteVariable(state, ticks_)); }

private:
    // The smallest multiple of the period after the current time, or at it if that is allowed.
    static Real following(Real now, Real period, bool includeNow) {
        long n = long(std::floor(now / period));
        while (includeNow ? n * period < now : n * period <= now) ++n;
        return n * period;
    }
    mutable DiscreteVariableIndex ticks_;
    mutable CacheEntryIndex eventId_, reportId_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin wheel(matter.Ground(), Transform(), body, Transform());
    Subsystem handle;
    ClockGuts* clock = new ClockGuts();
    handle.adoptSubsystemGuts(clock);
    system.adoptSubsystem(handle);

    State state = system.realizeTopology();
    system.realizeModel(state);
    wheel.setRate(state, 1);
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1.1);
    CHECK_NEAR(stepper.getTime(), 1.1, 1e-12);
    // Events at 0.25, 0.5, 0.75, 1 (and possibly one at the very start), reports at 0.4, 0.8 (and possibly 0).
    const int ticks = clock->getTicks(stepper.getState());
    CHECK(ticks == 4 || ticks == 5);
    CHECK(clock->reported.size() == 2 || clock->reported.size() == 3);
    CHECK_NEAR(clock->reported.back(), 0.8, 1e-9);
    CHECK_NEAR(clock->reported[clock->reported.size() - 2], 0.4, 1e-9);
    CHECK_NEAR(wheel.getAngle(stepper.getState()), 1.1, 1e-9);
    CHECK(clock->getTicks(state) == 0);  // the State that was passed is unchanged
}

CHECK_MAIN(run)
