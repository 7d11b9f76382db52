// SPDX-License-Identifier: Apache-2.0
#include "math/rotation.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

constexpr Real exact = 1e-14;

TEST(Rotation, BodyXYZAnglesAreThreeTurnsAboutTheTurnedAxes) {
    const Vec3 a(0.3, -0.7, 1.9);
    const Mat33 turns = Rotation(a[0], Vec3(1, 0, 0)) * Rotation(a[1], Vec3(0, 1, 0)) * Rotation(a[2], Vec3(0, 0, 1));
    EXPECT_LT((Rotation::fromBodyXYZ(a) - turns).norm(), exact);
    EXPECT_LT((Rotation::fromBodyXYZ(a).toBodyXYZ() - a).norm(), exact);
}

TEST(Rotation, AnglesInGimbalLockStillGiveTheRotationBack) {
    for (Real sign : {-1., 1.}) {
        const Rotation R = Rotation::fromBodyXYZ(Vec3(0.4, sign * Pi / 2, 0.9));
        EXPECT_LT((Rotation::fromBodyXYZ(R.toBodyXYZ()) - R).norm(), 1e-12);
    }
}

TEST(Rotation, AQuaternionOfAnyLengthGivesTheSameRotation) {
    const Rotation R = Rotation::fromBodyXYZ(Vec3(1, 2, 3));
    EXPECT_LT((Rotation::fromQuaternion(R.toQuaternion()) - R).norm(), exact);
    EXPECT_LT((Rotation::fromQuaternion(3 * R.toQuaternion()) - R).norm(), exact);
}

TEST(Rotation, WithZPutsZWhereAskedAndStaysRightHanded) {
    for (const Vec3& z : {Vec3(0, 0, 1), Vec3(0, 0, -2), Vec3(1, -2, 3)}) {
        const Rotation R = Rotation::withZ(z);
        EXPECT_LT((R.z() - z.normalized()).norm(), exact);
        EXPECT_NEAR(R.determinant(), 1, exact);
    }
    EXPECT_LT((Rotation::withZX(Vec3(0, 0, 1), Vec3(2, 0, 5)).x() - Vec3(1, 0, 0)).norm(), exact);
}

TEST(Transform, ComposesAndInvertsLikeMatrices) {
    const Transform X(Rotation::fromBodyXYZ(Vec3(1, 2, 3)), Vec3(4, 5, 6));
    const Transform Y(Rotation::fromBodyXYZ(Vec3(-1, 0.5, 0)), Vec3(1, 0, -1));
    const Vec3 p(7, -8, 9);
    EXPECT_LT(((X * Y) * p - X * (Y * p)).norm(), 1e-13);
    EXPECT_LT((~X * (X * p) - p).norm(), 1e-13);
    EXPECT_LT((X.shiftBaseStationToFrame(X * p) - p).norm(), 1e-13);
}

}  // namespace
}  // namespace trammel
