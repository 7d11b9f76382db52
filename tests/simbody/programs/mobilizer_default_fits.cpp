// SPDX-License-Identifier: Apache-2.0
// A custom mobilizer without fitting methods is fitted by an optimizer.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// x = a, y = b: two translations, no fits given.
class BareImpl : public MobilizedBody::Custom::Implementation {
public:
    explicit BareImpl(SimbodyMatterSubsystem& matter) : Implementation(matter, 3, 3) {}
    BareImpl* clone() const override { return new BareImpl(*this); }
    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(Vec3::getAs(q));
    }
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3(0), Vec3::getAs(u));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override { Vec3::updAs(f) = F[1]; }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override { Vec3::updAs(f) = 0; }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid brick(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Custom body(matter.Ground(), new BareImpl(matter), brick);
    State state = system.realizeTopology();
    system.realize(state, Stage::Instance);
    body.setQToFitTransform(state, Transform(Vec3(0.5, -0.25, 1)));
    system.realize(state, Stage::Position);
    CHECK_NEAR(body.getBodyOriginLocation(state), Vec3(0.5, -0.25, 1), 1e-3);
    body.setUToFitVelocity(state, SpatialVec(Vec3(0), Vec3(3, 2, 1)));
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(body.getBodyOriginVelocity(state), Vec3(3, 2, 1), 1e-3);
}

CHECK_MAIN(run)
