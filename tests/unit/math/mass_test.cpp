// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "math/spatial.h"

namespace trammel {
namespace {

TEST(MassProperties, CentralInertiaIsIndependentOfTheOrigin) {
    const Mat33 central = Inertia(1, 2, 2.5);
    const auto mp = MassProperties::fromCentral(3, Vec3(0.1, -0.2, 0.3), central);
    EXPECT_LT((mp.calcCentralInertia() - central).norm(), 1e-15);
}

TEST(MassProperties, ImpossibleOnesAreDescribed) {
    const auto with = [](Real mass, const Vec3& moments) {
        return describeImpossibleMass(MassProperties::fromCentral(mass, Vec3(0.1), Inertia(moments)));
    };
    EXPECT_EQ(with(1, Vec3(1, 1, 1.9)), "");
    EXPECT_EQ(with(1, Vec3(0, 1, 1)), "") << "a slender rod";
    EXPECT_EQ(with(1.3, Vec3(4.8e-35)), "") << "a point mass";
    EXPECT_NE(with(1, Vec3(1, 1, 2.1)), "") << "triangle inequality";
    EXPECT_NE(with(-1, Vec3(1, 1, 1)), "");
    EXPECT_NE(with(1, Vec3(-0.1, 1, 1)), "");
    EXPECT_NE(with(NaN, Vec3(1, 1, 1)), "");
}

TEST(ArticulatedInertia, ShiftPreservesForcesForTheSameMotion) {
    SpatialInertia M;
    M.mass = 2;
    M.com = Vec3(0.3, 0.1, -0.2);
    M.inertia = MassProperties::fromCentral(2, M.com, Inertia(1, 2, 2.5)).getInertia();
    const ArticulatedInertia P(M);
    const Vec3 p(1, -2, 0.5);
    const SpatialVec A(Vec3(1, 2, 3), Vec3(-1, 0, 4));
    // A at the shifted point corresponds to the acceleration shifted by p at the old one; forces go back by p.
    const SpatialVec direct = shiftForceFrom(P * shiftVelocityBy(A, p), p);
    EXPECT_LT((P.shifted(p) * A - direct).norm(), 1e-12);
}

TEST(MassProperties, AreMasslessOrCentralExactlyOrNearly) {
    const MassProperties none(0, Vec3(0), Inertia(0)), little(1e-18, Vec3(1e-18, 0, 0), Inertia(0));
    EXPECT_TRUE(none.isExactlyMassless());
    EXPECT_TRUE(none.isExactlyCentral());
    EXPECT_FALSE(little.isExactlyMassless());
    EXPECT_FALSE(little.isExactlyCentral());
    EXPECT_TRUE(little.isNearlyMassless());
    EXPECT_TRUE(little.isNearlyCentral());
    EXPECT_FALSE(MassProperties(1, Vec3(1, 0, 0), Inertia(2)).isNearlyMassless());
    EXPECT_FALSE(MassProperties(1, Vec3(1, 0, 0), Inertia(2)).isNearlyCentral());
}

}  // namespace
}  // namespace trammel
