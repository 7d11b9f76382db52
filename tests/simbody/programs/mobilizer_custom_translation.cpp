// SPDX-License-Identifier: Apache-2.0
// A custom mobilizer with two translations in a plane, compared with the built-in equivalent.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class TableImpl : public MobilizedBody::Custom::Implementation {
public:
    explicit TableImpl(SimbodyMatterSubsystem& matter) : Implementation(matter, 2, 2, 0) {}
    Implementation* clone() const override { return new TableImpl(*this); }
    Transform calcMobilizerTransformFromQ(const State&, int nq, const Real* q) const override {
        CHECK(nq == 2);
        return Transform(Vec3(q[0], q[1], 0));
    }
    SpatialVec multiplyByHMatrix(const State&, int nu, const Real* u) const override {
        CHECK(nu == 2);
        return SpatialVec(Vec3(0), Vec3(u[0], u[1], 0));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override {
        Vec2::updAs(f) = Vec2(F[1][0], F[1][1]);
    }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override {
        Vec2::updAs(f) = Vec2(0);
    }
    void setQToFitTransform(const State&, const Transform& X_FM, int, Real* q) const override {
        Vec2::updAs(q) = Vec2(X_FM.p()[0], X_FM.p()[1]);
    }
    void setUToFitVelocity(const State&, const SpatialVec& V_FM, int, Real* u) const override {
        Vec2::updAs(u) = Vec2(V_FM[1][0], V_FM[1][1]);
    }
};

// A handle that hides the implementation, as the built-in mobilizers have.
class Table : public MobilizedBody::Custom {
public:
    Table(MobilizedBody& parent, const Transform& inboard, const Body& body, const Transform& outboard)
        : MobilizedBody::Custom(parent, new TableImpl(parent.updMatterSubsystem()), inboard, body, outboard) {}
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(2, -5, 1));
    Body::Rigid brick(MassProperties(2, Vec3(0.1, 0, 0), Inertia(1)));
    const Transform inboard(Rotation(0.3, XAxis), Vec3(0, 1, 0)), outboard(Rotation(-0.2, ZAxis), Vec3(0, 0, 0.5));
    Table ours(matter.updGround(), inboard, brick, outboard);
    MobilizedBody::Slider onX(matter.Ground(), inboard, Body::Massless(), Transform());
    const Rotation xToY(Pi / 2, ZAxis);
    MobilizedBody::Slider theirs(onX, Transform(xToY), brick, outboard * Transform(xToY));
    // A pendulum on each makes the forces nontrivial.
    MobilizedBody::Pin p(ours, Transform(Vec3(0, -1, 0)), brick, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Pin r(theirs, Transform(Vec3(0, -1, 0)), brick, Transform(Vec3(0, 1, 0)));

    State state = system.realizeTopology();
    system.realizeModel(state);
    CHECK(ours.getNumQ(state) == 2 && ours.getNumU(state) == 2);
    ours.setOneQ(state, 0, 1), ours.setOneQ(state, 1, -2);
    onX.setLength(state, 1), theirs.setLength(state, -2);
    p.setRate(state, 3), r.setRate(state, 3);
    ours.setOneU(state, 1, 0.5), theirs.setRate(state, 0.5);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(p.getBodyOriginLocation(state), r.getBodyOriginLocation(state), 1e-12);
    CHECK_NEAR(p.getBodyVelocity(state), r.getBodyVelocity(state), 1e-12);
    CHECK_NEAR(p.getBodyAcceleration(state), r.getBodyAcceleration(state), 1e-9);
    CHECK_NEAR(ours.getOneUDot(state, 0), onX.getOneUDot(state, 0), 1e-10);
    CHECK_NEAR(state.getQDot()[1], state.getU()[1], 0);
    CHECK_NEAR(ours.getMobilizerTransform(state).p(), Vec3(1, -2, 0), 1e-14);
    CHECK_NEAR(ours.getMobilizerVelocity(state)[1], Vec3(0, 0.5, 0), 1e-14);

    // The fits use the custom methods.
    ours.setQToFitTransform(state, Transform(Rotation(0.1, YAxis), Vec3(7, 8, 9)));
    CHECK(ours.getOneQ(state, 0) == 7 && ours.getOneQ(state, 1) == 8);
    ours.setQToFitTranslation(state, Vec3(4, 5, 6));
    CHECK_NEAR(ours.getOneQ(state, 0), 4, 1e-14);
    system.realize(state, Stage::Position);
    ours.setUToFitVelocity(state, SpatialVec(Vec3(1), Vec3(-1, -2, -3)));
    CHECK_NEAR(ours.getUAsVector(state)[0], -1, 1e-14);
    CHECK_NEAR(ours.getUAsVector(state)[1], -2, 1e-14);
}

CHECK_MAIN(run)
