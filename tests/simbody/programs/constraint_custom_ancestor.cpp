// SPDX-License-Identifier: Apache-2.0
// The common ancestor of the constrained bodies need not be Ground: kinematics are relative to it, and its own motion
// does not affect the constraint.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// Keeps the origins of two bodies at a given distance along the ancestor's x axis, and applies a torque between them,
// which does no work since they cannot turn.
class Spacer : public Constraint::Custom::Implementation {
public:
    Spacer(MobilizedBody& b1, MobilizedBody& b2, Real gap)
        : Implementation(b1.updMatterSubsystem(), 1, 0, 0), gap_(gap) {
        b1_ = addConstrainedBody(b1);
        b2_ = addConstrainedBody(b2);
    }
    Spacer* clone() const override { return new Spacer(*this); }
    mutable Vec3 seenFirst, seenVelocity;

    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        seenFirst = getBodyOriginLocation(X, b1_);
        CHECK_NEAR(getBodyTransform(X, b1_).p(), seenFirst, 0);
        CHECK_NEAR(getBodyRotation(X, b1_).asMat33(), Rotation().asMat33(), 1e-12);
        perr[0] = getBodyOriginLocation(X, b2_)[0] - seenFirst[0] - gap_;
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& V,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        CHECK_NEAR(getBodyTransformFromState(s, b1_).p(), getBodyOriginLocationFromState(s, b1_), 0);
        seenVelocity = getBodyOriginVelocity(V, b1_);
        CHECK_NEAR(getBodyVelocity(V, b1_)[1], seenVelocity, 0);
        CHECK_NEAR(getBodyAngularVelocity(V, b1_), Vec3(0), 1e-12);
        pverr[0] = getBodyOriginVelocity(V, b2_)[0] - seenVelocity[0];
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& A,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        CHECK_NEAR(getBodyVelocityFromState(s, b1_)[1], getBodyOriginVelocityFromState(s, b1_), 0);
        CHECK_NEAR(getBodyAcceleration(A, b1_)[1], getBodyOriginAcceleration(A, b1_), 0);
        CHECK_NEAR(getBodyAngularAcceleration(A, b1_), Vec3(0), 1e-10);
        paerr[0] = getBodyOriginAcceleration(A, b2_)[0] - getBodyOriginAcceleration(A, b1_)[0];
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& f,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        addInStationForce(s, b2_, Vec3(0), Vec3(lambda[0], 0, 0), f);
        addInStationForce(s, b1_, Vec3(0), Vec3(-lambda[0], 0, 0), f);
        addInBodyTorque(s, b1_, Vec3(0, 0, lambda[0]), f);
        addInBodyTorque(s, b2_, Vec3(0, 0, -lambda[0]), f);
    }

private:
    ConstrainedBodyIndex b1_, b2_;
    Real gap_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin turntable(matter.Ground(), Transform(Vec3(5, 0, 0)), body, Transform());
    MobilizedBody::Slider first(turntable, Transform(Vec3(0, 0.5, 0)), body, Transform());
    MobilizedBody::Slider second(turntable, Transform(Vec3(0, -0.5, 0)), body, Transform());
    Spacer* spacer = new Spacer(first, second, 2);
    Constraint::Custom element(spacer);

    State state = system.realizeTopology();
    system.realizeModel(state);
    turntable.setAngle(state, 1);
    first.setLength(state, 1);
    second.setLength(state, 3);
    turntable.setRate(state, 3);
    first.setRate(state, 0.5);
    second.setRate(state, 0.5);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(spacer->seenVelocity, Vec3(0.5, 0, 0), 1e-12);
    system.realize(state, Stage::Acceleration);
    CHECK(element.getNumConstrainedBodies() == 2);
    CHECK(element.getAncestorMobilizedBody().getMobilizedBodyIndex() == turntable.getMobilizedBodyIndex());
    // Relative to the turntable, which rotates and is displaced.
    CHECK_NEAR(spacer->seenFirst, Vec3(1, 0.5, 0), 1e-12);
    CHECK_NEAR(state.getQErr()[0], 0, 1e-12);
    CHECK_NEAR(state.getUErr()[0], 0, 1e-12);
    CHECK_NEAR(state.getUDotErr()[0], 0, 1e-10);

    // Both are pushed outward by w^2 r and so share the mean of 9*1 and 9*3.
    const Real common = (9 * 1 + 9 * 3) / 2.;
    CHECK_NEAR(first.getOneUDot(state, 0), common, 1e-9);
    CHECK_NEAR(second.getOneUDot(state, 0), first.getOneUDot(state, 0), 1e-9);
}

CHECK_MAIN(run)
