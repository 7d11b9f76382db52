// SPDX-License-Identifier: Apache-2.0
#include "math/rotation.h"

#include <cmath>

namespace trammel {

Vec3 perpendicularTo(const Vec3& v) {
    // Cross with the coordinate axis that is least aligned with v.
    int least = 0;
    v.cwiseAbs().minCoeff(&least);
    Vec3 e(0.);
    e[least] = 1;
    return Vec3(v.cross(e)).normalized();
}

UnitVec3::UnitVec3(const Vec3& v) : Vec3(v.normalized()) {}

Quaternion::Quaternion(const Vec4& v) : Vec4(v.normalized()) {}

Rotation::Rotation(Real angle, const Vec3& axis)
    : Mat33(Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix()) {}

Mat34 Rotation::calcUnnormalizedNInvForQuaternion(const Vec4& e) { return 4 * ~calcUnnormalizedNForQuaternion(e); }

Vec4 Rotation::convertAngVelToQuaternionDot(const Vec4& e, const Vec3& w) {
    return calcUnnormalizedNForQuaternion(e) * w;
}

Vec3 Rotation::convertQuaternionDotToAngVel(const Vec4& e, const Vec4& edot) {
    return calcUnnormalizedNInvForQuaternion(e) * edot;
}

Vec4 Rotation::convertAngVelDotToQuaternionDotDot(const Vec4& e, const Vec3& w, const Vec3& wdot) {
    const Mat43 N = calcUnnormalizedNForQuaternion(e);
    return N * wdot + calcUnnormalizedNDotForQuaternion(N * w) * w;
}

SymMat33 Rotation::reexpressSymMat33(const SymMat33& S_B) const { return SymMat33(toMat33() * S_B * ~toMat33()); }

Real Rotation::getMaxAbsDifferenceInRotationElements(const Rotation& R) const {
    return (toMat33() - R.toMat33()).normInf();
}

bool operator==(const Transform& a, const Transform& b) { return a.R_ == b.R_ && a.p_ == b.p_; }

Vec4 Transform::operator*(const Vec4& v_B) const {
    return Vec3(R_ * v_B.getSubVec<3>(0) + v_B[3] * p_).append1(v_B[3]);
}

Mat34 Transform::toMat34() const { return Mat34(R_.x().asVec3(), R_.y().asVec3(), R_.z().asVec3(), p_); }

Rotation Rotation::fromBodyXYZ(const Vec3& a) {
    const Real c0 = std::cos(a[0]), s0 = std::sin(a[0]);
    const Real c1 = std::cos(a[1]), s1 = std::sin(a[1]);
    const Real c2 = std::cos(a[2]), s2 = std::sin(a[2]);
    Mat33 R;
    R << c1 * c2, -c1 * s2, s1,                                    //
        c0 * s2 + s0 * s1 * c2, c0 * c2 - s0 * s1 * s2, -s0 * c1,  //
        s0 * s2 - c0 * s1 * c2, s0 * c2 + c0 * s1 * s2, c0 * c1;
    return Rotation(R);
}

Vec3 Rotation::toBodyXYZ() const {
    const Mat33& R = *this;
    const Real cosine = std::hypot(R(0, 0), R(0, 1));
    const Real a1 = std::atan2(R(0, 2), cosine);
    // In gimbal lock only a0 +- a2 is defined; assign it all to a2.
    constexpr Real gimbalLock = 1e-12;
    if (cosine < gimbalLock) return {0, a1, std::atan2(R(1, 0), R(1, 1))};
    return {std::atan2(-R(1, 2), R(2, 2)), a1, std::atan2(-R(0, 1), R(0, 0))};
}

Mat33 Rotation::calcNForBodyXYZInBodyFrame(const Vec3& q) {
    const Real c1 = std::cos(q[1]), s1 = std::sin(q[1]);
    const Real c2 = std::cos(q[2]), s2 = std::sin(q[2]);
    const Real tangent = s1 / c1;
    return Mat33(c2 / c1, -s2 / c1, 0, s2, c2, 0, -tangent * c2, tangent * s2, 1);
}

Mat33 Rotation::calcNInvForBodyXYZInBodyFrame(const Vec3& q) {
    const Real c1 = std::cos(q[1]), s1 = std::sin(q[1]);
    const Real c2 = std::cos(q[2]), s2 = std::sin(q[2]);
    return Mat33(c1 * c2, s2, 0, -c1 * s2, c2, 0, s1, 0, 1);
}

Mat33 Rotation::calcNDotForBodyXYZInBodyFrame(const Vec3& q, const Vec3& qdot) {
    const Real c1 = std::cos(q[1]), s1 = std::sin(q[1]);
    const Real c2 = std::cos(q[2]), s2 = std::sin(q[2]);
    const Real tangent = s1 / c1, secant = 1 / c1;
    const Real tangentDot = qdot[1] * secant * secant, secantDot = qdot[1] * tangent * secant;
    const Real c2Dot = -s2 * qdot[2], s2Dot = c2 * qdot[2];
    return Mat33(c2Dot * secant + c2 * secantDot, -s2Dot * secant - s2 * secantDot, 0,  //
                 s2Dot, c2Dot, 0,                                                       //
                 -tangentDot * c2 - tangent * c2Dot, tangentDot * s2 + tangent * s2Dot, 0);
}

Mat33 Rotation::calcNForBodyXYZInParentFrame(const Vec3& q) {
    const Real c0 = std::cos(q[0]), s0 = std::sin(q[0]);
    const Real c1 = std::cos(q[1]), s1 = std::sin(q[1]);
    const Real tangent = s1 / c1;
    return Mat33(1, tangent * s0, -tangent * c0, 0, c0, s0, 0, -s0 / c1, c0 / c1);
}

Mat33 Rotation::calcNInvForBodyXYZInParentFrame(const Vec3& q) {
    const Real c0 = std::cos(q[0]), s0 = std::sin(q[0]);
    const Real c1 = std::cos(q[1]), s1 = std::sin(q[1]);
    return Mat33(1, 0, s1, 0, c0, -s0 * c1, 0, s0, c0 * c1);
}

Mat33 Rotation::calcNDotForBodyXYZInParentFrame(const Vec3& q, const Vec3& qdot) {
    const Real c0 = std::cos(q[0]), s0 = std::sin(q[0]);
    const Real c1 = std::cos(q[1]), s1 = std::sin(q[1]);
    const Real tangent = s1 / c1, secant = 1 / c1;
    const Real tangentDot = qdot[1] * secant * secant, secantDot = qdot[1] * tangent * secant;
    const Real c0Dot = -s0 * qdot[0], s0Dot = c0 * qdot[0];
    return Mat33(0, tangentDot * s0 + tangent * s0Dot, -tangentDot * c0 - tangent * c0Dot,  //
                 0, c0Dot, s0Dot,                                                           //
                 0, -s0Dot * secant - s0 * secantDot, c0Dot * secant + c0 * secantDot);
}

Rotation Rotation::fromQuaternion(const Vec4& e) {
    const Eigen::Quaterniond q(e[0], e[1], e[2], e[3]);
    return Rotation(q.normalized().toRotationMatrix());
}

Vec4 Rotation::toQuaternion() const {
    const Eigen::Quaterniond q{Mat33(*this)};
    Vec4 e(q.w(), q.x(), q.y(), q.z());
    e = e.normalized();
    return e[0] < 0 ? -e : e;
}

Rotation Rotation::aboutZ(Real angle) {
    const Real c = std::cos(angle), s = std::sin(angle);
    Mat33 R;
    R << c, -s, 0, s, c, 0, 0, 0, 1;
    return Rotation(R);
}

Rotation::Rotation(Real angle, CoordinateAxis axis) {
    // Keep exact zeros and ones exact.
    const Real c = std::cos(angle), s = std::sin(angle);
    const int j = axis.getNextAxis(), k = axis.getPreviousAxis();
    Mat33::Base::setIdentity();
    coeffRef(j, j) = coeffRef(k, k) = c;
    coeffRef(j, k) = -s;
    coeffRef(k, j) = s;
}

Rotation::Rotation(BodyOrSpaceType type, Real a1, CoordinateAxis axis1, Real a2, CoordinateAxis axis2)
    : Rotation(type, a1, axis1, a2, axis2, 0, axis1) {}

Rotation::Rotation(BodyOrSpaceType type, Real a1, CoordinateAxis axis1, Real a2, CoordinateAxis axis2, Real a3,
                   CoordinateAxis axis3) {
    const Rotation R1(a1, axis1), R2(a2, axis2), R3(a3, axis3);
    *this = type == BodyRotationSequence ? R1 * R2 * R3 : R3 * R2 * R1;
}

Rotation::Rotation(const UnitVec3& direction, CoordinateAxis axis)
    : Rotation(direction, axis, perpendicularTo(direction), axis.getNextAxis()) {}

Rotation::Rotation(const UnitVec3& direction, CoordinateAxis i, const Vec3& v, CoordinateAxis j) {
    Vec3 second = v - direction * direction.dot(v);
    constexpr Real nearlyParallel = 1e-9;
    if (second.norm() <= nearlyParallel * v.norm()) second = perpendicularTo(direction);
    second = second.normalized();
    Mat33 R;
    R.col(i) = direction;
    R.col(j) = second;
    const bool forward = int(j) == int(i.getNextAxis());
    const int k = 3 - int(i) - int(j);
    R.col(k) = forward ? direction % second : second % direction;
    *this = Rotation(R);
}

Real Rotation::convertOneAxisRotationToOneAngle(CoordinateAxis axis) const {
    const int j = axis.getNextAxis(), k = axis.getPreviousAxis();
    return std::atan2(coeff(k, j) - coeff(j, k), coeff(j, j) + coeff(k, k));
}

bool Rotation::isSameRotationToWithinAngle(const Rotation& R, Real okAngle) const {
    return std::abs((~*this * R).convertRotationToAngleAxis()[0]) <= okAngle;
}

void Quaternion::setQuaternionFromAngleAxis(Real angle, const UnitVec3& axis) {
    const Vec3 v = std::sin(angle / 2) * axis;
    *this = Quaternion(std::cos(angle / 2), v[0], v[1], v[2]);
}

Vec4 Quaternion::convertQuaternionToAngleAxis() const {
    const Vec3 v((*this)[1], (*this)[2], (*this)[3]);
    const Real sine = v.norm();
    if (sine == 0) return Vec4(0., 1., 0., 0.);
    Real angle = 2 * std::atan2(sine, (*this)[0]);
    if (angle > Pi) angle -= 2 * Pi;
    const Vec3 axis = v / sine;
    return Vec4(angle, axis[0], axis[1], axis[2]);
}

Mat44 Transform::toMat44() const {
    Mat44 X(1.);
    X.topLeftCorner<3, 3>() = R_;
    X.topRightCorner<3, 1>() = p_;
    return X;
}

std::ostream& operator<<(std::ostream& out, const Transform& X) {
    for (int i = 0; i < 3; ++i) {
        out << '[';
        for (int j = 0; j < 3; ++j) out << X.R()(i, j) << (j < 2 ? "," : "");
        out << " | " << X.p()[i] << "]\n";
    }
    return out;
}

Rotation Rotation::withZ(const Vec3& z) { return withZX(z, perpendicularTo(z)); }

Rotation Rotation::withZX(const Vec3& zIn, const Vec3& xHint) {
    const Vec3 z = zIn.normalized();
    Vec3 x = xHint - z * z.dot(xHint);
    constexpr Real nearlyParallel = 1e-9;
    if (x.norm() <= nearlyParallel * xHint.norm()) x = perpendicularTo(z);
    x = x.normalized();
    Mat33 R;
    R.col(0) = x;
    R.col(1) = z.cross(x);
    R.col(2) = z;
    return Rotation(R);
}

Quaternion::Quaternion(const Rotation& R) : Vec4(R.toQuaternion()) {}

Mat43 Rotation::calcUnnormalizedNForQuaternion(const Vec4& e) {
    const Real w = e[0] / 2, x = e[1] / 2, y = e[2] / 2, z = e[3] / 2;
    return Mat43(-x, -y, -z, w, z, -y, -z, w, x, y, -x, w);
}

Vec2 Rotation::convertTwoAxesRotationToTwoAngles(BodyOrSpaceType type, CoordinateAxis axis1,
                                                 CoordinateAxis axis2) const {
    if (type == SpaceRotationSequence) {
        const Vec2 a = convertTwoAxesRotationToTwoAngles(BodyRotationSequence, axis2, axis1);
        return Vec2(a[1], a[0]);
    }
    const int i = axis1, j = axis2;
    if (i == j) return Vec2(convertOneAxisRotationToOneAngle(axis1), 0);
    const int k = 3 - i - j;
    const Real s = j == (i + 1) % 3 ? 1 : -1;
    const Mat33& R = *this;
    return Vec2(std::atan2(s * R.coeff(k, j), R.coeff(j, j)), std::atan2(s * R.coeff(i, k), R.coeff(i, i)));
}

Vec3 Rotation::convertThreeAxesRotationToThreeAngles(BodyOrSpaceType type, CoordinateAxis axis1, CoordinateAxis axis2,
                                                     CoordinateAxis axis3) const {
    if (type == SpaceRotationSequence) {
        // Space-fixed angles are the body-fixed angles of the reversed sequence.
        const Vec3 a = convertThreeAxesRotationToThreeAngles(BodyRotationSequence, axis3, axis2, axis1);
        return Vec3(a[2], a[1], a[0]);
    }
    const int i = axis1, j = axis2;
    if (i == j || j == int(axis3)) {
        const CoordinateAxis other = i == j ? axis3 : axis1;
        const Vec2 a =
            convertTwoAxesRotationToTwoAngles(BodyRotationSequence, i == j ? axis2 : axis1, i == j ? other : axis3);
        return i == j ? Vec3(a[0], 0, a[1]) : Vec3(a[0], a[1], 0);
    }
    const int k = 3 - i - j;
    const Real s = j == (i + 1) % 3 ? 1 : -1;
    const auto R = [this](int row, int column) { return this->coeff(row, column); };
    const bool backToFirst = int(axis3) == i;
    // The first and last angles are determined by the cosine of the middle one, or its sine for a repeated axis.
    const Real lever = backToFirst ? std::hypot(R(i, j), R(i, k)) : std::hypot(R(i, i), R(i, j));
    const Real middle = std::atan2(backToFirst ? lever : s * R(i, k), backToFirst ? R(i, i) : lever);
    if (lever <= 10 * Eps)
        return Vec3(0, middle, backToFirst ? std::atan2(s * R(k, j), R(j, j)) : std::atan2(s * R(j, i), R(j, j)));
    return backToFirst ? Vec3(std::atan2(R(j, i), -s * R(k, i)), middle, std::atan2(R(i, j), s * R(i, k)))
                       : Vec3(std::atan2(-s * R(j, k), R(k, k)), middle, std::atan2(-s * R(i, j), R(i, i)));
}

}  // namespace trammel
