// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <cmath>

#include "base/numerical_failure.h"
#include "multibody/tree/tree.h"

namespace trammel {

namespace {

/// D^-1 of a symmetric positive definite N x N matrix by Cholesky; false if it is not numerically definite.
template <int N>
bool invertDefinite(const Eigen::Matrix<Real, N, N>& D, Real* inverse) {
    // A pivot this far below its diagonal element means a direction without inertia.
    constexpr Real relativePivot = 1e-14;
    Eigen::Matrix<Real, N, N> L = Eigen::Matrix<Real, N, N>::Zero();
    for (int j = 0; j < N; ++j) {
        Real sum = D(j, j);
        for (int k = 0; k < j; ++k) sum -= L(j, k) * L(j, k);
        if (!(sum > relativePivot * D(j, j)) || !std::isfinite(sum)) return false;
        L(j, j) = std::sqrt(sum);
        for (int i = j + 1; i < N; ++i) {
            Real s = D(i, j);
            for (int k = 0; k < j; ++k) s -= L(i, k) * L(j, k);
            L(i, j) = s / L(j, j);
        }
    }
    Eigen::Matrix<Real, N, N> LInv = Eigen::Matrix<Real, N, N>::Zero();
    for (int c = 0; c < N; ++c)
        for (int r = c; r < N; ++r) {
            Real s = r == c ? 1 : 0;
            for (int k = c; k < r; ++k) s -= L(r, k) * LInv(k, c);
            LInv(r, c) = s / L(r, r);
        }
    Eigen::Map<Eigen::Matrix<Real, N, N>> out(inverse);
    out.noalias() = LInv.transpose() * LInv;
    return true;
}

/// P+ = P - P H D^-1 H^T P for one body with N speeds; false if D is singular.
template <int N>
bool projectThroughJoint(const ArticulatedInertia& P, const SpatialVec* H, SpatialVec* G, Real* DInv,
                         ArticulatedInertia& PPlus) {
    SpatialVec PH[N];
    Eigen::Matrix<Real, N, N> D;
    for (int i = 0; i < N; ++i) PH[i] = P * H[i];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j) D(i, j) = D(j, i) = H[i].dot(PH[j]);
    if (!invertDefinite<N>(D, DInv)) return false;

    for (int i = 0; i < N; ++i) {
        SpatialVec g(0.);
        for (int j = 0; j < N; ++j) g += DInv[j + N * i] * PH[j];
        G[i] = g;
    }
    PPlus = P;
    for (int i = 0; i < N; ++i) {
        PPlus.J.noalias() -= G[i][0] * PH[i][0].transpose();
        PPlus.F.noalias() -= G[i][0] * PH[i][1].transpose();
        PPlus.M.noalias() -= G[i][1] * PH[i][1].transpose();
    }
    return true;
}

}  // namespace

void calcArticulatedInertias(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                             const PrescribedSet& prescribed, ArticulatedInertias& abi) {
    const std::size_t n = std::size_t(tree.size());
    abi.P.resize(n);
    abi.PPlus.resize(n);
    abi.G.resize(std::size_t(tree.nu));
    abi.DInv.resize(std::size_t(tree.nd));
    for (std::size_t b = 1; b < n; ++b) abi.P[b] = ArticulatedInertia(inertias.M_G[b]);

    for (int b = tree.size() - 1; b >= 1; --b) {
        const TreeNode& node = tree[b];
        const ArticulatedInertia& P = abi.P[std::size_t(b)];
        ArticulatedInertia& PPlus = abi.PPlus[std::size_t(b)];
        const SpatialVec* H = pos.H.data() + node.uStart;
        SpatialVec* G = abi.G.data() + node.uStart;
        Real* DInv = abi.DInv.data() + node.dStart;

        // A prescribed joint transmits like a weld: its motion is known, so all of P reaches the parent.
        bool movable = true;
        switch (prescribed.isPrescribed[std::size_t(b)] ? 0 : node.nu) {
            case 0: PPlus = P; break;
            case 1: movable = projectThroughJoint<1>(P, H, G, DInv, PPlus); break;
            case 2: movable = projectThroughJoint<2>(P, H, G, DInv, PPlus); break;
            case 3: movable = projectThroughJoint<3>(P, H, G, DInv, PPlus); break;
            case 4: movable = projectThroughJoint<4>(P, H, G, DInv, PPlus); break;
            case 5: movable = projectThroughJoint<5>(P, H, G, DInv, PPlus); break;
            case 6: movable = projectThroughJoint<6>(P, H, G, DInv, PPlus); break;
        }
        if (!movable)
            throw NumericalFailure("Joint '" + node.jointName + "' moves body '" + node.name +
                                   "' in a direction in which nothing has any mass or inertia. Give the body (or one "
                                   "that it carries) a mass and moments of inertia, or weld it.");
        if (node.parent > 0) abi.P[std::size_t(node.parent)] += PPlus.shifted(pos.bodies[std::size_t(b)].p_PB_G);
    }
}

}  // namespace trammel
