// SPDX-License-Identifier: Apache-2.0
// A memory that advances with accepted steps: the largest angle reached so far, kept in an auto-update variable.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class PeakGuts : public Subsystem::Guts {
public:
    explicit PeakGuts(const MobilizedBody::Pin& pin) : Guts("Peak", "1"), pin_(pin) {}
    PeakGuts* cloneImpl() const override { return new PeakGuts(*this); }
    int realizeSubsystemTopologyImpl(State& state) const override {
        peak_ = allocateAutoUpdateDiscreteVariable(state, Stage::Dynamics, new Value<Real>(-Infinity), Stage::Position);
        return 0;
    }
    int realizeSubsystemPositionImpl(const State& state) const override {
        const Real last = Value<Real>::downcast(getDiscreteVariable(state, peak_));
        Value<Real>::updDowncast(updDiscreteVarUpdateValue(state, peak_)) = std::max(last, pin_.getAngle(state));
        markDiscreteVarUpdateValueRealized(state, peak_);
        return 0;
    }
    // The peak at this State: the value that the variable takes when the step is accepted.
    Real getPeak(const State& state) const { return Value<Real>::downcast(getDiscreteVarUpdateValue(state, peak_)); }
    Real getRemembered(const State& state) const { return Value<Real>::downcast(getDiscreteVariable(state, peak_)); }

private:
    MobilizedBody::Pin pin_;
    mutable DiscreteVariableIndex peak_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin pin(matter.Ground(), Transform(), body, Transform());
    Force::MobilityLinearSpring spring(forces, pin, MobilizerQIndex(0), 1, 0);
    Subsystem handle;
    PeakGuts* peak = new PeakGuts(pin);
    handle.adoptSubsystemGuts(peak);
    system.adoptSubsystem(handle);

    State state = system.realizeTopology();
    system.realizeModel(state);
    pin.setRate(state, 0.8);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    integrator.setMaximumStepSize(0.01);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);

    // angle = 0.8 sin t: rising until pi/2, then the peak stays.
    stepper.stepTo(1);
    system.realize(stepper.getState(), Stage::Position);
    CHECK_NEAR(peak->getPeak(stepper.getState()), 0.8 * std::sin(1.), 1e-5);
    stepper.stepTo(4);
    system.realize(stepper.getState(), Stage::Position);
    CHECK_NEAR(pin.getAngle(stepper.getState()), 0.8 * std::sin(4.), 1e-5);
    CHECK_NEAR(peak->getPeak(stepper.getState()), 0.8, 1e-4);
    CHECK_NEAR(peak->getRemembered(stepper.getState()), 0.8, 1e-4);
}

CHECK_MAIN(run)
