// SPDX-License-Identifier: Apache-2.0
// A custom joint has one formula for poses and one for velocities; fits of a part call it for the whole, with the other
// part zero across the joint.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

/// Turns about z by q0 and slides along x by q1.
class TurnAndSlide : public MobilizedBody::Custom::Implementation {
public:
    explicit TurnAndSlide(SimbodyMatterSubsystem& matter) : Implementation(matter, 2, 2, 0) {}
    Implementation* clone() const override { return new TurnAndSlide(*this); }
    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(Rotation(q[0], ZAxis), Vec3(q[1], 0, 0));
    }
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3(0, 0, u[0]), Vec3(u[1], 0, 0));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override {
        f[0] = F[0][2];
        f[1] = F[1][0];
    }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override { f[0] = f[1] = 0; }
    void setQToFitTransform(const State&, const Transform& X_FM, int, Real* q) const override {
        const Vec3 x = X_FM.R() * Vec3(1, 0, 0);
        q[0] = std::atan2(x[1], x[0]);
        q[1] = X_FM.p()[0];
    }
    void setUToFitVelocity(const State&, const SpatialVec& V_FM, int, Real* u) const override {
        u[0] = V_FM[0][2];
        u[1] = V_FM[1][0];
    }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0.1), Inertia(1)));
    MobilizedBody::Custom forward(matter.Ground(), new TurnAndSlide(matter), Transform(), body, Transform());
    MobilizedBody::Custom backward(forward, new TurnAndSlide(matter), Transform(), body, Transform(),
                                   MobilizedBody::Reverse);
    State state = system.realizeTopology();
    for (const MobilizedBody::Custom* joint : {&forward, &backward}) {
        const Real sign = joint == &forward ? 1 : -1;
        joint->setQToFitTransform(state, Transform(Rotation(0.4, ZAxis), Vec3(0.3, 0.2, 0)));
        joint->setQToFitRotation(state, Rotation(0.2, ZAxis));
        CHECK_NEAR(joint->getOneQ(state, 0), sign * 0.2, 1e-12);
        CHECK_NEAR(joint->getOneQ(state, 1), 0, 1e-12);
        joint->setOneQ(state, 0, sign * 0.2);
        joint->setQToFitTranslation(state, Vec3(0.5, 0.6, 0.7));
        CHECK_NEAR(joint->getOneQ(state, 0), 0, 1e-12);
        const Real slide = joint == &forward ? 0.5 : -(0.5 * std::cos(0.2) + 0.6 * std::sin(0.2));
        CHECK_NEAR(joint->getOneQ(state, 1), slide, 1e-12);
        system.realize(state, Stage::Position);
        joint->setUToFitAngularVelocity(state, Vec3(1, 2, 3));
        CHECK_NEAR(joint->getOneU(state, 0), sign * 3, 1e-12);
        CHECK_NEAR(joint->getOneU(state, 1), 0, 1e-12);
        system.realize(state, Stage::Position);
        joint->setUToFitLinearVelocity(state, Vec3(1, 2, 3));
        CHECK_NEAR(joint->getOneU(state, 0), 0, 1e-12);
        CHECK_NEAR(joint->getOneU(state, 1), sign, 1e-12);
    }
}

CHECK_MAIN(run)
