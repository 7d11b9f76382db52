// SPDX-License-Identifier: Apache-2.0
// A custom holonomic constraint on two bodies: a station of one stays on a sphere about a station of the other. It must
// behave like the built-in Rod, and its errors must be exact derivatives of each other.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Leash : public Constraint::Custom::Implementation {
public:
    Leash(MobilizedBody& b1, const Vec3& s1, MobilizedBody& b2, const Vec3& s2, Real length)
        : Implementation(b1.updMatterSubsystem(), 1, 0, 0), s1_(s1), s2_(s2), length_(length) {
        first_ = addConstrainedBody(b1);
        second_ = addConstrainedBody(b2);
        CHECK(first_ == 0 && second_ == 1);
        CHECK(getMobilizedBodyIndexOfConstrainedBody(second_) == b2.getMobilizedBodyIndex());
        CHECK(getMatterSubsystem().isSameSubsystem(b1.getMatterSubsystem()));
    }
    Implementation* clone() const override { return new Leash(*this); }

    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X_AB,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        const Vec3 r = findStationLocation(X_AB, second_, s2_) - findStationLocation(X_AB, first_, s1_);
        perr[0] = (r.normSqr() - square(length_)) / 2;
    }
    void calcPositionDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        const Vec3 v = findStationVelocity(state, V_AB, second_, s2_) - findStationVelocity(state, V_AB, first_, s1_);
        pverr[0] = dot(span(state), v);
    }
    void calcPositionDotDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        const Vec3 v =
            findStationVelocityFromState(state, second_, s2_) - findStationVelocityFromState(state, first_, s1_);
        const Vec3 a =
            findStationAcceleration(state, A_AB, second_, s2_) - findStationAcceleration(state, A_AB, first_, s1_);
        paerr[0] = dot(span(state), a) + v.normSqr();
    }
    void addInPositionConstraintForces(const State& state, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        const Vec3 f = multipliers[0] * span(state);
        addInStationForce(state, second_, s2_, f, bodyForcesInA);
        addInStationForce(state, first_, s1_, -f, bodyForcesInA);
    }

private:
    Vec3 span(const State& state) const {
        return findStationLocationFromState(state, second_, s2_) - findStationLocationFromState(state, first_, s1_);
    }
    ConstrainedBodyIndex first_, second_;
    Vec3 s1_, s2_;
    Real length_;
};

// Two pendulums whose bobs are joined by the custom leash or by the built-in rod.
struct Twins {
    explicit Twins(bool custom) : matter(system), forces(system) {
        Force::UniformGravity(forces, matter, Vec3(0, -9, 0));
        Body::Rigid bob(MassProperties(1.5, Vec3(0, -0.2, 0), UnitInertia(0.3)));
        left = MobilizedBody::Ball(matter.Ground(), Transform(Vec3(-1, 0, 0)), bob, Transform(Vec3(0, 1, 0)));
        right = MobilizedBody::Ball(matter.Ground(), Transform(Vec3(1, 0, 0)), bob, Transform(Vec3(0, 1, 0)));
        const Vec3 s1(0.1, 0, 0), s2(0, 0, 0.1);
        if (custom)
            constraint = Constraint::Custom(new Leash(left, s1, right, s2, 1.8));
        else
            constraint = Constraint::Rod(left, s1, right, s2, 1.8);
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    MobilizedBody::Ball left, right;
    Constraint constraint;
};

static void run() {
    Twins ours(true), theirs(false);
    State a = ours.system.realizeTopology(), b = theirs.system.realizeTopology();
    int mp, mv, ma;
    ours.system.realize(a, Stage::Instance);
    theirs.system.realize(b, Stage::Instance);
    ours.constraint.getNumConstraintEquationsInUse(a, mp, mv, ma);
    CHECK(mp == 1 && mv == 0 && ma == 0);
    ours.left.setU(a, Vec3(0.3, 0, 0.4));
    ours.system.realize(a, Stage::Velocity);
    CHECK(std::abs(a.getQErr()[0]) > 1e-3);
    ours.system.project(a, 1e-10);
    ours.system.realize(a, Stage::Acceleration);
    CHECK_NEAR(a.getQErr()[0], 0, 1e-9);
    CHECK_NEAR(a.getUErr()[0], 0, 1e-9);

    // Both models accept this position and velocity and yield equal accelerations.
    b.setY(a.getY());
    theirs.system.realize(b, Stage::Acceleration);
    CHECK_NEAR(b.getQErr()[0], 0, 1e-9);
    CHECK_NEAR(b.getUErr()[0], 0, 1e-9);
    CHECK_NEAR(a.getUDot(), b.getUDot(), 1e-7);
    CHECK_NEAR(a.getUDotErr()[0], 0, 1e-9);
    CHECK(a.getNMultipliers() == 1 && std::abs(a.getMultipliers()[0]) > 1e-3);

    // Rows from the error methods and columns from the force method are the same matrix.
    Matrix G, Gt;
    ours.matter.calcG(a, G);
    ours.matter.calcGTranspose(a, Gt);
    CHECK(G.nrow() == 1 && G.ncol() == a.getNU());
    CHECK_NEAR(Matrix(~G), Gt, 1e-11);

    RungeKuttaMersonIntegrator ia(ours.system), ib(theirs.system);
    ia.setAccuracy(1e-7), ib.setAccuracy(1e-7);
    TimeStepper sa(ours.system, ia), sb(theirs.system, ib);
    sa.initialize(a), sb.initialize(b);
    sa.stepTo(1), sb.stepTo(1);
    CHECK_NEAR(ours.right.getBodyOriginLocation(sa.getState()), theirs.right.getBodyOriginLocation(sb.getState()),
               1e-4);
    ours.system.realize(sa.getState(), Stage::Velocity);
    CHECK_NEAR(sa.getState().getQErr()[0], 0, 1e-5);
    CHECK_NEAR(ours.system.calcEnergy(sa.getState()), ours.system.calcEnergy(a), 1e-4);
}

CHECK_MAIN(run)
