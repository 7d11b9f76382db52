// SPDX-License-Identifier: Apache-2.0
// One custom constraint with equations of all three kinds on three sliders: all are counted, found and solved.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// q0 = 1; u1 = 2 + q1; udot2 = -u2
class Mixed : public Constraint::Custom::Implementation {
public:
    Mixed(SimbodyMatterSubsystem& matter, const MobilizedBody& a, const MobilizedBody& b, const MobilizedBody& c)
        : Implementation(matter, 1, 1, 1) {
        a_ = addConstrainedMobilizer(a);
        b_ = addConstrainedMobilizer(b);
        c_ = addConstrainedMobilizer(c);
    }
    Mixed* clone() const override { return new Mixed(*this); }
    using Bodies = ConstrainedBodyIndex;

    void calcPositionErrors(const State& s, const Array_<Transform, Bodies>&, const Array_<Real, ConstrainedQIndex>& q,
                            Array_<Real>& e) const override {
        CHECK(e.size() == 1 && q.size() == 3);
        e[0] = getOneQ(s, q, a_, MobilizerQIndex(0)) - 1;
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, Bodies>&,
                               const Array_<Real, ConstrainedQIndex>& qdot, Array_<Real>& e) const override {
        e[0] = getOneQDot(s, qdot, a_, MobilizerQIndex(0));
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, Bodies>&,
                                  const Array_<Real, ConstrainedQIndex>& qdotdot, Array_<Real>& e) const override {
        e[0] = getOneQDotDot(s, qdotdot, a_, MobilizerQIndex(0));
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda, Array_<SpatialVec, Bodies>&,
                                       Array_<Real, ConstrainedQIndex>& f) const override {
        addInOneQForce(s, a_, MobilizerQIndex(0), lambda[0], f);
    }
    void calcVelocityErrors(const State& s, const Array_<SpatialVec, Bodies>&, const Array_<Real, ConstrainedUIndex>& u,
                            Array_<Real>& e) const override {
        CHECK(e.size() == 1);
        e[0] = getOneU(s, u, b_, MobilizerUIndex(0)) - 2 - getOneQFromState(s, b_, MobilizerQIndex(0));
    }
    void calcVelocityDotErrors(const State& s, const Array_<SpatialVec, Bodies>&,
                               const Array_<Real, ConstrainedUIndex>& udot, Array_<Real>& e) const override {
        e[0] = getOneUDot(s, udot, b_, MobilizerUIndex(0)) - getOneQDotFromState(s, b_, MobilizerQIndex(0));
    }
    void addInVelocityConstraintForces(const State& s, const Array_<Real>& lambda, Array_<SpatialVec, Bodies>&,
                                       Array_<Real, ConstrainedUIndex>& f) const override {
        addInOneMobilityForce(s, b_, MobilizerUIndex(0), lambda[0], f);
    }
    void calcAccelerationErrors(const State& s, const Array_<SpatialVec, Bodies>&,
                                const Array_<Real, ConstrainedUIndex>& udot, Array_<Real>& e) const override {
        CHECK(e.size() == 1);
        e[0] = getOneUDot(s, udot, c_, MobilizerUIndex(0)) + getOneUFromState(s, c_, MobilizerUIndex(0));
    }
    void addInAccelerationConstraintForces(const State& s, const Array_<Real>& lambda, Array_<SpatialVec, Bodies>&,
                                           Array_<Real, ConstrainedUIndex>& f) const override {
        addInOneMobilityForce(s, c_, MobilizerUIndex(0), lambda[0], f);
    }

private:
    ConstrainedMobilizerIndex a_, b_, c_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(4, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider a(matter.Ground(), body), b(matter.Ground(), body), c(matter.Ground(), body);
    for (MobilizedBody* each :
         {static_cast<MobilizedBody*>(&a), static_cast<MobilizedBody*>(&b), static_cast<MobilizedBody*>(&c)})
        Force::MobilityConstantForce(forces, *each, 0, 5);
    Constraint::Custom mixed(new Mixed(matter, a, b, c));

    State state = system.realizeTopology();
    system.realizeModel(state);
    a.setLength(state, 1);
    b.setRate(state, 2);
    c.setRate(state, 3);
    system.realize(state, Stage::Acceleration);
    int mp, mv, ma;
    mixed.getNumConstraintEquationsInUse(state, mp, mv, ma);
    CHECK(mp == 1 && mv == 1 && ma == 1);
    CHECK(state.getNQErr() == 1 && state.getNUErr() == 2 && state.getNUDotErr() == 3);
    CHECK_NEAR(state.getYErr().norm(), 0, 1e-14);
    CHECK_NEAR(state.getUDotErr().norm(), 0, 1e-11);
    CHECK_NEAR(a.getOneUDot(state, 0), 0, 1e-12);
    CHECK_NEAR(b.getOneUDot(state, 0), 2, 1e-12);
    CHECK_NEAR(c.getOneUDot(state, 0), -3, 1e-12);
    // M udot + ~G lambda = f, one by one.
    const Vector lambda = mixed.getMultipliersAsVector(state);
    CHECK_NEAR(lambda, Vector(Vec3(5, 5 - 8, 5 + 12)), 1e-10);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    CHECK_NEAR(a.getLength(stepper.getState()), 1, 1e-7);
    CHECK_NEAR(b.getLength(stepper.getState()), 2 * (std::exp(1.) - 1), 1e-5);
    CHECK_NEAR(c.getRate(stepper.getState()), 3 * std::exp(-1.), 1e-6);
}

CHECK_MAIN(run)
