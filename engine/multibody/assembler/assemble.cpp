// SPDX-License-Identifier: Apache-2.0
#include "multibody/assembler/assemble.h"

#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "multibody/assembler/pose_search.h"
#include "multibody/message_text.h"
#include "multibody/pose_search_limits.h"

namespace trammel {

namespace {

using Limits = PoseSearchLimits;
/// Number of restarts from random poses if the search from the current pose fails.
constexpr int mostRestarts = 16;

/// One assembly with the data for its report.
class Assembly {
public:
    Assembly(const MultibodySystem& system, State& s, PoseSearch& search)
        : matter_(system.getMatterSubsystem()), s_(s), search_(search) {}

    AssemblyResult::Outcome run() {
        search_.steps = 0;
        search_.begin(s_);
        const Vector start = q();
        keepIfBetter();
        if (search_.areConstraintsClosed()) {
            const bool reached = search_.walk(s_);
            if (reached) {
                search_.improve(s_);
                return AssemblyResult::Outcome::Assembled;
            }
            keepIfBetter();
            if (!search_.problem.mayJump) return takeBest();
        }
        return fromAfar(start);
    }

private:
    Vector q() const { return s_.getQ(matter_.getMySubsystemIndex()); }

    AssemblyResult::Outcome fromAfar(const Vector& start) {
        using Outcome = AssemblyResult::Outcome;
        search_.restore(s_, start);
        const bool wasClosed = search_.areConstraintsClosed();
        const PoseSearch::Branch branch = search_.chooseBranch(s_);
        const int sign = search_.signOf(branch, s_);
        const auto isSameBranch = [&] { return !wasClosed && search_.signOf(branch, s_) * sign >= 0; };
        Vector other;
        Real nearest = Infinity;
        for (int attempt = 0; attempt < 2 + mostRestarts; ++attempt) {
            search_.restore(s_, start);
            const bool straight = attempt < 2;
            if (!straight) {
                if (!search_.problem.mayJump) break;
                search_.kick(s_, attempt, std::min(0.25 * attempt, Pi));
            }
            if (!search_.close(s_, attempt == 1 ? Limits::cautiousMove : Limits::largestMove, Limits::mostSteps)) {
                keepIfBetter();
                continue;
            }
            if (isSameBranch()) {
                search_.improve(s_);
                return Outcome::Assembled;
            }
            if (const Real distance = (q() - start).norm(); distance < nearest) {
                nearest = distance;
                other = q();
            }
        }
        if (nearest == Infinity) return takeBest();
        search_.restore(s_, other);
        search_.improve(s_);
        return Outcome::OnAnotherBranch;
    }

    /// An assembled mechanism that misses its targets is better than one with open loops.
    void keepIfBetter() {
        const bool whole = search_.areConstraintsClosed();
        if (best_.size() > 0 && (whole != isWhole_ ? isWhole_ : !(search_.worstGap() < least_))) return;
        isWhole_ = whole;
        least_ = search_.worstGap();
        best_ = q();
    }
    AssemblyResult::Outcome takeBest() {
        search_.restore(s_, best_);
        return AssemblyResult::Outcome::Open;
    }

    const MatterSubsystem& matter_;
    State& s_;
    PoseSearch& search_;
    Vector best_;
    Real least_ = Infinity;
    bool isWhole_ = false;
};

Real angleBetween(const Mat33& R) {
    const Vec3 axial(Vec3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)) / 2);
    return std::atan2(axial.norm(), (R.trace() - 1) / 2);
}

void describeTargets(const MatterSubsystem& matter, const State& s, const AssemblyProblem& problem,
                     AssemblyResult& result) {
    const Vector& q = s.getQ(matter.getMySubsystemIndex());
    const auto note = [&](const std::string& name, Real weight, Real error) {
        if (weight == Infinity) {
            result.worstGap = std::max(result.worstGap, error);
            if (!(error <= problem.tolerance)) result.gaps.push_back({name, ConstraintIndex(), error});
        } else {
            result.goal += weight * error * error / 2;
        }
    };
    for (const AssemblyProblem::Marker& m : problem.markers) {
        result.markerErrors.push_back((matter.getBodyTransform(s, m.body) * m.station_B - m.target_G).norm());
        note(m.name, m.weight, result.markerErrors.back());
    }
    for (const AssemblyProblem::Orientation& o : problem.orientations) {
        const Mat33 R_GS = matter.getBodyTransform(s, o.body).R() * o.R_BS;
        result.orientationErrors.push_back(angleBetween(R_GS * o.R_GT.transpose()));
        note(o.name, o.weight, result.orientationErrors.back());
    }
    for (const AssemblyProblem::Coordinate& c : problem.coordinates) {
        result.coordinateErrors.push_back(std::abs(q[c.q] - c.value));
        note(c.name, c.weight, result.coordinateErrors.back());
    }
    for (const AssemblyProblem::Condition& c : problem.conditions) {
        if (c.weight == Infinity) {
            Vector errors;
            c.condition->calcErrors(s, errors);
            note(c.condition->getName(), c.weight, errors.size() == 0 ? 0 : errors.lpNorm<Eigen::Infinity>());
        } else if (c.weight > 0) {
            result.goal += c.weight * c.condition->calcGoal(s);
        }
    }
    for (const AssemblyProblem::Range& r : problem.ranges)
        if (q[r.q] <= r.lower || q[r.q] >= r.upper) result.atLimit.push_back(matter.getGuts().nameOfQ(s, r.q));
}

AssemblyResult describe(const MultibodySystem& system, const State& s, const AssemblyProblem& problem,
                        AssemblyResult::Outcome outcome, int steps) {
    const MatterSubsystem& matter = system.getMatterSubsystem();
    const MatterGuts& guts = matter.getGuts();
    system.realize(s, Stage::Position);
    AssemblyResult result;
    result.outcome = outcome;
    result.steps = steps;
    const ConstraintLayout& layout = guts.getLayout(s);
    const Vector& errors = s.getQErr(matter.getMySubsystemIndex());
    const bool mustHold = problem.constraintWeight == Infinity;
    if (!mustHold) result.goal += problem.constraintWeight * errors.head(layout.nPosition).squaredNorm() / 2;
    for (std::size_t c = 0; c < guts.constraints.size(); ++c) {
        if (!layout.blocks[c].enabled || !mustHold) continue;
        const ConstraintElement& e = *guts.constraints[c].element;
        Real worst = 0;
        for (int i = 0; i < layout.blocks[c].count.position; ++i)
            worst = std::max(worst, std::abs(errors[layout.blocks[c].position + i]));
        result.worstGap = std::max(result.worstGap, worst);
        if (!(worst <= problem.tolerance)) result.gaps.push_back({e.getName(), ConstraintIndex(int(c)), worst});
    }
    describeTargets(matter, s, problem, result);
    std::stable_sort(result.gaps.begin(), result.gaps.end(),
                     [](const auto& a, const auto& b) { return a.size > b.size; });
    if (outcome == AssemblyResult::Outcome::OnAnotherBranch)
        result.message =
            "The loops close only on another assembly branch, which the mechanism cannot reach from its pose.";
    if (result.gaps.empty()) return result;

    try {
        for (const ConstraintConflict& conflict : matter.findConflicts(s, Stage::Position, problem.tolerance))
            result.conflicts.push_back(matter.describeConflict(s, conflict));
    } catch (const NumericalFailure&) {
        // If even the mass matrix is not available, report names only.
    }
    const auto sizeOf = [&](const AssemblyResult::Gap& gap) {
        if (!gap.constraint.isValid()) return toText(gap.size) + " (m or rad)";
        int row = layout.blocks[std::size_t(gap.constraint)].position;
        while (std::abs(errors[row]) != gap.size) ++row;
        return matter.describeError(s, matter.findEquation(s, row), Stage::Position, gap.size);
    };
    result.message = "The best pose has a closure gap at '" + result.gaps[0].name + "' of " + sizeOf(result.gaps[0]);
    for (std::size_t i = 1; i < result.gaps.size() && i < 3; ++i)
        result.message += ", at '" + result.gaps[i].name + "' of " + sizeOf(result.gaps[i]);
    result.message += ".";
    if (!problem.lockedMobilizers.empty() || !problem.lockedCoordinates.empty()) {
        std::string held;
        for (MobilizedBodyIndex b : problem.lockedMobilizers)
            held += (held.empty() ? "'" : ", '") + matter.getTree(s)[b].jointName + "'";
        for (QIndex q : problem.lockedCoordinates) held += (held.empty() ? "'" : ", '") + guts.nameOfQ(s, q) + "'";
        result.message += " Held: " + held + ".";
    }
    if (!result.atLimit.empty()) {
        result.message += " At the end of its range:";
        for (std::size_t i = 0; i < result.atLimit.size(); ++i)
            result.message += (i == 0 ? " '" : ", '") + result.atLimit[i] + "'";
        result.message += ".";
    }
    return result;
}

}  // namespace

namespace {

/// True if only the loops are to be closed, with some joints held.
bool isClosingOnly(const AssemblyProblem& problem) {
    return problem.constraintWeight == Infinity && problem.markers.empty() && problem.orientations.empty() &&
           problem.coordinates.empty() && problem.conditions.empty() && problem.ranges.empty() &&
           problem.lockedCoordinates.empty();
}

/// Adds the mechanisms that are closed and have no targets to those that are settled. @return the number of equations left
int settleOthers(const MatterSubsystem& matter, State& s, AssemblyProblem& problem) {
    const Mechanisms mechanisms = matter.findMechanisms(s);
    if (problem.constraintWeight != Infinity || !problem.conditions.empty()) return int(mechanisms.ofEquation.size());
    const System& system = matter.getSystem();
    system.realize(s, Stage::Time);
    system.prescribeQ(s);
    system.realize(s, Stage::Position);
    std::vector<char> isWanted(std::size_t(mechanisms.count), 0);
    const std::vector<Real> worst = mechanisms.findWorst(s.getQErr(matter.getMySubsystemIndex()));
    // Closed as well as a search would.
    for (std::size_t k = 0; k < worst.size(); ++k) isWanted[k] = !(worst[k] <= Limits::overshoot * problem.tolerance);
    const auto want = [&](int body) {
        if (body > 0 && body < int(mechanisms.ofBody.size()))
            isWanted[std::size_t(mechanisms.ofBody[std::size_t(body)])] = 1;
    };
    const Tree& tree = matter.getTree(s);
    std::vector<int> bodyOfQ(std::size_t(tree.nq), 0);
    for (int b = 1; b < tree.size(); ++b) std::fill_n(bodyOfQ.begin() + tree[b].qStart, tree[b].nq, b);
    const auto wantQ = [&](int q) {
        if (q >= 0 && q < tree.nq) want(bodyOfQ[std::size_t(q)]);
    };
    for (const AssemblyProblem::Marker& m : problem.markers) want(m.body);
    for (const AssemblyProblem::Orientation& o : problem.orientations) want(o.body);
    for (const AssemblyProblem::Coordinate& c : problem.coordinates) wantQ(c.q);
    for (const AssemblyProblem::Range& r : problem.ranges) wantQ(r.q);
    for (const QIndex q : problem.lockedCoordinates) wantQ(q);
    for (std::size_t b = 1; b < mechanisms.ofBody.size(); ++b)
        if (!isWanted[std::size_t(mechanisms.ofBody[b])])
            problem.settledMobilizers.push_back(MobilizedBodyIndex(int(b)));
    return int(
        std::ranges::count_if(mechanisms.ofEquation, [&](int k) { return k < 0 || isWanted[std::size_t(k)] != 0; }));
}

/// Gives the coordinates of mechanisms that are not settled the values @p q.
void restoreOthers(const MatterSubsystem& matter, State& s, const AssemblyProblem& problem, const Vector& q) {
    const Tree& tree = matter.getTree(s);
    std::vector<char> isSettled(std::size_t(tree.size()), 0);
    for (const MobilizedBodyIndex b : problem.settledMobilizers) isSettled[std::size_t(b)] = 1;
    Vector& updated = s.updQ(matter.getMySubsystemIndex());
    for (int b = 1; b < tree.size(); ++b)
        if (!isSettled[std::size_t(b)])
            updated.segment(tree[b].qStart, tree[b].nq) = q.segment(tree[b].qStart, tree[b].nq);
}

}  // namespace

AssemblyResult assemble(const MultibodySystem& system, State& s, const AssemblyProblem& asked) {
    const MatterSubsystem& matter = system.getMatterSubsystem();
    AssemblyProblem problem = asked;
    system.realize(s, Stage::Instance);
    const int open = settleOthers(matter, s, problem);
    if (open > Limits::manyEquations && isClosingOnly(problem) &&
        (problem.mayJump || open > Limits::tooManyEquations)) {
        const Vector start = s.getQ(matter.getMySubsystemIndex());
        const ProjectResults closed = matter.assemble(s, problem.lockedMobilizers, problem.tolerance);
        using Outcome = AssemblyResult::Outcome;
        if (closed.status == ProjectResults::Status::Succeeded)
            return describe(system, s, asked, Outcome::Assembled, closed.iterations);
        problem = asked;
        if (settleOthers(matter, s, problem) > Limits::tooManyEquations)
            return describe(system, s, asked, Outcome::Open, closed.iterations);
        restoreOthers(matter, s, problem, start);
    }
    PoseSearch search(system, s, std::move(problem));
    const AssemblyResult::Outcome outcome = Assembly(system, s, search).run();
    return describe(system, s, asked, outcome, search.steps);
}

// --- PoseTracker ---

PoseTracker::PoseTracker(const MultibodySystem& system, const State& s, AssemblyProblem problem)
    : search_(std::make_unique<PoseSearch>(system, s, std::move(problem))) {}
PoseTracker::~PoseTracker() = default;

void PoseTracker::moveMarker(std::size_t i, const Vec3& p) { search_->problem.markers.at(i).target_G = p; }
void PoseTracker::moveOrientation(std::size_t i, const Rotation& R) { search_->problem.orientations.at(i).R_GT = R; }
void PoseTracker::moveCoordinate(std::size_t i, Real value) { search_->problem.coordinates.at(i).value = value; }
const AssemblyProblem& PoseTracker::getProblem() const { return search_->problem; }

bool PoseTracker::track(State& s) {
    search_->steps = 0;
    search_->begin(s);
    if (!search_->areConstraintsClosed()) search_->close(s, Limits::cautiousMove, Limits::mostSteps);
    search_->walk(s);
    if (search_->areConstraintsClosed()) search_->improve(s);
    return search_->isClosed();
}
bool PoseTracker::jump(State& s) {
    search_->begin(s);
    const SubsystemIndex me = search_->getSystem().getMatterSubsystem().getMySubsystemIndex();
    const Vector start = s.getQ(me);
    Vector best = start;
    Real least = search_->goal();
    for (int attempt = 1; attempt <= mostRestarts; ++attempt) {
        search_->restore(s, start);
        search_->kick(s, attempt, std::min(0.25 * attempt, Pi));
        if (!search_->close(s, Limits::largestMove, Limits::mostSteps)) continue;
        search_->improve(s);
        if (!search_->isClosed() || !(search_->goal() < least)) continue;
        least = search_->goal();
        best = s.getQ(me);
    }
    search_->restore(s, best);
    return least < Infinity && !(best - start).isZero(0);
}
Real PoseTracker::getWorstGap() const { return search_->worstGap(); }
AssemblyResult PoseTracker::describe(State& s) const {
    using Outcome = AssemblyResult::Outcome;
    return trammel::describe(search_->getSystem(), s, search_->problem,
                             search_->isClosed() ? Outcome::Assembled : Outcome::Open, search_->steps);
}

}  // namespace trammel
