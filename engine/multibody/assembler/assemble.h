// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "multibody/assembler/assembly_problem.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;
class PoseSearch;

/// Solves an assembly problem for q, starting from @p state, and stores the best solution there.
///
/// From a nearby pose the mechanism is moved to its targets continuously with closed constraints, so that it stays on
/// its assembly branch. If that ends before the targets and the problem allows it, the search restarts from other poses
/// (deterministic). u, z and time are not changed. @p state must be realized to Model; it is realized to Position on
/// return.
///
/// Failures are a result. Throws Exception for invalid bodies or coordinates and for NaN targets. O(n^3) for n speeds,
/// O(n) per row. **Source:** damped Gauss-Newton in the metric of kinetic energy, Nocedal, Wright, "Numerical
/// Optimization" (2006), sections 10.3 and 18.3; continuation: Allgower, Georg, "Introduction to Numerical Continuation
/// Methods" (2003).
AssemblyResult assemble(const MultibodySystem& system, State& state, const AssemblyProblem& problem = {});

/// Tracks moving targets from frame to frame: inverse kinematics, or a pose dragged by the mouse. track() does not
/// allocate after its first call.
///
/// Bodies, coordinates and weights of the problem are fixed; target values may change at any time. One thread at a
/// time.
class PoseTracker {
public:
    /// @param state representative of those tracked, realized to Model; the system must outlive the tracker
    PoseTracker(const MultibodySystem& system, const State& state, AssemblyProblem problem);
    ~PoseTracker();

    void moveMarker(std::size_t marker, const Vec3& target_G);
    void moveOrientation(std::size_t orientation, const Rotation& R_GT);
    void moveCoordinate(std::size_t coordinate, Real value);
    const AssemblyProblem& getProblem() const;

    /// Moves q of @p state, which must nearly satisfy the constraints, to the best fit of the targets on the same
    /// branch. @return true if constraints and required targets are met
    bool track(State& state);
    /// Moves q of @p state to a closed pose that fits the targets of finite weight better than the result of track(),
    /// on any branch: the best of a few poses (deterministic). @return false, with q unchanged, if none exists.
    /// Allocates.
    bool jump(State& state);
    /// Largest error of constraints and required targets after track().
    Real getWorstGap() const;
    /// Report of the last track(), with names. Allocates.
    AssemblyResult describe(State& state) const;

private:
    std::unique_ptr<PoseSearch> search_;
};

}  // namespace trammel
