// SPDX-License-Identifier: Apache-2.0
// A custom mobilizer with an angle, whose H depends on the position: a crank whose end moves the body on a circle
// without rotation, and a plain pin with realize hooks.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// One coordinate; the body rotates by the angle at distance r from the axis.
class ArmImpl : public MobilizedBody::Custom::Implementation {
public:
    ArmImpl(SimbodyMatterSubsystem& matter, Real radius) : Implementation(matter, 1, 1, 1), r_(radius) {}
    ArmImpl* clone() const override { return new ArmImpl(*this); }
    mutable int positions = 0, velocities = 0, accelerations = 0;

    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        const Rotation turn(q[0], ZAxis);
        return Transform(turn, turn * Vec3(r_, 0, 0));
    }
    // H depends on X_FM only: w = z, v = z x p.
    SpatialVec multiplyByHMatrix(const State& s, int, const Real* u) const override {
        return SpatialVec(Vec3(0, 0, 1), lever(s)) * u[0];
    }
    void multiplyByHTranspose(const State& s, const SpatialVec& F, int, Real* f) const override {
        f[0] = F[0][2] + dot(lever(s), F[1]);
    }
    SpatialVec multiplyByHDotMatrix(const State& s, int, const Real* u) const override {
        return SpatialVec(Vec3(0), leverDot(s) * u[0]);
    }
    void multiplyByHDotTranspose(const State& s, const SpatialVec& F, int, Real* f) const override {
        f[0] = dot(leverDot(s), F[1]);
    }
    void setQToFitTransform(const State&, const Transform& X, int, Real* q) const override {
        q[0] = std::atan2(X.R()[1][0], X.R()[0][0]);
    }
    void setUToFitVelocity(const State&, const SpatialVec& V, int, Real* u) const override { u[0] = V[0][2]; }
    void realizePosition(const State&) const override { ++positions; }
    void realizeVelocity(const State& s) const override {
        ++velocities;
        CHECK(getQ(s).size() == 1 && getU(s).size() == 1);
    }
    void realizeAcceleration(const State&) const override { ++accelerations; }

private:
    Vec3 lever(const State& s) const { return Vec3(0, 0, 1) % getMobilizerTransform(s).p(); }
    Vec3 leverDot(const State& s) const { return Vec3(0, 0, 1) % getMobilizerVelocity(s)[1]; }
    Real r_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid bob(MassProperties(1, Vec3(0), UnitInertia(0.2)));
    ArmImpl* arm = new ArmImpl(matter, 2);
    MobilizedBody::Custom ours(matter.Ground(), arm, bob);
    MobilizedBody::Pin theirs(matter.Ground(), Transform(), bob, Transform(Vec3(-2, 0, 0)));
    MobilizedBody::Ball tail1(ours, Transform(Vec3(1, 0, 0)), bob, Transform());
    MobilizedBody::Ball tail2(theirs, Transform(Vec3(1, 0, 0)), bob, Transform());

    State state = system.realizeTopology();
    system.realizeModel(state);
    ours.setOneQ(state, 0, 0.6), theirs.setAngle(state, 0.6);
    ours.setOneU(state, 0, -2), theirs.setRate(state, -2);
    tail1.setU(state, Vec3(1, 2, 3)), tail2.setU(state, Vec3(1, 2, 3));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(ours.getBodyOriginLocation(state), theirs.getBodyOriginLocation(state), 1e-12);
    CHECK_NEAR(ours.getBodyVelocity(state), theirs.getBodyVelocity(state), 1e-12);
    CHECK_NEAR(ours.getOneUDot(state, 0), theirs.getOneUDot(state, 0), 1e-10);
    CHECK_NEAR(tail1.getBodyAcceleration(state), tail2.getBodyAcceleration(state), 1e-9);

    CHECK(arm->positions > 0 && arm->velocities > 0 && arm->accelerations > 0);
    const int p = arm->positions, v = arm->velocities;
    theirs.setRate(state, 1);
    system.realize(state, Stage::Acceleration);
    CHECK(arm->positions == p && arm->velocities > v);

    ours.setQToFitTransform(state, Transform(Rotation(1.1, ZAxis)));
    CHECK_NEAR(ours.getOneQ(state, 0), 1.1, 1e-13);
    theirs.setAngle(state, 1.1);
    theirs.setRate(state, -2);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    CHECK_NEAR(ours.getOneQ(stepper.getState(), 0), theirs.getAngle(stepper.getState()), 1e-6);
}

CHECK_MAIN(run)
