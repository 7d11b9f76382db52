// SPDX-License-Identifier: Apache-2.0
#include "inspect/satisfy_constraints.h"

#include <cmath>
#include <exception>
#include <utility>
#include <vector>

#include "compile/compiled_data.h"
#include "inspect/inspection.h"

namespace trammel {

namespace {
/// Looser than any run: only edits by hand cause larger weighted errors.
constexpr Real visible = 1e-3;
/// As for the initial pose of a model.
constexpr Real tolerance = 1e-10;

/// Also for NaN.
bool isVisible(const Vector& errors, const Vector& weights) {
    for (int i = 0; i < errors.size(); ++i)
        if (!(std::abs(errors[i]) * weights[i] <= visible)) return true;
    return false;
}

bool succeeded(const ProjectResults& results) { return results.status == ProjectResults::Status::Succeeded; }

/// Bodies whose joints have one of the variables @p kept from @p start on.
template <class Range>
std::vector<MobilizedBodyIndex> bodiesWith(const Tree& tree, const std::set<int>& kept, Range range) {
    std::vector<MobilizedBodyIndex> bodies;
    for (int b = 1; b < tree.size(); ++b) {
        const auto [first, count] = range(tree[b]);
        const auto next = kept.lower_bound(first);
        if (next != kept.end() && *next < first + count) bodies.push_back(MobilizedBodyIndex(b));
    }
    return bodies;
}

/// Calls @p move, which holds bodies, with @p held, then with none.
template <class Move>
bool holdIfPossible(State& s, const std::vector<MobilizedBodyIndex>& held, Move move) {
    const Vector y = s.getY();
    if (succeeded(move(held))) return true;
    s.setY(y);
    return !held.empty() && succeeded(move(std::vector<MobilizedBodyIndex>()));
}

bool satisfy(const CompiledModel& model, State& s, const std::set<int>& kept) {
    const MultibodySystem& system = model.getSystem();
    const MatterSubsystem& matter = *model.getData().built->matter;
    const SubsystemIndex m = matter.getMySubsystemIndex();
    const Tree& tree = matter.getTree(s);
    const int q = int(s.getQStart(m)), u = s.getNQ() + int(s.getUStart(m));
    const auto coordinates = [q](const TreeNode& n) { return std::pair(q + n.qStart, n.nq); };
    const auto speeds = [u](const TreeNode& n) { return std::pair(u + n.uStart, n.nu); };
    system.realize(s, Stage::Time);
    system.prescribeQ(s);
    const bool isClosed = holdIfPossible(s, bodiesWith(tree, kept, coordinates), [&](const auto& held) {
        system.realize(s, Stage::Position);
        return matter.assemble(s, held, tolerance);
    });
    if (!isClosed) return false;
    system.realize(s, Stage::Position);
    system.prescribeU(s);
    const bool moves = holdIfPossible(s, bodiesWith(tree, kept, speeds), [&](const auto& held) {
        system.realize(s, Stage::Position);
        return matter.assembleVelocities(s, held, tolerance);
    });
    system.realize(s, Stage::Velocity);
    return moves;
}
}  // namespace

bool violatesConstraints(const CompiledModel& model, const State& state) {
    try {
        State s = state;
        const MultibodySystem& system = model.getSystem();
        system.realize(s, Stage::Velocity);
        if (isVisible(s.getQErr(), s.getQErrWeights()) || isVisible(s.getUErr(), s.getUErrWeights())) return true;
        const Vector y = s.getY();
        system.prescribeQ(s);
        system.realize(s, Stage::Position);
        system.prescribeU(s);
        return y.size() > 0 && !((s.getY() - y).cwiseAbs().maxCoeff() <= visible);
    } catch (const std::exception&) {
        // Constraints that cannot be evaluated are not satisfied.
        return true;
    }
}

bool satisfyConstraints(const CompiledModel& model, State& state, const std::set<int>& kept) {
    const Vector y = state.getY();
    try {
        if (satisfy(model, state, kept)) return true;
    } catch (const std::exception&) {
        // From there the joints cannot be evaluated.
    }
    state.setY(y);
    return false;
}

}  // namespace trammel
