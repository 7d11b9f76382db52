// SPDX-License-Identifier: Apache-2.0
#include "math/inertia.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace trammel {

Inertia::Inertia(const Vec3& p, Real mass) : Mat33(mass * (p.squaredNorm() * Mat33(1) - p * ~p)) {}

Inertia Inertia::shiftToMassCenter(const Vec3& com, Real mass) const {
    return toMat33() - Inertia(com, mass).toMat33();
}
Inertia Inertia::shiftFromMassCenter(const Vec3& p, Real mass) const { return toMat33() + Inertia(p, mass).toMat33(); }
Inertia Inertia::reexpress(const Rotation& R_FB) const { return ~R_FB.asMat33() * toMat33() * R_FB.asMat33(); }

bool Inertia::isNumericallyEqual(const Inertia& o, Real tolerance) const {
    return (toMat33() - o.toMat33()).normInf() <= tolerance * std::max(trace() / 2, Real(1));
}

Inertia& Inertia::operator+=(const Inertia& o) { return *this = toMat33() + o.toMat33(); }
Inertia& Inertia::operator-=(const Inertia& o) { return *this = toMat33() - o.toMat33(); }
Inertia& Inertia::operator*=(Real s) { return *this = toMat33() * s; }
Inertia& Inertia::operator/=(Real s) { return *this = toMat33() / s; }

Inertia Inertia::cylinderAlongX(Real r, Real halfLength) {
    const Real across = square(r) / 4 + square(halfLength) / 3;
    return {square(r) / 2, across, across};
}
Inertia Inertia::cylinderAlongY(Real r, Real halfLength) {
    const Real across = square(r) / 4 + square(halfLength) / 3;
    return {across, square(r) / 2, across};
}
Inertia Inertia::cylinderAlongZ(Real r, Real halfLength) {
    const Real across = square(r) / 4 + square(halfLength) / 3;
    return {across, across, square(r) / 2};
}
Inertia Inertia::brick(const Vec3& h) {
    const Vec3 s = h.elementwiseMultiply(h);
    return {(s[1] + s[2]) / 3, (s[0] + s[2]) / 3, (s[0] + s[1]) / 3};
}
Inertia Inertia::ellipsoid(const Vec3& r) {
    const Vec3 s = r.elementwiseMultiply(r);
    return {(s[1] + s[2]) / 5, (s[0] + s[2]) / 5, (s[0] + s[1]) / 5};
}

MassProperties::MassProperties(Real mass, const Vec3& com_B, const UnitInertia& perMass)
    : MassProperties(mass, com_B, mass * static_cast<const Inertia&>(perMass)) {}

UnitInertia MassProperties::getUnitInertia() const { return UnitInertia(mass_ == 0 ? Inertia(0) : inertia_ / mass_); }
Inertia MassProperties::calcShiftedInertia(const Vec3& newOrigin_B) const {
    return calcCentralInertia().shiftFromMassCenter(newOrigin_B - com_, mass_);
}
Inertia MassProperties::calcTransformedInertia(const Transform& X_BC) const {
    return calcShiftedInertia(X_BC.p()).reexpress(X_BC.R());
}
MassProperties MassProperties::reexpress(const Rotation& R_FB) const {
    return {mass_, ~R_FB * com_, inertia_.reexpress(R_FB)};
}
MassProperties MassProperties::calcShiftedMassProps(const Vec3& newOrigin_B) const {
    return {mass_, com_ - newOrigin_B, calcShiftedInertia(newOrigin_B)};
}
MassProperties MassProperties::calcTransformedMassProps(const Transform& X_BC) const {
    return {mass_, ~X_BC.R() * (com_ - X_BC.p()), calcTransformedInertia(X_BC)};
}
bool MassProperties::isExactlyCentral() const { return com_ == Vec3(0); }
bool MassProperties::isNearlyCentral(Real tolerance) const { return com_.norm() <= tolerance; }
bool MassProperties::isMassless() const { return mass_ == 0 && inertia_.isZero(0); }

bool operator==(const MassProperties& a, const MassProperties& b) {
    return a.mass_ == b.mass_ && a.com_ == b.com_ && a.inertia_ == b.inertia_;
}

std::string describeImpossibleMass(const MassProperties& mp) {
    const Mat33 I = mp.calcCentralInertia();
    if (!std::isfinite(mp.getMass()) || !mp.getMassCenter().allFinite() || !I.allFinite())
        return "mass, center of mass and inertia must be finite";
    if (mp.getMass() < 0) return "the mass must not be negative";
    const Real scale = I.cwiseAbs().maxCoeff();
    // A shift to the center of mass leaves its rounding.
    const Real rounding = 1e-14 * mp.getMass() * mp.getMassCenter().squaredNorm();
    const Real tolerance = 1e-9 * scale + rounding;
    if ((I - I.transpose()).cwiseAbs().maxCoeff() > tolerance) return "the inertia matrix must be symmetric";
    Eigen::SelfAdjointEigenSolver<Mat33::Base> eig;
    eig.computeDirect(I, Eigen::EigenvaluesOnly);
    const Vec3 principal = eig.eigenvalues();
    // The closed-form eigenvalues of a 3x3 matrix are good to about 1e-8 of the largest.
    const Real slack = 1e-7 * scale + rounding;
    if (principal.minCoeff() < -slack) return "the principal moments of inertia must not be negative";
    if (principal[0] + principal[1] < principal[2] - slack)
        return "the largest principal moment of inertia must not exceed the sum of the other two";
    return {};
}

bool Inertia::isValidInertiaMatrix(const Mat33& m) {
    if (!m.allFinite()) return false;
    const Real slop = SignificantReal * std::max(m.diag().sum(), Real(1));
    if ((m - ~m).normInf() > slop) return false;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const Real across = m.coeff(i, i);
        if (across < 0 || m.coeff(j, j) + m.coeff(k, k) + slop < across) return false;
        if (across + slop < 2 * std::abs(m.coeff(j, k))) return false;
    }
    return true;
}

Mat66 MassProperties::toMat66() const {
    const Mat33 upper = crossMat(Vec3(mass_ * com_));
    Mat66 m(mass_);
    m.topLeftCorner<3, 3>() = inertia_.toMat33();
    m.topRightCorner<3, 3>() = upper;
    m.bottomLeftCorner<3, 3>() = -upper;
    return m;
}

}  // namespace trammel
