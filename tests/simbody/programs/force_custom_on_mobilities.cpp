// SPDX-License-Identifier: Apache-2.0
// A custom force with its own handle class that acts on single mobilities, with an adjustable strength and hooks.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// Motor with speed dependent torque: f = gain * (target - u).
class GovernorImpl : public Force::Custom::Implementation {
public:
    GovernorImpl(GeneralForceSubsystem& forces, const MobilizedBody& body, Real gain)
        : forces_(forces), body_(body), gain_(gain) {}
    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector& mobilityForces) const override {
        const Real f = gain_ * (getTarget(state) - body_.getOneU(state, 0));
        body_.applyOneMobilityForce(state, 0, f, mobilityForces);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    bool dependsOnlyOnPositions() const override { return false; }
    void realizeTopology(State& state) const override {
        target_ = forces_.allocateDiscreteVariable(state, Stage::Dynamics, new Value<Real>(0.));
    }
    void realizeReport(const State&) const override { ++reports; }
    Real getTarget(const State& state) const {
        return Value<Real>::downcast(forces_.getDiscreteVariable(state, target_));
    }
    void setTarget(State& state, Real value) const {
        Value<Real>::updDowncast(forces_.updDiscreteVariable(state, target_)) = value;
    }
    mutable int reports = 0;

private:
    GeneralForceSubsystem& forces_;
    const MobilizedBody& body_;
    Real gain_;
    mutable DiscreteVariableIndex target_;
};

class Governor : public Force::Custom {
public:
    Governor(GeneralForceSubsystem& forces, const MobilizedBody& body, Real gain)
        : Force::Custom(forces, new GovernorImpl(forces, body, gain)) {}
    const GovernorImpl& impl() const { return dynamic_cast<const GovernorImpl&>(getImplementation()); }
    void setTarget(State& state, Real value) const { impl().setTarget(state, value); }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid disk(MassProperties(3, Vec3(0), Inertia(2, 2, 4)));
    MobilizedBody::Pin shaft(matter.Ground(), Transform(), disk, Transform());
    Governor governor(forces, shaft, 8);

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(shaft.getOneUDot(state, 0), 0, 1e-14);
    governor.setTarget(state, 5);
    CHECK(state.getSystemStage() == Stage::Velocity);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(shaft.getOneUDot(state, 0), 8 * 5 / 4., 1e-12);
    CHECK(governor.impl().reports == 0);
    system.realize(state, Stage::Report);
    CHECK(governor.impl().reports == 1);

    shaft.setRate(state, 2);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(shaft.getOneUDot(state, 0), 8 * 3 / 4., 1e-12);

    // u' = -2 (u - 5) from u = 2.
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-9);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1.5);
    CHECK_NEAR(shaft.getRate(stepper.getState()), 5 - 3 * std::exp(-3.), 1e-6);
}

CHECK_MAIN(run)
