// SPDX-License-Identifier: Apache-2.0
// A bouncing ball: a witness on its height triggers when falling only; reporters trigger as configured.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Bounce : public TriggeredEventHandler {
public:
    Bounce(const MultibodySystem& system, const MobilizedBody::Slider& ball, Real restitution, Array_<Real>& times)
        : TriggeredEventHandler(Stage::Position), system_(system), ball_(ball), e_(restitution), times_(times) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
        getTriggerInfo().setRequiredLocalizationTimeWindow(1e-6);
    }
    Real getValue(const State& state) const override { return ball_.getLength(state); }
    void handleEvent(State& state, Real, bool&) const override {
        system_.realize(state, Stage::Velocity);
        CHECK(ball_.getRate(state) < 0);
        times_.push_back(state.getTime());
        ball_.setOneU(state, 0, -e_ * ball_.getRate(state));
    }

private:
    const MultibodySystem& system_;
    MobilizedBody::Slider ball_;
    Real e_;
    Array_<Real>& times_;
};

class Apex : public TriggeredEventReporter {
public:
    Apex(const MobilizedBody::Slider& ball, bool rising, bool falling, Array_<Real>& heights)
        : TriggeredEventReporter(Stage::Velocity), ball_(ball), heights_(heights) {
        getTriggerInfo().setTriggerOnRisingSignTransition(rising);
        getTriggerInfo().setTriggerOnFallingSignTransition(falling);
    }
    Real getValue(const State& state) const override { return ball_.getRate(state); }
    void handleEvent(const State& state) const override { heights_.push_back(ball_.getLength(state)); }

private:
    MobilizedBody::Slider ball_;
    Array_<Real>& heights_;
};

static void run() {
    const Real g = 10;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, Vec3(0, -g, 0));
    Body::Rigid rubber(MassProperties(0.1, Vec3(0), UnitInertia(0.01)));
    const Transform up(Rotation(Pi / 2, ZAxis));  // x of the slider points up
    MobilizedBody::Slider ball(matter.Ground(), up, rubber, up);
    Array_<Real> bounces, tops, never;
    Bounce* bounce = new Bounce(system, ball, 0.5, bounces);
    CHECK(!bounce->getTriggerInfo().shouldTriggerOnRisingSignTransition());
    CHECK(bounce->getTriggerInfo().shouldTriggerOnFallingSignTransition());
    CHECK(bounce->getRequiredStage() == Stage::Position);
    system.addEventHandler(bounce);
    system.addEventReporter(new Apex(ball, false, true, tops));
    system.addEventReporter(new Apex(ball, false, false, never));

    State state = system.realizeTopology();
    system.realizeModel(state);
    ball.setLength(state, 5);  // falls for one second, hits with 10, leaves with 5, flies for one second, ...
    system.realize(state, Stage::Position);
    CHECK_NEAR(ball.getBodyOriginLocation(state), Vec3(0, 5, 0), 1e-12);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-6);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2.7);

    CHECK(bounces.size() == 3);
    if (bounces.size() == 3) {
        CHECK_NEAR(bounces[0], 1, 1e-4);
        CHECK_NEAR(bounces[1], 2, 1e-4);
        CHECK_NEAR(bounces[2], 2.5, 1e-4);
    }
    CHECK(tops.size() == 3 && never.empty());
    for (int i = 0; i < int(tops.size()); ++i) CHECK_NEAR(tops[i], 1.25 * std::pow(0.25, i), 1e-4);
    const Real t = 0.2;  // since the last bounce, with speed 1.25
    CHECK_NEAR(ball.getLength(stepper.getState()), 1.25 * t - g * t * t / 2, 1e-3);
}

CHECK_MAIN(run)
