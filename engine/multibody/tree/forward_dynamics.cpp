// SPDX-License-Identifier: Apache-2.0
#include "multibody/tree/tree.h"

namespace trammel {

namespace {

/// nu = D^-1 epsilon.
inline void multiplyByDInv(const TreeNode& node, const Real* DInv, const Real* epsilon, Real* out) {
    for (int i = 0; i < node.nu; ++i) {
        Real sum = 0;
        for (int j = 0; j < node.nu; ++j) sum += DInv[i + node.nu * j] * epsilon[j];
        out[i] = sum;
    }
}

}  // namespace

void calcForwardDynamics(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                         const VelocityKinematics* vel, const ArticulatedInertias& abi, const PrescribedSet& prescribed,
                         const SpatialVec* bodyForces, const Real* mobilityForces, Real* udot,
                         std::vector<SpatialVec>& A_GB, ForwardDynamicsWork& work) {
    const std::size_t n = std::size_t(tree.size());
    work.z.resize(n);
    work.epsilon.resize(std::size_t(tree.nu));
    A_GB.resize(n);

    // What each body would need beyond P A: its gyroscopic force less what is applied.
    work.z[0] = SpatialVec(0.);
    for (std::size_t b = 1; b < n; ++b) {
        SpatialVec z = vel ? gyroscopicForce(inertias.M_G[b], vel->bodies[b].V_GB) : SpatialVec(0.);
        if (bodyForces) z -= bodyForces[b];
        work.z[b] = z;
    }

    // Tip to base: epsilon = tau - H^T (z + P a), and z+ = z + P a + G epsilon passed to the parent. With the
    // coriolis acceleration a folded in before the joint is projected out, P a and P+ a need not be told apart.
    for (int b = tree.size() - 1; b >= 1; --b) {
        const TreeNode& node = tree[b];
        SpatialVec z = work.z[std::size_t(b)];
        if (vel) z += abi.P[std::size_t(b)] * vel->bodies[std::size_t(b)].coriolis;
        const SpatialVec* H = pos.H.data() + node.uStart;
        if (prescribed.isPrescribed[std::size_t(b)]) {
            SpatialVec A(0.);
            for (int i = 0; i < node.nu; ++i) A += udot[node.uStart + i] * H[i];
            z += abi.P[std::size_t(b)] * A;
        } else {
            Real* epsilon = work.epsilon.data() + node.uStart;
            for (int i = 0; i < node.nu; ++i)
                epsilon[i] = (mobilityForces ? mobilityForces[node.uStart + i] : 0) - H[i].dot(z);
            for (int i = 0; i < node.nu; ++i) z += epsilon[i] * abi.G[std::size_t(node.uStart + i)];
        }
        if (node.parent > 0) work.z[std::size_t(node.parent)] += shiftForceFrom(z, pos.bodies[std::size_t(b)].p_PB_G);
    }

    // Base to tip: udot = D^-1 epsilon - G^T A_parent, A = A_parent + a + H udot.
    A_GB[0] = SpatialVec(0.);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        SpatialVec A = shiftVelocityBy(A_GB[std::size_t(node.parent)], pos.bodies[std::size_t(b)].p_PB_G);
        if (!prescribed.isPrescribed[std::size_t(b)]) {
            Real* ud = udot + node.uStart;
            multiplyByDInv(node, abi.DInv.data() + node.dStart, work.epsilon.data() + node.uStart, ud);
            for (int i = 0; i < node.nu; ++i) ud[i] -= abi.G[std::size_t(node.uStart + i)].dot(A);
        }
        for (int i = 0; i < node.nu; ++i) A += udot[node.uStart + i] * pos.H[std::size_t(node.uStart + i)];
        if (vel) A += vel->bodies[std::size_t(b)].coriolis;
        A_GB[std::size_t(b)] = A;
    }
}

void calcInverseDynamics(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                         const VelocityKinematics* vel, const std::vector<SpatialVec>& A_GB,
                         const SpatialVec* bodyForces, const Real* mobilityForces, Real* residual,
                         std::vector<SpatialVec>& F) {
    const std::size_t n = std::size_t(tree.size());
    F.resize(n);
    F[0] = SpatialVec(0.);
    for (std::size_t b = 1; b < n; ++b) {
        F[b] = inertias.M_G[b] * A_GB[b];
        if (vel) F[b] += gyroscopicForce(inertias.M_G[b], vel->bodies[b].V_GB);
        if (bodyForces) F[b] -= bodyForces[b];
    }
    // Each F ends as the force that the parent exerts on the body through the joint.
    multiplyBySystemJacobianTranspose(tree, pos, F, residual);
    if (mobilityForces)
        for (int i = 0; i < tree.nu; ++i) residual[i] -= mobilityForces[i];
}

}  // namespace trammel
