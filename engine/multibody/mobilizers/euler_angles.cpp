// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/euler_angles.h"

#include <algorithm>

#include "multibody/mobilizers/body_xyz_kinematics.h"
#include "multibody/mobilizers/quaternion_kinematics.h"

namespace trammel {

namespace {

/// E: the axes of the three rotations as columns, in F.
Mat33 axesOf(const Real* angles) {
    Vec3 axes[3];
    body_xyz::calcAxes(angles, Rotation::fromBodyXYZ(Vec3::getAs(angles)), axes);
    return Mat33(axes[0], axes[1], axes[2]);
}

}  // namespace

void EulerAngleMobilizer::toQuaternion(const Real* q, Real* quaternionQ) const {
    quaternion::fit(Rotation::fromBodyXYZ(Vec3::getAs(q)), quaternionQ);
    std::copy(q + 3, q + getNQ(), quaternionQ + 4);
}
void EulerAngleMobilizer::fromQuaternion(const Real* quaternionQ, Real* q) const {
    Vec3::updAs(q) = quaternion::toRotation(quaternionQ).toBodyXYZ();
    std::copy(quaternionQ + 4, quaternionQ + inner_->getNQ(), q + 3);
}

CoordinateName EulerAngleMobilizer::nameOfQ(int i) const {
    static const char* const names[] = {"angle x", "angle y", "angle z"};
    return i < 3 ? CoordinateName{names[i], Quantity::Angle} : inner_->nameOfQ(i + 1);
}

void EulerAngleMobilizer::calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const {
    Real e[maxNQ];
    toQuaternion(q, e);
    inner_->calcAcross(e, X_FM, H_FM);
}
SpatialVec EulerAngleMobilizer::calcHDotU(const Real* q, const Real* u, const Transform& X_FM,
                                          const SpatialVec& V_FM) const {
    Real e[maxNQ];
    toQuaternion(q, e);
    return inner_->calcHDotU(e, u, X_FM, V_FM);
}

void EulerAngleMobilizer::multiplyByN(const Real* q, const Real* u, Real* qdot) const {
    Real e[maxNQ], edot[maxNQ];
    toQuaternion(q, e);
    inner_->multiplyByN(e, u, edot);
    Vec3 w;
    quaternion::multiplyByNInv(e, edot, w.data());
    Vec3::updAs(qdot) = axesOf(q).invert() * w;
    std::copy(edot + 4, edot + inner_->getNQ(), qdot + 3);
}
void EulerAngleMobilizer::multiplyByNInv(const Real* q, const Real* qdot, Real* u) const {
    Real e[maxNQ], edot[maxNQ];
    toQuaternion(q, e);
    const Vec3 w = axesOf(q) * Vec3::getAs(qdot);
    quaternion::multiplyByN(e, w.data(), edot);
    std::copy(qdot + 3, qdot + getNQ(), edot + 4);
    inner_->multiplyByNInv(e, edot, u);
}
// θdot = E^-1 ω(u), so Ndot u = E^-1 (d/dt ω(u) - Edot E^-1 ω(u)) for constant u.
void EulerAngleMobilizer::multiplyByNDot(const Real* q, const Real* qdot, const Real* u, Real* out) const {
    const Mat33 E = axesOf(q);
    Real e[maxNQ], edot[maxNQ], turning[maxNQ], second[maxNQ], rest[4];
    toQuaternion(q, e);
    const Vec3 spin = E * Vec3::getAs(qdot);
    quaternion::multiplyByN(e, spin.data(), edot);
    std::copy(qdot + 3, qdot + getNQ(), edot + 4);
    inner_->multiplyByN(e, u, turning);
    inner_->multiplyByNDot(e, edot, u, second);
    Vec3 w, wdot;
    quaternion::multiplyByNInv(e, turning, w.data());
    quaternion::multiplyByN(edot, w.data(), rest);
    for (int i = 0; i < 4; ++i) rest[i] = second[i] - rest[i];
    quaternion::multiplyByNInv(e, rest, wdot.data());

    const Mat33 EInv = E.invert();
    const Vec3 rates = EInv * w;
    // Each axis rotates with the preceding rotations.
    Vec3 carrying(0.), bias(0.);
    for (int i = 1; i < 3; ++i) {
        carrying += qdot[i - 1] * Vec3(E.col(i - 1));
        bias += rates[i] * carrying.cross(Vec3(E.col(i)));
    }
    Vec3::updAs(out) = EInv * (wdot - bias);
    std::copy(second + 4, second + inner_->getNQ(), out + 3);
}
void EulerAngleMobilizer::calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const {
    Real e[maxNQ], edotdot[maxNQ], edot[maxNQ];
    toQuaternion(q, e);
    inner_->multiplyByN(e, u, edot);
    inner_->calcQDotDot(e, u, udot, edotdot);
    // edotdot = N wdot + Ndot w: the part not caused by the current rates is N wdot.
    Vec3 w, wdot;
    quaternion::multiplyByNInv(e, edot, w.data());
    Real turning[4], second[4];
    quaternion::multiplyByN(e, w.data(), turning);
    quaternion::multiplyByN(turning, w.data(), second);
    for (int i = 0; i < 4; ++i) second[i] = edotdot[i] - second[i];
    quaternion::multiplyByNInv(e, second, wdot.data());

    const Mat33 EInv = axesOf(q).invert();
    const Vec3 rates = EInv * w;
    const Vec3 bias = body_xyz::calcAxesDotTimesRates(q, rates.data(), Rotation::fromBodyXYZ(Vec3::getAs(q)));
    Vec3::updAs(qdotdot) = EInv * (wdot - bias);
    std::copy(edotdot + 4, edotdot + inner_->getNQ(), qdotdot + 3);
}

void EulerAngleMobilizer::setQToFitTransform(const Transform& X_FM, Real* q) const {
    Real e[maxNQ];
    inner_->setQToFitTransform(X_FM, e);
    fromQuaternion(e, q);
}
void EulerAngleMobilizer::setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const {
    Real e[maxNQ];
    inner_->setInitialCoordinates(in, e, u);
    fromQuaternion(e, q);
}

}  // namespace trammel
