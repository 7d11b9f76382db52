// SPDX-License-Identifier: Apache-2.0
// More measures: constants, results set explicitly, extremes by magnitude, and measures in a custom Subsystem.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class HostGuts : public Subsystem::Guts {
public:
    HostGuts() : Guts("Host", "1") {}
    HostGuts* cloneImpl() const override { return new HostGuts(); }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Subsystem host;
    host.adoptSubsystemGuts(new HostGuts());
    system.adoptSubsystem(host);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin pin(matter.Ground(), body);

    Measure::Zero nothing;
    Measure::One unit;
    Measure_<Vec3>::Constant direction(host, Vec3(1, 2, 3));
    Measure::Sinusoid wave(host, 3, 2, 0);
    Measure::MaxAbs furthest(host, wave);
    Measure::MinAbs nearest(host, wave);
    Measure::Maximum top(host, wave);
    Measure::Result result(host, Stage::Position, Stage::Dynamics);
    Measure::Variable rate(host, Stage::Velocity, 2.0);
    Measure::Constant start(host, 10);
    Measure::Integrate total(host, rate, start);
    Measure::Scale doubled(host, 2, total);
    CHECK(wave.isInSubsystem() && wave.isSameSubsystem(host) && !wave.isSameSubsystem(matter));
    CHECK(!Measure().isInSubsystem());
    CHECK(wave.getSubsystemMeasureIndex().isValid());
    CHECK(host.getMeasure(wave.getSubsystemMeasureIndex()).isSameMeasure(wave));
    const Measure& again = wave;
    CHECK(again.isSameMeasure(wave) && !again.isSameMeasure(total));

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK(nothing.getValue(state) == 0 && unit.getValue(state) == 1);
    CHECK_NEAR(direction.getValue(state), Vec3(1, 2, 3), 0);

    // A result is set explicitly, marked valid, and invalidated with its stage.
    CHECK(!result.isValid(state));
    result.setValue(state, 5);
    CHECK(result.isValid(state) && result.getValue(state) == 5);
    system.realize(state, Stage::Velocity);
    pin.setAngle(state, 1);
    system.realize(state, Stage::Position);
    CHECK(!result.isValid(state));
    result.updValue(state) = 6;
    result.markAsValid(state);
    CHECK(result.getValue(state) == 6);

    rate.setValue(state, 3);
    total.setValue(state, 1);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-6);
    integrator.setMaximumStepSize(0.01);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    const State& now = stepper.getState();
    system.realize(now, Stage::Acceleration);
    CHECK(rate.getValue(now) == 3);
    CHECK_NEAR(total.getValue(now), 10 + 6, 1e-8);  // starts from its initial condition
    CHECK_NEAR(doubled.getValue(now), 32, 1e-8);
    CHECK_NEAR(top.getValue(now), 3, 1e-2);
    CHECK_NEAR(std::abs(furthest.getValue(now)), 3, 1e-2);
    CHECK_NEAR(nearest.getValue(now), 0, 1e-9);
    CHECK_NEAR(top.getTimeOfExtremeValue(now), Pi / 4, 2e-2);
}

CHECK_MAIN(run)
