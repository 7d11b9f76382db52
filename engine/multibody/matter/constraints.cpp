// SPDX-License-Identifier: Apache-2.0
// MatterGuts: constraint errors, forces, and constraint matrices.
#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "multibody/matter/guts.h"

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

ConstraintKinematics MatterGuts::unitForceKinematics(const State& s) const {
    ConstraintKinematics k = kinematics(s, Stage::Position);
    k.u = getU(s).data();
    return k;
}

void MatterGuts::addInConstraintForces(const State& s, const Real* lambda, SpatialVec* body, Real* mobility,
                                       int only) const {
    const ConstraintLayout& layout = getLayout(s);
    const ConstraintKinematics k = unitForceKinematics(s);
    const ConstraintForces forces{body, mobility, k.position};
    // A zero multiplier exerts no force: constraints are not evaluated at a level the State has not reached.
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
        if (any(block.position, block.count.position))
            e.addInPositionConstraintForces(k, p, lambda + block.position, forces);
        if (any(velocity, block.count.velocity)) e.addInVelocityConstraintForces(k, p, lambda + velocity, forces);
        if (any(acceleration, block.count.acceleration))
            e.addInAccelerationConstraintForces(k, p, lambda + acceleration, forces);
    }
}

void MatterGuts::addInSlidingFriction(const State& s, const Real* lambda, SpatialVec* body, Real* mobility) const {
    const ConstraintLayout& layout = getLayout(s);
    if (layout.slidingRows.empty()) return;
    const ConstraintKinematics k = kinematics(s, Stage::Velocity);
    const ConstraintForces forces{body, mobility, k.position};
    for (std::size_t c = 0; c < constraints.size(); ++c)
        if (layout.blocks[c].enabled && constraints[c].element->hasSlidingFriction(s))
            constraints[c].element->addInSlidingFriction(k, constraintParameters(s, c),
                                                         lambda + layout.blocks[c].position, forces);
}

Real MatterGuts::solveForSlidingFriction(const State& s, const PositionKinematics& pos, const BodyInertias& inertias,
                                         const ArticulatedInertias& abi, const PrescribedSet& prescribed,
                                         ConstraintMatrices& cm, Vector& lambda) const {
    // M udot + G^T lambda + Phi lambda_S = f with the friction Phi of the rows S. With C = A^+ G M^-1 Phi and the
    // multipliers lambda0 without friction: (1 + C_S) lambda_S = lambda0_S and lambda = lambda0 - C lambda_S.
    const std::vector<int>& rows = getLayout(s).slidingRows;
    const int m = getLayout(s).size(), n = int(rows.size());
    MatterWork& w = work(s);
    std::fill(w.lambda.begin(), w.lambda.end(), 0.);
    for (int r = 0; r < n; ++r) {
        MatterWork::Sliding& column = w.sliding[std::size_t(r)];
        std::fill(w.bodyForces.begin(), w.bodyForces.end(), SpatialVec(0.));
        std::fill(w.mobilityForces.begin(), w.mobilityForces.end(), 0.);
        w.lambda[std::size_t(rows[std::size_t(r)])] = 1;
        addInSlidingFriction(s, w.lambda.data(), w.bodyForces.data(), w.mobilityForces.data());
        w.lambda[std::size_t(rows[std::size_t(r)])] = 0;
        // Prescribed speeds do not change.
        std::fill(column.udot.begin(), column.udot.end(), 0.);
        calcForwardDynamics(treeOf(s), pos, inertias, nullptr, abi, prescribed, w.bodyForces.data(),
                            w.mobilityForces.data(), column.udot.data(), column.A_GB, w.dynamics);
        multiplyByG(s, column.udot.data(), m, column.multipliers.data());
        cm.solve(m, column.multipliers.data(), column.multipliers.data());
    }
    // Gaussian elimination with row exchanges.
    const auto at = [&](int i, int j) -> Real& { return w.slidingMatrix[std::size_t(i * n + j)]; };
    std::vector<Real>& x = w.slidingMultipliers;
    for (int i = 0; i < n; ++i) {
        x[std::size_t(i)] = lambda[rows[std::size_t(i)]];
        for (int j = 0; j < n; ++j)
            at(i, j) = (i == j ? 1 : 0) + w.sliding[std::size_t(j)].multipliers[std::size_t(rows[std::size_t(i)])];
    }
    Real determinant = 1;
    for (int k = 0; k < n; ++k) {
        int largest = k;
        for (int i = k + 1; i < n; ++i)
            if (std::abs(at(i, k)) > std::abs(at(largest, k))) largest = i;
        if (largest != k) {
            for (int j = 0; j < n; ++j) std::swap(at(k, j), at(largest, j));
            std::swap(x[std::size_t(k)], x[std::size_t(largest)]);
            determinant = -determinant;
        }
        determinant *= at(k, k);
        for (int i = k + 1; i < n; ++i) {
            const Real factor = at(i, k) / at(k, k);
            for (int j = k; j < n; ++j) at(i, j) -= factor * at(k, j);
            x[std::size_t(i)] -= factor * x[std::size_t(k)];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        for (int j = k + 1; j < n; ++j) x[std::size_t(k)] -= at(k, j) * x[std::size_t(j)];
        x[std::size_t(k)] /= at(k, k);
    }
    for (int r = 0; r < n; ++r)
        for (int i = 0; i < m; ++i)
            lambda[i] -= w.sliding[std::size_t(r)].multipliers[std::size_t(i)] * x[std::size_t(r)];
    return determinant;
}

ConstraintMatrices MatterGuts::makeConstraintMatrices(const State& s, const ConstraintLayout& layout,
                                                      ConstraintMatrices::Method method) const {
    std::vector<ConstraintMatrices::Equation> equations(static_cast<std::size_t>(layout.size()));
    for (std::size_t c = 0; c < constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const auto number = [&](int firstRow, int n) {
            for (int i = 0; i < n; ++i) equations[std::size_t(firstRow + i)] = {int(c), i};
        };
        number(block.position, block.count.position);
        number(layout.velocityRow(block.velocity), block.count.velocity);
        number(layout.accelerationRow(block.acceleration), block.count.acceleration);
    }
    const auto pathOf = [this](int c) -> const std::vector<int>& { return constraints[std::size_t(c)].path; };
    // The body that carries those acted on: forces of a joint or on a speed act between it and its parent.
    const Tree& tree = treeOf(s);
    const auto carrierOf = [&](int c) {
        const ConstraintElement& e = *constraints[std::size_t(c)].element;
        int carrier = -1;
        const auto carryAlso = [&](int b) {
            for (carrier = carrier < 0 ? b : carrier; b != carrier;)
                (b > carrier ? b : carrier) = tree[std::max(b, carrier)].parent;
        };
        // Forces of other types need not cancel.
        if (e.forcesDependOnStage() > Stage::Model || e.getBodies().size() == 1) return 0;
        for (const MobilizedBodyIndex b : e.getBodies()) carryAlso(b);
        for (const MobilizedBodyIndex b : e.getMobilizers()) carryAlso(std::max(tree[b].parent, 0));
        return std::max(carrier, 0);
    };
    return {tree,  equations, pathOf, carrierOf, {layout.nPosition, layout.nPosition + layout.nVelocity, layout.size()},
            method};
}

template <class Visit>
void MatterGuts::visitUnitForces(const State& s, const ConstraintMatrices& cm, int rows, Visit visit) const {
    const Tree& tree = treeOf(s);
    const ConstraintLayout& layout = getLayout(s);
    MatterWork& w = work(s);
    const ConstraintKinematics k = unitForceKinematics(s);
    const ConstraintForces forces{w.bodyForces.data(), w.mobilityForces.data(), k.position};
    std::fill(w.lambda.begin(), w.lambda.end(), 0.);
    for (int row = 0; row < rows; ++row) {
        const ConstraintMatrices::Equation& equation = cm.equation(row);
        const std::size_t c = std::size_t(equation.constraint);
        w.bodyForces[0] = SpatialVec(0.);
        w.bodyForces[std::size_t(cm.carrier(row))] = SpatialVec(0.);
        for (const auto* p = cm.pathBegin(row); p != cm.pathEnd(row); ++p) {
            w.bodyForces[std::size_t(p->body)] = SpatialVec(0.);
            std::fill_n(w.mobilityForces.data() + tree[p->body].uStart, tree[p->body].nu, 0.);
        }
        const ConstraintElement& e = *constraints[c].element;
        const AbstractValue* parameters = constraintParameters(s, c);
        w.lambda[std::size_t(row)] = 1;
        const Real* const unit = w.lambda.data() + row - equation.number;
        if (row < layout.nPosition)
            e.addInPositionConstraintForces(k, parameters, unit, forces);
        else if (row < layout.nPosition + layout.nVelocity)
            e.addInVelocityConstraintForces(k, parameters, unit, forces);
        else
            e.addInAccelerationConstraintForces(k, parameters, unit, forces);
        w.lambda[std::size_t(row)] = 0;
        visit(row, w.bodyForces, w.mobilityForces);
    }
}

void MatterGuts::calcConstraintMatrices(const State& s, const PositionKinematics& pos, const ArticulatedInertias& abi,
                                        const PrescribedSet& prescribed, int m, ConstraintMatrices& cm) const {
    using namespace scalar;
    const Tree& tree = treeOf(s);
    std::vector<V6>& z = work(s).dynamics.z;
    z.resize(std::size_t(tree.size()));
    if (cm.usesElimination()) cm.elimination().setTree(tree, pos, ensureInertias(s), prescribed);
    bool mayEliminate = true;
    visitUnitForces(s, cm, m, [&](int row, const std::vector<SpatialVec>& F, const std::vector<Real>& f) {
        Real* const epsilon = cm.epsilon(row);
        Real* const DInvEpsilon = cm.DInvEpsilon(row);
        bool isForce = false;
        if (cm.usesElimination())
            mayEliminate = cm.elimination().setUnitForces(row, F.data(), f.data()) && mayEliminate;
        for (const auto* p = cm.pathBegin(row); p != cm.pathEnd(row); ++p) {
            const V6 force = load(F[std::size_t(p->body)]);
            z[std::size_t(p->body)] = {-force.w, -force.v};
            isForce = isForce || force.v.x != 0 || force.v.y != 0 || force.v.z != 0;
        }
        cm.setIsForce(row, isForce);
        for (const auto* p = cm.pathBegin(row); p != cm.pathEnd(row); ++p) {
            const TreeNode& n = tree[p->body];
            V6 zPlus = z[std::size_t(p->body)];
            Real* const own = epsilon + p->element;
            Real* const ownDInv = DInvEpsilon + p->element;
            if (prescribed.isPrescribed[std::size_t(p->body)]) {
                std::fill_n(own, n.nu, 0.);
                std::fill_n(ownDInv, n.nu, 0.);
            } else {
                const V6 below = zPlus;
                for (int i = 0; i < n.nu; ++i) {
                    const std::size_t u = std::size_t(n.uStart + i);
                    own[i] = f[u] - dot(load(pos.H[u]), below);
                    zPlus = zPlus + own[i] * load(abi.G[u]);
                }
                const Real* DInv = abi.DInv.data() + n.dStart;
                for (int i = 0; i < n.nu; ++i) {
                    Real sum = 0;
                    for (int j = 0; j < n.nu; ++j) sum += DInv[i + n.nu * j] * own[j];
                    ownDInv[i] = sum;
                }
            }
            if (n.parent <= 0) continue;
            V6& onParent = z[std::size_t(n.parent)];
            onParent = onParent + forceFrom(zPlus, load(pos.bodies[std::size_t(p->body)].p_PB_G));
        }
    });
    if (!mayEliminate) {
        standInPairs(s, cm);
        calcConstraintMatrices(s, pos, abi, prescribed, m, cm);
        return;
    }
    cm.formA(m);
}

void MatterGuts::standInPairs(const State& s, ConstraintMatrices& cm) const {
    cm.standInPairs([&] { return makeConstraintMatrices(s, getLayout(s), ConstraintMatrices::Method::Pairs); });
}

void MatterGuts::calcCertainConstraintMatrices(const State& s, const PositionKinematics& pos,
                                               const ArticulatedInertias& abi, const PrescribedSet& prescribed, int m,
                                               ConstraintMatrices& cm, bool evenDependent) const {
    cm.resumeElimination();
    calcConstraintMatrices(s, pos, abi, prescribed, m, cm);
    if (!cm.usesElimination() || cm.isCertain(m, evenDependent)) return;
    standInPairs(s, cm);
    calcConstraintMatrices(s, pos, abi, prescribed, m, cm);
}

void MatterGuts::multiplyByG(const State& s, const Real* v, int rows, Real* out) const {
    const Tree& tree = treeOf(s);
    MatterWork& w = work(s);
    multiplyBySystemJacobian(tree, ensurePosition(s), v, w.A_GB);
    visitUnitForces(s, getConstraintMatrices(s), rows,
                    [&](int row, const std::vector<SpatialVec>& F, const std::vector<Real>& f) {
                        const ConstraintMatrices& cm = getConstraintMatrices(s);
                        const std::size_t carrier = std::size_t(cm.carrier(row));
                        Real sum = F[carrier].dot(w.A_GB[carrier]);
                        for (const auto* p = cm.pathBegin(row); p != cm.pathEnd(row); ++p) {
                            sum += F[std::size_t(p->body)].dot(w.A_GB[std::size_t(p->body)]);
                            const TreeNode& n = tree[p->body];
                            for (int i = n.uStart; i < n.uStart + n.nu; ++i) sum += f[std::size_t(i)] * v[i];
                        }
                        out[row] = sum;
                    });
}

void MatterGuts::calcConstraintJacobian(const State& s, Matrix& G) const {
    const Tree& tree = treeOf(s);
    const PositionKinematics& pos = ensurePosition(s);
    G.resize(getLayout(s).size(), tree.nu);
    std::vector<Real> row(static_cast<std::size_t>(tree.nu));
    visitUnitForces(
        s, getConstraintMatrices(s), int(G.rows()), [&](int r, std::vector<SpatialVec>& F, const std::vector<Real>& f) {
            const ConstraintMatrices& cm = getConstraintMatrices(s);
            for (int b = 1; b < tree.size(); ++b) {
                const bool onPath = b == cm.carrier(r) || std::any_of(cm.pathBegin(r), cm.pathEnd(r),
                                                                      [b](const auto& p) { return p.body == b; });
                if (!onPath) F[std::size_t(b)] = SpatialVec(0.);
            }
            multiplyBySystemJacobianTranspose(tree, pos, F, row.data());
            for (const auto* p = cm.pathBegin(r); p != cm.pathEnd(r); ++p) {
                const TreeNode& n = tree[p->body];
                for (int i = n.uStart; i < n.uStart + n.nu; ++i) row[std::size_t(i)] += f[std::size_t(i)];
            }
            for (int i = 0; i < tree.nu; ++i) G(r, i) = row[std::size_t(i)];
        });
}

void MatterGuts::requireConstraintForces(const State& s, const char* method) const {
    const ConstraintLayout& layout = getLayout(s);
    for (std::size_t c = 0; c < constraints.size(); ++c) {
        const ConstraintElement& e = *constraints[c].element;
        if (layout.blocks[c].enabled && getStage(s) < e.forcesDependOnStage())
            throw StageTooLow("MatterSubsystem::" + std::string(method) + "()",
                              "the forces of constraint '" + e.getName() + "'", e.forcesDependOnStage(), getStage(s));
    }
}

void MatterGuts::calcSparseJacobian(const State& s, int rows, SparseRows& G) const {
    using namespace scalar;
    const Tree& tree = treeOf(s);
    const PositionKinematics& pos = ensurePosition(s);
    const ConstraintMatrices& cm = getConstraintMatrices(s);
    std::vector<V6> z(std::size_t(tree.size()));
    G.start.assign(1, 0);
    G.elements.clear();
    visitUnitForces(s, cm, rows, [&](int row, const std::vector<SpatialVec>& F, const std::vector<Real>& f) {
        for (const auto* p = cm.pathBegin(row); p != cm.pathEnd(row); ++p)
            z[std::size_t(p->body)] = load(F[std::size_t(p->body)]);
        // Forces that cancel on bodies that carry the whole loop leave rounding errors of this size; those of forces turn
        // bodies farther away the more.
        Real torque = 0, force = 0, reach = 0;
        constexpr Real rounding = 64 * Eps;
        for (const auto* p = cm.pathBegin(row); p != cm.pathEnd(row); ++p) {
            const TreeNode& n = tree[p->body];
            const V6& own = z[std::size_t(p->body)];
            torque = std::max(torque, std::sqrt(dot(own.w, own.w)));
            force = std::max(force, std::sqrt(dot(own.v, own.v)));
            for (int u = n.uStart; u < n.uStart + n.nu; ++u) {
                const V6 H = load(pos.H[std::size_t(u)]);
                const Real value = f[std::size_t(u)] + dot(H, own);
                const Real most =
                    std::sqrt(dot(H.w, H.w)) * std::max(torque, force * reach) + std::sqrt(dot(H.v, H.v)) * force;
                if (std::abs(value) > rounding * most) G.elements.push_back({u, value});
            }
            if (n.parent <= 0) continue;
            V6& onParent = z[std::size_t(n.parent)];
            const auto& p_PB_G = pos.bodies[std::size_t(p->body)].p_PB_G;
            onParent = onParent + forceFrom(own, load(p_PB_G));
            reach += p_PB_G.norm();
        }
        G.start.push_back(int(G.elements.size()));
    });
}

const ConstraintMatrices& MatterGuts::getConstraintMatrices(const State& s) const {
    return Value<ConstraintMatrices>::updDowncast(updCacheEntry(s, cache_.constraints));
}

ConstraintMatrices& MatterGuts::ensureConstraintMatrices(const State& s, int rows) const {
    ConstraintMatrices& cm = Value<ConstraintMatrices>::updDowncast(updCacheEntry(s, cache_.constraints));
    if (!isCacheValueRealized(s, cache_.constraints)) {
        // Rows whose forces depend on values not available yet are computed later.
        const bool all = getStage(s) >= jacobianStage_;
        calcCertainConstraintMatrices(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s),
                                      all ? getLayout(s).size() : rows, cm);
        if (all) markCacheValueRealized(s, cache_.constraints);
    }
    // The errors may change while the matrices stay valid, and pairs that take the place of an elimination do not know them.
    const bool knowsErrors = getStage(s) >= Stage::Position && getLayout(s).nPosition > 0;
    cm.setPoseError(knowsErrors ? getQErr(s).head(getLayout(s).nPosition).cwiseAbs().maxCoeff() : 0);
    return cm;
}

void MatterGuts::calcMInvGt(const State& s, const PositionKinematics& pos, const ArticulatedInertias& abi,
                            const PrescribedSet& prescribed, const ConstraintMatrices& cm, const Real* lambda, int rows,
                            Real* du, std::vector<SpatialVec>& dA_GB) const {
    const Tree& tree = treeOf(s);
    if (cm.usesElimination()) {
        // Epsilon of all rows is known only outboard of their carriers.
        MatterWork& w = work(s);
        std::ranges::fill(w.bodyForces, SpatialVec(0.));
        std::ranges::fill(w.mobilityForces, 0.);
        std::ranges::fill(w.lambda, 0.);
        std::copy_n(lambda, rows, w.lambda.begin());
        addInConstraintForces(s, w.lambda.data(), w.bodyForces.data(), w.mobilityForces.data());
        std::fill(du, du + tree.nu, 0.);
        calcForwardDynamics(tree, pos, ensureInertias(s), nullptr, abi, prescribed, w.bodyForces.data(),
                            w.mobilityForces.data(), du, dA_GB, w.dynamics);
        return;
    }
    std::vector<Real>& epsilon = work(s).dynamics.epsilon;
    epsilon.assign(std::size_t(tree.nu), 0.);
    cm.addInEpsilon(tree, rows, lambda, epsilon.data());
    // Prescribed speeds do not change.
    std::fill(du, du + tree.nu, 0.);
    calcAccelerationsFromEpsilon(tree, pos, nullptr, abi, prescribed, epsilon.data(), du, dA_GB);
}

}  // namespace trammel
