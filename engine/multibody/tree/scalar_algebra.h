// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "math/spatial.h"

namespace trammel::scalar {

/// 3-D algebra in plain scalars for the inner loops of the tree algorithms, which the compiler keeps in registers.
/// Expressed in Ground unless stated otherwise.
struct V3 {
    Real x, y, z;
    static auto valueFields(auto& self) { return std::tie(self.x, self.y, self.z); }
};
/// A general 3 x 3 matrix by columns.
struct M3 {
    V3 a, b, c;
    static auto valueFields(auto& self) { return std::tie(self.a, self.b, self.c); }
};
/// A symmetric 3 x 3 matrix.
struct S3 {
    Real xx, yy, zz, xy, xz, yz;
    static auto valueFields(auto& self) { return std::tie(self.xx, self.yy, self.zz, self.xy, self.xz, self.yz); }
};
/// A spatial vector [w; v].
struct V6 {
    V3 w, v;
    static constexpr const char* fieldNames[] = {"angular", "linear"};
    static auto valueFields(auto& self) { return std::tie(self.w, self.v); }
};
inline constexpr V6 zeroV6{{0, 0, 0}, {0, 0, 0}};
/// P = [J, F; F^T, M], J and M symmetric.
struct S6 {
    S3 J;
    M3 F;
    S3 M;
    static constexpr const char* fieldNames[] = {"J (xx yy zz xy xz yz)", "F by columns", "M (xx yy zz xy xz yz)"};
    static auto valueFields(auto& self) { return std::tie(self.J, self.F, self.M); }
};

inline V3 load(const Vec3& v) { return {v[0], v[1], v[2]}; }
inline V6 load(const SpatialVec& v) { return {load(v[0]), load(v[1])}; }
inline M3 load(const Mat33& m) {
    const Real* p = m.data();
    return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}};
}
/// The lower triangle.
inline S3 loadSymmetric(const Mat33& m) {
    const Real* p = m.data();
    return {p[0], p[4], p[8], p[1], p[2], p[5]};
}
inline void store(const V3& v, Real* out) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
inline void store(const V3& v, Vec3& out) { store(v, out.data()); }
inline void store(const V6& v, SpatialVec& out) { store(v.w, out[0]), store(v.v, out[1]); }
inline void store(const M3& m, Mat33& out) {
    store(m.a, out.data()), store(m.b, out.data() + 3), store(m.c, out.data() + 6);
}
inline void store(const S3& s, Mat33& out) {
    Real* p = out.data();
    p[0] = s.xx, p[4] = s.yy, p[8] = s.zz;
    p[1] = p[3] = s.xy, p[2] = p[6] = s.xz, p[5] = p[7] = s.yz;
}
inline ArticulatedInertia toArticulatedInertia(const S6& P) {
    ArticulatedInertia out;
    store(P.J, out.J), store(P.F, out.F), store(P.M, out.M);
    return out;
}

inline V3 operator+(const V3& a, const V3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline V3 operator-(const V3& a, const V3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline V3 operator-(const V3& a) { return {-a.x, -a.y, -a.z}; }
inline V3 operator*(Real s, const V3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Real dot(const V3& a, const V3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline V3 cross(const V3& a, const V3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline M3 operator+(const M3& m, const M3& n) { return {m.a + n.a, m.b + n.b, m.c + n.c}; }
inline V3 operator*(const M3& m, const V3& v) {
    return {m.a.x * v.x + m.b.x * v.y + m.c.x * v.z, m.a.y * v.x + m.b.y * v.y + m.c.y * v.z,
            m.a.z * v.x + m.b.z * v.y + m.c.z * v.z};
}
inline M3 operator*(const M3& m, const M3& n) { return {m * n.a, m * n.b, m * n.c}; }
/// m^T v.
inline V3 transposeTimes(const M3& m, const V3& v) { return {dot(m.a, v), dot(m.b, v), dot(m.c, v)}; }
inline V3 operator*(const S3& s, const V3& v) {
    return {s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
            s.xz * v.x + s.yz * v.y + s.zz * v.z};
}
inline S3 operator+(const S3& s, const S3& t) {
    return {s.xx + t.xx, s.yy + t.yy, s.zz + t.zz, s.xy + t.xy, s.xz + t.xz, s.yz + t.yz};
}
inline V6 operator+(const V6& a, const V6& b) { return {a.w + b.w, a.v + b.v}; }
inline V6 operator-(const V6& a, const V6& b) { return {a.w - b.w, a.v - b.v}; }
inline V6 operator*(Real s, const V6& a) { return {s * a.w, s * a.v}; }
inline Real dot(const V6& a, const V6& b) { return dot(a.w, b.w) + dot(a.v, b.v); }
inline S6 operator+(const S6& p, const S6& q) { return {p.J + q.J, p.F + q.F, p.M + q.M}; }
[[gnu::always_inline]] inline V6 operator*(const S6& P, const V6& a) {
    return {P.J * a.w + P.F * a.v, transposeTimes(P.F, a.w) + P.M * a.v};
}

/// Velocity or acceleration shifted to the point at @p r.
inline V6 velocityAt(const V6& V, const V3& r) { return {V.w, V.v + cross(V.w, r)}; }
/// Force shifted to the reference point at -@p r.
inline V6 forceFrom(const V6& F, const V3& r) { return {F.w + cross(r, F.v), F.v}; }

/// R s R^T.
[[gnu::always_inline]] inline S3 rotated(const M3& R, const S3& s) {
    // Rows of R are used twice: with s, and with the product.
    const V3 r0{R.a.x, R.b.x, R.c.x}, r1{R.a.y, R.b.y, R.c.y}, r2{R.a.z, R.b.z, R.c.z};
    const V3 y0 = s * r0, y1 = s * r1, y2 = s * r2;
    return {dot(r0, y0), dot(r1, y1), dot(r2, y2), dot(r1, y0), dot(r2, y0), dot(r2, y1)};
}
/// P - g h^T, for a symmetric result.
[[gnu::always_inline]] inline S6 minusOuter(const S6& P, const V6& g, const V6& h) {
    return {{P.J.xx - g.w.x * h.w.x, P.J.yy - g.w.y * h.w.y, P.J.zz - g.w.z * h.w.z, P.J.xy - g.w.x * h.w.y,
             P.J.xz - g.w.x * h.w.z, P.J.yz - g.w.y * h.w.z},
            {P.F.a - h.v.x * g.w, P.F.b - h.v.y * g.w, P.F.c - h.v.z * g.w},
            {P.M.xx - g.v.x * h.v.x, P.M.yy - g.v.y * h.v.y, P.M.zz - g.v.z * h.v.z, P.M.xy - g.v.x * h.v.y,
             P.M.xz - g.v.x * h.v.z, P.M.yz - g.v.y * h.v.z}};
}
/// A mass without inertia (the remainder of P inboard of a ball joint), shifted to the point at -@p r.
[[gnu::always_inline]] inline S6 massFrom(const S3& M, const V3& r) {
    const M3 F{cross(r, {M.xx, M.xy, M.xz}), cross(r, {M.xy, M.yy, M.yz}), cross(r, {M.xz, M.yz, M.zz})};
    return {{r.y * F.c.x - r.z * F.b.x, r.z * F.a.y - r.x * F.c.y, r.x * F.b.z - r.y * F.a.z, r.y * F.c.y - r.z * F.b.y,
             r.y * F.c.z - r.z * F.b.z, r.z * F.a.z - r.x * F.c.z},
            F,
            M};
}
/// Inertia shifted to the reference point at -@p r.
[[gnu::always_inline]] inline S6 inertiaFrom(const S6& P, const V3& r) {
    // F' = F + [r]x M;  J' = J + [r]x F^T + ([r]x F'^T)^T, lower triangle only.
    const M3 rM{cross(r, {P.M.xx, P.M.xy, P.M.xz}), cross(r, {P.M.xy, P.M.yy, P.M.yz}),
                cross(r, {P.M.xz, P.M.yz, P.M.zz})};
    const M3 F = P.F + rM;
    const S3& J = P.J;
    // With the columns a, b, c of F; row i of [r]x F^T has the elements (r × columns)_i.
    return {{J.xx + r.y * P.F.c.x - r.z * P.F.b.x + r.y * F.c.x - r.z * F.b.x,
             J.yy + r.z * P.F.a.y - r.x * P.F.c.y + r.z * F.a.y - r.x * F.c.y,
             J.zz + r.x * P.F.b.z - r.y * P.F.a.z + r.x * F.b.z - r.y * F.a.z,
             J.xy + r.z * P.F.a.x - r.x * P.F.c.x + r.y * F.c.y - r.z * F.b.y,
             J.xz + r.x * P.F.b.x - r.y * P.F.a.x + r.y * F.c.z - r.z * F.b.z,
             J.yz + r.x * P.F.b.y - r.y * P.F.a.y + r.z * F.a.z - r.x * F.c.z},
            F,
            P.M};
}

/// A rigid body's spatial inertia: m, m c and I about the body origin.
inline S6 rigid(const SpatialInertia& I) {
    const V3 h = I.mass * load(I.com);
    return {
        loadSymmetric(I.inertia), {{0, h.z, -h.y}, {-h.z, 0, h.x}, {h.y, -h.x, 0}}, {I.mass, I.mass, I.mass, 0, 0, 0}};
}
inline V6 operator*(const SpatialInertia& I, const V6& A) {
    const V3 c = load(I.com);
    return {loadSymmetric(I.inertia) * A.w + I.mass * cross(c, A.v), I.mass * (A.v - cross(c, A.w))};
}
/// Gyroscopic force [w × I w; m w × (w × c)].
[[gnu::always_inline]] inline V6 gyroscopic(const SpatialInertia& I, const V3& w) {
    return {cross(w, loadSymmetric(I.inertia) * w), I.mass * cross(w, cross(w, load(I.com)))};
}

/// The force that causes the acceleration @p A at the angular velocity @p w: I A + gyroscopic(I, w).
[[gnu::always_inline]] inline V6 newtonEuler(const SpatialInertia& I, const V6& A, const V3& w) {
    const V3 c = load(I.com);
    const S3 J = loadSymmetric(I.inertia);
    return {J * A.w + cross(w, J * w) + I.mass * cross(c, A.v), I.mass * (A.v - cross(c, A.w) + cross(w, cross(w, c)))};
}

}  // namespace trammel::scalar
