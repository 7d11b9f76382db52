// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>

#include "math/rotation.h"

namespace trammel {

/// Inertia of a rigid body about a point, expressed in a frame: symmetric, kg m^2.
class Inertia : public Mat33, public detail::OwnArithmeticTag {
public:
    Inertia() : Inertia(NaN, NaN, NaN, NaN, NaN, NaN) {}
    /// Equal moments about all axes.
    template <Number S>
    explicit Inertia(S moment) : Mat33(moment) {}
    /// Principal moments, and products xy, xz, yz.
    explicit Inertia(const Vec3& moments, const Vec3& products = Vec3(0))
        : Inertia(moments[0], moments[1], moments[2], products[0], products[1], products[2]) {}
    Inertia(Real xx, Real yy, Real zz, Real xy = 0, Real xz = 0, Real yz = 0)
        : Mat33(xx, xy, xz, xy, yy, yz, xz, yz, zz) {}
    /// Inertia of a point mass at @p p.
    Inertia(const Vec3& p, Real mass);
    template <class Derived>
    requires detail::OfShape<Derived, 3, 3> Inertia(const Eigen::MatrixBase<Derived>& m) : Mat33(m) {}

    Vec3 getMoments() const { return diag(); }
    /// Products of inertia xy, xz, yz.
    Vec3 getProducts() const { return Vec3(coeff(0, 1), coeff(0, 2), coeff(1, 2)); }
    const Mat33& toMat33() const { return *this; }
    const Mat33& asSymMat33() const { return *this; }

    /// Shifts from the origin to the center of mass @p com of a body of mass @p mass, or back.
    Inertia shiftToMassCenter(const Vec3& com, Real mass) const;
    Inertia shiftFromMassCenter(const Vec3& p, Real mass) const;
    /// Re-expresses this inertia, given in frame F, in frame B: R_FB.
    Inertia reexpress(const Rotation& R_FB) const;
    // In-place versions of the above.
    Inertia& shiftToMassCenterInPlace(const Vec3& com, Real mass) { return *this = shiftToMassCenter(com, mass); }
    Inertia& shiftFromMassCenterInPlace(const Vec3& p, Real mass) { return *this = shiftFromMassCenter(p, mass); }
    Inertia& reexpressInPlace(const Rotation& R_FB) { return *this = reexpress(R_FB); }
    /// Takes the same arguments as the constructors.
    Inertia& setInertia(Real xx, Real yy, Real zz, Real xy = 0, Real xz = 0, Real yz = 0) {
        return *this = Inertia(xx, yy, zz, xy, xz, yz);
    }
    Inertia& setInertia(const Vec3& moments, const Vec3& products = Vec3(0)) {
        return *this = Inertia(moments, products);
    }
    /// True if elements differ by at most @p tolerance times half the trace, or 1 if that is larger.
    bool isNumericallyEqual(const Inertia& o, Real tolerance = SignificantReal) const;

    /// True if a rigid body with inertia @p m can exist: symmetric, non-negative moments that satisfy the triangle
    /// inequality, and each product at most half the opposite moment.
    static bool isValidInertiaMatrix(const Mat33& m);

    Inertia& operator+=(const Inertia& o);
    Inertia& operator-=(const Inertia& o);
    Inertia& operator*=(Real s);
    Inertia& operator/=(Real s);

    static Inertia pointMassAtOrigin() { return Inertia(0); }
    static Inertia pointMassAt(const Vec3& p, Real mass = 1) { return Inertia(p, mass); }
    // Solids of unit mass about their centers.
    static Inertia sphere(Real radius) { return Inertia(0.4 * square(radius)); }
    static Inertia cylinderAlongX(Real radius, Real halfLength);
    static Inertia cylinderAlongY(Real radius, Real halfLength);
    static Inertia cylinderAlongZ(Real radius, Real halfLength);
    static Inertia brick(Real halfX, Real halfY, Real halfZ) { return brick(Vec3(halfX, halfY, halfZ)); }
    static Inertia brick(const Vec3& halfLengths);
    static Inertia ellipsoid(Real rx, Real ry, Real rz) { return ellipsoid(Vec3(rx, ry, rz)); }
    static Inertia ellipsoid(const Vec3& radii);
};
// Sums and multiples of inertias are inertias.
template <std::derived_from<Inertia> A, std::derived_from<Inertia> B>
Inertia operator+(const A& a, const B& b) {
    return a.toMat33() + b.toMat33();
}
template <std::derived_from<Inertia> A, std::derived_from<Inertia> B>
Inertia operator-(const A& a, const B& b) {
    return a.toMat33() - b.toMat33();
}
template <Number S, std::derived_from<Inertia> I>
Inertia operator*(S s, const I& a) {
    return a.toMat33() * s;
}
template <Number S, std::derived_from<Inertia> I>
Inertia operator*(const I& a, S s) {
    return a.toMat33() * s;
}
template <Number S, std::derived_from<Inertia> I>
Inertia operator/(const I& a, S s) {
    return a.toMat33() / s;
}
/// Angular momentum I w.
template <std::derived_from<Inertia> I>
Vec3 operator*(const I& inertia, const Vec3& w) {
    return multiply(inertia.toMat33(), w);
}

/// Inertia per unit mass, m^2: depends on the shape only.
class UnitInertia : public Inertia {
public:
    UnitInertia() = default;
    template <Number S>
    explicit UnitInertia(S moment) : Inertia(moment) {}
    explicit UnitInertia(const Vec3& moments, const Vec3& products = Vec3(0)) : Inertia(moments, products) {}
    UnitInertia(Real xx, Real yy, Real zz, Real xy = 0, Real xz = 0, Real yz = 0) : Inertia(xx, yy, zz, xy, xz, yz) {}
    explicit UnitInertia(const Inertia& perMass) : Inertia(perMass) {}
    static UnitInertia pointMassAtOrigin() { return UnitInertia(0); }
    static UnitInertia pointMassAt(const Vec3& p) { return UnitInertia(Inertia(p, 1)); }
    static UnitInertia sphere(Real radius) { return UnitInertia(Inertia::sphere(radius)); }
    static UnitInertia cylinderAlongX(Real r, Real hl) { return UnitInertia(Inertia::cylinderAlongX(r, hl)); }
    static UnitInertia cylinderAlongY(Real r, Real hl) { return UnitInertia(Inertia::cylinderAlongY(r, hl)); }
    static UnitInertia cylinderAlongZ(Real r, Real hl) { return UnitInertia(Inertia::cylinderAlongZ(r, hl)); }
    static UnitInertia brick(Real hx, Real hy, Real hz) { return UnitInertia(Inertia::brick(hx, hy, hz)); }
    static UnitInertia brick(const Vec3& halfLengths) { return UnitInertia(Inertia::brick(halfLengths)); }
    static UnitInertia ellipsoid(Real rx, Real ry, Real rz) { return UnitInertia(Inertia::ellipsoid(rx, ry, rz)); }
    static UnitInertia ellipsoid(const Vec3& radii) { return UnitInertia(Inertia::ellipsoid(radii)); }
    UnitInertia shiftToCentroid(const Vec3& centroid) const { return UnitInertia(shiftToMassCenter(centroid, 1)); }
    UnitInertia shiftFromCentroid(const Vec3& p) const { return UnitInertia(shiftFromMassCenter(p, 1)); }
    UnitInertia& shiftToCentroidInPlace(const Vec3& centroid) { return *this = shiftToCentroid(centroid); }
    UnitInertia& shiftFromCentroidInPlace(const Vec3& p) { return *this = shiftFromCentroid(p); }
    UnitInertia& reexpressInPlace(const Rotation& R_FB) { return *this = reexpress(R_FB); }
    UnitInertia reexpress(const Rotation& R_FB) const { return UnitInertia(Inertia::reexpress(R_FB)); }
};

/// Mass, center of mass and inertia of a rigid body about its origin, expressed in the body frame B. kg, m, kg m^2.
class MassProperties {
public:
    MassProperties() = default;
    /// @param inertia_OB inertia about the body origin (not the center of mass), symmetric
    MassProperties(Real mass, const Vec3& com_B, const Inertia& inertia_OB)
        : mass_(mass), com_(com_B), inertia_(inertia_OB) {}
    /// @param perMass inertia about the body origin, divided by the mass
    MassProperties(Real mass, const Vec3& com_B, const UnitInertia& perMass);
    /// Takes the same arguments as the constructors.
    template <std::derived_from<Inertia> I>
    MassProperties& setMassProperties(Real mass, const Vec3& com_B, const I& inertia_OB) {
        return *this = MassProperties(mass, com_B, inertia_OB);
    }
    /// From the central inertia (about the center of mass), by the parallel axis theorem.
    static MassProperties fromCentral(Real mass, const Vec3& com_B, const Inertia& inertia_CB) {
        return {mass, com_B, inertia_CB.shiftFromMassCenter(com_B, mass)};
    }

    Real getMass() const { return mass_; }
    const Vec3& getMassCenter() const { return com_; }
    const Inertia& getInertia() const { return inertia_; }
    Inertia calcInertia() const { return inertia_; }
    UnitInertia getUnitInertia() const;
    Inertia calcCentralInertia() const { return inertia_.shiftToMassCenter(com_, mass_); }
    /// Inertia about @p newOrigin_B, a point of B.
    Inertia calcShiftedInertia(const Vec3& newOrigin_B) const;
    /// Re-expresses these properties, given in frame F, in frame B: R_FB.
    MassProperties reexpress(const Rotation& R_FB) const;
    /// Mass properties about another point of B.
    MassProperties calcShiftedMassProps(const Vec3& newOrigin_B) const;
    /// Inertia about the origin of a frame C fixed to B, expressed in C.
    Inertia calcTransformedInertia(const Transform& X_BC) const;
    MassProperties calcTransformedMassProps(const Transform& X_BC) const;
    /// The spatial inertia [I, m c×; -m c×, m].
    Mat66 toMat66() const;
    bool isExactlyMassless() const { return mass_ == 0; }
    bool isNearlyMassless(Real tolerance = SignificantReal) const { return mass_ <= tolerance; }
    /// True if the center of mass is the body origin.
    bool isExactlyCentral() const;
    bool isNearlyCentral(Real tolerance = SignificantReal) const;
    bool isNaN() const { return std::isnan(mass_) || com_.isNaN() || inertia_.isNaN(); }
    bool isFinite() const { return std::isfinite(mass_) && com_.isFinite() && inertia_.isFinite(); }
    bool isInf() const { return !isNaN() && !isFinite(); }
    /// True if mass and inertia are zero.
    bool isMassless() const;

    friend bool operator==(const MassProperties& a, const MassProperties& b);

private:
    Real mass_ = 0;
    Vec3 com_{0.};
    Inertia inertia_{0};
};

/// The first physical inconsistency of a set of mass properties, as one sentence; empty if they are valid.
///
/// Checks mass >= 0, symmetric positive semidefinite central inertia, and the triangle inequality of its principal
/// moments (satisfied by any rigid distribution of non-negative mass).
std::string describeImpossibleMass(const MassProperties& mp);

}  // namespace trammel
