// SPDX-License-Identifier: Apache-2.0
// A custom acceleration-only constraint: a slider is accelerated in proportion to the elapsed time regardless of loads.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Thrust : public Constraint::Custom::Implementation {
public:
    Thrust(SimbodyMatterSubsystem& matter, const MobilizedBody& slider) : Implementation(matter) {
        setDefaultNumConstraintEquations(0, 0, 1);
        slider_ = addConstrainedMobilizer(slider);
        CHECK(slider_ == 0);
        CHECK(getMobilizedBodyIndexOfConstrainedMobilizer(slider_) == slider.getMobilizedBodyIndex());
    }
    Thrust* clone() const override { return new Thrust(*this); }
    void calcAccelerationErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                const Array_<Real, ConstrainedUIndex>& constrainedUDot,
                                Array_<Real>& aerr) const override {
        aerr[0] = getOneUDot(state, constrainedUDot, slider_, MobilizerUIndex(0)) - 6 * state.getTime();
    }
    void addInAccelerationConstraintForces(const State& state, const Array_<Real>& multipliers,
                                           Array_<SpatialVec, ConstrainedBodyIndex>&,
                                           Array_<Real, ConstrainedUIndex>& mobilityForces) const override {
        CHECK(mobilityForces.size() == 1);
        addInOneMobilityForce(state, slider_, MobilizerUIndex(0), multipliers[0], mobilityForces);
    }

private:
    ConstrainedMobilizerIndex slider_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid box(MassProperties(3, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider slider(matter.Ground(), Transform(), box, Transform());
    Force::MobilityConstantForce load(forces, slider, 0, -12);
    Constraint::Custom thrust(new Thrust(matter, slider));

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    int mp, mv, ma;
    thrust.getNumConstraintEquationsInUse(state, mp, mv, ma);
    CHECK(mp == 0 && mv == 0 && ma == 1);
    CHECK(state.getNYErr() == 0 && state.getNUDotErr() == 1 && state.getNMultipliers() == 1);
    CHECK_NEAR(slider.getOneUDot(state, 0), 0, 1e-12);
    // M udot + ~G mult = f: the multiplier compensates the load.
    CHECK_NEAR(state.getMultipliers()[0], -12, 1e-11);
    CHECK_NEAR(thrust.getMultipliersAsVector(state)[0], -12, 1e-11);

    slider.setRate(state, 2);  // speeds are free
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1.5);
    const Real t = 1.5;
    CHECK_NEAR(slider.getRate(stepper.getState()), 2 + 3 * t * t, 1e-6);
    CHECK_NEAR(slider.getLength(stepper.getState()), 2 * t + t * t * t, 1e-6);
}

CHECK_MAIN(run)
