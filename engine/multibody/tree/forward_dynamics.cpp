// SPDX-License-Identifier: Apache-2.0
#include "multibody/tree/tree.h"

namespace trammel {

using namespace scalar;

namespace {

/// udot = D^-1 epsilon - G^T carried of one joint with n speeds, and carried + H udot.
/// @param carried the parent's acceleration shifted to this body: unused @p onGround
[[gnu::always_inline]] inline V6 accelerate(int n, const SpatialVec* H, const SpatialVec* G, const Real* DInv,
                                            const Real* epsilon, const V6 carried, bool onGround, Real* udot) {
    V6 A = carried;
    for (int i = 0; i < n; ++i) {
        Real sum = DInv[i] * epsilon[0];
        for (int j = 1; j < n; ++j) sum += DInv[i + n * j] * epsilon[j];
        if (!onGround) sum -= dot(load(G[i]), carried);
        udot[i] = sum;
        A = A + sum * load(H[i]);
    }
    return A;
}

}  // namespace

void calcForwardDynamics(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                         const VelocityKinematics* vel, const ArticulatedInertias& abi, const PrescribedSet& prescribed,
                         const SpatialVec* bodyForces, const Real* mobilityForces, Real* udot,
                         std::vector<SpatialVec>& A_GB, ForwardDynamicsWork& work) {
    const std::size_t n = std::size_t(tree.size());
    work.z.resize(n);
    work.epsilon.resize(std::size_t(tree.nu));

    // Required force beyond P A: the gyroscopic force minus the applied force.
    const auto bias = [&](std::size_t b) __attribute__((always_inline)) {
        V6 z = vel ? gyroscopic(inertias.M_G[b], load(vel->bodies[b].V_GB[0])) : zeroV6;
        if (bodyForces) z = z - load(bodyForces[b]);
        return z;
    };

    // Tip to base: epsilon = tau - H^T (z + P a), and z+ = z + P a + G epsilon passed to the parent. With the coriolis
    // acceleration a included before the joint is projected out, P a and P+ a need not be distinguished.
    for (int body = tree.size() - 1; body >= 1; --body) {
        const TreeNode& node = tree[body];
        const std::size_t b = std::size_t(body);
        V6 z = node.isLeaf ? bias(b) : work.z[b];
        // On Ground, a joint that rotates about the body origin has no coriolis acceleration.
        const bool still = node.parent == 0 && node.constantH && pos.bodies[b].originAtM;
        if (vel && !still) z = z + abi.P[b] * load(vel->bodies[b].coriolis);
        if (prescribed.isPrescribed[b]) {
            V6 A = zeroV6;
            for (int i = node.uStart; i < node.uStart + node.nu; ++i) A = A + udot[i] * load(pos.H[std::size_t(i)]);
            z = z + abi.P[b] * A;
        } else if (node.nu == 1) {
            const std::size_t i = std::size_t(node.uStart);
            const Real epsilon = (mobilityForces ? mobilityForces[i] : 0) - dot(load(pos.H[i]), z);
            work.epsilon[i] = epsilon;
            if (node.parent > 0) z = z + epsilon * load(abi.G[i]);
        } else {
            V6 zPlus = z;
            for (int k = node.uStart; k < node.uStart + node.nu; ++k) {
                const std::size_t i = std::size_t(k);
                const Real epsilon = (mobilityForces ? mobilityForces[i] : 0) - dot(load(pos.H[i]), z);
                work.epsilon[i] = epsilon;
                zPlus = zPlus + epsilon * load(abi.G[i]);
            }
            z = zPlus;
        }
        if (node.parent <= 0) continue;
        const std::size_t parent = std::size_t(node.parent);
        const V6 onParent = forceFrom(z, load(pos.bodies[b].p_PB_G));
        work.z[parent] = (node.opensParent ? bias(parent) : work.z[parent]) + onParent;
    }

    calcAccelerationsFromEpsilon(tree, pos, vel, abi, prescribed, work.epsilon.data(), udot, A_GB);
}

void calcAccelerationsFromEpsilon(const Tree& tree, const PositionKinematics& pos, const VelocityKinematics* vel,
                                  const ArticulatedInertias& abi, const PrescribedSet& prescribed, const Real* epsilon,
                                  Real* udot, std::vector<SpatialVec>& A_GB) {
    A_GB.resize(std::size_t(tree.size()));
    // A = A_parent + a + H udot.
    A_GB[0] = SpatialVec(0.);
    const int n = tree.size();
    for (int body = 1; body < n; ++body) {
        const TreeNode& node = tree[body];
        const std::size_t b = std::size_t(body);
        const bool onGround = node.parent == 0;
        const V6 carried =
            onGround ? zeroV6 : velocityAt(load(A_GB[std::size_t(node.parent)]), load(pos.bodies[b].p_PB_G));
        const SpatialVec* const H = pos.H.data() + node.uStart;
        Real* const own = udot + node.uStart;
        const auto move = [&](int nu) __attribute__((always_inline)) {
            return accelerate(nu, H, abi.G.data() + node.uStart, abi.DInv.data() + node.dStart, epsilon + node.uStart,
                              carried, onGround, own);
        };
        V6 A = carried;
        if (prescribed.isPrescribed[b]) {
            for (int i = 0; i < node.nu; ++i) A = A + own[i] * load(H[i]);
        } else {
            // Compile-time sizes let the compiler unroll the loops.
            switch (node.nu) {
                case 1: A = move(1); break;
                case 3: A = move(3); break;
                default: A = move(node.nu); break;
            }
        }
        if (vel) A = A + load(vel->bodies[b].coriolis);
        store(A, A_GB[b]);
    }
}

void calcInverseDynamics(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                         const VelocityKinematics* vel, const Real* udot, const std::vector<SpatialVec>& A_GB,
                         const SpatialVec* bodyForces, const Real* mobilityForces, Real* residual,
                         std::vector<SpatialVec>& F) {
    F.resize(std::size_t(tree.size()));
    F[0] = SpatialVec(0.);
    // Tip to base: each F accumulates to the force from the parent on the body through the joint.
    for (int body = tree.size() - 1; body >= 1; --body) {
        const TreeNode& node = tree[body];
        const std::size_t b = std::size_t(body);
        V6 f = vel ? newtonEuler(inertias.M_G[b], load(A_GB[b]), load(vel->bodies[b].V_GB[0]))
                   : inertias.M_G[b] * load(A_GB[b]);
        if (bodyForces) f = f - load(bodyForces[b]);
        if (!node.isLeaf) f = f + load(F[b]);
        store(f, F[b]);
        for (int i = node.uStart; i < node.uStart + node.nu; ++i)
            residual[i] = dot(load(pos.H[std::size_t(i)]), f) + inertias.rotors[std::size_t(i)] * udot[i] -
                          (mobilityForces ? mobilityForces[i] : 0);
        SpatialVec& onParent = F[std::size_t(node.parent)];
        const V6 carried = forceFrom(f, load(pos.bodies[b].p_PB_G));
        store(node.opensParent && node.parent > 0 ? carried : load(onParent) + carried, onParent);
    }
}

}  // namespace trammel
