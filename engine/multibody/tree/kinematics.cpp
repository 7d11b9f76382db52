// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "multibody/mobilizers/quaternion_kinematics.h"
#include "multibody/tree/tree.h"

namespace trammel {

using namespace scalar;

namespace {

const M3 identity{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// R(q) of a nonzero quaternion (w,x,y,z).
M3 quaternionRotation(const Real* e) {
    const Real w = e[0], x = e[1], y = e[2], z = e[3];
    const Real s = 2 / (w * w + x * x + y * y + z * z);
    const Real wx = s * w * x, wy = s * w * y, wz = s * w * z;
    const Real xx = s * x * x, xy = s * x * y, xz = s * x * z;
    const Real yy = s * y * y, yz = s * y * z, zz = s * z * z;
    return {{1 - yy - zz, xy + wz, xz - wy}, {xy - wz, 1 - xx - zz, yz + wx}, {xz + wy, yz - wx, 1 - xx - yy}};
}

/// Fast path of the most frequent joint: a pin whose frame M is its body frame.
[[gnu::always_inline]] inline void placePin(const Transform& X_GP, const Transform& X_PF, bool R_PFIsNone,
                                            bool onGround, Real angle, PositionKinematics::Body& body, SpatialVec& H) {
    // First, since a call clobbers registers.
    const Real c1 = std::cos(angle), s1 = std::sin(angle);
    const M3 R_GP = load(X_GP.R());
    const V3 p_PB = onGround ? load(X_PF.p()) : R_GP * load(X_PF.p());
    store(p_PB, body.p_PB_G);
    store(onGround ? p_PB : load(X_GP.p()) + p_PB, body.X_GB.updP());

    const M3 R_GF = R_PFIsNone ? R_GP : onGround ? load(X_PF.R()) : R_GP * load(X_PF.R());
    store(R_GF, body.R_GF);
    store(M3{c1 * R_GF.a + s1 * R_GF.b, c1 * R_GF.b - s1 * R_GF.a, R_GF.c}, body.X_GB.updR());
    store(V6{R_GF.c, {0, 0, 0}}, H);

    store(M3{{c1, s1, 0}, {-s1, c1, 0}, {0, 0, 1}}, body.X_FM.updR());
    store(V3{0, 0, 0}, body.X_FM.updP());
    store(V3{0, 0, 0}, body.p_MB_G);
    body.originAtM = true;
}

}  // namespace

void calcPositionKinematics(const Tree& tree, const JointPlacement& placement, const State& s, const Real* allQ,
                            PositionKinematics& pos) {
    if (pos.bodies.size() != std::size_t(tree.size())) {
        pos.bodies.resize(std::size_t(tree.size()));
        pos.bodies[0] = {Transform(), Transform(), Rotation(), Vec3(0.), Vec3(0.), true};
    }
    pos.H.resize(std::size_t(tree.nu));

    const int n = tree.size();
    for (int b = 1; b < n; ++b) {
        const TreeNode& node = tree[b];
        const PositionKinematics::Body& parent = pos.bodies[std::size_t(node.parent)];
        PositionKinematics::Body& body = pos.bodies[std::size_t(b)];
        const JointPlacement::Trivial trivial = placement.trivial[std::size_t(b)];
        const Transform& X_PF = placement.X_PF[std::size_t(b)];
        const Real* q = allQ + node.qStart;
        SpatialVec* H = pos.H.data() + node.uStart;
        const bool onGround = node.parent == 0;
        if (node.pattern == JointPattern::RotationAboutZ && trivial.R_MB && trivial.p_MB) {
            placePin(parent.X_GB, X_PF, trivial.R_PF, onGround, q[0], body, H[0]);
            continue;
        }

        // X_GF = X_GP X_PF
        const M3 R_GP = load(parent.X_GB.R());
        const V3 p_GP = load(parent.X_GB.p());
        const M3 R_GF = trivial.R_PF ? R_GP : onGround ? load(X_PF.R()) : R_GP * load(X_PF.R());
        const V3 p_GF = onGround ? load(X_PF.p()) : p_GP + R_GP * load(X_PF.p());
        store(R_GF, body.R_GF);

        // X_GM = X_GF X_FM
        M3 R_FM, R_GM;
        V3 p_FM{0, 0, 0}, p_GM = p_GF;
        SpatialVec H_FM[Mobilizer::maxNU];
        switch (node.pattern) {
            case JointPattern::RotationAboutZ: {
                const Real c1 = std::cos(q[0]), s1 = std::sin(q[0]);
                R_FM = {{c1, s1, 0}, {-s1, c1, 0}, {0, 0, 1}};
                R_GM = {c1 * R_GF.a + s1 * R_GF.b, c1 * R_GF.b - s1 * R_GF.a, R_GF.c};
                break;
            }
            case JointPattern::TranslationAlongX:
                R_FM = identity;
                R_GM = R_GF;
                p_FM = {q[0], 0, 0};
                p_GM = p_GF + q[0] * R_GF.a;
                break;
            case JointPattern::FreeTranslation:
                R_FM = identity;
                R_GM = R_GF;
                p_FM = {q[0], q[1], q[2]};
                p_GM = p_GF + R_GF * p_FM;
                break;
            case JointPattern::FreeRotation:
                R_FM = quaternionRotation(q);
                R_GM = R_GF * R_FM;
                break;
            case JointPattern::FreeMotion:
                R_FM = quaternionRotation(q);
                R_GM = R_GF * R_FM;
                p_FM = {q[4], q[5], q[6]};
                p_GM = p_GF + R_GF * p_FM;
                break;
            case JointPattern::General:
                if (node.stateful)
                    node.stateful->calcAcrossInState(s, q, body.X_FM, H_FM);
                else
                    node.mobilizer->calcAcross(q, body.X_FM, H_FM);
                R_FM = load(body.X_FM.R());
                R_GM = R_GF * R_FM;
                p_FM = load(body.X_FM.p());
                p_GM = p_GF + R_GF * p_FM;
                break;
        }
        if (node.pattern != JointPattern::General) {
            store(R_FM, body.X_FM.updR());
            store(p_FM, body.X_FM.updP());
        }

        // X_GB = X_GM X_MB
        const Transform& X_MB = placement.X_MB[std::size_t(b)];
        store(trivial.R_MB ? R_GM : R_GM * load(X_MB.R()), body.X_GB.updR());
        const V3 p_MB = trivial.p_MB ? V3{0, 0, 0} : R_GM * load(X_MB.p());
        const V3 p_GB = p_GM + p_MB;
        store(p_GB, body.X_GB.updP());
        store(p_GB - p_GP, body.p_PB_G);
        store(p_MB, body.p_MB_G);
        body.originAtM = trivial.p_MB;

        // H in Ground axes, shifted from M's origin to B's.
        const auto turn = [&](const V3& w, SpatialVec& column) { store(V6{w, cross(w, p_MB)}, column); };
        const auto move = [](const V3& v, SpatialVec& column) { store(V6{{0, 0, 0}, v}, column); };
        switch (node.pattern) {
            case JointPattern::RotationAboutZ: turn(R_GF.c, H[0]); break;
            case JointPattern::TranslationAlongX: move(R_GF.a, H[0]); break;
            case JointPattern::FreeTranslation: move(R_GF.a, H[0]), move(R_GF.b, H[1]), move(R_GF.c, H[2]); break;
            case JointPattern::FreeRotation: turn(R_GF.a, H[0]), turn(R_GF.b, H[1]), turn(R_GF.c, H[2]); break;
            case JointPattern::FreeMotion:
                turn(R_GF.a, H[0]), turn(R_GF.b, H[1]), turn(R_GF.c, H[2]);
                move(R_GF.a, H[3]), move(R_GF.b, H[4]), move(R_GF.c, H[5]);
                break;
            case JointPattern::General:
                for (int i = 0; i < node.nu; ++i) {
                    const V3 w = R_GF * load(H_FM[i][0]);
                    store(V6{w, R_GF * load(H_FM[i][1]) + cross(w, p_MB)}, H[i]);
                }
                break;
        }
    }
}

void calcBodyInertias(const Tree& tree, const MassConstants& mass, const PositionKinematics& pos, BodyInertias& out) {
    out.M_G.resize(std::size_t(tree.size()));
    out.rotors = mass.rotors;
    for (int b = 1; b < tree.size(); ++b) {
        const MassProperties& mp = mass.bodies[std::size_t(b)];
        const M3 R = load(pos.bodies[std::size_t(b)].X_GB.R());
        SpatialInertia& M = out.M_G[std::size_t(b)];
        M.mass = mp.getMass();
        store(R * load(mp.getMassCenter()), M.com);
        store(rotated(R, loadSymmetric(mp.getInertia())), M.inertia);
    }
}

void calcVelocityKinematics(const Tree& tree, const PositionKinematics& pos, const State& s, const Real* q,
                            const Real* allU, VelocityKinematics& vel) {
    if (vel.bodies.size() != std::size_t(tree.size())) {
        vel.bodies.resize(std::size_t(tree.size()));
        vel.bodies[0] = {SpatialVec(0.), SpatialVec(0.)};
    }
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        const PositionKinematics::Body& X = pos.bodies[std::size_t(b)];
        const VelocityKinematics::Body& parent = vel.bodies[std::size_t(node.parent)];
        VelocityKinematics::Body& body = vel.bodies[std::size_t(b)];
        const Real* u = allU + node.uStart;
        const SpatialVec* H = pos.H.data() + node.uStart;
        const V3 w_GP = load(parent.V_GB[0]);
        const V3 wxp = cross(w_GP, load(X.p_PB_G));

        // V_GB = V_GP shifted to B's origin + H u, and its derivative for udot = 0 and an unaccelerated parent.
        if (X.originAtM &&
            (node.pattern == JointPattern::RotationAboutZ || node.pattern == JointPattern::FreeRotation)) {
            V3 w_PB = u[0] * load(H[0][0]);
            if (node.pattern == JointPattern::FreeRotation) w_PB = w_PB + u[1] * load(H[1][0]) + u[2] * load(H[2][0]);
            if (node.parent == 0) {
                store(V6{w_PB, {0, 0, 0}}, body.V_GB);
                store(V6{{0, 0, 0}, {0, 0, 0}}, body.coriolis);
                continue;
            }
            store(V6{w_GP + w_PB, load(parent.V_GB[1]) + wxp}, body.V_GB);
            store(V6{cross(w_GP, w_PB), cross(w_GP, wxp)}, body.coriolis);
            continue;
        }
        V6 V_PB{{0, 0, 0}, {0, 0, 0}};
        for (int i = 0; i < node.nu; ++i) V_PB = V_PB + u[i] * load(H[i]);
        store(V6{w_GP + V_PB.w, load(parent.V_GB[1]) + wxp + V_PB.v}, body.V_GB);
        // H rotates with the parent (w_GP × H u); the arm from M to B rotates with B.
        const V3 arm = load(X.p_MB_G);
        V6 coriolis{cross(w_GP, V_PB.w), cross(w_GP, wxp + 2 * V_PB.v) + cross(V_PB.w, cross(V_PB.w, arm))};
        if (!node.constantH) {
            const M3 R_GF = load(X.R_GF);
            SpatialVec V_FM;
            store(V6{transposeTimes(R_GF, V_PB.w), transposeTimes(R_GF, V_PB.v - cross(V_PB.w, arm))}, V_FM);
            const SpatialVec hdotu = node.stateful ? node.stateful->calcHDotUInState(s, u, X.X_FM, V_FM)
                                                   : node.mobilizer->calcHDotU(q + node.qStart, u, X.X_FM, V_FM);
            const V3 alpha = R_GF * load(hdotu[0]);
            coriolis = coriolis + V6{alpha, R_GF * load(hdotu[1]) + cross(alpha, arm)};
        }
        store(coriolis, body.coriolis);
    }
}

namespace {
/// qdot = u; returns false if N is not the identity.
inline bool isSame(const TreeNode& node, const Real* u, Real* qdot) {
    switch (node.pattern) {
        case JointPattern::RotationAboutZ:
        case JointPattern::TranslationAlongX: qdot[0] = u[0]; return true;
        case JointPattern::FreeTranslation: std::copy(u, u + 3, qdot); return true;
        default: return false;
    }
}
}  // namespace

void multiplyByN(const TreeNode& node, const State& s, const Real* q, const Real* u, Real* qdot) {
    if (isSame(node, u, qdot)) return;
    if (node.pattern == JointPattern::FreeRotation)
        quaternion::multiplyByN(q, u, qdot);
    else if (node.stateful)
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
    if (isSame(node, udot, qdotdot)) return;
    if (node.pattern == JointPattern::FreeRotation)
        quaternion::calcQDotDot(q, u, udot, qdotdot);
    else if (node.stateful)
        node.stateful->calcQDotDotInState(s, q, u, udot, qdotdot);
    else
        node.mobilizer->calcQDotDot(q, u, udot, qdotdot);
}
void multiplyByN(const Tree& tree, const State& s, const Real* q, const Real* u, Real* qdot) {
    if (tree.qdotIsU) {
        std::copy(u, u + tree.nu, qdot);
        return;
    }
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        if (!isSame(n, u + n.uStart, qdot + n.qStart)) multiplyByN(n, s, q + n.qStart, u + n.uStart, qdot + n.qStart);
    }
}
void calcQDotDot(const Tree& tree, const State& s, const Real* q, const Real* u, const Real* udot, Real* qdotdot) {
    if (tree.qdotIsU) {
        std::copy(udot, udot + tree.nu, qdotdot);
        return;
    }
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        if (!isSame(n, udot + n.uStart, qdotdot + n.qStart))
            calcQDotDot(n, s, q + n.qStart, u + n.uStart, udot + n.uStart, qdotdot + n.qStart);
    }
}
void addInQForce(const TreeNode& node, const State& s, const Real* q, const Real* fq, Real* f) {
    // N column by column; it is small.
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
    calcBodyAccelerations(tree, pos, nullptr, u, V_GB);
}

void multiplyBySystemJacobianTranspose(const Tree& tree, const PositionKinematics& pos, std::vector<SpatialVec>& F,
                                       Real* f) {
    for (int b = tree.size() - 1; b >= 1; --b) {
        const TreeNode& node = tree[b];
        const V6 Fb = load(F[std::size_t(b)]);
        for (int i = node.uStart; i < node.uStart + node.nu; ++i) f[i] = dot(load(pos.H[std::size_t(i)]), Fb);
        SpatialVec& onParent = F[std::size_t(node.parent)];
        store(load(onParent) + forceFrom(Fb, load(pos.bodies[std::size_t(b)].p_PB_G)), onParent);
    }
}

void calcBodyAccelerations(const Tree& tree, const PositionKinematics& pos, const VelocityKinematics* vel,
                           const Real* udot, std::vector<SpatialVec>& A_GB) {
    A_GB.resize(std::size_t(tree.size()));
    A_GB[0] = SpatialVec(0.);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& node = tree[b];
        V6 A = velocityAt(load(A_GB[std::size_t(node.parent)]), load(pos.bodies[std::size_t(b)].p_PB_G));
        for (int i = node.uStart; i < node.uStart + node.nu; ++i) A = A + udot[i] * load(pos.H[std::size_t(i)]);
        if (vel) A = A + load(vel->bodies[std::size_t(b)].coriolis);
        store(A, A_GB[std::size_t(b)]);
    }
}

}  // namespace trammel
