// SPDX-License-Identifier: Apache-2.0
// Assembler: the search for q.
#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include "simbody/assembler.h"

namespace SimTK {

namespace {
constexpr int MostIterations = 200;
/// For bringing back to the errors' manifold what a step towards the goals took off it.
constexpr int MostRestorations = 20;
/// Starts with random changes of q, when the errors cannot be made smaller from where they are.
constexpr int MostRestarts = 8;
/// No coordinate moves further than this (rad or m) in one step: keeps to the branch that is near.
constexpr Real LargestMove = 0.5;
/// Iteration goes on until errors are this far below the tolerance: it costs one step at most.
constexpr Real Overshoot = 0.1;
/// Steps of q, relative to the accuracy, that end the search for the best goals.
constexpr Real LastMove = 1e-3;
constexpr Real LeastDamping = 1e-12, MostDamping = 1e12;
/// Rows that depend on others to within this do not count.
constexpr Real RankTolerance = 1e-9;

/// All x with rows · x = rhs, or nearest to it: the shortest one, plus any combination of the columns of free.
struct Solutions {
    Vector shortest;
    Matrix free;
};
Solutions solveRows(const Matrix& rows, const Vector& rhs, int n) {
    if (rows.rows() == 0 || n == 0) return {Vector(n), Matrix(Matrix::Base::Identity(n, n))};
    Eigen::CompleteOrthogonalDecomposition<Matrix::Base> solver;
    solver.setThreshold(RankTolerance);
    solver.compute(rows);
    Eigen::ColPivHouseholderQR<Matrix::Base> transposed;
    transposed.setThreshold(RankTolerance);
    transposed.compute(rows.transpose());
    const Matrix::Base Q = transposed.householderQ();
    return {Vector(solver.solve(rhs)), Matrix(Q.rightCols(n - transposed.rank()))};
}

/// The least of slope·y + ½ y·curvature y + ½ damping |y|².
Vector minimize(Matrix curvature, const Vector& slope, Real damping) {
    if (slope.size() == 0) return slope;
    curvature.diagonal().array() += damping;
    return Vector(-curvature.ldlt().solve(slope));
}

Real largest(const Vector& v) { return v.size() == 0 ? 0 : v.lpNorm<Eigen::Infinity>(); }
}  // namespace

Vector Assembler::stepWithinLimits(const Propose& propose) const {
    const Vector q = currentQ();
    std::vector<std::pair<int, Real>> targets = heldQ_;
    Matrix N;
    if (!targets.empty() || !limits_.empty()) {
        N = Matrix(q.size(), numFree());
        for (int k = 0; k < numFree(); ++k) {
            Vector unit(numFree());
            unit[k] = 1;
            N.col(k) = toQ(unit);
        }
    }
    while (true) {
        Matrix rows(int(targets.size()), numFree());
        Vector rhs(int(targets.size()));
        for (std::size_t i = 0; i < targets.size(); ++i) {
            rows.row(int(i)) = N.row(targets[i].first);
            rhs[int(i)] = targets[i].second - q[targets[i].first];
        }
        Vector d = propose(rows, rhs);
        if (const Real move = largest(toQ(d)); move > LargestMove) d *= LargestMove / move;

        // A limit that would be passed is walked up to, and held for this step: the worst first.
        const Vector next = q + toQ(d);
        Real worst = 0;
        std::pair<int, Real> target;
        for (const Range& r : limits_) {
            const bool isHeld = std::any_of(targets.begin(), targets.end(), [&](auto& t) { return t.first == r.q; });
            const Real bound = std::clamp(next[r.q], r.lower, r.upper), excess = std::abs(next[r.q] - bound);
            if (isHeld || !(excess > worst)) continue;
            worst = excess;
            target = {r.q, bound};
        }
        if (worst == 0) return d;
        targets.push_back(target);
    }
}

void Assembler::linearizeErrors(Vector& errors, Matrix& slope) {
    errors = calcErrors();
    slope = Matrix(errors.size(), numFree());
    int row = 0;
    if (hasHardConstraints()) {
        row = numSystemErrors();
        slope.topRows(row) = calcSystemSlope();
    }
    if (std::none_of(conditions_.begin(), conditions_.end(), [](const Condition& c) { return c.isError(); })) return;
    const std::vector<Linearized> conditions = linearize();
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (!conditions_[i].isError()) continue;
        const int n = conditions[i].errors.size();
        slope.middleRows(row, n) = conditions[i].errorSlope;
        row += n;
    }
}

// Damped as in Levenberg-Marquardt: far from assembly, and where rows are nearly dependent, a full step may point the
// wrong way.
bool Assembler::close(int mostIterations) {
    /// Progress slower than this, of the sum of squares, is the end of the road.
    constexpr Real leastProgress = 1e-6;
    Real damping = 1e-3;
    Vector errors = calcErrors();
    Matrix slope;
    for (int i = 0; i < mostIterations && !(calcNorm(errors) <= Overshoot * getErrorToleranceInUse()); ++i) {
        linearizeErrors(errors, slope);
        const Real before = errors.squaredNorm();
        const Real scale = slope.size() == 0 ? 0 : slope.cwiseAbs2().maxCoeff();
        if (!(scale > 0)) break;
        const Vector start = currentQ();
        bool improved = false;
        while (!improved && damping < MostDamping) {
            const Vector d = stepWithinLimits([&](const Matrix& rows, const Vector& rhs) -> Vector {
                const Solutions held = solveRows(rows, rhs, numFree());
                const Matrix J = slope * held.free;
                const Vector remaining = errors + slope * held.shortest;
                return held.shortest +
                       held.free * minimize(J.transpose() * J, J.transpose() * remaining, damping * scale);
            });
            improved = moveTo(start + toQ(d)) && calcErrors().squaredNorm() < before;
            if (!improved) {
                moveTo(start);
                damping = std::max(damping, LeastDamping) * 10;
            }
        }
        if (!improved) break;
        ++steps_;
        damping = std::max(damping * 0.1, LeastDamping);
        errors = calcErrors();
        if (errors.squaredNorm() > (1 - leastProgress) * before) break;
    }
    return calcCurrentErrorNorm() <= getErrorToleranceInUse();
}

bool Assembler::closeFromAfar() {
    const Vector start = currentQ();
    if (close(MostIterations)) return true;
    Vector best = currentQ();
    Real least = calcCurrentErrorNorm();
    // Stretched or folded exactly, a mechanism gives no hint which way to go. Always the same random numbers.
    std::minstd_rand random(1);
    for (int attempt = 1; attempt <= MostRestarts && numFree() > 0; ++attempt) {
        moveTo(start);
        Vector kick(numFree());
        for (int i = 0; i < kick.size(); ++i)
            kick[i] = LargestMove * (2 * Real(random() - random.min()) / Real(random.max() - random.min()) - 1);
        for (int repeat = 0; repeat < attempt; ++repeat)
            moveTo(currentQ() + toQ(stepWithinLimits([&](const Matrix& rows, const Vector& rhs) -> Vector {
                       const Solutions held = solveRows(rows, rhs, numFree());
                       return held.shortest + held.free * (held.free.transpose() * kick);
                   })));
        if (close(MostIterations)) return true;
        if (const Real norm = calcCurrentErrorNorm(); norm < least) {
            least = norm;
            best = currentQ();
        }
    }
    moveTo(best);
    return false;
}

Assembler::GoalModel Assembler::modelGoals() {
    const int n = numFree();
    GoalModel model{Vector(n), Matrix(n, n, 0), Vector(n)};
    if (!hasHardConstraints() && systemWeight_ > 0) {
        const Matrix slope = calcSystemSlope();
        model.slope += systemWeight_ * (slope.transpose() * calcSystemErrors());
        model.curvature += systemWeight_ * (slope.transpose() * slope);
    }
    const std::vector<Linearized> conditions = linearize();
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const Real weight = conditions_[i].weight;
        if (weight == 0 || weight == Infinity) continue;
        const Linearized& l = conditions[i];
        model.slope += weight * l.goalSlope;
        if (l.hasErrors) {
            // Whatever the goal makes of the errors, it is taken for a multiple of their sum of squares.
            const Real sum = l.errors.squaredNorm();
            const Real factor = sum > TinyReal ? l.goal / sum : 1. / std::max(1, l.errors.size());
            model.curvature += (2 * weight * factor) * (l.errorSlope.transpose() * l.errorSlope);
        } else {
            model.bareSlope += weight * l.goalSlope;
        }
    }
    return model;
}

// Each step minimizes the quadratic model of the goals on the tangent of the errors' manifold and is then brought back
// to it; damping grows until that makes the goals smaller.
Real Assembler::improveGoals() {
    constexpr Real firstDamping = 1e-9;
    /// Less progress than this, relative to the goals, is rounding.
    constexpr Real leastProgress = 1e-12, leastGoal = 1e-20;
    Real goal = calcCurrentGoal();
    if (!(goal > 0) || numFree() == 0) return goal;
    Real damping = firstDamping;
    // Curvature of the goals without errors, learned from how their slope changes (BFGS).
    Matrix learned;
    Vector lastBareSlope, lastMove;
    for (int i = 0; i < MostIterations; ++i) {
        const GoalModel model = modelGoals();
        Vector errors;
        Matrix errorSlope;
        linearizeErrors(errors, errorSlope);
        if (const Real bare = largest(model.bareSlope); learned.rows() == 0) {
            learned = bare * Matrix::Base::Identity(numFree(), numFree());
        } else {
            const Vector change = model.bareSlope - lastBareSlope;
            if (const Real along = change.dot(lastMove); along > leastGoal) {
                // What it started with had no scale.
                if (i == 1) learned = change.squaredNorm() / along * Matrix::Base::Identity(numFree(), numFree());
                const Vector expected = learned * lastMove;
                learned += change * change.transpose() / along;
                learned -= expected * expected.transpose() / expected.dot(lastMove);
            }
        }
        const Matrix curvature = model.curvature + learned;
        const Real scale = std::max(curvature.diagonal().maxCoeff(), TinyReal);

        const Vector start = currentQ();
        Real move = 0, next = goal;
        bool improved = false, atBest = false;
        while (!improved && !atBest && damping < MostDamping) {
            const Vector d = stepWithinLimits([&](const Matrix& rows, const Vector& rhs) -> Vector {
                const Solutions held = solveRows(rows, rhs, numFree());
                const Solutions closed =
                    solveRows(errorSlope * held.free, -(errors + errorSlope * held.shortest), int(held.free.cols()));
                const Vector base = held.shortest + held.free * closed.shortest;
                const Matrix free = held.free * closed.free;
                const Vector slope = free.transpose() * (model.slope + curvature * base);
                return base + free * minimize(free.transpose() * curvature * free, slope, damping * scale);
            });
            move = largest(toQ(d));
            const Real gain = -(model.slope.dot(d) + d.dot(curvature * d) / 2);
            atBest = move == 0 || std::abs(gain) <= leastProgress * goal + leastGoal;
            if (atBest) break;
            if (moveTo(start + toQ(d)) && close(MostRestorations)) {
                next = calcCurrentGoal();
                improved = next < goal;
            }
            if (improved) {
                lastMove = d;
            } else {
                moveTo(start);
                damping = std::max(damping, LeastDamping) * 10;
            }
        }
        if (!improved) break;
        ++steps_;
        goal = next;
        lastBareSlope = model.bareSlope;
        damping = std::max(damping * 0.1, LeastDamping);
        if (move <= LastMove * getAccuracyInUse()) break;
    }
    return goal;
}

std::string Assembler::describeFailure(const char* where) const {
    const Vector errors = calcErrors();
    int worst = 0;
    errors.cwiseAbs().maxCoeff(&worst);
    std::string name;
    if (hasHardConstraints() && worst < numSystemErrors()) {
        name = system_.describeQErr(internal_, worst);
    } else {
        int end = hasHardConstraints() ? numSystemErrors() : 0;
        for (const Condition& c : conditions_) {
            if (!c.isError()) continue;
            end += c.condition->getNumErrors(internal_);
            name = c.condition->getName();
            if (worst < end) break;
        }
    }
    std::ostringstream text;
    text << where << ": '" << system_.getName() << "' cannot be assembled: '" << name << "' stays open by "
         << std::abs(errors[worst]) << " (allowed: " << getErrorToleranceInUse() << "). ";
    if (numFree() == 0)
        text << "No coordinate is free to move.";
    else
        text << "Free locked coordinates, widen their ranges, change lengths, or start from nearer to a solution.";
    return text.str();
}

Real Assembler::assemble() {
    if (!initialized_) initialize();
    if (!closeFromAfar()) throw AssembleFailed(describeFailure("Assembler::assemble()"));
    return improveGoals();
}
Real Assembler::assemble(State& state) {
    initialize(state);
    const Real goal = assemble();
    updateFromInternalState(state);
    return goal;
}
Real Assembler::track(Real frameTime) {
    if (!initialized_) initialize();
    if (frameTime >= 0 && frameTime != internal_.getTime()) {
        internal_.setTime(frameTime);
        system_.realize(internal_, Stage::Time);
        system_.prescribeQ(internal_);
        if (!moveTo(currentQ())) throw TrackFailed("Assembler::track(): the pose cannot be evaluated at this time.");
    }
    if (!close(MostIterations)) throw TrackFailed(describeFailure("Assembler::track()"));
    return improveGoals();
}

}  // namespace SimTK
