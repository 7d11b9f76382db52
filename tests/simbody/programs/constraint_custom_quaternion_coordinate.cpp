// SPDX-License-Identifier: Apache-2.0
// A custom holonomic constraint on a single quaternion component. Forces are given in q space and turned into mobility
// forces by ~N, so the body behaves like one that can only turn about axes without x component.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class NoRoll : public Constraint::Custom::Implementation {
public:
    NoRoll(SimbodyMatterSubsystem& matter, const MobilizedBody& ball) : Implementation(matter, 1, 0, 0) {
        ball_ = addConstrainedMobilizer(ball);
    }
    NoRoll* clone() const override { return new NoRoll(*this); }
    void calcPositionErrors(const State& s, const Array_<Transform, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedQIndex>& q, Array_<Real>& perr) const override {
        CHECK(q.size() == 4 && perr.size() == 1);
        perr[0] = getOneQ(s, q, ball_, MobilizerQIndex(1));
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedQIndex>& qdot, Array_<Real>& pverr) const override {
        pverr[0] = getOneQDot(s, qdot, ball_, MobilizerQIndex(1));
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                  const Array_<Real, ConstrainedQIndex>& qdotdot, Array_<Real>& paerr) const override {
        paerr[0] = getOneQDotDot(s, qdotdot, ball_, MobilizerQIndex(1));
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>&,
                                       Array_<Real, ConstrainedQIndex>& qForces) const override {
        addInOneQForce(s, ball_, MobilizerQIndex(1), lambda[0], qForces);
    }

private:
    ConstrainedMobilizerIndex ball_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Ball ball(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1, 2, 3))));
    Force::ConstantTorque twist(forces, ball, Vec3(1, 0.4, 0));
    Constraint::Custom noRoll(new NoRoll(matter, ball));

    State state = system.realizeTopology();
    system.realizeModel(state);
    ball.setQToFitRotation(state, Rotation(0.8, YAxis));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(state.getQErr()[0], 0, 1e-14);
    CHECK(state.getNMultipliers() == 1 && state.getNUErr() == 1);
    CHECK_NEAR(state.getUDotErr()[0], 0, 1e-11);
    CHECK_NEAR(ball.getQDotDotAsVector(state)[1], 0, 1e-11);

    Matrix G, Gt;
    matter.calcG(state, G);
    matter.calcGTranspose(state, Gt);
    CHECK(G.ncol() == 3 && (Matrix(~G) - Gt).norm() < 1e-12);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-6);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    for (int i = 1; i <= 4; ++i) {
        stepper.stepTo(0.5 * i);
        const Vector q = ball.getQAsVector(stepper.getState());
        CHECK_NEAR(q[1], 0, 1e-5);
        CHECK_NEAR(q.norm(), 1, 1e-5);
    }
    CHECK((ball.getQAsVector(stepper.getState()) - ball.getQAsVector(state)).norm() > 0.01);
}

CHECK_MAIN(run)
