// SPDX-License-Identifier: Apache-2.0
// hand_aba.h - a plain, hand-written O(n) articulated-body forward dynamics
// (world-frame form, pins/balls/free root), templated on the scalar so that
// the same code is timed (double) and counted (a counting scalar).  It is an
// anchor for "what this arithmetic costs on this CPU", not an engine: no
// stages, no caches, no options.
#pragma once
#include "peerbench.h"

namespace hand {
template <class T>
struct v3 {
    T x, y, z;
};
template <class T>
inline v3<T> operator+(const v3<T>& a, const v3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
inline v3<T> operator-(const v3<T>& a, const v3<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
inline v3<T> operator*(const v3<T>& a, const T& s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class T>
inline T dot(const v3<T>& a, const v3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
inline v3<T> cross(const v3<T>& a, const v3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
struct m3 {  // columns
    v3<T> a, b, c;
};
template <class T>
inline v3<T> operator*(const m3<T>& m, const v3<T>& v) {
    return {m.a.x * v.x + m.b.x * v.y + m.c.x * v.z, m.a.y * v.x + m.b.y * v.y + m.c.y * v.z,
            m.a.z * v.x + m.b.z * v.y + m.c.z * v.z};
}
template <class T>
inline v3<T> tmul(const m3<T>& m, const v3<T>& v) {  // m^T v
    return {dot(m.a, v), dot(m.b, v), dot(m.c, v)};
}
template <class T>
inline m3<T> operator*(const m3<T>& m, const m3<T>& n) {
    return {m * n.a, m * n.b, m * n.c};
}
template <class T>
struct s3 {  // symmetric
    T xx, yy, zz, xy, xz, yz;
};
template <class T>
inline v3<T> operator*(const s3<T>& s, const v3<T>& v) {
    return {s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
            s.xz * v.x + s.yz * v.y + s.zz * v.z};
}
template <class T>
inline s3<T> rotate(const m3<T>& R, const s3<T>& I) {  // R I R^T
    v3<T> r0{R.a.x, R.b.x, R.c.x}, r1{R.a.y, R.b.y, R.c.y}, r2{R.a.z, R.b.z, R.c.z};
    v3<T> t0 = I * r0, t1 = I * r1, t2 = I * r2;
    return {dot(r0, t0), dot(r1, t1), dot(r2, t2), dot(r0, t1), dot(r0, t2), dot(r1, t2)};
}

template <class T>
struct Body {
    int parent, type;
    m3<T> RPF;
    v3<T> pPF, h;  // h = m com (body)
    s3<T> Io;      // about the origin (body)
    T m;
};
template <class T>
struct In {  // state of one joint
    T q, u;
    T e[4];
    v3<T> w, pos, v;
};
template <class T>
struct Work {
    m3<T> R;
    v3<T> o, r, z;       // orientation, origin, offset from parent, axis
    v3<T> w, v, cw, cv;  // velocity; velocity-dependent acceleration
    s3<T> J, M;          // articulated inertia J F; F^T M about origin
    m3<T> F;
    v3<T> n, f;  // bias force
    v3<T> Un, Uf;
    T Dinv, eps;
    s3<T> Ji;
    v3<T> al, a;  // acceleration
    T qdd;
};

template <class T>
struct Tree {
    std::vector<Body<T>> b;
    std::vector<Work<T>> k;
    using std_ = int;

    static m3<T> quatR(const T* e) {
        T x2 = e[1] + e[1], y2 = e[2] + e[2], z2 = e[3] + e[3];
        T xx = e[1] * x2, yy = e[2] * y2, zz = e[3] * z2, xy = e[1] * y2, xz = e[1] * z2, yz = e[2] * z2,
          wx = e[0] * x2, wy = e[0] * y2, wz = e[0] * z2;
        T one = T(1);
        return {{one - (yy + zz), xy + wz, xz - wy},
                {xy - wz, one - (xx + zz), yz + wx},
                {xz + wy, yz - wx, one - (xx + yy)}};
    }
    static s3<T> inv(const s3<T>& s) {
        T c0 = s.yy * s.zz - s.yz * s.yz, c1 = s.xz * s.yz - s.xy * s.zz, c2 = s.xy * s.yz - s.xz * s.yy;
        T d = T(1) / (s.xx * c0 + s.xy * c1 + s.xz * c2);
        return {c0 * d, (s.xx * s.zz - s.xz * s.xz) * d, (s.xx * s.yy - s.xy * s.xy) * d, c1 * d,
                c2 * d, (s.xy * s.xz - s.xx * s.yz) * d};
    }
    template <bool Vel>
    inline void kinematics(int i, const In<T>* in) {
        using std::cos;
        using std::sin;
        const Body<T>& B = b[i];
        Work<T>& K = k[i];
        static const m3<T> I3{{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
        const bool root = B.parent < 0;
        const m3<T>& Rp = root ? I3 : k[B.parent].R;
        m3<T> RF = root ? B.RPF : Rp * B.RPF;
        K.r = root ? B.pPF : Rp * B.pPF;
        if (B.type == pb::PIN) {
            T c = cos(in[i].q), s = sin(in[i].q);
            K.R.a = RF.a * c + RF.b * s;
            K.R.b = RF.b * c - RF.a * s;
            K.R.c = RF.c;
            K.z = RF.c;
        } else {
            K.R = RF * quatR(in[i].e);
            if (B.type == pb::FREE) K.r = K.r + RF * in[i].pos;
        }
        K.o = root ? K.r : k[B.parent].o + K.r;
        if (!Vel) return;
        v3<T> wj = B.type == pb::PIN ? K.z * in[i].u : K.R * in[i].w;
        v3<T> vj = B.type == pb::FREE ? K.R * in[i].v : v3<T>{T(0), T(0), T(0)};
        if (root) {
            K.w = wj;
            K.v = vj;
            K.cw = K.cv = {T(0), T(0), T(0)};
        } else {
            const Work<T>& P = k[B.parent];
            v3<T> wr = cross(P.w, K.r);
            K.w = P.w + wj;
            K.v = P.v + wr;
            K.cw = cross(P.w, wj);
            K.cv = cross(P.w, wr);
        }
    }
    inline void spatialInertia(int i) {
        const Body<T>& B = b[i];
        Work<T>& K = k[i];
        K.J = rotate(K.R, B.Io);
        v3<T> h = K.R * B.h;
        T z = T(0);
        K.F = {{z, h.z, z - h.y}, {z - h.z, z, h.x}, {h.y, z - h.x, z}};
        K.M = {B.m, B.m, B.m, z, z, z};
        K.n = cross(K.w, K.J * K.w);
        K.f = cross(K.w, cross(K.w, h));
    }
    // forward dynamics, no applied joint forces, gravity along -y
    void fd(const In<T>* in) {
        const int n = int(b.size());
        for (int i = 0; i < n; ++i) {
            kinematics<true>(i, in);
            spatialInertia(i);
        }
        for (int i = n - 1; i >= 0; --i) {
            const Body<T>& B = b[i];
            Work<T>& K = k[i];
            if (B.type == pb::PIN) {
                K.Un = K.J * K.z;
                K.Uf = tmul(K.F, K.z);
                K.Dinv = T(1) / dot(K.z, K.Un);
                K.eps = T(0) - dot(K.z, K.n);
            } else if (B.type == pb::BALL) {
                K.Ji = inv(K.J);
            }
            if (B.parent < 0) continue;
            Work<T>& P = k[B.parent];
            s3<T> J, M;
            m3<T> F;
            v3<T> bn, bf;
            if (B.type == pb::PIN) {
                v3<T> gn = K.Un * K.Dinv, gf = K.Uf * K.Dinv;
                J = {K.J.xx - gn.x * K.Un.x, K.J.yy - gn.y * K.Un.y, K.J.zz - gn.z * K.Un.z,
                     K.J.xy - gn.x * K.Un.y, K.J.xz - gn.x * K.Un.z, K.J.yz - gn.y * K.Un.z};
                F = {K.F.a - K.Un * gf.x, K.F.b - K.Un * gf.y, K.F.c - K.Un * gf.z};
                M = {K.M.xx - gf.x * K.Uf.x, K.M.yy - gf.y * K.Uf.y, K.M.zz - gf.z * K.Uf.z,
                     K.M.xy - gf.x * K.Uf.y, K.M.xz - gf.x * K.Uf.z, K.M.yz - gf.y * K.Uf.z};
                bn = K.n + J * K.cw + F * K.cv + gn * K.eps;
                bf = K.f + tmul(F, K.cw) + M * K.cv + gf * K.eps;
                v3<T> r = K.r;
                // shift to the parent's origin
                m3<T> G{F.a + cross(r, v3<T>{M.xx, M.xy, M.xz}), F.b + cross(r, v3<T>{M.xy, M.yy, M.yz}),
                        F.c + cross(r, v3<T>{M.xz, M.yz, M.zz})};
                // J' = J + rx F^T - G rx
                P.J.xx = P.J.xx + J.xx + (r.y * F.c.x - r.z * F.b.x) + (G.c.x * r.y - G.b.x * r.z);
                P.J.yy = P.J.yy + J.yy + (r.z * F.a.y - r.x * F.c.y) + (G.a.y * r.z - G.c.y * r.x);
                P.J.zz = P.J.zz + J.zz + (r.x * F.b.z - r.y * F.a.z) + (G.b.z * r.x - G.a.z * r.y);
                P.J.xy = P.J.xy + J.xy + (r.y * F.c.y - r.z * F.b.y) + (G.a.x * r.z - G.c.x * r.x);
                P.J.xz = P.J.xz + J.xz + (r.y * F.c.z - r.z * F.b.z) + (G.b.x * r.x - G.a.x * r.y);
                P.J.yz = P.J.yz + J.yz + (r.z * F.a.z - r.x * F.c.z) + (G.b.y * r.x - G.a.y * r.y);
                P.F = {P.F.a + G.a, P.F.b + G.b, P.F.c + G.c};
            } else if (B.type == pb::BALL) {
                // J and F blocks vanish; M - F^T J^-1 F
                v3<T> ya = K.Ji * K.F.a, yb = K.Ji * K.F.b, yc = K.Ji * K.F.c;
                M = {K.M.xx - dot(K.F.a, ya), K.M.yy - dot(K.F.b, yb), K.M.zz - dot(K.F.c, yc),
                     K.M.xy - dot(K.F.a, yb), K.M.xz - dot(K.F.a, yc), K.M.yz - dot(K.F.b, yc)};
                v3<T> e = K.Ji * K.n;
                bf = K.f - tmul(K.F, e) + M * K.cv;
                bn = {T(0), T(0), T(0)};
                v3<T> r = K.r;
                m3<T> G{cross(r, v3<T>{M.xx, M.xy, M.xz}), cross(r, v3<T>{M.xy, M.yy, M.yz}),
                        cross(r, v3<T>{M.xz, M.yz, M.zz})};
                P.J.xx = P.J.xx + (G.c.x * r.y - G.b.x * r.z);
                P.J.yy = P.J.yy + (G.a.y * r.z - G.c.y * r.x);
                P.J.zz = P.J.zz + (G.b.z * r.x - G.a.z * r.y);
                P.J.xy = P.J.xy + (G.a.x * r.z - G.c.x * r.x);
                P.J.xz = P.J.xz + (G.b.x * r.x - G.a.x * r.y);
                P.J.yz = P.J.yz + (G.b.y * r.x - G.a.y * r.y);
                P.F = {P.F.a + G.a, P.F.b + G.b, P.F.c + G.c};
            } else {
                continue;
            }
            P.M = {P.M.xx + M.xx, P.M.yy + M.yy, P.M.zz + M.zz, P.M.xy + M.xy, P.M.xz + M.xz, P.M.yz + M.yz};
            P.n = P.n + bn + cross(K.r, bf);
            P.f = P.f + bf;
        }
        const v3<T> g0{T(0), T(pb::G), T(0)}, zero{T(0), T(0), T(0)};
        for (int i = 0; i < n; ++i) {
            const Body<T>& B = b[i];
            Work<T>& K = k[i];
            const bool root = B.parent < 0;
            const v3<T>& ap = root ? g0 : k[B.parent].a;
            const v3<T>& alp = root ? zero : k[B.parent].al;
            v3<T> Aw = alp + K.cw;
            v3<T> Av = root ? g0 : ap + cross(alp, K.r) + K.cv;
            if (B.type == pb::PIN) {
                K.qdd = (K.eps - dot(K.Un, Aw) - dot(K.Uf, Av)) * K.Dinv;
                K.al = Aw + K.z * K.qdd;
                K.a = Av;
            } else if (B.type == pb::BALL) {
                K.al = K.Ji * (zero - K.n - K.F * Av);
                K.a = Av;
            } else {
                // free root: solve P (al,a) = -(n,f) through the Schur complement
                K.Ji = inv(K.J);
                v3<T> ya = K.Ji * K.F.a, yb = K.Ji * K.F.b, yc = K.Ji * K.F.c;
                s3<T> M{K.M.xx - dot(K.F.a, ya), K.M.yy - dot(K.F.b, yb), K.M.zz - dot(K.F.c, yc),
                        K.M.xy - dot(K.F.a, yb), K.M.xz - dot(K.F.a, yc), K.M.yz - dot(K.F.b, yc)};
                v3<T> e = K.Ji * K.n;
                K.a = inv(M) * (tmul(K.F, e) - K.f);
                K.al = zero - e - (ya * K.a.x + yb * K.a.y + yc * K.a.z);
            }
        }
    }
    void kin(const In<T>* in) {
        for (int i = 0; i < int(b.size()); ++i) kinematics<true>(i, in);
    }
    void pos(const In<T>* in) {
        for (int i = 0; i < int(b.size()); ++i) kinematics<false>(i, in);
    }
    // inverse dynamics of the pins: in, qdd of pins and alpha of balls given
    std::vector<T> tau;
    void id(const In<T>* in, const T* qdd, const v3<T>* ald, const v3<T>* pdd) {
        const int n = int(b.size());
        const v3<T> g0{T(0), T(pb::G), T(0)}, zero{T(0), T(0), T(0)};
        for (int i = 0; i < n; ++i) {
            kinematics<true>(i, in);
            const Body<T>& B = b[i];
            Work<T>& K = k[i];
            const bool root = B.parent < 0;
            const v3<T>& ap = root ? g0 : k[B.parent].a;
            const v3<T>& alp = root ? zero : k[B.parent].al;
            K.al = alp + K.cw + (B.type == pb::PIN ? K.z * qdd[i] : K.R * ald[i]);
            K.a = root ? ap : ap + cross(alp, K.r) + K.cv;
            if (B.type == pb::FREE) K.a = K.a + pdd[i];
            // newton-euler, inertia kept in body axes
            v3<T> wb = tmul(K.R, K.w), ab = tmul(K.R, K.al), a = tmul(K.R, K.a);
            v3<T> hb = B.h;
            v3<T> nb = B.Io * ab + cross(hb, a) + cross(wb, B.Io * wb);
            v3<T> fb = a * B.m + cross(ab, hb) + cross(wb, cross(wb, hb));
            K.n = K.R * nb;
            K.f = K.R * fb;
        }
        for (int i = n - 1; i >= 0; --i) {
            const Body<T>& B = b[i];
            Work<T>& K = k[i];
            tau[i] = B.type == pb::PIN ? dot(K.z, K.n) : T(0);
            if (B.parent < 0) continue;
            Work<T>& P = k[B.parent];
            P.n = P.n + K.n + cross(K.r, K.f);
            P.f = P.f + K.f;
        }
    }
};

template <class T>
v3<T> cv(const pb::V3& v) {
    return {T(v[0]), T(v[1]), T(v[2])};
}
template <class T>
Tree<T> makeTree(const pb::Model& M) {
    Tree<T> t;
    for (auto& b : M.b) {
        Body<T> B;
        B.parent = b.parent;
        B.type = b.type;
        auto col = [&](int c) { return v3<T>{T(b.R[0][c]), T(b.R[1][c]), T(b.R[2][c])}; };
        B.RPF = {col(0), col(1), col(2)};
        B.pPF = cv<T>(b.p);
        B.m = T(b.m);
        double x = b.com[0], y = b.com[1], z = b.com[2], m = b.m;
        B.h = {T(m * x), T(m * y), T(m * z)};
        B.Io = {T(b.Ic[0] + m * (y * y + z * z)),
                T(b.Ic[1] + m * (x * x + z * z)),
                T(b.Ic[2] + m * (x * x + y * y)),
                T(-m * x * y),
                T(-m * x * z),
                T(-m * y * z)};
        t.b.push_back(B);
    }
    t.k.resize(t.b.size());
    t.tau.resize(t.b.size());
    return t;
}
template <class T>
std::vector<In<T>> makeIn(const pb::State& s) {
    std::vector<In<T>> v;
    for (auto& j : s) {
        In<T> i;
        i.q = T(j.q);
        i.u = T(j.u);
        for (int k = 0; k < 4; ++k) i.e[k] = T(j.quat[k]);
        i.w = cv<T>(j.w);
        i.pos = cv<T>(j.pos);
        i.v = cv<T>(j.v);
        v.push_back(i);
    }
    return v;
}
}  // namespace hand
