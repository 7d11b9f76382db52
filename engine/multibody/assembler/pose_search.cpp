// SPDX-License-Identifier: Apache-2.0
#include "multibody/assembler/pose_search.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/numerical_failure.h"
#include "math/dense_solvers.h"
#include "multibody/pose_search_limits.h"

namespace trammel {

namespace {
using Limits = PoseSearchLimits;
/// Relative to J^T J: damping of directions without targets, large enough to preserve the rank decision.
constexpr Real leastSoftDamping = 1e-6;
/// Steps along a branch: bound on the correction relative to the step.
constexpr Real mostCorrection = 0.5;
/// Maximum change of a coordinate (rad or m) per step along a branch.
constexpr Real stepAlongBranch = 0.2;
}  // namespace

PoseSearch::PoseSearch(const MultibodySystem& system, const State& like, AssemblyProblem asked)
    : problem(std::move(asked)),
      system_(system),
      matter_(system.getMatterSubsystem()),
      guts_(matter_.getGuts()),
      equations_((system.realize(like, Stage::Instance), matter_), like, problem) {
    const int n = equations_.numFree(), m = equations_.numHard(), most = m + int(problem.ranges.size());
    C_ = Matrix(most, n, 0);
    Y_ = Matrix(n, most, 0);
    S_ = Matrix(most, most, 0);
    J_ = Matrix(equations_.numSoft(), n, 0);
    const int order = isSeenByFew() ? equations_.numSoft() : n;
    K_ = Matrix(order, order, 0);
    if (isSeenByFew()) W_ = Matrix(order, most, 0);
    rhs_ = lambda_ = Vector(most);
    scale_ = Vector(m);
    x_ = du_ = Vector(n);
    dq_ = start_ = before_ = next_ = predicted_ = previous_ = Vector(guts_.treeOf(like).nq);
    targets_ = Vector(m);
    softWork_ = Vector(equations_.numSoft());
    goalSlope_ = lastGoalSlope_ = lastMove_ = Vector(n);
    if (equations_.hasGoals()) curvature_ = Matrix(n, n, 0);
    rowOfN_.resize(std::size_t(n));
    held_.reserve(problem.ranges.size());
}

bool PoseSearch::areConstraintsClosed() const {
    for (int i = 0; i < equations_.firstHardTarget(); ++i)
        if (!(std::abs(equations_.hardErrors[i]) <= problem.tolerance)) return false;
    return true;
}

void PoseSearch::begin(State& s) {
    system_.realize(s, Stage::Time);
    system_.prescribeQ(s);
    const SubsystemIndex me = guts_.getMySubsystemIndex();
    for (const AssemblyProblem::Range& r : problem.ranges)
        if (const Real q = s.getQ(me)[r.q]; q < r.lower || q > r.upper)
            s.updQ(me)[r.q] = std::clamp(q, r.lower, r.upper);
    restore(s, s.getQ(me));
    factorMetric(s);
    // Scale rows by their sensitivity at the starting pose.
    equations_.calcSlopes(s, problem);
    const int m = equations_.numHard(), n = equations_.numFree();
    Real easiest = 0;
    x_.resize(n);
    for (int i = 0; i < m; ++i) {
        if (n > 0) {
            x_ = equations_.hardSlopes.row(i).transpose();
            metric_.matrixL().solveInPlace(x_);
        }
        scale_[i] = x_.squaredNorm();
        easiest = std::max(easiest, scale_[i]);
    }
    for (int i = 0; i < m; ++i) scale_[i] = easiest > 0 ? std::max(scale_[i], Limits::hardest * easiest) : 1;
}

void PoseSearch::factorMetric(State& s) {
    equations_.calcMetric(s);
    metric_.compute(equations_.metric);
}

void PoseSearch::look(State& s) {
    system_.realize(s, Stage::Position);
    equations_.calcErrors(s, problem);
    worst_ = equations_.worstHard(worstEquation_);
}

void PoseSearch::restore(State& s, const Vector& q) {
    const SubsystemIndex me = guts_.getMySubsystemIndex();
    if (&q != &s.getQ(me)) s.updQ(me) = q;
    for (const TreeNode& n : guts_.treeOf(s).nodes) {
        if (n.quaternion < 0) continue;
        constexpr Real negligible = 4 * Eps;
        Eigen::Map<const Eigen::Matrix<Real, 4, 1>> e(s.getQ(me).data() + n.qStart);
        if (std::abs(e.norm() - 1) > negligible)
            Eigen::Map<Eigen::Matrix<Real, 4, 1>>(s.updQ(me).data() + n.qStart).normalize();
    }
    look(s);
}

Real PoseSearch::distanceFrom(const State& s, const Vector& q) const {
    return q.size() == 0 ? 0 : (s.getQ(guts_.getMySubsystemIndex()) - q).cwiseAbs().maxCoeff();
}

Real PoseSearch::weightedError() const {
    return equations_.numHard() == 0 ? 0 : equations_.hardErrors.cwiseAbs2().cwiseQuotient(scale_).sum();
}

// --- One step ---

void PoseSearch::solveWithHeld(Real targetPart, Real softDamping, Real hardDamping) {
    const int n = equations_.numFree(), m = equations_.numHard(), rows = m + heldRows_;
    x_.setZero();
    if (n == 0) return;
    for (int i = 0; i < m; ++i)
        rhs_[i] = (i >= equations_.firstHardTarget() ? targetPart : 1) * equations_.hardErrors[i];
    const bool soft = softDamping > 0 && (equations_.numSoft() > 0 || equations_.hasGoals());
    Real damping = 0;
    if (soft && isSeenByFew()) {
        const Real largest = J_.colwise().squaredNorm().maxCoeff();
        damping = softDamping * (largest > 0 ? largest : 1);
        K_.noalias() = J_ * J_.transpose();
        K_.diagonal().array() += damping;
        normal_.compute(K_);
        softWork_ = -equations_.softErrors;
        normal_.solveInPlace(softWork_);
        x_.noalias() = J_.transpose() * softWork_;
    } else if (soft) {
        K_.noalias() = J_.transpose() * J_;
        if (equations_.hasGoals()) K_ += curvature_;
        const Real largest = K_.diagonal().maxCoeff();
        K_.diagonal().array() += softDamping * (largest > 0 ? largest : 1);
        normal_.compute(K_);
        x_.noalias() = J_.transpose() * equations_.softErrors;
        if (equations_.hasGoals()) x_ += goalSlope_;
        x_ = -x_;
        normal_.solveInPlace(x_);
    }
    if (rows == 0) return;
    Y_.leftCols(rows) = C_.topRows(rows).transpose();
    auto Y = Y_.leftCols(rows);
    if (soft && isSeenByFew()) {
        auto W = W_.leftCols(rows);
        W.noalias() = J_ * Y;
        normal_.solveInPlace(W);
        Y.noalias() -= J_.transpose() * W;
        Y /= damping;
    } else if (soft) {
        normal_.solveInPlace(Y);
    }
    S_.topLeftCorner(rows, rows).noalias() = C_.topRows(rows) * Y_.leftCols(rows);
    for (int i = 0; i < m; ++i) S_(i, i) += hardDamping * scale_[i];
    factor_.factor(S_, rows);
    rhs_.head(rows).noalias() += C_.topRows(rows) * x_;
    factor_.solve(rhs_.data(), lambda_.data());
    x_.noalias() -= Y_.leftCols(rows) * lambda_.head(rows);
}

void PoseSearch::solveStep(const State& s, Real targetPart, Real softDamping, Real hardDamping, Real largestMove) {
    const int n = equations_.numFree(), m = equations_.numHard();
    const Vector& q = s.getQ(guts_.getMySubsystemIndex());
    // Transforms to coordinates in which the metric is the identity.
    const auto toUnitMetric = [&](const Matrix& rows, Matrix& out, int count) {
        if (count == 0 || n == 0) return;
        Y_.leftCols(count) = rows.topRows(count).transpose();
        auto Y = Y_.leftCols(count);
        metric_.matrixL().solveInPlace(Y);
        out.topRows(count) = Y.transpose();
    };
    toUnitMetric(equations_.hardSlopes, C_, m);
    if (softDamping > 0 && n > 0)
        for (int i = 0; i < equations_.numSoft(); ++i) {
            x_ = equations_.softSlopes.row(i).transpose();
            metric_.matrixL().solveInPlace(x_);
            J_.row(i) = x_.transpose();
        }
    held_.clear();
    heldRows_ = 0;
    while (true) {
        solveWithHeld(targetPart, softDamping, hardDamping);
        du_ = x_;
        if (n > 0) metric_.matrixU().solveInPlace(du_);
        equations_.multiplyByN(s, du_.data(), dq_.data());
        if (dq_.size() == 0) return;
        const Real move = dq_.cwiseAbs().maxCoeff();
        if (move > largestMove) {
            du_ *= largestMove / move;
            dq_ *= largestMove / move;
            x_ *= largestMove / move;
        }
        // Move up to the most violated limit and hold it for this step.
        Real worst = 0;
        Held next{-1, 0};
        for (const AssemblyProblem::Range& r : problem.ranges) {
            const Real bound = std::clamp(q[r.q] + dq_[r.q], r.lower, r.upper);
            const Real excess = std::abs(q[r.q] + dq_[r.q] - bound);
            const bool isHeld = std::any_of(held_.begin(), held_.end(), [&](const Held& h) { return h.q == r.q; });
            if (isHeld || !(excess > worst)) continue;
            worst = excess;
            next = {r.q, bound - q[r.q]};
        }
        if (next.q < 0) return;
        held_.push_back(next);
        equations_.calcRowOfN(s, next.q, rowOfN_.data());
        for (int i = 0; i < n; ++i) x_[i] = rowOfN_[std::size_t(i)];
        metric_.matrixL().solveInPlace(x_);
        C_.row(m + heldRows_) = x_.transpose();
        for (int k = 0; k <= heldRows_; ++k) rhs_[m + k] = -held_[std::size_t(k)].change;
        ++heldRows_;
    }
}

bool PoseSearch::moveBy(State& s, Real part) {
    dq_ *= part;
    next_ = start_ + dq_;
    // Steps shortened by limits end exactly on them.
    for (const AssemblyProblem::Range& r : problem.ranges) next_[r.q] = std::clamp(next_[r.q], r.lower, r.upper);
    try {
        restore(s, next_);
    } catch (const NumericalFailure&) {
        return false;
    }
    return std::isfinite(worst_);
}

// --- Closing ---

// Levenberg-Marquardt: far from assembly, and for nearly dependent rows, a full step may point in the wrong direction.
// A fixed scale for damping and merit makes every step a descent step.
bool PoseSearch::close(State& s, Real largestMove, int mostSteps) {
    Real damping = Limits::firstDamping;
    for (int i = 0; i < mostSteps && !(worst_ <= Limits::overshoot * problem.tolerance); ++i) {
        equations_.calcSlopes(s, problem);
        start_ = s.getQ(guts_.getMySubsystemIndex());
        const Real before = weightedError();
        bool improved = false;
        while (!improved && damping < Limits::mostDamping) {
            solveStep(s, 1, 0, damping, largestMove);
            improved = moveBy(s, 1) && weightedError() < before;
            if (!improved) {
                restore(s, start_);
                damping = std::max(damping, Limits::leastDamping) * 10;
            }
        }
        if (!improved) break;
        ++steps;
        damping *= 0.1;
    }
    return isClosed();
}

bool PoseSearch::correct(State& s, int mostSteps, bool holdTargets) {
    const int firstTarget = equations_.firstHardTarget(), m = equations_.numHard();
    const auto worstOfHeld = [&] {
        Real worst = 0;
        for (int i = 0; i < m; ++i) {
            if (holdTargets && i >= firstTarget) equations_.hardErrors[i] -= targets_[i];
            worst = std::max(worst, std::abs(equations_.hardErrors[i]));
        }
        return worst;
    };
    Real previous = Infinity, worst = worstOfHeld();
    for (int i = 0; i < mostSteps && worst > Limits::overshoot * problem.tolerance; ++i) {
        if (!(worst < previous)) break;
        previous = worst;
        equations_.calcSlopes(s, problem);
        start_ = s.getQ(guts_.getMySubsystemIndex());
        solveStep(s, 1, 0, 0, stepAlongBranch);
        if (!moveBy(s, 1)) return false;
        worst = worstOfHeld();
    }
    look(s);
    return worst <= problem.tolerance;
}

// --- Continuation ---

bool PoseSearch::walk(State& s) {
    constexpr Real shortest = 1e-7;
    constexpr int mostSteps = 2000, corrections = 12;
    const int firstTarget = equations_.firstHardTarget(), m = equations_.numHard();
    Real length = stepAlongBranch;
    for (int i = 0; i < mostSteps && !isClosed(); ++i) {
        if (length < shortest) return false;
        before_ = s.getQ(guts_.getMySubsystemIndex());
        equations_.calcSlopes(s, problem);
        start_ = before_;
        solveStep(s, 1, 0, 0, Infinity);
        // Reduce all target errors by the same fraction.
        const Real whole = dq_.size() == 0 ? 0 : dq_.cwiseAbs().maxCoeff();
        const Real part = whole > length ? length / whole : 1;
        for (int k = 0; k < m; ++k) targets_[k] = k >= firstTarget ? (1 - part) * equations_.hardErrors[k] : 0;
        const Real moved = part * whole;
        bool good = whole > 0 && moveBy(s, part);
        if (good) {
            predicted_ = s.getQ(guts_.getMySubsystemIndex());
            good = correct(s, corrections, true) && distanceFrom(s, predicted_) <= mostCorrection * moved + shortest;
        }
        if (good) {
            ++steps;
            length = std::min(2 * length, stepAlongBranch);
        } else {
            restore(s, before_);
            length /= 4;
        }
    }
    return isClosed();
}

Real PoseSearch::calcGain(Real part) {
    softWork_.noalias() = J_ * x_;
    Real slope = equations_.softErrors.dot(softWork_), curvature = softWork_.squaredNorm();
    if (equations_.hasGoals()) {
        slope += goalSlope_.dot(x_);
        curvature += x_.dot(curvature_ * x_);
    }
    return -part * slope - square(part) * curvature / 2;
}

// Source: Nocedal, Wright (2006), equations 6.19 and 6.20.
void PoseSearch::learnGoals() {
    if (!equations_.hasGoals()) return;
    goalSlope_ = equations_.goalSlope;
    metric_.matrixL().solveInPlace(goalSlope_);
    const auto start = [&](Real curvature) {
        curvature_.setZero();
        curvature_.diagonal().setConstant(curvature);
    };
    if (learned_ == 0) {
        start(goalSlope_.lpNorm<Eigen::Infinity>());
    } else {
        const Vector change = goalSlope_ - lastGoalSlope_;
        // Skip negative curvature; scale the first update.
        if (const Real along = change.dot(lastMove_); along > TinyReal) {
            if (learned_ == 1) start(change.squaredNorm() / along);
            const Vector expected = curvature_ * lastMove_;
            curvature_ += change * change.transpose() / along;
            curvature_ -= expected * expected.transpose() / expected.dot(lastMove_);
        }
    }
    ++learned_;
    lastGoalSlope_ = goalSlope_;
}

// Levenberg-Marquardt with adaptive step length.
void PoseSearch::improve(State& s) {
    constexpr int corrections = 12;
    constexpr Real shortestPart = 0.25, longestPart = 2;
    /// Gain ratios: below the first, steps shrink; above the second, they may grow.
    constexpr Real poor = 0.25, good = 0.6;
    /// Progress below this, relative to the goal, is rounding.
    constexpr Real leastProgress = 1e-14, leastGoal = 1e-30;
    if ((equations_.numSoft() == 0 && !equations_.hasGoals()) || equations_.numFree() == 0) return;
    learned_ = 0;
    Real goal = equations_.goal(), damping = leastSoftDamping, part = 1;
    bool hasPrevious = false;
    for (int i = 0; i < problem.mostSteps && goal > leastGoal; ++i) {
        equations_.calcSlopes(s, problem);
        learnGoals();
        before_ = s.getQ(guts_.getMySubsystemIndex());
        bool improved = false;
        Real moved = 0, gain = 0;
        while (!improved && damping < Limits::mostDamping) {
            start_ = before_;
            solveStep(s, 1, damping, 0, stepAlongBranch);
            moved = dq_.cwiseAbs().maxCoeff();
            if (!(moved > problem.accuracy)) break;
            // If targets cannot be met, the curvature of the residuals makes Gauss-Newton steps too long or too short;
            // estimate the factor from successive steps.
            constexpr Real almostWhole = 0.99;
            const bool isCut = moved > almostWhole * stepAlongBranch;
            const Real change = hasPrevious && !isCut ? (1 - dq_.dot(previous_) / previous_.squaredNorm()) / part : 1;
            part = change > 0 ? std::clamp(1 / change, shortestPart, longestPart) : 1;
            hasPrevious = !isCut;
            previous_ = dq_;
            moved *= part;
            gain = calcGain(part);
            lastMove_ = part * x_;
            if (moveBy(s, part)) {
                predicted_ = s.getQ(guts_.getMySubsystemIndex());
                improved = correct(s, corrections, false) && distanceFrom(s, predicted_) <= mostCorrection * moved &&
                           equations_.goal() < goal;
            }
            if (!improved) {
                restore(s, before_);
                equations_.calcSlopes(s, problem);
                damping *= 10;
                hasPrevious = false;
                part = 1;
            }
        }
        if (!improved) break;
        ++steps;
        const Real progress = goal - equations_.goal();
        goal = equations_.goal();
        if (progress <= leastProgress * goal) break;
        if (progress < poor * gain) {
            damping *= 10;
            hasPrevious = false;
            part = 1;
        } else if (progress > good * gain) {
            damping = std::max(damping / 10, leastSoftDamping);
        }
    }
}

void PoseSearch::kick(State& s, int number, Real size) {
    const int n = equations_.numFree();
    if (n == 0) return;
    std::minstd_rand random{static_cast<unsigned>(number)};
    random.discard(10);
    const Real span = Real(std::minstd_rand::max() - std::minstd_rand::min());
    for (int i = 0; i < n; ++i) du_[i] = size * (2 * Real(random() - std::minstd_rand::min()) / span - 1);
    start_ = s.getQ(guts_.getMySubsystemIndex());
    equations_.multiplyByN(s, du_.data(), dq_.data());
    if (!moveBy(s, 1)) restore(s, start_);
}

// --- Branches ---

void PoseSearch::Branch::choose(const Matrix& slopes) {
    RegularMinor minor = findRegularMinor(slopes, std::sqrt(PivotedCholesky::defaultRankTolerance));
    rows_ = std::move(minor.rows);
    columns_ = std::move(minor.columns);
}

int PoseSearch::Branch::signAt(const Matrix& slopes) const {
    const int r = int(rows_.size());
    if (r == 0) return 0;
    Matrix square(r, r);
    for (int i = 0; i < r; ++i)
        for (int j = 0; j < r; ++j) square(i, j) = slopes(rows_[std::size_t(i)], columns_[std::size_t(j)]);
    const Real determinant = calcDeterminant(square);
    return determinant > 0 ? 1 : determinant < 0 ? -1 : 0;
}

PoseSearch::Branch PoseSearch::chooseBranch(State& s) {
    equations_.calcSlopes(s, problem);
    Branch branch;
    branch.choose(equations_.hardSlopes);
    return branch;
}
int PoseSearch::signOf(const Branch& branch, State& s) {
    equations_.calcSlopes(s, problem);
    return branch.signAt(equations_.hardSlopes);
}

}  // namespace trammel
