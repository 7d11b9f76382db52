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
    // In gimbal lock only a0 +- a2 is defined: give it all to a2.
    constexpr Real gimbalLock = 1e-12;
    if (cosine < gimbalLock) return {0, a1, std::atan2(R(1, 0), R(1, 1))};
    return {std::atan2(-R(1, 2), R(2, 2)), a1, std::atan2(-R(0, 1), R(0, 0))};
}

Rotation Rotation::fromQuaternion(const Vec4& e) {
    const Eigen::Quaterniond q(e[0], e[1], e[2], e[3]);
    return Rotation(q.normalized().toRotationMatrix());
}

Vec4 Rotation::toQuaternion() const {
    const Eigen::Quaterniond q{Mat33(*this)};
    Vec4 e(q.w(), q.x(), q.y(), q.z());
    e.normalize();
    return e[0] < 0 ? Vec4(-e) : e;
}

Rotation Rotation::aboutZ(Real angle) {
    const Real c = std::cos(angle), s = std::sin(angle);
    Mat33 R;
    R << c, -s, 0, s, c, 0, 0, 0, 1;
    return Rotation(R);
}

Rotation Rotation::withZ(const Vec3& z) { return withZX(z, perpendicularTo(z)); }

Rotation Rotation::withZX(const Vec3& zIn, const Vec3& xHint) {
    const Vec3 z = zIn.normalized();
    Vec3 x = xHint - z * z.dot(xHint);
    constexpr Real nearlyParallel = 1e-9;
    if (x.norm() <= nearlyParallel * xHint.norm()) x = perpendicularTo(z);
    x.normalize();
    Mat33 R;
    R.col(0) = x;
    R.col(1) = z.cross(x);
    R.col(2) = z;
    return Rotation(R);
}

}  // namespace trammel
