// SPDX-License-Identifier: Apache-2.0
// Periodic handlers and reporters, and handlers that choose their own times.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Sampler : public PeriodicEventReporter {
public:
    Sampler(const MultibodySystem& system, const MobilizedBody& body, Real interval, Array_<Vec2>& samples)
        : PeriodicEventReporter(interval), system_(system), body_(body), samples_(samples) {}
    void handleEvent(const State& state) const override {
        system_.realize(state, Stage::Position);
        samples_.push_back(Vec2(state.getTime(), body_.getBodyOriginLocation(state)[0]));
    }

private:
    const MultibodySystem& system_;
    const MobilizedBody& body_;
    Array_<Vec2>& samples_;
};

// Kicks: every half second the speed grows by one.
class Kick : public PeriodicEventHandler {
public:
    explicit Kick(const MobilizedBody::Slider& slider) : PeriodicEventHandler(0.5), slider_(slider) {}
    void handleEvent(State& state, Real accuracy, bool& shouldTerminate) const override {
        CHECK(accuracy > 0);
        CHECK(!shouldTerminate);
        if (state.getTime() > 0) slider_.setOneU(state, 0, slider_.getRate(state) + 1);
    }

private:
    MobilizedBody::Slider slider_;
};

class Stop : public ScheduledEventHandler {
public:
    explicit Stop(Real when) : when_(when) {}
    Real getNextEventTime(const State&, bool) const override { return when_; }
    void handleEvent(State&, Real, bool& shouldTerminate) const override { shouldTerminate = true; }

private:
    Real when_;
};

class OddTimes : public ScheduledEventReporter {
public:
    explicit OddTimes(Array_<Real>& seen) : seen_(seen) {}
    Real getNextEventTime(const State& state, bool includeCurrentTime) const override {
        for (Real t : {0.1, 0.7, 0.75})
            if (t > state.getTime() || (includeCurrentTime && t == state.getTime())) return t;
        return Infinity;
    }
    void handleEvent(const State& state) const override { seen_.push_back(state.getTime()); }

private:
    Array_<Real>& seen_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider slider(matter.Ground(), Transform(), body, Transform());
    Array_<Vec2> samples;
    Array_<Real> odd;
    Sampler* sampler = new Sampler(system, slider, 0.2, samples);
    CHECK(sampler->getEventInterval() == 0.2);
    system.addEventReporter(sampler);
    system.addEventReporter(new OddTimes(odd));
    system.addEventHandler(new Kick(slider));
    system.addEventHandler(new Stop(1.3));

    State state = system.realizeTopology();
    system.realizeModel(state);
    slider.setRate(state, 1);
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(10);

    // Terminated by a handler, long before the requested time.
    CHECK_NEAR(stepper.getTime(), 1.3, 1e-9);
    CHECK(integrator.isSimulationOver());
    CHECK(integrator.getTerminationReason() == Integrator::EventHandlerRequestedTermination);

    // Speed 1 until 0.5, 2 until 1, 3 from there.
    CHECK(samples.size() == 7);
    const Real expected[] = {0, 0.2, 0.4, 0.7, 1.1, 1.5, 2.1};
    for (int i = 0; i < int(samples.size()); ++i) {
        CHECK_NEAR(samples[i][0], 0.2 * i, 1e-9);
        CHECK_NEAR(samples[i][1], expected[i], 1e-6);
    }
    CHECK(odd.size() == 3);
    CHECK_NEAR(odd[0], 0.1, 1e-9);
    CHECK_NEAR(odd[2], 0.75, 1e-9);
    CHECK_NEAR(slider.getRate(stepper.getState()), 3, 1e-9);
}

CHECK_MAIN(run)
