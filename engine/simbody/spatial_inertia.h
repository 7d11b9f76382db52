// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/spatial_mat.h"

namespace SimTK {

/// Spatial inertia of a rigid body about a point, in some frame: mass, center of mass from the point, unit inertia about it.
class SpatialInertia : public trammel::SpatialInertia {
public:
    SpatialInertia() = default;
    SpatialInertia(const trammel::SpatialInertia& m) : trammel::SpatialInertia(m) {}
    SpatialInertia(Real mass, const Vec3& massCenter, const UnitInertia& perMass)
        : trammel::SpatialInertia{mass, massCenter, Mat33(mass * perMass.toMat33())} {}

    Real getMass() const { return mass; }
    const Vec3& getMassCenter() const { return com; }
    UnitInertia getUnitInertia() const { return UnitInertia(mass == 0 ? Inertia(0) : calcInertia() / mass); }
    Vec3 calcMassMoment() const { return mass * com; }
    /// Adds the inertia of another body, about the same point and in the same frame.
    SpatialInertia& operator+=(const SpatialInertia& o) {
        const Vec3 moment = calcMassMoment() + o.calcMassMoment();
        mass += o.mass;
        com = mass == 0 ? Vec3(0) : Vec3(moment / mass);
        inertia += o.inertia;
        return *this;
    }
    friend SpatialInertia operator+(SpatialInertia a, const SpatialInertia& b) { return a += b; }
    Inertia calcInertia() const { return Inertia(inertia); }
    SpatialMat toSpatialMat() const {
        const Mat33 upper = crossMat(calcMassMoment());
        return SpatialMat(inertia, upper, -upper, mass * Mat33(1));
    }
    /// About the point at @p S; the center of mass stays in place.
    SpatialInertia shift(const Vec3& S) const {
        const Inertia about = calcInertia().shiftToMassCenter(com, mass).shiftFromMassCenter(com - S, mass);
        return SpatialInertia(trammel::SpatialInertia{mass, Vec3(com - S), about.toMat33()});
    }
    /// Re-expresses this inertia, given in frame F, in frame B.
    SpatialInertia reexpress(const Rotation& R_FB) const {
        return SpatialInertia(trammel::SpatialInertia{mass, ~R_FB * com, calcInertia().reexpress(R_FB).toMat33()});
    }
    /// About the origin of frame B and expressed in B, from F.
    SpatialInertia transform(const Transform& X_FB) const { return shift(X_FB.p()).reexpress(X_FB.R()); }
};

/// Articulated-body inertia about a point: [inertia, mass moment; its transpose, mass].
class ArticulatedInertia : public trammel::ArticulatedInertia {
public:
    ArticulatedInertia() = default;
    ArticulatedInertia(const trammel::ArticulatedInertia& P) : trammel::ArticulatedInertia(P) {}
    explicit ArticulatedInertia(const SpatialInertia& m) : trammel::ArticulatedInertia(m) {}
    ArticulatedInertia(const Mat33& mass, const Mat33& massMoment, const Mat33& inertia) {
        M = mass;
        F = massMoment;
        J = inertia;
    }
    /// About the point at -@p s.
    ArticulatedInertia shift(const Vec3& s) const { return shifted(s); }

    const Mat33& getMass() const { return M; }
    const Mat33& getMassMoment() const { return F; }
    const Mat33& getInertia() const { return J; }
    SpatialMat toSpatialMat() const { return SpatialMat(J, F, ~F, M); }
};

}  // namespace SimTK
