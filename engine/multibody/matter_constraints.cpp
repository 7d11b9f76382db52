// SPDX-License-Identifier: Apache-2.0
// MatterGuts: constraint errors, forces, and the operational-space matrix A = G M^-1 G^T.
#include <algorithm>

#include "multibody/matter_guts.h"

namespace trammel {

void MatterGuts::calcPositionErrors(const State& s, Real* perr) const {
    const ConstraintKinematics k = kinematics(s, Stage::Position);
    const ConstraintLayout& layout = getLayout(s);
    for (std::size_t c = 0; c < constraints.size(); ++c)
        if (layout.blocks[c].enabled)
            constraints[c].element->calcPositionErrors(k, constraintParameters(s, c), perr + layout.blocks[c].position);
}

void MatterGuts::calcVelocityErrors(const ConstraintKinematics& k, const State& s, Real* verr) const {
    const ConstraintLayout& layout = getLayout(s);
    for (std::size_t c = 0; c < constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const ConstraintElement& e = *constraints[c].element;
        const AbstractValue* p = constraintParameters(s, c);
        e.calcPositionDotErrors(k, p, verr + block.position);
        e.calcVelocityErrors(k, p, verr + layout.velocityRow(block.velocity));
    }
}

void MatterGuts::calcAccelerationErrors(const ConstraintKinematics& k, const State& s, Real* aerr) const {
    const ConstraintLayout& layout = getLayout(s);
    for (std::size_t c = 0; c < constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const ConstraintElement& e = *constraints[c].element;
        const AbstractValue* p = constraintParameters(s, c);
        e.calcPositionDotDotErrors(k, p, aerr + block.position);
        e.calcVelocityDotErrors(k, p, aerr + layout.velocityRow(block.velocity));
        e.calcAccelerationErrors(k, p, aerr + layout.accelerationRow(block.acceleration));
    }
}

void MatterGuts::addInConstraintForces(const State& s, const Real* lambda, SpatialVec* body, Real* mobility,
                                       int only) const {
    const Tree& tree = treeOf(s);
    const ConstraintLayout& layout = getLayout(s);
    ConstraintKinematics k{tree, ensurePosition(s), getQ(s).data(), s};
    k.u = getU(s).data();
    const ConstraintForces forces{body, mobility, k.position};
    // No multiplier, no force: a constraint is not asked at a level of which the State knows nothing yet.
    const auto any = [&](int row, int n) {
        return std::any_of(lambda + row, lambda + row + n, [](Real l) { return l != 0; });
    };
    const std::size_t first = only < 0 ? 0 : std::size_t(only);
    const std::size_t last = only < 0 ? constraints.size() : first + 1;
    for (std::size_t c = first; c < last; ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const ConstraintElement& e = *constraints[c].element;
        const AbstractValue* p = constraintParameters(s, c);
        const int velocity = layout.velocityRow(block.velocity),
                  acceleration = layout.accelerationRow(block.acceleration);
        if (any(block.position, e.getNumPositionEquations()))
            e.addInPositionConstraintForces(k, p, lambda + block.position, forces);
        if (any(velocity, e.getNumVelocityEquations()))
            e.addInVelocityConstraintForces(k, p, lambda + velocity, forces);
        if (any(acceleration, e.getNumAccelerationEquations()))
            e.addInAccelerationConstraintForces(k, p, lambda + acceleration, forces);
    }
}

// M^-1 = (1 - K)^T D^-1 (1 - K) in the factored form of forward dynamics, so row i of A is found from epsilon_i alone:
//   A_ij = sum over bodies k on both paths of epsilon_ik^T D_k^-1 epsilon_jk.
// Each epsilon is one upward sweep along the constraint's own path, so the cost follows the loops, not the model.
// **Source:** Jain, Robot and Multibody Dynamics (2011), section 10.2 (operational space compliance).
void MatterGuts::calcConstraintMatrices(const State& s, const PositionKinematics& pos, const ArticulatedInertias& abi,
                                        const PrescribedSet& prescribed, int m, ConstraintMatrices& cm) const {
    const Tree& tree = treeOf(s);
    const ConstraintLayout& layout = getLayout(s);
    MatterWork& w = work(s);
    cm.G.setZero();
    cm.E.setZero();
    cm.DE.setZero();
    std::fill(w.lambda.begin(), w.lambda.end(), 0.);
    std::vector<SpatialVec>& F = w.bodyForces;
    std::vector<SpatialVec>& z = w.spatial;
    std::vector<Real>& f = w.mobilityForces;

    // Rows of G and E, one unit multiplier at a time.
    const auto sweep = [&](int row, std::size_t c) {
        const std::vector<int>& path = constraints[c].path;
        F[0] = z[0] = SpatialVec(0.);
        for (int b : path) {
            F[std::size_t(b)] = SpatialVec(0.);
            std::fill_n(f.data() + tree[b].uStart, tree[b].nu, 0.);
        }
        w.lambda[std::size_t(row)] = 1;
        addInConstraintForces(s, w.lambda.data(), F.data(), f.data(), int(c));
        w.lambda[std::size_t(row)] = 0;
        for (int b : path) z[std::size_t(b)] = -F[std::size_t(b)];
        for (int b : path) {
            const TreeNode& n = tree[b];
            SpatialVec zPlus = z[std::size_t(b)];
            Real epsilon[Mobilizer::maxNU];
            for (int i = 0; i < n.nu; ++i) {
                const SpatialVec& H = pos.H[std::size_t(n.uStart + i)];
                cm.G(row, n.uStart + i) = f[std::size_t(n.uStart + i)] + H.dot(F[std::size_t(b)]);
                epsilon[i] = f[std::size_t(n.uStart + i)] - H.dot(z[std::size_t(b)]);
            }
            if (!prescribed.isPrescribed[std::size_t(b)]) {
                const Real* DInv = abi.DInv.data() + n.dStart;
                for (int i = 0; i < n.nu; ++i) {
                    zPlus += epsilon[i] * abi.G[std::size_t(n.uStart + i)];
                    cm.E(row, n.uStart + i) = epsilon[i];
                    Real sum = 0;
                    for (int j = 0; j < n.nu; ++j) sum += DInv[i + n.nu * j] * epsilon[j];
                    cm.DE(row, n.uStart + i) = sum;
                }
            }
            const Vec3& p = pos.bodies[std::size_t(b)].p_PB_G;
            F[std::size_t(n.parent)] += shiftForceFrom(F[std::size_t(b)], p);
            if (n.parent > 0) z[std::size_t(n.parent)] += shiftForceFrom(zPlus, p);
        }
    };
    const auto rowsOf = [&](std::size_t c, auto&& visit) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) return;
        const ConstraintElement& e = *constraints[c].element;
        const auto visitBelow = [&](int row, int n) {
            for (int i = row; i < std::min(row + n, m); ++i) visit(i);
        };
        visitBelow(block.position, e.getNumPositionEquations());
        visitBelow(layout.velocityRow(block.velocity), e.getNumVelocityEquations());
        visitBelow(layout.accelerationRow(block.acceleration), e.getNumAccelerationEquations());
    };
    for (std::size_t c = 0; c < constraints.size(); ++c) rowsOf(c, [&](int row) { sweep(row, c); });

    // A, lower triangle: only pairs of constraints whose paths share bodies have anything to sum.
    cm.A.topLeftCorner(m, m).setZero();
    for (std::size_t c1 = 0; c1 < constraints.size(); ++c1)
        for (std::size_t c2 = 0; c2 <= c1; ++c2) {
            const std::vector<int>&p1 = constraints[c1].path, &p2 = constraints[c2].path;
            // Both paths run from high to low body numbers.
            for (auto a = p1.begin(), b = p2.begin(); a != p1.end() && b != p2.end();) {
                if (*a > *b)
                    ++a;
                else if (*b > *a)
                    ++b;
                else {
                    const TreeNode& n = tree[*a];
                    rowsOf(c1, [&](int i) {
                        rowsOf(c2, [&](int j) {
                            if (c1 == c2 && j > i) return;
                            Real sum = 0;
                            for (int k = 0; k < n.nu; ++k) sum += cm.E(i, n.uStart + k) * cm.DE(j, n.uStart + k);
                            cm.A(std::max(i, j), std::min(i, j)) += sum;
                        });
                    });
                    ++a;
                    ++b;
                }
            }
        }
    std::fill(std::begin(cm.factoredRows), std::end(cm.factoredRows), -1);
}

ConstraintMatrices& MatterGuts::ensureConstraintMatrices(const State& s, int rows) const {
    ConstraintMatrices& cm = Value<ConstraintMatrices>::updDowncast(updCacheEntry(s, cache_.constraints));
    if (isCacheValueRealized(s, cache_.constraints)) return cm;
    // Rows whose forces depend on more than the State knows yet wait until it does.
    const bool all = getStage(s) >= jacobianStage_;
    calcConstraintMatrices(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s),
                           all ? getLayout(s).size() : rows, cm);
    if (all) markCacheValueRealized(s, cache_.constraints);
    return cm;
}

const PivotedCholesky& MatterGuts::ensureFactor(ConstraintMatrices& cm, int which, int rows) const {
    // Most models have holonomic constraints only: then one factor serves projection and dynamics.
    for (int other = 0; other < 3; ++other)
        if (cm.factoredRows[other] == rows) return cm.factor[other];
    cm.factor[which].factor(cm.A, rows);
    cm.factoredRows[which] = rows;
    return cm.factor[which];
}

void MatterGuts::calcMInvGt(const State& s, const PositionKinematics& pos, const BodyInertias& inertias,
                            const ArticulatedInertias& abi, const PrescribedSet& prescribed, const Real* lambda,
                            int rows, Real* du) const {
    const Tree& tree = treeOf(s);
    MatterWork& w = work(s);
    std::copy(lambda, lambda + rows, w.lambda.begin());
    std::fill(w.lambda.begin() + rows, w.lambda.end(), 0.);
    std::fill(w.bodyForces.begin(), w.bodyForces.end(), SpatialVec(0.));
    std::fill(w.mobilityForces.begin(), w.mobilityForces.end(), 0.);
    addInConstraintForces(s, w.lambda.data(), w.bodyForces.data(), w.mobilityForces.data());
    std::fill(du, du + tree.nu, 0.);
    calcForwardDynamics(tree, pos, inertias, nullptr, abi, prescribed, w.bodyForces.data(), w.mobilityForces.data(), du,
                        w.A_GB, w.dynamics);
}

}  // namespace trammel
