// SPDX-License-Identifier: Apache-2.0
// MatterGuts: projection onto the constraint manifolds, and assembly. What is driven is left where its motion or lock
// puts it, or where its known accelerations take it: the others give way.
#include <algorithm>
#include <cmath>

#include "multibody/matter_guts.h"
#include "system/system.h"

namespace trammel {

// --- Projection ---

namespace {

/// Largest weighted error of the first n, and where it is.
Real worstOf(const Vector& errors, const Vector& weights, int n, int& which) {
    Real worst = 0;
    which = -1;
    for (int i = 0; i < n; ++i) {
        const Real e = std::abs(errors[i]) * weights[i];
        if (!(e <= worst)) {  // catches NaN too
            worst = e;
            which = i;
        }
    }
    return worst;
}

/// Newton goes on until errors are this far below the tolerance: one more step is cheap, the next one may be saved.
constexpr Real overshoot = 0.1;

}  // namespace

bool MatterGuts::normalizeQuaternions(State& s) const {
    const Tree& tree = treeOf(s);
    // Off by rounding only is as good as it gets, and not worth losing the position stage for.
    constexpr Real negligible = 4 * Eps;
    bool changed = false;
    for (const TreeNode& n : tree.nodes) {
        if (n.quaternion < 0) continue;
        Eigen::Map<const Eigen::Matrix<Real, 4, 1>> e(getQ(s).data() + n.qStart);
        if (std::abs(e.norm() - 1) <= negligible) continue;
        Eigen::Map<Eigen::Matrix<Real, 4, 1>>(updQ(s).data() + n.qStart).normalize();
        changed = true;
    }
    return changed;
}

void MatterGuts::removeOffManifoldPart(const State& s, Vector& estimate, bool positions) const {
    const Tree& tree = treeOf(s);
    if (estimate.size() == 0) return;
    const ConstraintLayout& layout = getLayout(s);
    const int rows = positions ? layout.nPosition : layout.nPosition + layout.nVelocity;
    MatterWork& w = work(s);
    Real* const eq = estimate.data() + s.getQStart(getMySubsystemIndex());
    Real* const eu = estimate.data() + s.getNQ() + s.getUStart(getMySubsystemIndex());
    // A q error is turned into a u-like one and back: that alone removes changes of quaternion length.
    Real* const v = positions ? w.uLike1.data() : eu;
    if (positions) multiplyByNInv(s, eq, v);
    if (rows > 0) {
        // v -= M^-1 G^T A^+ G v
        ConstraintMatrices& cm = ensureConstraintMatrices(s, rows);
        multiplyByG(s, v, rows, w.errors.data());
        cm.solve(rows, w.errors.data(), w.errors.data());
        calcMInvGt(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s), cm, w.errors.data(), rows,
                   w.uLike2.data(), w.A_GB);
        for (int i = 0; i < tree.nu; ++i) v[i] -= w.uLike2[std::size_t(i)];
    }
    if (positions) multiplyByN(s, v, eq);
}

ProjectResults MatterGuts::projectQ(State& s, Vector& estimate, const ProjectOptions& options) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    system.realize(s, Stage::Position);
    const int m = getLayout(s).nPosition;
    MatterWork& w = work(s);
    ProjectResults results;
    Real worst =
        worstOf(s.getQErr(getMySubsystemIndex()), s.getQErrWeights(getMySubsystemIndex()), m, results.worstError);
    results.errorBefore = worst;
    Real limit = options.force ? 0 : options.tolerance;
    Real previous = Infinity;
    while (worst > limit || std::isnan(worst)) {
        limit = overshoot * options.tolerance;
        const bool diverging = !(worst < previous);
        if (results.iterations >= options.maxIterations || std::isnan(worst) || diverging) break;
        previous = worst;
        // dq = -N M^-1 G^T A^+ perr: the least motion in the metric of kinetic energy.
        ConstraintMatrices& cm = ensureConstraintMatrices(s, m);
        cm.solve(m, s.getQErr(getMySubsystemIndex()).data(), w.errors.data());
        calcMInvGt(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s), cm, w.errors.data(), m,
                   w.uLike1.data(), w.A_GB);
        multiplyByN(s, w.uLike1.data(), w.qLike.data());
        Vector& q = updQ(s);
        for (int i = 0; i < tree.nq; ++i) q[i] -= w.qLike[std::size_t(i)];
        results.anyChange = true;
        system.realize(s, Stage::Position);
        worst =
            worstOf(s.getQErr(getMySubsystemIndex()), s.getQErrWeights(getMySubsystemIndex()), m, results.worstError);
        ++results.iterations;
    }
    if (normalizeQuaternions(s)) {
        results.anyChange = true;
        system.realize(s, Stage::Position);
    }
    results.errorAfter = worst;
    if (!(worst <= options.tolerance))
        results.status = ProjectResults::Status::FailedToConverge;
    else if (results.anyChange)
        removeOffManifoldPart(s, estimate, true);
    return results;
}

ProjectResults MatterGuts::projectU(State& s, Vector& estimate, const ProjectOptions& options) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    system.realize(s, Stage::Velocity);
    const ConstraintLayout& layout = getLayout(s);
    const int m = layout.nPosition + layout.nVelocity;
    MatterWork& w = work(s);
    ProjectResults results;
    const SubsystemIndex me = getMySubsystemIndex();
    Real worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
    results.errorBefore = worst;
    Real limit = options.force ? 0 : options.tolerance;
    Real previous = Infinity;
    while (worst > limit || std::isnan(worst)) {
        limit = overshoot * options.tolerance;
        const bool stalled = !(worst < previous);
        if (results.iterations >= options.maxIterations || std::isnan(worst) || stalled) break;
        previous = worst;
        ConstraintMatrices& cm = ensureConstraintMatrices(s, m);
        cm.solve(m, s.getUErr(me).data(), w.errors.data());
        calcMInvGt(s, ensurePosition(s), ensureArticulated(s), ensurePrescribedSet(s), cm, w.errors.data(), m,
                   w.uLike1.data(), w.A_GB);
        Vector& u = updU(s);
        for (int i = 0; i < tree.nu; ++i) u[i] -= w.uLike1[std::size_t(i)];
        results.anyChange = true;
        system.realize(s, Stage::Velocity);
        worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
        ++results.iterations;
    }
    results.errorAfter = worst;
    if (!(worst <= options.tolerance))
        results.status = ProjectResults::Status::FailedToConverge;
    else if (results.anyChange)
        removeOffManifoldPart(s, estimate, false);
    return results;
}

// --- Assembly ---

PrescribedSet MatterGuts::heldSet(const State& s, MotionLevel level,
                                  const std::vector<MobilizedBodyIndex>& held) const {
    PrescribedSet set = ensurePrescribedSet(s);
    // Most motors prescribe speeds, not the pose.
    for (std::size_t b = 0; b < set.level.size(); ++b) set.isPrescribed[b] = set.level[b] >= level;
    for (MobilizedBodyIndex b : held) set.isPrescribed[std::size_t(int(b))] = 1;
    set.any = std::find(set.isPrescribed.begin(), set.isPrescribed.end(), 1) != set.isPrescribed.end();
    return set;
}

// Gauss-Newton in the kinetic-energy metric, damped as in Levenberg-Marquardt: far from assembly, and where rows are
// nearly dependent, a full step may point the wrong way.
ProjectResults MatterGuts::assemble(State& s, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    const SubsystemIndex me = getMySubsystemIndex();
    system.realize(s, Stage::Time);
    prescribeQ(s);
    system.realize(s, Stage::Position);
    normalizeQuaternions(s);
    system.realize(s, Stage::Position);
    const int m = getLayout(s).nPosition;
    ProjectResults results;
    Real worst = worstOf(s.getQErr(me), s.getQErrWeights(me), m, results.worstError);
    results.errorBefore = results.errorAfter = worst;
    if (m == 0) return results;

    const PrescribedSet set = heldSet(s, MotionLevel::Position, held);
    ArticulatedInertias abi;
    ConstraintMatrices cm = makeConstraintMatrices(s, getLayout(s));

    constexpr int maxIterations = 200;
    constexpr Real smallestStep = 1e-12;
    // No coordinate moves further than this (rad or m) in one step: keeps to the branch the user drew.
    constexpr Real largestMove = 0.5;
    // How easily each equation is moved where the search starts; below this fraction of the largest it does not count
    // as harder. One scale for the whole search, in the damping as in what is better, makes every step lead downhill:
    // the slope of e^T S^-1 e along -(A + d S)^-1 e is never positive.
    constexpr Real hardest = 1e-3;
    Vector scale;
    const auto weightedError = [&] { return s.getQErr(me).head(m).cwiseAbs2().cwiseQuotient(scale).sum(); };
    Real damping = 1e-3;
    std::vector<SpatialVec> dA_GB;
    std::vector<Real> lambda(static_cast<std::size_t>(m)), du(static_cast<std::size_t>(tree.nu));
    std::vector<Real> dq(static_cast<std::size_t>(tree.nq));
    while (worst > overshoot * tolerance && results.iterations < maxIterations) {
        ++results.iterations;
        const Vector start = s.getQ(me);
        calcArticulatedInertias(tree, ensurePosition(s), ensureInertias(s), set, abi);
        calcConstraintMatrices(s, ensurePosition(s), abi, set, m, cm);
        const Matrix A = cm.denseA(m);
        if (scale.size() == 0) {
            const Vector easiness = A.diagonal();
            if (!(easiness.maxCoeff() > 0)) break;  // nothing that matters can move
            scale = easiness.cwiseMax(hardest * easiness.maxCoeff());
        }
        const Real before = weightedError();

        bool improved = false;
        while (!improved && damping < 1 / smallestStep) {
            Matrix damped = A;
            damped.diagonal() += damping * scale;
            PivotedCholesky factor;
            factor.factor(damped, m);
            factor.solve(s.getQErr(me).data(), lambda.data());
            calcMInvGt(s, ensurePosition(s), abi, set, cm, lambda.data(), m, du.data(), dA_GB);
            multiplyByN(s, du.data(), dq.data());
            Real move = 0;
            for (Real d : dq) move = std::max(move, std::abs(d));
            const Real part = move > largestMove ? largestMove / move : 1;
            for (int i = 0; i < tree.nq; ++i) updQ(s)[i] = start[i] - part * dq[std::size_t(i)];
            normalizeQuaternions(s);
            system.realize(s, Stage::Position);
            improved = weightedError() < before;
            if (!improved) {
                updQ(s) = start;
                system.realize(s, Stage::Position);
                damping = std::max(damping, smallestStep) * 10;
            }
        }
        if (!improved) break;
        damping *= 0.1;
        worst = worstOf(s.getQErr(me), s.getQErrWeights(me), m, results.worstError);
        results.anyChange = true;
    }
    results.errorAfter = worst;
    if (!(worst <= tolerance)) results.status = ProjectResults::Status::FailedToConverge;
    return results;
}

ProjectResults MatterGuts::assembleVelocities(State& s, const std::vector<MobilizedBodyIndex>& held,
                                              Real tolerance) const {
    const Tree& tree = treeOf(s);
    const System& system = getSystem();
    const SubsystemIndex me = getMySubsystemIndex();
    system.realize(s, Stage::Position);
    prescribeU(s);
    system.realize(s, Stage::Velocity);
    const ConstraintLayout& layout = getLayout(s);
    const int m = layout.nPosition + layout.nVelocity;
    ProjectResults results;
    Real worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
    results.errorBefore = results.errorAfter = worst;
    if (m == 0 || worst <= tolerance) return results;

    const PrescribedSet set = heldSet(s, MotionLevel::Velocity, held);
    ArticulatedInertias abi;
    ConstraintMatrices cm = makeConstraintMatrices(s, getLayout(s));
    calcArticulatedInertias(tree, ensurePosition(s), ensureInertias(s), set, abi);
    PivotedCholesky factor;
    std::vector<SpatialVec> dA_GB;
    std::vector<Real> lambda(static_cast<std::size_t>(m)), du(static_cast<std::size_t>(tree.nu));
    // Most equations are linear in u: then the second pass only cleans up rounding. A coupler of speeds may be bent.
    constexpr int linear = 2, maxIterations = 20;
    while (results.iterations < linear || (worst > tolerance && results.iterations < maxIterations)) {
        ++results.iterations;
        calcConstraintMatrices(s, ensurePosition(s), abi, set, m, cm);
        factor.factor(cm.denseA(m), m);
        factor.solve(s.getUErr(me).data(), lambda.data());
        calcMInvGt(s, ensurePosition(s), abi, set, cm, lambda.data(), m, du.data(), dA_GB);
        for (int i = 0; i < tree.nu; ++i) updU(s)[i] -= du[std::size_t(i)];
        system.realize(s, Stage::Velocity);
        worst = worstOf(s.getUErr(me), s.getUErrWeights(me), m, results.worstError);
    }
    results.anyChange = true;
    results.errorAfter = worst;
    if (!(worst <= tolerance)) results.status = ProjectResults::Status::FailedToConverge;
    return results;
}

}  // namespace trammel
