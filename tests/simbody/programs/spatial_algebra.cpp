// SPDX-License-Identifier: Apache-2.0
// Spatial vectors at other points and in other frames, and mass properties shifted with them.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-10;

void relativeMotionIsThatOfTheBodies() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const Body::Rigid brick(MassProperties(1, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2)));
    MobilizedBody::Free a(matter.Ground(), brick), b(a, brick);
    State s = system.realizeTopology();
    a.setQToFitTransform(s, Transform(Rotation(.4, UnitVec3(1, 2, 3)), Vec3(1, .5, .2)));
    b.setQToFitTransform(s, Transform(Rotation(.7, UnitVec3(-1, 2, 3)), Vec3(-1, .5, .2)));
    for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = std::sin(i + .3);
    system.realize(s, Stage::Acceleration);
    const Transform X_GA = a.getBodyTransform(s), X_GB = b.getBodyTransform(s);
    const SpatialVec V_GA = a.getBodyVelocity(s), V_GB = b.getBodyVelocity(s);
    const SpatialVec A_GA = a.getBodyAcceleration(s), A_GB = b.getBodyAcceleration(s);

    const SpatialVec V_AB = findRelativeVelocity(X_GA, V_GA, X_GB, V_GB);
    CHECK_NEAR(V_AB, b.findBodyVelocityInAnotherBody(s, a), tolerance);
    const SpatialVec A_AB = findRelativeAcceleration(X_GA, V_GA, A_GA, X_GB, V_GB, A_GB);
    CHECK_NEAR(A_AB, b.findBodyAccelerationInAnotherBody(s, a), tolerance);
    CHECK_NEAR(reverseRelativeVelocity(b.findBodyTransformInAnotherBody(s, a), V_AB),
               a.findBodyVelocityInAnotherBody(s, b), tolerance);

    const Vec3 station(.3, -.2, .5), arm = X_GA.R() * station;
    CHECK_NEAR(shiftVelocityBy(V_GA, arm)[1], a.findStationVelocityInGround(s, station), tolerance);
    CHECK_NEAR(shiftVelocityFromTo(V_GA, X_GA.p(), X_GA.p() + arm), shiftVelocityBy(V_GA, arm), tolerance);
    CHECK_NEAR(shiftAccelerationBy(A_GA, V_GA[0], arm)[1], a.findStationAccelerationInGround(s, station), tolerance);
    CHECK_NEAR(shiftAccelerationFromTo(A_GA, V_GA[0], X_GA.p(), X_GA.p() + arm),
               shiftAccelerationBy(A_GA, V_GA[0], arm), tolerance);
    // The power of a force is independent of the point at which force and velocity are expressed.
    const SpatialVec F(Vec3(1, 2, 3), Vec3(-2, 1, .5));
    CHECK_NEAR(~shiftForceBy(F, arm) * shiftVelocityBy(V_GA, arm), ~F * V_GA, tolerance);
    CHECK_NEAR(shiftForceFromTo(F, Vec3(0), arm), shiftForceBy(F, arm), tolerance);
}

void massMovesWithItsFrame() {
    const MassProperties m(3, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2, .01, .02, .03));
    const Transform X_BC(Rotation(.6, UnitVec3(1, -2, 3)), Vec3(.5, .4, -.2));
    const MassProperties moved = m.calcTransformedMassProps(X_BC);
    CHECK_NEAR(moved.getMassCenter(), ~X_BC * m.getMassCenter(), tolerance);
    CHECK_NEAR(Mat33(moved.getInertia().toMat33()).norm(), Mat33(m.calcTransformedInertia(X_BC).toMat33()).norm(),
               tolerance);
    const MassProperties inSteps = m.calcShiftedMassProps(X_BC.p()).reexpress(X_BC.R());
    CHECK_NEAR(inSteps.getMassCenter(), moved.getMassCenter(), tolerance);
    CHECK_NEAR(inSteps.getInertia() * Vec3(1, 2, 3), moved.getInertia() * Vec3(1, 2, 3), tolerance);

    // The kinetic energy of a motion is the same in every frame.
    const SpatialVec V_B(Vec3(.1, .2, .3), Vec3(1, -2, .5));
    const SpatialVec V_C(~X_BC.R() * V_B[0], ~X_BC.R() * (V_B[1] + V_B[0] % X_BC.p()));
    const SpatialInertia M(3, m.getMassCenter(), m.getUnitInertia());
    const SpatialInertia M_C = M.transform(X_BC);
    CHECK_NEAR(~V_C * (M_C * V_C), ~V_B * (M * V_B), tolerance);

    const Mat66 full = m.toMat66();
    const SpatialVec P = M * V_B;
    for (int i = 0; i < 6; ++i) {
        Real sum = 0;
        for (int j = 0; j < 6; ++j) sum += full(i, j) * V_B[j / 3][j % 3];
        CHECK_NEAR(sum, P[i / 3][i % 3], tolerance);
    }
}

void inertiasThatNoBodyHas() {
    CHECK(Inertia::isValidInertiaMatrix(SymMat33(1, 0, 1, 0, 0, 1)));
    CHECK(Inertia::isValidInertiaMatrix(SymMat33(1, 0, 1, 0, 0, 2)));    // a disk
    CHECK(!Inertia::isValidInertiaMatrix(SymMat33(1, 0, 1, 0, 0, 5)));   // triangle inequality
    CHECK(!Inertia::isValidInertiaMatrix(SymMat33(-1, 0, 1, 0, 0, 1)));  // negative
    CHECK(!Inertia::isValidInertiaMatrix(SymMat33(1, .9, 1, 0, 0, 1)));  // product too large
    CHECK(!Inertia::isValidInertiaMatrix(SymMat33(NaN, 0, 1, 0, 0, 1)));
}

void run() {
    relativeMotionIsThatOfTheBodies();
    massMovesWithItsFrame();
    inertiasThatNoBodyHas();
}

}  // namespace

CHECK_MAIN(run)
