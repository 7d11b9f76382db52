// SPDX-License-Identifier: Apache-2.0
// Reversed mobilizers: F stays on the parent, but q and u mean what they would mean if parent and child were exchanged.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static const Transform X_PF(Rotation(0.4, UnitVec3(1, 2, -1)), Vec3(0.1, 0.2, -0.3));
static const Transform X_BM(Rotation(-0.7, UnitVec3(0, 1, 1)), Vec3(-0.2, 0.1, 0.4));
static const Transform A_J(Rotation(0.3, UnitVec3(1, 0, 2)), Vec3(0.3, -0.1, 0.2));

static Body::Rigid bodyA() { return Body::Rigid(MassProperties(1.5, Vec3(0.1, -0.2, 0.3), UnitInertia(1, 1.2, 1.4))); }
static Body::Rigid bodyB() { return Body::Rigid(MassProperties(2.5, Vec3(-0.1, 0.2, 0.1), UnitInertia(2, 1.6, 1.8))); }

static void fill(const MobilizedBody& joint, State& state) {
    for (int i = 0; i < joint.getNumQ(state); ++i) joint.setOneQ(state, i, 0.3 + 0.2 * std::sin(3. * i));
    for (int i = 0; i < joint.getNumU(state); ++i) joint.setOneU(state, i, std::cos(2. * i));
}

/// One joint in both directions with the same q and u: poses are inverse to each other, and so are velocities.
template <class Joint>
static void acrossTheJoint() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Joint forward(matter.Ground(), X_PF, bodyB(), X_BM, MobilizedBody::Forward);
    Joint reverse(matter.Ground(), X_PF, bodyB(), X_BM, MobilizedBody::Reverse);
    State state = system.realizeTopology();
    fill(forward, state);
    fill(reverse, state);
    system.realize(state, Stage::Velocity);
    const Transform X = forward.getMobilizerTransform(state), Y = reverse.getMobilizerTransform(state);
    CHECK_NEAR((Y * X).p(), Vec3(0), 1e-12);
    CHECK_NEAR((Y * X).R().asMat33(), Rotation().asMat33(), 1e-12);
    const SpatialVec V = static_cast<const MobilizedBody&>(forward).getMobilizerVelocity(state);
    const SpatialVec W = static_cast<const MobilizedBody&>(reverse).getMobilizerVelocity(state);
    CHECK_NEAR(W[0], Vec3(-(~X.R() * V[0])), 1e-12);
    CHECK_NEAR(W[1], Vec3(-(~X.R() * (V[1] - V[0] % X.p()))), 1e-12);
    // The bodies: X_GB = X_PF X_FM X_MB.
    const Transform X_GB = X_PF * Y * ~X_BM;
    CHECK_NEAR(reverse.getBodyTransform(state).p(), X_GB.p(), 1e-12);
    CHECK_NEAR(reverse.getBodyTransform(state).R().asMat33(), X_GB.R().asMat33(), 1e-12);

    // qdot = N u is independent of the direction of the joint.
    for (int i = 0; i < forward.getNumQ(state); ++i)
        CHECK_NEAR(forward.getQDotAsVector(state)[i], reverse.getQDotAsVector(state)[i], 1e-12);

    // Fits reproduce reachable poses and velocities.
    for (int i = 0; i < reverse.getNumU(state); ++i) reverse.setOneU(state, i, 0);
    reverse.setQToFitTransform(state, Y);
    system.realize(state, Stage::Position);
    CHECK_NEAR(reverse.getMobilizerTransform(state).p(), Y.p(), 1e-9);
    CHECK_NEAR(reverse.getMobilizerTransform(state).R().asMat33(), Y.R().asMat33(), 1e-9);
    reverse.setUToFitVelocity(state, W);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(static_cast<const MobilizedBody&>(reverse).getMobilizerVelocity(state), W, 1e-9);
}

/// Two bodies and the joint between them, built from either end: the motion is the same.
template <class Joint>
static void fromEitherEnd() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    MobilizedBody::Free a1(matter.Ground(), bodyA());
    Joint b1(a1, A_J, bodyB(), X_BM);
    MobilizedBody::Free b2(matter.Ground(), bodyB());
    Joint a2(b2, X_BM, bodyA(), A_J, MobilizedBody::Reverse);
    Force::TwoPointLinearSpring(forces, a1, Vec3(1, 0, 0), b1, Vec3(0, 1, 0), 30, 0.5);
    Force::TwoPointLinearSpring(forces, a2, Vec3(1, 0, 0), b2, Vec3(0, 1, 0), 30, 0.5);
    State state = system.realizeTopology();
    a1.setQToFitTransform(state, Transform(Rotation(0.5, UnitVec3(1, 1, 1)), Vec3(1, 2, 3)));
    a1.setUToFitVelocity(state, SpatialVec(Vec3(0.3, -0.6, 0.9), Vec3(1, 0.5, -0.5)));
    fill(b1, state);
    fill(a2, state);
    system.realize(state, Stage::Velocity);
    b2.setQToFitTransform(state, b1.getBodyTransform(state));
    system.realize(state, Stage::Position);
    // Fitting invalidated velocities: they follow from the first pair again.
    system.realize(state, Stage::Velocity);
    b2.setUToFitVelocity(state, b1.getBodyVelocity(state));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(a2.getBodyTransform(state).p(), a1.getBodyTransform(state).p(), 1e-10);
    CHECK_NEAR(a2.getBodyVelocity(state), a1.getBodyVelocity(state), 1e-10);
    CHECK_NEAR(a2.getBodyAcceleration(state), a1.getBodyAcceleration(state), 1e-9);
    CHECK_NEAR(b2.getBodyAcceleration(state), b1.getBodyAcceleration(state), 1e-9);
    for (int i = 0; i < b1.getNumU(state); ++i) CHECK_NEAR(a2.getOneUDot(state, i), b1.getOneUDot(state, i), 1e-9);
}

template <class Joint>
static void both() {
    acrossTheJoint<Joint>();
    fromEitherEnd<Joint>();
}

static void run() {
    both<MobilizedBody::Pin>();
    both<MobilizedBody::Slider>();
    both<MobilizedBody::Universal>();
    both<MobilizedBody::Cylinder>();
    both<MobilizedBody::BendStretch>();
    both<MobilizedBody::Planar>();
    both<MobilizedBody::Ball>();
    both<MobilizedBody::Translation>();
    both<MobilizedBody::Free>();
    fromEitherEnd<MobilizedBody::Gimbal>();
    fromEitherEnd<MobilizedBody::Bushing>();
    fromEitherEnd<MobilizedBody::SphericalCoords>();
    fromEitherEnd<MobilizedBody::Ellipsoid>();
}

CHECK_MAIN(run)
