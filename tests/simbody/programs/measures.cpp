// SPDX-License-Identifier: Apache-2.0
// Measures: quantities with a required stage, combined from others, some with variables of their own.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// A custom measure: height of a body.
template <class T>
class Height : public Measure_<T> {
public:
    SimTK_MEASURE_HANDLE_PREAMBLE(Height, Measure_<T>);
    Height(Subsystem& subsystem, const MobilizedBody& body)
        : Measure_<T>(subsystem, new Implementation(body), AbstractMeasure::SetHandle()) {}
    SimTK_MEASURE_HANDLE_POSTSCRIPT(Height, Measure_<T>);
};
template <class T>
class Height<T>::Implementation : public Measure_<T>::Implementation {
public:
    explicit Implementation(const MobilizedBody& body) : Measure_<T>::Implementation(1), body_(body) {}
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    int getNumTimeDerivativesVirtual() const override { return 0; }
    Stage getDependsOnStageVirtual(int) const override { return Stage::Position; }
    void calcCachedValueVirtual(const State& state, int, T& value) const override {
        value = body_.getBodyOriginLocation(state)[1];
    }

private:
    const MobilizedBody& body_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation ball(matter.Ground(), body);

    Measure::Time clock;
    Measure::Constant three(matter, 3.);
    Measure::Sinusoid wave(matter, 2, 4, 0.5);  // 2 sin(4t + 0.5)
    Measure::Plus sum(matter, three, wave);
    Measure::Minus difference(matter, three, wave);
    Measure::Scale twice(matter, 2, wave);
    Measure::Integrate area(matter, wave, three);
    Measure::Differentiate slope(matter, wave);
    slope.setForceUseApproximation(true);
    Measure::Variable knob(matter, Stage::Position, 1.5);
    Measure::Maximum crest(matter, wave);
    Measure::Minimum trough(matter, wave);
    Height<Real> height(matter, ball);
    Measure::Delay late(matter, wave, 0.1);
    CHECK(late.getDelay() == 0.1);

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK(three.getValue(state) == 3);
    CHECK(knob.getValue(state) == 1.5);
    knob.setValue(state, 2.5);
    CHECK(knob.getValue(state) == 2.5 && state.getSystemStage() == Stage::Time);
    state.setTime(0.7);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(wave.getValue(state), 2 * std::sin(3.3), 1e-14);
    CHECK_NEAR(wave.getValue(state, 1), 8 * std::cos(3.3), 1e-13);
    CHECK_NEAR(sum.getValue(state) + difference.getValue(state), 6, 1e-14);
    CHECK_NEAR(twice.getValue(state), 4 * std::sin(3.3), 1e-14);
    CHECK(wave.getNumTimeDerivatives() >= 1);
    CHECK(wave.getDependsOnStage() == Stage::Time);
    CHECK(height.getDependsOnStage() == Stage::Position);
    CHECK(wave.isSameSubsystem(matter));

    state = system.getDefaultState();
    system.realizeModel(state);
    CHECK(state.getNZ() == 1);  // the integral
    ball.setQ(state, Vec3(0, 20, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    integrator.setMaximumStepSize(0.01);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1.9);
    const State& now = stepper.getState();
    system.realize(now, Stage::Acceleration);
    CHECK_NEAR(area.getValue(now), 3 - 0.5 * (std::cos(4 * 1.9 + 0.5) - std::cos(0.5)), 1e-5);
    CHECK(slope.isUsingApproximation());
    CHECK_NEAR(slope.getValue(now), 8 * std::cos(4 * 1.9 + 0.5), 0.5);
    CHECK_NEAR(height.getValue(now), 20 - 5 * square(1.9), 1e-5);
    CHECK_NEAR(crest.getValue(now), 2, 1e-2);
    CHECK_NEAR(trough.getValue(now), -2, 1e-2);
    CHECK_NEAR(late.getValue(now), 2 * std::sin(4 * 1.8 + 0.5), 1e-2);
    CHECK(crest.getTimeOfExtremeValue(now) < 1.9);
}

CHECK_MAIN(run)
