// SPDX-License-Identifier: Apache-2.0
#include "multibody/tree/tree.h"

namespace trammel {

void calcPositionKinematics(const Tree& tree, const JointPlacement& placement, const State& s, const Real* q,
                            PositionKinematics& pos) {
    pos.bodies.resize(std::size_t(tree.size()));
    pos.H.resize(std::size_t(tree.nu));
    pos.bodies[0] = {Transform(), Transform(), Rotation(), Vec3(0.), Vec3(0.)};

    SpatialVec H_FM[Mobilizer::maxNU];
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        const PositionKinematics::Body& parent = pos.bodies[std::size_t(node.parent)];
        PositionKinematics::Body& body = pos.bodies[std::size_t(b)];

        // Poses: X_GB = X_GP X_PF X_FM X_MB.
        if (node.stateful)
            node.stateful->calcAcrossInState(s, q + node.qStart, body.X_FM, H_FM);
        else
            node.mobilizer->calcAcross(q + node.qStart, body.X_FM, H_FM);
        const Transform X_GF = parent.X_GB * placement.X_PF[std::size_t(b)];
        const Transform X_GM = X_GF * body.X_FM;
        body.X_GB = X_GM * placement.X_MB[std::size_t(b)];
        body.R_GF = X_GF.R();
        body.p_PB_G = body.X_GB.p() - parent.X_GB.p();
        body.p_MB_G = body.X_GB.p() - X_GM.p();

        // H in Ground axes, shifted from M's origin to B's.
        for (int i = 0; i < node.nu; ++i) {
            const Vec3 w = body.R_GF * H_FM[i][0];
            pos.H[std::size_t(node.uStart + i)] = {w, Vec3(body.R_GF * H_FM[i][1] + w.cross(body.p_MB_G))};
        }
    }
}

void calcBodyInertias(const Tree& tree, const MassConstants& mass, const PositionKinematics& pos, BodyInertias& out) {
    out.M_G.resize(std::size_t(tree.size()));
    for (int b = 1; b < tree.size(); ++b) {
        const MassProperties& mp = mass.bodies[std::size_t(b)];
        const Rotation& R = pos.bodies[std::size_t(b)].X_GB.R();
        SpatialInertia& M = out.M_G[std::size_t(b)];
        M.mass = mp.getMass();
        M.com = R * mp.getMassCenter();
        const Mat33 RI = R * mp.getInertia();
        M.inertia = RI * R.transpose();
    }
}

void calcVelocityKinematics(const Tree& tree, const PositionKinematics& pos, const State& s, const Real* q,
                            const Real* u, VelocityKinematics& vel) {
    vel.bodies.resize(std::size_t(tree.size()));
    vel.bodies[0] = {SpatialVec(0.), SpatialVec(0.)};
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        const PositionKinematics::Body& X = pos.bodies[std::size_t(b)];
        const VelocityKinematics::Body& parent = vel.bodies[std::size_t(node.parent)];
        VelocityKinematics::Body& body = vel.bodies[std::size_t(b)];

        // V_GB = V_GP shifted to B's origin + H u.
        SpatialVec V_PB(0.);
        for (int i = 0; i < node.nu; ++i) V_PB += u[node.uStart + i] * pos.H[std::size_t(node.uStart + i)];
        const Vec3& w_GP = parent.V_GB[0];
        const Vec3 wxp = w_GP.cross(X.p_PB_G);
        body.V_GB = {Vec3(w_GP + V_PB[0]), Vec3(parent.V_GB[1] + wxp + V_PB[1])};

        // d/dt of that with udot = 0 and the parent not accelerating. H is carried around by the parent (w_GP × H u);
        // the arm from M to B turns with B.
        body.coriolis = {Vec3(w_GP.cross(V_PB[0])),
                         Vec3(w_GP.cross(wxp + 2 * V_PB[1]) + V_PB[0].cross(V_PB[0].cross(X.p_MB_G)))};
        if (!node.mobilizer->hasConstantH()) {
            const SpatialVec V_FM{Vec3(X.R_GF.transpose() * V_PB[0]),
                                  Vec3(X.R_GF.transpose() * (V_PB[1] - V_PB[0].cross(X.p_MB_G)))};
            const SpatialVec hdotu = node.stateful
                                         ? node.stateful->calcHDotUInState(s, u + node.uStart, X.X_FM, V_FM)
                                         : node.mobilizer->calcHDotU(q + node.qStart, u + node.uStart, X.X_FM, V_FM);
            const Vec3 alpha = X.R_GF * hdotu[0];
            body.coriolis += SpatialVec{alpha, Vec3(X.R_GF * hdotu[1] + alpha.cross(X.p_MB_G))};
        }
    }
}

void multiplyByN(const TreeNode& node, const State& s, const Real* q, const Real* u, Real* qdot) {
    if (node.stateful)
        node.stateful->multiplyByNInState(s, q, u, qdot);
    else
        node.mobilizer->multiplyByN(q, u, qdot);
}
void multiplyByNInv(const TreeNode& node, const State& s, const Real* q, const Real* qdot, Real* u) {
    if (node.stateful)
        node.stateful->multiplyByNInvInState(s, q, qdot, u);
    else
        node.mobilizer->multiplyByNInv(q, qdot, u);
}
void calcQDotDot(const TreeNode& node, const State& s, const Real* q, const Real* u, const Real* udot, Real* qdotdot) {
    if (node.stateful)
        node.stateful->calcQDotDotInState(s, q, u, udot, qdotdot);
    else
        node.mobilizer->calcQDotDot(q, u, udot, qdotdot);
}
void addInQForce(const TreeNode& node, const State& s, const Real* q, const Real* fq, Real* f) {
    // N by columns: it is small.
    Real unit[Mobilizer::maxNU] = {}, column[Mobilizer::maxNQ];
    for (int j = 0; j < node.nu; ++j) {
        unit[j] = 1;
        multiplyByN(node, s, q, unit, column);
        unit[j] = 0;
        for (int i = 0; i < node.nq; ++i) f[j] += column[i] * fq[i];
    }
}

void multiplyBySystemJacobian(const Tree& tree, const PositionKinematics& pos, const Real* u,
                              std::vector<SpatialVec>& V_GB) {
    V_GB.resize(std::size_t(tree.size()));
    V_GB[0] = SpatialVec(0.);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        SpatialVec V = shiftVelocityBy(V_GB[std::size_t(node.parent)], pos.bodies[std::size_t(b)].p_PB_G);
        for (int i = 0; i < node.nu; ++i) V += u[node.uStart + i] * pos.H[std::size_t(node.uStart + i)];
        V_GB[std::size_t(b)] = V;
    }
}

void multiplyBySystemJacobianTranspose(const Tree& tree, const PositionKinematics& pos, std::vector<SpatialVec>& F,
                                       Real* f) {
    for (int b = tree.size() - 1; b >= 1; --b) {
        const TreeNode& node = tree[b];
        const SpatialVec& Fb = F[std::size_t(b)];
        for (int i = 0; i < node.nu; ++i) f[node.uStart + i] = pos.H[std::size_t(node.uStart + i)].dot(Fb);
        F[std::size_t(node.parent)] += shiftForceFrom(Fb, pos.bodies[std::size_t(b)].p_PB_G);
    }
}

void calcBodyAccelerations(const Tree& tree, const PositionKinematics& pos, const VelocityKinematics* vel,
                           const Real* udot, std::vector<SpatialVec>& A_GB) {
    A_GB.resize(std::size_t(tree.size()));
    A_GB[0] = SpatialVec(0.);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        SpatialVec A = shiftVelocityBy(A_GB[std::size_t(node.parent)], pos.bodies[std::size_t(b)].p_PB_G);
        for (int i = 0; i < node.nu; ++i) A += udot[node.uStart + i] * pos.H[std::size_t(node.uStart + i)];
        if (vel) A += vel->bodies[std::size_t(b)].coriolis;
        A_GB[std::size_t(b)] = A;
    }
}

}  // namespace trammel
