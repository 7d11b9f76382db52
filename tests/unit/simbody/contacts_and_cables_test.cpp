// SPDX-License-Identifier: Apache-2.0
// The handles of contact constraints and cables.
#include <gtest/gtest.h>

#include "tests/unit/simbody/pair_of_bodies.h"

namespace {

using namespace SimTK;
using SimTK::test::Pair;

constexpr Real exact = 1e-12;

TEST(SphereOnPlaneContact, OrdersErrorsAndMultipliersAsTheContactFrame) {
    Pair pair;
    Force::UniformGravity gravity(pair.forces, pair.matter, Vec3(0, 0, -10));
    const Transform plane(Vec3(0, 0, 1));
    Constraint::SphereOnPlaneContact contact(pair.matter.Ground(), plane, pair.b, Vec3(0), 0.5, true);
    const State s = pair.at(Vec3(3, 4, 1.75), Vec3(1, 2, 3), Vec3(0, 2, 0));
    EXPECT_TRUE(contact.isEnforcingRolling());
    EXPECT_NEAR(contact.getPositionError(s), 0.25, exact);
    EXPECT_NEAR(contact.findSeparation(s), 0.25, exact);
    EXPECT_LT((contact.findContactPointInG(s) - Vec3(3, 4, 1.25)).norm(), exact);
    // The lowest point goes back with the spin: 1 - 2 * 0.5.
    EXPECT_LT((contact.getVelocityErrors(s) - Vec3(0, 2, 3)).norm(), exact);
    EXPECT_LT(contact.getAccelerationErrors(s).norm(), 1e-10);
    EXPECT_LT((contact.findForceOnSphereInG(s) + contact.getMultipliers(s)).norm(), exact);
    // It supports body b, which no longer pulls body a.
    EXPECT_GT(contact.findForceOnSphereInG(s)[2], 0);
    EXPECT_EQ(contact.getPlaneMobilizedBody().getMobilizedBodyIndex(), 0);
    EXPECT_EQ(contact.getSphereMobilizedBody().getMobilizedBodyIndex(), pair.b.getMobilizedBodyIndex());
}

TEST(SphereOnPlaneContact, WithoutRollingReportsNoSlipAndDisabledNoForce) {
    Pair pair;
    Constraint::SphereOnPlaneContact contact(pair.matter.Ground(), Transform(), pair.b, Vec3(0), 0.5, false);
    State s = pair.at(Vec3(3, 4, 1), Vec3(1, 2, 3), Vec3(0, 2, 0));
    EXPECT_FALSE(contact.isEnforcingRolling());
    EXPECT_EQ(s.getNMultipliers(), 1);
    EXPECT_LT((contact.getVelocityErrors(s) - Vec3(0, 0, 3)).norm(), exact);
    contact.setSphereRadius(s, 0.75).setSphereCenter(s, Vec3(0, 0, 0.5)).setPlaneFrame(s, Vec3(0, 0, 0.25));
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Time));
    EXPECT_EQ(contact.getSphereRadius(s), 0.75);
    EXPECT_EQ(contact.getDefaultSphereRadius(), 0.5);
    pair.system.realize(s, Stage::Position);
    EXPECT_NEAR(contact.getPositionError(s), 1 + 0.5 - 0.25 - 0.75, exact);
    contact.disable(s);
    pair.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(contact.findForceOnSphereInG(s).norm(), 0);
    EXPECT_NEAR(contact.findSeparation(s), 0.5, exact);
}

TEST(SphereOnSphereContact, PutsTheContactBetweenTheSpheresInProportionToTheirRadii) {
    Pair pair;
    Constraint::SphereOnSphereContact contact(pair.matter.Ground(), Vec3(0), 1, pair.b, Vec3(0), 0.5, true);
    State s = pair.at(Vec3(0, 3, 0), Vec3(1, 0, 0), Vec3(0, 0, 1));
    EXPECT_NEAR(contact.getPositionError(s), 1.5, exact);
    const Transform frame = contact.findContactFrameInG(s);
    EXPECT_LT((frame.p() - Vec3(0, 2, 0)).norm(), exact);
    EXPECT_LT((Vec3(frame.z()) - Vec3(0, 1, 0)).norm(), exact);
    // The second body's point at the contact: 1 + 1 * 1 along x.
    EXPECT_LT((frame.R() * contact.getVelocityErrors(s) - Vec3(2, 0, 0)).norm(), exact);
    contact.setDefaultRadiusOnF(2);
    EXPECT_EQ(contact.getDefaultRadiusOnF(), 2);
    EXPECT_EQ(contact.getDefaultRadiusOnB(), 0.5);
}

TEST(LineOnLineContact, FindsTheClosestPointsAlsoOfParallelLines) {
    Pair pair;
    // F's edge along x with its material below; B's along y, seen from above with its material on top.
    const Transform below(Rotation(UnitVec3(1, 0, 0), XAxis, Vec3(0, 0, 1), ZAxis), Vec3(0));
    const Transform above(Rotation(UnitVec3(0, 1, 0), XAxis, Vec3(0, 0, -1), ZAxis), Vec3(0));
    Constraint::LineOnLineContact contact(pair.matter.Ground(), below, 1, pair.b, above, 2, true);
    State s = pair.at(Vec3(3, 4, 0.5), Vec3(1, 2, 3), Vec3(0));
    Vec3 qf, qb;
    bool parallel = true;
    contact.findClosestPointsInG(s, qf, qb, parallel);
    EXPECT_FALSE(parallel);
    EXPECT_LT((qf - Vec3(3, 0, 0)).norm(), exact);
    EXPECT_LT((qb - Vec3(3, 0, 0.5)).norm(), exact);
    EXPECT_NEAR(contact.findSeparation(s), 0.5, exact);
    EXPECT_LT((contact.findContactFrameInG(s).p() - Vec3(3, 0, 0.25)).norm(), exact);
    EXPECT_LT((contact.getVelocityErrors(s) - Vec3(1, 2, 3)).norm(), exact);

    contact.setEdgeFrameB(s, below);
    pair.system.realize(s, Stage::Acceleration);
    contact.findClosestPointsInG(s, qf, qb, parallel);
    EXPECT_TRUE(parallel);
    EXPECT_LT((qf - Vec3(1.5, 0, 0)).norm(), exact);
    EXPECT_LT((qb - Vec3(1.5, 4, 0.5)).norm(), exact);
    EXPECT_NEAR(contact.findSeparation(s), 0.5, exact);
}

TEST(PointOnPlaneContact, IsABallInThePlanesFrame) {
    Pair pair;
    Constraint::PointOnPlaneContact contact(pair.a, Transform(Vec3(0, 0, 1)), pair.b, Vec3(0, 0, -0.5));
    const State s = pair.at(Vec3(3, 4, 1.75), Vec3(1, 2, 3), Vec3(0, 2, 0));
    EXPECT_NEAR(contact.getPositionError(s), 0.25, exact);
    EXPECT_LT((contact.getVelocityErrors(s) - Vec3(0, 2, 3)).norm(), exact);
    EXPECT_LT((contact.getForceOnFollowerPoint(s) + contact.getMultipliers(s)).norm(), exact);
    EXPECT_EQ(contact.getPlaneMobilizedBodyIndex(), pair.a.getMobilizedBodyIndex());
    EXPECT_EQ(contact.getFollowerMobilizedBodyIndex(), pair.b.getMobilizedBodyIndex());
}

TEST(CableSpring, FollowsItsPathThroughAnyNumberOfViaPoints) {
    Pair pair;
    CableTrackerSubsystem cables(pair.system);
    CablePath path(cables, pair.matter.Ground(), Vec3(0), pair.b, Vec3(0));
    for (int i = 1; i <= 8; ++i) CableObstacle::ViaPoint(path, pair.matter.Ground(), Vec3(i, 0, 0));
    CableSpring spring(pair.forces, path, 100, 10, 0.5);
    EXPECT_EQ(cables.getNumCablePaths(), 1);
    EXPECT_EQ(path.getNumObstacles(), 10);
    EXPECT_EQ(path.getObstacleStation(CableObstacleIndex(3))[0], 3);
    EXPECT_EQ(path.getObstacleBody(CableObstacleIndex(9)).getMobilizedBodyIndex(), pair.b.getMobilizedBodyIndex());
    EXPECT_THROW(CableObstacle::ViaPoint(path, pair.a, Vec3(0)), trammel::Exception);

    State s = pair.at(Vec3(8, 3, 0), Vec3(5, 0.5, 0), Vec3(0));
    EXPECT_NEAR(spring.getLength(s), 11, exact);
    EXPECT_NEAR(spring.getLengthDot(s), 0.5, exact);
    EXPECT_NEAR(spring.getTension(s), 100 * 1 * 1.25, 1e-10);
    EXPECT_NEAR(spring.getPotentialEnergy(s), 50, 1e-10);
    EXPECT_NEAR(spring.getPowerDissipation(s), 25 * 0.5, 1e-10);
    EXPECT_NEAR(path.calcCablePower(s, 2), -1, exact);

    Vector_<SpatialVec> applied, byPath(pair.matter.getNumBodies(), SpatialVec(0.));
    Vector_<Vec3> particles;
    Vector mobility;
    spring.calcForceContribution(s, applied, particles, mobility);
    path.applyBodyForces(s, spring.getTension(s), byPath);
    for (int i = 0; i < applied.size(); ++i) EXPECT_LT((applied[i] - byPath[i]).norm(), exact);
    EXPECT_NEAR(applied[pair.b.getMobilizedBodyIndex()][1][1], -125, 1e-10);

    // Shortening faster than the cable relaxes: no tension, and all stored energy is dissipated.
    pair.b.setUToFitLinearVelocity(s, Vec3(0, -4, 0));
    pair.system.realize(s, Stage::Velocity);
    EXPECT_EQ(spring.getTension(s), 0);
    EXPECT_NEAR(spring.getPowerDissipation(s), 400, 1e-9);
    spring.setSlackLength(s, 12).setStiffness(s, 50).setDissipationCoef(s, 0);
    pair.system.realize(s, Stage::Velocity);
    EXPECT_EQ(spring.getPotentialEnergy(s), 0);
    EXPECT_EQ(spring.getDefaultSlackLength(), 10);
    spring.setDissipatedEnergy(s, 3);
    EXPECT_EQ(spring.getDissipatedEnergy(s), 3);
}

}  // namespace
