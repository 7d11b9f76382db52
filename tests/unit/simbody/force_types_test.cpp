// SPDX-License-Identifier: Apache-2.0
// The handles of gravity, bushings, stops and discrete loads.
#include <gtest/gtest.h>

#include "tests/unit/simbody/pair_of_bodies.h"

namespace {

using namespace SimTK;
using SimTK::test::Pair;

constexpr Real rounding = 1e-12;

TEST(Gravity, HasDefaultsForNewStatesAndValuesOfEachState) {
    Pair pair;
    Force::Gravity gravity(pair.forces, pair.matter, Vec3(0, -10, 0));
    gravity.setDefaultMagnitude(5).setDefaultZeroHeight(2).setDefaultBodyIsExcluded(pair.a, true);
    gravity.setDefaultDownDirection(UnitVec3(0, 0, -1));
    State s = pair.at(Vec3(0, 0, 3), Vec3(0), Vec3(0));
    EXPECT_EQ(gravity.getMagnitude(s), 5);
    EXPECT_TRUE(gravity.getBodyIsExcluded(s, pair.a));
    EXPECT_NEAR(gravity.getPotentialEnergy(s), 2 * 5 * (3 - 2), rounding);
    EXPECT_EQ(gravity.getBodyForces(s)[1][1].norm(), 0);
    EXPECT_LT((gravity.getBodyForce(s, pair.b)[1] - Vec3(0, 0, -10)).norm(), rounding);
    gravity.setGravityVector(s, Vec3(7, 0, 0)).setBodyIsExcluded(s, pair.a, false);
    EXPECT_LT((gravity.getDefaultGravityVector() - Vec3(0, 0, -5)).norm(), rounding);
    EXPECT_TRUE(gravity.getDefaultBodyIsExcluded(pair.a));
    pair.system.realize(s, Stage::Position);
    EXPECT_LT((gravity.getBodyForce(s, pair.a)[1] - Vec3(14, 0, 0)).norm(), rounding);
}

TEST(MobilityLinearStop, TakesOtherBoundsAndMaterialForNewStatesAndForOne) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Slider slider(matter.Ground(), Transform(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))),
                                 Transform());
    Force::MobilityLinearStop stop(forces, slider, 0, 100, 0.5, -1, 1);
    stop.setDefaultBounds(-2, 2).setDefaultMaterialProperties(200, 0.25);
    State s = system.realizeTopology();
    EXPECT_EQ(stop.getUpperBound(s), 2);
    EXPECT_EQ(stop.getStiffness(s), 200);
    slider.setOneQ(s, 0, 1.5);
    slider.setOneU(s, 0, 2);
    stop.setBounds(s, -1, 1);
    stop.setMaterialProperties(s, 10, 1);
    EXPECT_EQ(stop.getLowerBound(s), -1);
    EXPECT_EQ(stop.getDissipation(s), 1);
    EXPECT_EQ(stop.getDefaultLowerBound(), -2);
    system.realize(s, Stage::Acceleration);
    EXPECT_NEAR(s.getUDot()[0], -10 * 0.5 * (1 + 2), rounding);
}

TEST(LinearBushing, ReportsDeflectionForcesAndDissipation) {
    Pair pair;
    Force::LinearBushing bushing(pair.forces, pair.a, Vec3(0, 0, 1), pair.b, Transform(), Vec6(1, 2, 3, 4, 5, 6),
                                 Vec6(0.1, 0.2, 0.3, 0.4, 0.5, 0.6));
    State s = pair.at(Vec3(1, 2, 4), Vec3(1, 0, 0), Vec3(0, 0, 2));
    EXPECT_LT((bushing.getQ(s) - Vec6(0, 0, 0, 1, 2, 3)).norm(), rounding);
    EXPECT_LT((bushing.getQDot(s) - Vec6(0, 0, 2, 1, 0, 0)).norm(), rounding);
    EXPECT_LT((bushing.getF(s) - Vec6(0, 0, -0.6, -4.4, -10, -18)).norm(), rounding);
    EXPECT_NEAR(bushing.getPotentialEnergy(s), (4 * 1 + 5 * 4 + 6 * 9) / 2., rounding);
    EXPECT_NEAR(bushing.getPowerDissipation(s), 0.3 * 4 + 0.4, rounding);
    EXPECT_NEAR(s.getZDot()[0], 0.3 * 4 + 0.4, rounding);
    // Action and reaction, seen from one point.
    const SpatialVec M = bushing.getF_GM(s), F = bushing.getF_GF(s);
    EXPECT_LT((M[1] + F[1]).norm(), rounding);
    EXPECT_LT((F[0] + M[0] + Vec3(1, 2, 3) % M[1]).norm(), rounding);
    Vector_<SpatialVec> applied;
    Vector_<Vec3> particles;
    Vector mobility;
    bushing.calcForceContribution(s, applied, particles, mobility);
    EXPECT_LT((applied[pair.b.getMobilizedBodyIndex()] - M).norm(), rounding);
    bushing.setStiffness(s, Vec6(0.)).setDissipatedEnergy(s, 2);
    EXPECT_EQ(bushing.getDissipatedEnergy(s), 2);
    EXPECT_EQ(bushing.getDefaultStiffness()[5], 6);
}

TEST(DiscreteForces, RoundTrip) {
    Pair pair;
    Force::DiscreteForces discrete(pair.forces, pair.matter);
    Force::MobilityDiscreteForce one(pair.forces, pair.b, MobilizerUIndex(4), 0.5);
    one.setDefaultMobilityForce(0.25);
    State s = pair.at(Vec3(1, 2, 3), Vec3(0), Vec3(0));
    EXPECT_EQ(one.getMobilityForce(s), 0.25);
    EXPECT_EQ(discrete.getAllBodyForces(s).size(), 0);
    discrete.setOneBodyForce(s, pair.b, SpatialVec(Vec3(0), Vec3(3, 0, 0)));
    discrete.setOneMobilityForce(s, pair.a, MobilizerUIndex(5), 2);
    one.setMobilityForce(s, 7);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Velocity));
    EXPECT_EQ(discrete.getAllBodyForces(s).size(), 3);
    EXPECT_EQ(discrete.getAllMobilityForces(s)[5], 2);
    pair.system.realize(s, Stage::Dynamics);
    EXPECT_EQ(pair.system.getMobilityForces(s, Stage::Dynamics)[10], 7);
    EXPECT_EQ(pair.system.getMobilityForces(s, Stage::Dynamics)[5], 2);
    EXPECT_EQ(pair.system.getRigidBodyForces(s, Stage::Dynamics)[2][1][0], 3);
    discrete.clearAllForces(s);
    pair.system.realize(s, Stage::Dynamics);
    EXPECT_EQ(pair.system.getRigidBodyForces(s, Stage::Dynamics)[2][1][0], 0);
}

}  // namespace
