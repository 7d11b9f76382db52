// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/inertia.h"

namespace trammel {

/// A stack of two or more vectors.
template <int M, class E>
class Vec {
public:
    Vec() = default;
    template <Number S>
    explicit Vec(S all) {
        for (E& e : v_) e = E(all);
    }
    explicit Vec(const E& all) {
        for (E& e : v_) e = all;
    }
    Vec(const E& first, const E& second) requires(M == 2) : v_{first, second} {}

    E& operator[](int i) { return v_[i]; }
    const E& operator[](int i) const { return v_[i]; }
    static constexpr int size() { return M; }

    Vec& operator+=(const Vec& o) {
        for (int i = 0; i < M; ++i) v_[i] += o.v_[i];
        return *this;
    }
    Vec& operator-=(const Vec& o) {
        for (int i = 0; i < M; ++i) v_[i] -= o.v_[i];
        return *this;
    }
    Vec& operator*=(Real s) {
        for (E& e : v_) e *= s;
        return *this;
    }
    Vec& operator/=(Real s) { return *this *= 1 / s; }
    friend Vec operator+(Vec a, const Vec& b) { return a += b; }
    friend Vec operator-(Vec a, const Vec& b) { return a -= b; }
    friend Vec operator-(Vec a) { return a *= -1.; }
    friend Vec operator*(Real s, Vec a) { return a *= s; }
    friend Vec operator*(Vec a, Real s) { return a *= s; }
    friend Vec operator/(Vec a, Real s) { return a /= s; }
    friend bool operator==(const Vec& a, const Vec& b) {
        for (int i = 0; i < M; ++i)
            if (a.v_[i] != b.v_[i]) return false;
        return true;
    }

    Real dot(const Vec& o) const {
        Real sum = 0;
        for (int i = 0; i < M; ++i) sum += v_[i].dot(o.v_[i]);
        return sum;
    }
    Real normSqr() const { return dot(*this); }
    Real norm() const { return std::sqrt(normSqr()); }
    void setToZero() { *this = Vec(0.); }
    void setToNaN() { *this = Vec(NaN); }
    bool isNaN() const {
        for (const E& e : v_)
            if (e.isNaN()) return true;
        return false;
    }

    /// A transposed stack, for inner products: ~a * b.
    struct Transposed {
        const Vec& column;
        Real operator*(const Vec& o) const { return column.dot(o); }
    };
    Transposed operator~() const { return {*this}; }

private:
    E v_[M];
};

template <int M, class E>
std::ostream& operator<<(std::ostream& out, const Vec<M, E>& v) requires(!std::is_same_v<E, Real>) {
    out << "~[";
    for (int i = 0; i < M; ++i) out << (i ? "," : "") << v[i];
    return out << ']';
}

/// A spatial vector [angular; linear]: velocity [w; v], acceleration [alpha; a] or force [torque; force].
/// [0] is the angular, [1] the linear part.
using SpatialVec = Vec<2, Vec3>;

inline Real dot(const SpatialVec& a, const SpatialVec& b) { return a.dot(b); }
/// Re-expresses both parts.
template <detail::IsRotation R>
inline SpatialVec operator*(const R& R_AB, const SpatialVec& v_B) {
    return {R_AB * v_B[0], R_AB * v_B[1]};
}

/// Velocity of the point at @p p from the reference point of @p V, both fixed to the same body.
inline SpatialVec shiftVelocityBy(const SpatialVec& V, const Vec3& p) { return {V[0], V[1] + V[0].cross(p)}; }

/// Shifts the force @p F to the reference point at -@p p: torque grows by p × f.
inline SpatialVec shiftForceFrom(const SpatialVec& F, const Vec3& p) { return {F[0] + p.cross(F[1]), F[1]}; }

/// Rigid-body spatial inertia about the body origin, expressed in G:
///   M = [ I, m[c]x ; -m[c]x, m 1 ].
struct SpatialInertia {
    Real mass = 0;
    Vec3 com{0.};
    Mat33 inertia{0};

    SpatialVec operator*(const SpatialVec& A) const {
        return {inertia * A[0] + mass * com.cross(A[1]), mass * (A[1] - com.cross(A[0]))};
    }
};

/// Articulated-body inertia P = [ J, F ; F^T, M ], symmetric, about the body origin, expressed in G.
///
/// **Source:** Featherstone, Rigid Body Dynamics Algorithms (2008), section 7.1.
struct ArticulatedInertia {
    Mat33 J{0};
    Mat33 F{0};
    Mat33 M{0};

    ArticulatedInertia() = default;
    explicit ArticulatedInertia(const SpatialInertia& m) : J(m.inertia), F(m.mass * crossMat(m.com)), M(m.mass) {}

    SpatialVec operator*(const SpatialVec& A) const { return {J * A[0] + F * A[1], ~F * A[0] + M * A[1]}; }
    ArticulatedInertia& operator+=(const ArticulatedInertia& o);
    /// This inertia about the reference point at -@p p.
    ArticulatedInertia shifted(const Vec3& p) const;
};

}  // namespace trammel
