// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/rotation.h"

namespace trammel {

/// A spatial vector [angular; linear]: velocity [w; v], acceleration [alpha; a] or force [torque; force].
class SpatialVec {
public:
    SpatialVec() = default;
    explicit SpatialVec(Real all) : v_{Vec3(all), Vec3(all)} {}
    SpatialVec(const Vec3& angular, const Vec3& linear) : v_{angular, linear} {}

    /// [0] is the angular, [1] the linear part.
    Vec3& operator[](int i) { return v_[i]; }
    const Vec3& operator[](int i) const { return v_[i]; }

    SpatialVec& operator+=(const SpatialVec& o) {
        v_[0] += o.v_[0];
        v_[1] += o.v_[1];
        return *this;
    }
    SpatialVec& operator-=(const SpatialVec& o) {
        v_[0] -= o.v_[0];
        v_[1] -= o.v_[1];
        return *this;
    }
    SpatialVec& operator*=(Real s) {
        v_[0] *= s;
        v_[1] *= s;
        return *this;
    }
    friend SpatialVec operator+(SpatialVec a, const SpatialVec& b) { return a += b; }
    friend SpatialVec operator-(SpatialVec a, const SpatialVec& b) { return a -= b; }
    friend SpatialVec operator-(const SpatialVec& a) { return {Vec3(-a.v_[0]), Vec3(-a.v_[1])}; }
    friend SpatialVec operator*(Real s, SpatialVec a) { return a *= s; }
    friend SpatialVec operator*(SpatialVec a, Real s) { return a *= s; }

    Real dot(const SpatialVec& o) const { return v_[0].dot(o.v_[0]) + v_[1].dot(o.v_[1]); }
    Real norm() const { return std::sqrt(dot(*this)); }

private:
    Vec3 v_[2];
};

inline Real dot(const SpatialVec& a, const SpatialVec& b) { return a.dot(b); }

/// Velocity of the point at @p p from the reference point of @p V, both fixed to the same body.
inline SpatialVec shiftVelocityBy(const SpatialVec& V, const Vec3& p) { return {V[0], V[1] + V[0].cross(p)}; }

/// The force @p F, applied at a point, as seen from the point at -@p p from it: torque grows by p × f.
inline SpatialVec shiftForceFrom(const SpatialVec& F, const Vec3& p) { return {F[0] + p.cross(F[1]), F[1]}; }

/// Mass, mass centre and inertia of a rigid body about its origin, in the body frame B. kg, m, kg m^2.
class MassProperties {
public:
    MassProperties() = default;
    /// @param inertia_OB inertia about the body origin (not the mass centre), symmetric
    MassProperties(Real mass, const Vec3& com_B, const Mat33& inertia_OB)
        : mass_(mass), com_(com_B), inertia_(inertia_OB) {}
    /// From the central inertia (about the mass centre), by the parallel axis theorem.
    static MassProperties fromCentral(Real mass, const Vec3& com_B, const Mat33& inertia_CB) {
        return {mass, com_B, inertia_CB + pointMassInertia(mass, com_B)};
    }
    /// Inertia of a point mass at @p p about the origin.
    static Mat33 pointMassInertia(Real mass, const Vec3& p) {
        return mass * (p.squaredNorm() * Mat33::Identity() - p * p.transpose());
    }

    Real getMass() const { return mass_; }
    const Vec3& getMassCenter() const { return com_; }
    const Mat33& getInertia() const { return inertia_; }
    Mat33 calcCentralInertia() const { return inertia_ - pointMassInertia(mass_, com_); }
    bool isMassless() const { return mass_ == 0 && inertia_.isZero(0); }

    friend bool operator==(const MassProperties& a, const MassProperties& b) {
        return a.mass_ == b.mass_ && a.com_ == b.com_ && a.inertia_ == b.inertia_;
    }

private:
    Real mass_ = 0;
    Vec3 com_{0.};
    Mat33 inertia_ = Mat33::Zero();
};

/// What is physically impossible about a set of mass properties, one sentence; empty if nothing.
///
/// Checks mass >= 0, symmetric positive semidefinite central inertia, and the triangle inequality of its
/// principal moments (a rigid distribution of non-negative mass satisfies it).
std::string describeImpossibleMass(const MassProperties& mp);

/// Rigid-body spatial inertia about the body origin, expressed in G:
///   M = [ I, m[c]x ; -m[c]x, m 1 ].
struct SpatialInertia {
    Real mass = 0;
    Vec3 com{0.};
    Mat33 inertia = Mat33::Zero();

    SpatialVec operator*(const SpatialVec& A) const {
        return {Vec3(inertia * A[0] + mass * com.cross(A[1])), Vec3(mass * (A[1] - com.cross(A[0])))};
    }
};

/// Articulated-body inertia P = [ J, F ; F^T, M ], symmetric, about the body origin, expressed in G.
///
/// **Source:** Featherstone, Rigid Body Dynamics Algorithms (2008), section 7.1.
struct ArticulatedInertia {
    Mat33 J = Mat33::Zero();
    Mat33 F = Mat33::Zero();
    Mat33 M = Mat33::Zero();

    ArticulatedInertia() = default;
    explicit ArticulatedInertia(const SpatialInertia& m)
        : J(m.inertia), F(m.mass * crossMat(m.com)), M(m.mass * Mat33::Identity()) {}

    SpatialVec operator*(const SpatialVec& A) const {
        return {Vec3(J * A[0] + F * A[1]), Vec3(F.transpose() * A[0] + M * A[1])};
    }
    ArticulatedInertia& operator+=(const ArticulatedInertia& o) {
        J += o.J;
        F += o.F;
        M += o.M;
        return *this;
    }
    /// The same inertia seen from the point at -@p p from the present reference point.
    ArticulatedInertia shifted(const Vec3& p) const {
        ArticulatedInertia s;
        const Mat33 px = crossMat(p);
        const Mat33 pM = px * M;
        s.M = M;
        s.F = F + pM;
        const Mat33 pFt = px * F.transpose();
        s.J = J + pFt + pFt.transpose() - pM * px;
        return s;
    }
};

}  // namespace trammel
