// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/numerical_failure.h"
#include "multibody/singular_joint.h"
#include "multibody/tree/tree.h"

namespace trammel {

using namespace scalar;

namespace {

/// A pivot this small relative to its diagonal element indicates a direction without inertia.
constexpr Real relativePivot = 1e-14;

/// D^-1 of a symmetric positive definite N x N matrix by Cholesky; false if not numerically definite.
template <int N>
bool invertDefinite(const Real (&D)[N][N], Real* inverse) {
    Real L[N][N];
    for (int j = 0; j < N; ++j) {
        Real sum = D[j][j];
        for (int k = 0; k < j; ++k) sum -= L[j][k] * L[j][k];
        if (!(sum > relativePivot * D[j][j]) || !std::isfinite(sum)) return false;
        L[j][j] = std::sqrt(sum);
        const Real scale = 1 / L[j][j];
        for (int i = j + 1; i < N; ++i) {
            Real s = D[i][j];
            for (int k = 0; k < j; ++k) s -= L[i][k] * L[j][k];
            L[i][j] = s * scale;
        }
    }
    Real LInv[N][N] = {};
    for (int c = 0; c < N; ++c)
        for (int r = c; r < N; ++r) {
            Real s = r == c ? 1 : 0;
            for (int k = c; k < r; ++k) s -= L[r][k] * LInv[k][c];
            LInv[r][c] = s / L[r][r];
        }
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j) {
            Real sum = 0;
            for (int k = i; k < N; ++k) sum += LInv[k][i] * LInv[k][j];
            inverse[i + N * j] = inverse[j + N * i] = sum;
        }
    return true;
}
template <>
bool invertDefinite<1>(const Real (&D)[1][1], Real* inverse) {
    inverse[0] = 1 / D[0][0];
    return D[0][0] > 0 && std::isfinite(D[0][0]);
}

/// J^-1 by L D L^T; false if J is not numerically definite.
bool invertDefinite(const S3& J, S3& inverse) {
    const Real i1 = 1 / J.xx;
    const Real l21 = J.xy * i1, l31 = J.xz * i1;
    const Real d2 = J.yy - l21 * J.xy;
    const Real i2 = 1 / d2;
    const Real l32 = (J.yz - l31 * J.xy) * i2;
    const Real d3 = J.zz - l31 * J.xz - l32 * l32 * d2;
    const Real i3 = 1 / d3;
    // The rows of L^-1 below its diagonal of ones.
    const Real m21 = -l21, m32 = -l32, m31 = l21 * l32 - l31;
    inverse.zz = i3;
    inverse.yz = m32 * i3;
    inverse.xz = m31 * i3;
    inverse.yy = i2 + m32 * inverse.yz;
    inverse.xy = m21 * i2 + m31 * inverse.yz;
    inverse.xx = i1 + m21 * m21 * i2 + m31 * inverse.xz;
    return J.xx > 0 && d2 > relativePivot * J.yy && d3 > relativePivot * J.zz && std::isfinite(i1 + i2 + i3);
}

/// G = P H D^-1 and P+ = P - P H D^-1 H^T P for one body with N speeds; false if D = H^T P H + J is singular.
/// @param rotors J of each speed
/// @param PPlus may be null
template <int N>
bool projectThroughJoint(const S6& P, const Real* rotors, const SpatialVec* columns, SpatialVec* G, Real* DInv,
                         S6* PPlus) {
    V6 H[N], PH[N];
    for (int i = 0; i < N; ++i) {
        H[i] = load(columns[i]);
        PH[i] = P * H[i];
    }
    Real D[N][N];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j) D[i][j] = D[j][i] = dot(H[i], PH[j]);
    for (int i = 0; i < N; ++i) D[i][i] += rotors[i];
    if (!invertDefinite<N>(D, DInv)) return false;

    S6 rest = P;
    for (int i = 0; i < N; ++i) {
        V6 g = DInv[N * i] * PH[0];
        for (int j = 1; j < N; ++j) g = g + DInv[j + N * i] * PH[j];
        store(g, G[i]);
        if (PPlus) rest = minusOuter(rest, g, PH[i]);
    }
    if (PPlus) *PPlus = rest;
    return true;
}

/// Specialization for H = [R; 0]: only a mass remains, M - F^T J^-1 F.
bool projectThroughBall(const S6& P, const SpatialVec* H, SpatialVec* G, Real* DInv, S3& MPlus) {
    S3 JInv;
    if (!invertDefinite(P.J, JInv)) return false;
    const M3 R{load(H[0][0]), load(H[1][0]), load(H[2][0])};
    const V3 ya = JInv * P.F.a, yb = JInv * P.F.b, yc = JInv * P.F.c;
    MPlus = {P.M.xx - dot(P.F.a, ya), P.M.yy - dot(P.F.b, yb), P.M.zz - dot(P.F.c, yc),
             P.M.xy - dot(P.F.a, yb), P.M.xz - dot(P.F.a, yc), P.M.yz - dot(P.F.b, yc)};
    const V3* const columns[] = {&R.a, &R.b, &R.c};
    for (int i = 0; i < 3; ++i) {
        const V3& r = *columns[i];
        store(V6{r, {dot(ya, r), dot(yb, r), dot(yc, r)}}, G[i]);
        store(transposeTimes(R, JInv * r), DInv + 3 * i);
    }
    return true;
}

/// Specialization for H = [R, 0; 0, R]: G = H, D^-1 = H^T P^-1 H, and nothing remains of P.
bool projectThroughFree(const S6& P, const SpatialVec* H, SpatialVec* G, Real* DInv) {
    // P^-1 = [A, B; B^T, C]:  C = (M - F^T Y)^-1,  B = -Y C,  A = J^-1 + Y C Y^T,  Y = J^-1 F.
    S3 JInv, C;
    if (!invertDefinite(P.J, JInv)) return false;
    const M3 Y{JInv * P.F.a, JInv * P.F.b, JInv * P.F.c};
    if (!invertDefinite({P.M.xx - dot(P.F.a, Y.a), P.M.yy - dot(P.F.b, Y.b), P.M.zz - dot(P.F.c, Y.c),
                         P.M.xy - dot(P.F.a, Y.b), P.M.xz - dot(P.F.a, Y.c), P.M.yz - dot(P.F.b, Y.c)},
                        C))
        return false;
    const M3 R{load(H[0][0]), load(H[1][0]), load(H[2][0])};
    const V3* const columns[] = {&R.a, &R.b, &R.c};
    constexpr int n = 6;
    for (int i = 0; i < 3; ++i) {
        const V3& r = *columns[i];
        const V3 c = C * r, b = transposeTimes(R, -(Y * c));
        store(transposeTimes(R, JInv * r + Y * (C * transposeTimes(Y, r))), DInv + n * i);
        store(b, DInv + n * (3 + i));
        store(transposeTimes(R, c), DInv + n * (3 + i) + 3);
        DInv[3 + i] = b.x;
        DInv[3 + i + n] = b.y;
        DInv[3 + i + 2 * n] = b.z;
        store(V6{r, {0, 0, 0}}, G[i]);
        store(V6{{0, 0, 0}, r}, G[3 + i]);
    }
    return true;
}

/// out = P + a rigid body's inertia, skipping its zeros.
inline void addRigid(const S6& P, const SpatialInertia& I, S6& out) {
    const V3 h = I.mass * load(I.com);
    out.J = P.J + loadSymmetric(I.inertia);
    out.F = {{P.F.a.x, P.F.a.y + h.z, P.F.a.z - h.y},
             {P.F.b.x - h.z, P.F.b.y, P.F.b.z + h.x},
             {P.F.c.x + h.y, P.F.c.y - h.x, P.F.c.z}};
    out.M = {P.M.xx + I.mass, P.M.yy + I.mass, P.M.zz + I.mass, P.M.xy, P.M.xz, P.M.yz};
}

[[noreturn]] void failAtJoint(const TreeNode& node, const SpatialVec* H) {
    if (const int dependent = findDependentSpeed(node.nu, H); dependent >= 0)
        throw NumericalFailure("Joint '" + node.jointName + "' is singular in this pose: its speed '" +
                               node.mobilizer->nameOfU(dependent).name + "' moves body '" + node.name +
                               "' in no direction of its own. Keep the motion away from there, or choose other "
                               "formulas or another type of joint.");
    throw NumericalFailure("Joint '" + node.jointName + "' moves body '" + node.name +
                           "' in a direction without mass or inertia. Give the body, or an outboard body, mass and "
                           "moments of inertia, or weld it.");
}

}  // namespace

void calcArticulatedInertias(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                             const PrescribedSet& prescribed, ArticulatedInertias& abi) {
    abi.P.resize(std::size_t(tree.size()));
    abi.G.resize(std::size_t(tree.nu));
    abi.DInv.resize(std::size_t(tree.nd));

    for (int b = tree.size() - 1; b >= 1; --b) {
        const TreeNode& node = tree[b];
        const PositionKinematics::Body& X = pos.bodies[std::size_t(b)];
        S6& P = abi.P[std::size_t(b)];
        if (node.isLeaf) P = rigid(inertias.M_G[std::size_t(b)]);
        const SpatialVec* H = pos.H.data() + node.uStart;
        SpatialVec* G = abi.G.data() + node.uStart;
        Real* DInv = abi.DInv.data() + node.dStart;
        const V3 arm = load(X.p_PB_G);
        const Real* const rotors = inertias.rotors.data() + node.uStart;

        // P+ shifted to the parent; not needed for Ground.
        const std::size_t parent = std::size_t(node.parent);
        const bool hasParent = node.parent > 0;
        const auto passOn = [&](const S6& onParent) __attribute__((always_inline)) {
            if (node.opensParent)
                addRigid(onParent, inertias.M_G[parent], abi.P[parent]);
            else
                abi.P[parent] = abi.P[parent] + onParent;
        };
        bool movable = true;
        // A prescribed joint transmits like a weld: its motion is known, so all of P reaches the parent.
        if (prescribed.isPrescribed[std::size_t(b)] || node.nu == 0) {
            if (hasParent) passOn(inertiaFrom(P, arm));
        } else if (X.originAtM && node.pattern == JointPattern::RotationAboutZ) {
            // H = [w; 0]
            const V3 w = load(H[0][0]);
            const V6 PH{P.J * w, transposeTimes(P.F, w)};
            const Real D = dot(w, PH.w) + rotors[0];
            movable = D > 0 && std::isfinite(D);
            DInv[0] = 1 / D;
            const V6 g = DInv[0] * PH;
            store(g, G[0]);
            if (hasParent) passOn(inertiaFrom(minusOuter(P, g, PH), arm));
        } else if (X.originAtM && node.pattern == JointPattern::FreeRotation && rotors[0] == 0) {
            S3 MPlus;
            movable = projectThroughBall(P, H, G, DInv, MPlus);
            if (hasParent) passOn(massFrom(MPlus, arm));
        } else if (X.originAtM && node.pattern == JointPattern::FreeMotion && rotors[0] == 0 && rotors[3] == 0) {
            movable = projectThroughFree(P, H, G, DInv);
            if (hasParent) passOn({});
        } else {
            S6 PPlus;
            S6* const wanted = hasParent ? &PPlus : nullptr;
            switch (node.nu) {
                case 1: movable = projectThroughJoint<1>(P, rotors, H, G, DInv, wanted); break;
                case 2: movable = projectThroughJoint<2>(P, rotors, H, G, DInv, wanted); break;
                case 3: movable = projectThroughJoint<3>(P, rotors, H, G, DInv, wanted); break;
                case 4: movable = projectThroughJoint<4>(P, rotors, H, G, DInv, wanted); break;
                case 5: movable = projectThroughJoint<5>(P, rotors, H, G, DInv, wanted); break;
                case 6: movable = projectThroughJoint<6>(P, rotors, H, G, DInv, wanted); break;
            }
            if (hasParent && movable) passOn(inertiaFrom(PPlus, arm));
        }
        if (!movable) failAtJoint(node, H);
    }
}

}  // namespace trammel
