// SPDX-License-Identifier: Apache-2.0
// A custom mobilizer with a variable of its own, allocated in its realizeTopology: a screw whose pitch is part of the
// State, with a lazily computed value in the cache.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class ScrewImpl : public MobilizedBody::Custom::Implementation {
public:
    ScrewImpl(SimbodyMatterSubsystem& matter, Real pitch)
        : Implementation(matter, 1, 1, 1), matter_(matter), usual_(pitch) {}
    ScrewImpl* clone() const override { return new ScrewImpl(*this); }

    void realizeTopology(State& state) const override {
        pitch_ = matter_.allocateDiscreteVariable(state, Stage::Instance, new Value<Real>(usual_));
        travel_ = matter_.allocateLazyCacheEntry(state, Stage::Position, new Value<Real>(NaN));
    }
    Real getPitch(const State& s) const { return Value<Real>::downcast(matter_.getDiscreteVariable(s, pitch_)); }
    void setPitch(State& s, Real p) const { Value<Real>::updDowncast(matter_.updDiscreteVariable(s, pitch_)) = p; }
    Real getTravel(const State& s) const {
        if (!matter_.isCacheValueRealized(s, travel_)) {
            Value<Real>::updDowncast(matter_.updCacheEntry(s, travel_)) = getQ(s)[0] * getPitch(s);
            matter_.markCacheValueRealized(s, travel_);
        }
        return Value<Real>::downcast(matter_.getCacheEntry(s, travel_));
    }

    Transform calcMobilizerTransformFromQ(const State& s, int, const Real* q) const override {
        return Transform(Rotation(q[0], ZAxis), Vec3(0, 0, getPitch(s) * q[0]));
    }
    SpatialVec multiplyByHMatrix(const State& s, int, const Real* u) const override {
        return SpatialVec(Vec3(0, 0, u[0]), Vec3(0, 0, getPitch(s) * u[0]));
    }
    void multiplyByHTranspose(const State& s, const SpatialVec& F, int, Real* f) const override {
        f[0] = F[0][2] + getPitch(s) * F[1][2];
    }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override { f[0] = 0; }
    void setQToFitTransform(const State& s, const Transform& X, int, Real* q) const override {
        q[0] = X.p()[2] / getPitch(s);
    }
    void setUToFitVelocity(const State& s, const SpatialVec& V, int, Real* u) const override {
        u[0] = V[1][2] / getPitch(s);
    }

private:
    SimbodyMatterSubsystem& matter_;
    Real usual_;
    mutable DiscreteVariableIndex pitch_;
    mutable CacheEntryIndex travel_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -6));
    Body::Rigid nut(MassProperties(2, Vec3(0), Inertia(1)));
    ScrewImpl* screw = new ScrewImpl(matter, 0.5);
    MobilizedBody::Custom ours(matter.Ground(), screw, nut);
    MobilizedBody::Screw theirs(matter.Ground(), nut, 0.5);

    State state = system.realizeTopology();
    system.realizeModel(state);
    ours.setOneQ(state, 0, 3), theirs.setOneQ(state, 0, 3);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(ours.getBodyOriginLocation(state), theirs.getBodyOriginLocation(state), 1e-14);
    CHECK_NEAR(ours.getOneUDot(state, 0), theirs.getOneUDot(state, 0), 1e-12);
    CHECK_NEAR(ours.getOneUDot(state, 0), -12 * 0.5 / (1 + 2 * 0.25), 1e-12);
    CHECK_NEAR(screw->getTravel(state), 1.5, 1e-14);

    // Writing the pitch invalidates Instance.
    screw->setPitch(state, 2);
    CHECK(state.getSystemStage() == Stage::Model);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(ours.getBodyOriginLocation(state), Vec3(0, 0, 6), 1e-14);
    CHECK_NEAR(screw->getTravel(state), 6, 1e-14);
    CHECK_NEAR(ours.getOneUDot(state, 0), -12 * 2 / (1 + 2 * 4.), 1e-12);
    State other = system.getDefaultState();
    system.realize(other, Stage::Instance);
    CHECK(screw->getPitch(other) == 0.5);
    ours.setQToFitTranslation(state, Vec3(0, 0, 1));
    CHECK_NEAR(ours.getOneQ(state, 0), 0.5, 1e-13);
}

CHECK_MAIN(run)
