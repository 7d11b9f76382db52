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

TEST(Rotation, AnglesInGimbalLockReproduceTheRotation) {
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

TEST(Rotation, WithZAlignsZAndStaysRightHanded) {
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

// The angular velocity of the body-fixed x-y-z angles q, by differences: columns are those of NInv.
Mat33 angularVelocitiesInParent(const Vec3& q) {
    constexpr Real h = 1e-6;
    Mat33 columns;
    for (int i = 0; i < 3; ++i) {
        Vec3 before = q, after = q;
        before[i] -= h;
        after[i] += h;
        const Mat33 RDot = (Rotation::fromBodyXYZ(after).asMat33() - Rotation::fromBodyXYZ(before).asMat33()) / (2 * h);
        const Mat33 W = RDot * ~Rotation::fromBodyXYZ(q).asMat33();
        columns.col(i) = Vec3(W(2, 1), W(0, 2), W(1, 0));
    }
    return columns;
}

TEST(Rotation, NInvOfBodyXYZGivesTheAngularVelocityInEitherFrame) {
    const Vec3 q(0.4, -0.9, 1.3);
    const Mat33 W = angularVelocitiesInParent(q);
    EXPECT_LT((Rotation::calcNInvForBodyXYZInParentFrame(q) - W).norm(), 1e-8);
    EXPECT_LT((Rotation::calcNInvForBodyXYZInBodyFrame(q) - ~Rotation::fromBodyXYZ(q).asMat33() * W).norm(), 1e-8);
}

TEST(Rotation, NOfBodyXYZIsTheInverseOfNInv) {
    const Vec3 q(0.4, -0.9, 1.3);
    EXPECT_LT(
        (Rotation::calcNForBodyXYZInParentFrame(q) * Rotation::calcNInvForBodyXYZInParentFrame(q) - Mat33(1)).norm(),
        1e-14);
    EXPECT_LT((Rotation::calcNForBodyXYZInBodyFrame(q) * Rotation::calcNInvForBodyXYZInBodyFrame(q) - Mat33(1)).norm(),
              1e-14);
}

TEST(Rotation, NDotOfBodyXYZIsTheTimeDerivativeOfN) {
    const Vec3 q(0.4, -0.9, 1.3), qdot(0.7, -1.1, 0.5);
    constexpr Real h = 1e-6;
    const Vec3 before = q - h * qdot, after = q + h * qdot;
    const Mat33 parent =
        (Rotation::calcNForBodyXYZInParentFrame(after) - Rotation::calcNForBodyXYZInParentFrame(before)) / (2 * h);
    const Mat33 body =
        (Rotation::calcNForBodyXYZInBodyFrame(after) - Rotation::calcNForBodyXYZInBodyFrame(before)) / (2 * h);
    EXPECT_LT((Rotation::calcNDotForBodyXYZInParentFrame(q, qdot) - parent).norm(), 1e-8);
    EXPECT_LT((Rotation::calcNDotForBodyXYZInBodyFrame(q, qdot) - body).norm(), 1e-8);
}

TEST(CoordinateAxis, TheThirdAxisIsNeitherOfTwo) {
    EXPECT_TRUE(XAxis.getThirdAxis(ZAxis).isYAxis());
    EXPECT_TRUE(CoordinateAxis::getCoordinateAxis(2).isSameAxis(ZAxis));
    EXPECT_TRUE(XAxis.isDifferentAxis(YAxis));
}

}  // namespace
}  // namespace trammel
