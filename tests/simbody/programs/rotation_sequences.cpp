// SPDX-License-Identifier: Apache-2.0
// Angles of any sequence of axes, their rates, and quaternions.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-12;

void anglesOfAnySequenceGiveTheRotationBack() {
    const CoordinateAxis axes[] = {XAxis, YAxis, ZAxis};
    const Rotation R(.9, UnitVec3(1, -2, .5));
    for (const BodyOrSpaceType type : {BodyRotationSequence, SpaceRotationSequence})
        for (const CoordinateAxis& i : axes)
            for (const CoordinateAxis& j : axes)
                for (const CoordinateAxis& k : axes) {
                    if (i == j || j == k) continue;
                    const Vec3 a = R.convertThreeAxesRotationToThreeAngles(type, i, j, k);
                    const Rotation back(type, a[0], i, a[1], j, a[2], k);
                    CHECK(back.isSameRotationToWithinAngle(R, tolerance));
                }
    for (const BodyOrSpaceType type : {BodyRotationSequence, SpaceRotationSequence})
        for (const CoordinateAxis& i : axes)
            for (const CoordinateAxis& j : axes) {
                if (i == j) continue;
                const Vec2 a = Rotation(type, .3, i, -.8, j).convertTwoAxesRotationToTwoAngles(type, i, j);
                CHECK_NEAR(a, Vec2(.3, -.8), tolerance);
            }
    const Vec3 a = R.convertThreeAxesRotationToThreeAngles(BodyRotationSequence, XAxis, YAxis, ZAxis);
    CHECK_NEAR(a, R.convertRotationToBodyFixedXYZ(), tolerance);
    CHECK_NEAR(Rotation(BodyRotationSequence, .2, XAxis, .4, YAxis).convertRotationToBodyFixedXY(), Vec2(.2, .4),
               tolerance);
}

void quotientsAndDifferencesOfRotations() {
    const Rotation R1(.3, ZAxis), R2(.4, UnitVec3(1, 2, 3));
    CHECK(Rotation(R1 / R2 * R2).isSameRotationToWithinAngle(R1, tolerance));
    CHECK(R1.areAllRotationElementsSameToMachinePrecision(R1));
    CHECK_NEAR(Rotation().getMaxAbsDifferenceInRotationElements(R1), std::sin(.3), tolerance);
    const SymMat33 S(1, 2, 3, 4, 5, 6);
    const Vec3 v(1, -2, .5);
    CHECK_NEAR(R2.reexpressSymMat33(S) * v, R2 * (S * (~R2 * v)), tolerance);
}

/// Rates of e, of its derivative, and back, against differences along a curve e(t) of unit length.
void quaternionsTurn() {
    const Real h = 1e-5;
    const auto e = [](Real t) { return Quaternion(1 + t, .3 - t * t, .2 + 2 * t, -.4).asVec4(); };
    const Real t = .3;
    const Vec4 edot = (e(t + h) - e(t - h)) / (2 * h), edotdot = (e(t + h) - 2 * e(t) + e(t - h)) / (h * h);
    const Vec3 w = Rotation::convertQuaternionDotToAngVel(e(t), edot);
    // [w]x = Rdot R^T
    const Mat33 Rdot = (Mat33(Rotation(Quaternion(e(t + h)))) - Mat33(Rotation(Quaternion(e(t - h))))) / (2 * h);
    const Mat33 W = Rdot * ~Mat33(Rotation(Quaternion(e(t))));
    CHECK_NEAR(w, Vec3(W(2, 1), W(0, 2), W(1, 0)), 1e-8);
    CHECK_NEAR(Rotation::convertAngVelToQuaternionDot(e(t), w), edot, 1e-8);
    CHECK_NEAR(Rotation::calcUnnormalizedNForQuaternion(e(t)) * w, edot, 1e-8);
    CHECK_NEAR(Rotation::calcUnnormalizedNInvForQuaternion(e(t)) * edot, w, tolerance);
    const auto rate = [&](Real at) {
        return Rotation::convertQuaternionDotToAngVel(e(at), Vec4((e(at + h) - e(at - h)) / (2 * h)));
    };
    const Vec3 wdot = (rate(t + 1e-4) - rate(t - 1e-4)) / 2e-4;
    CHECK_NEAR(Rotation::convertAngVelDotToQuaternionDotDot(e(t), w, wdot), edotdot, 1e-4);

    Quaternion q;
    q.setQuaternionFromAngleAxis(Vec4(.5, 2, 0, 0));
    CHECK(Rotation(q).isSameRotationToWithinAngle(Rotation(.5, XAxis), tolerance));
    CHECK_NEAR(Quaternion(Rotation(.5, XAxis)).asVec4(), q.asVec4(), tolerance);
}

void bodyAnglesTurn() {
    const Vec3 q(.1, .2, .3), w(1, 2, 3);
    const Vec3 qdot = Rotation::convertAngVelInBodyFrameToBodyXYZDot(q, w);
    CHECK_NEAR(Rotation::convertBodyXYZDotToAngVelInBodyFrame(q, qdot), w, tolerance);
    const Real h = 1e-6;
    const auto R = [&](Real t) {
        const Vec3 a = q + t * qdot;
        return Mat33(Rotation(BodyRotationSequence, a[0], XAxis, a[1], YAxis, a[2], ZAxis));
    };
    const Mat33 W = ~R(0) * ((R(h) - R(-h)) / (2 * h));
    CHECK_NEAR(Vec3(W(2, 1), W(0, 2), W(1, 0)), w, 1e-8);
}

void transformsTakeFourNumbers() {
    const Transform X(Rotation(.4, UnitVec3(1, 2, 3)), Vec3(1, 2, 3));
    CHECK_NEAR(X * Vec4(1, -1, .5, 1), (X * Vec3(1, -1, .5)).append1(1.), tolerance);
    CHECK_NEAR(X * Vec4(1, -1, .5, 0), (X.R() * Vec3(1, -1, .5)).append1(0.), tolerance);
    const Mat34 m = X.toMat34();
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(m(i, 3), X.p()[i], 0);
        for (int j = 0; j < 3; ++j) CHECK_NEAR(m(i, j), X.R()[i][j], 0);
    }
    Transform Y(X.R());
    Y.setPInv(X.pInv());
    CHECK_NEAR(Y.p(), X.p(), tolerance);
}

void run() {
    anglesOfAnySequenceGiveTheRotationBack();
    quotientsAndDifferencesOfRotations();
    quaternionsTurn();
    bodyAnglesTurn();
    transformsTakeFourNumbers();
}

}  // namespace

CHECK_MAIN(run)
