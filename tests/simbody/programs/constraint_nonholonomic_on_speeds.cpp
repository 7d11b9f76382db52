// SPDX-License-Identifier: Apache-2.0
// A custom nonholonomic constraint on mobilities: two wheels geared with a ratio that depends on a coordinate.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// u2 = (2 + sin q1) u1
class Gear : public Constraint::Custom::Implementation {
public:
    Gear(SimbodyMatterSubsystem& matter, const MobilizedBody& one, const MobilizedBody& two, bool off)
        : Implementation(matter, 0, 1, 0) {
        one_ = addConstrainedMobilizer(one);
        two_ = addConstrainedMobilizer(two);
        setDisabledByDefault(off);
    }
    Gear* clone() const override { return new Gear(*this); }
    void calcVelocityErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedUIndex>& u, Array_<Real>& verr) const override {
        verr[0] = getOneU(s, u, two_, MobilizerUIndex(0)) - ratio(s) * getOneU(s, u, one_, MobilizerUIndex(0));
    }
    void calcVelocityDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedUIndex>& udot, Array_<Real>& vaerr) const override {
        const Real q = getOneQFromState(s, one_, MobilizerQIndex(0));
        const Real u = getOneUFromState(s, one_, MobilizerUIndex(0));
        vaerr[0] = getOneUDot(s, udot, two_, MobilizerUIndex(0)) -
                   ratio(s) * getOneUDot(s, udot, one_, MobilizerUIndex(0)) - std::cos(q) * u * u;
    }
    void addInVelocityConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>&,
                                       Array_<Real, ConstrainedUIndex>& f) const override {
        addInOneMobilityForce(s, two_, MobilizerUIndex(0), lambda[0], f);
        addInOneMobilityForce(s, one_, MobilizerUIndex(0), -ratio(s) * lambda[0], f);
    }

private:
    Real ratio(const State& s) const { return 2 + std::sin(getOneQFromState(s, one_, MobilizerQIndex(0))); }
    ConstrainedMobilizerIndex one_, two_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid wheel(MassProperties(1, Vec3(0), Inertia(1, 1, 2)));
    MobilizedBody::Pin one(matter.Ground(), Transform(), wheel, Transform());
    MobilizedBody::Pin two(matter.Ground(), Transform(Vec3(3, 0, 0)), wheel, Transform());
    Force::MobilityConstantForce(forces, one, 0, 1.5);
    Constraint::Custom gear(new Gear(matter, one, two, true));

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK(gear.isDisabledByDefault() && gear.isDisabled(state));
    CHECK(state.getNMultipliers() == 0);
    CHECK_NEAR(one.getOneUDot(state, 0), 0.75, 1e-12);

    gear.enable(state);
    one.setRate(state, 1);
    two.setRate(state, 2);
    system.realize(state, Stage::Acceleration);
    CHECK(state.getNUErr() == 1 && state.getNMultipliers() == 1);
    CHECK_NEAR(state.getUErr()[0], 0, 1e-14);
    // 2 a1 = 1.5 + 2 m, 2 a2 = -m, a2 = 2 a1 + 1  =>  a1 = (1.5 - 4) / 10.
    CHECK_NEAR(one.getOneUDot(state, 0), -0.25, 1e-11);
    CHECK_NEAR(two.getOneUDot(state, 0), 0.5, 1e-11);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    const State& end = stepper.getState();
    CHECK_NEAR(two.getRate(end), (2 + std::sin(one.getAngle(end))) * one.getRate(end), 1e-5);
    // The work done is the torque times the angle.
    const Real before = (1 + 4) * 2 / 2., after = (square(one.getRate(end)) + square(two.getRate(end))) * 2 / 2;
    CHECK_NEAR(after - before, 1.5 * one.getAngle(end), 1e-4);
}

CHECK_MAIN(run)
