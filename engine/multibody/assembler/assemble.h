// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "multibody/assembler/assembly_problem.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;
class PoseSearch;

/// Find the coordinates that solve a problem, from those in @p state; they are there afterward, at best.
///
/// From nearby the mechanism is led to its targets along continuous motion with its constraints closed, so that it does
/// not come out folded the other way. Only if that ends before the targets, and the problem allows it, the search starts
/// again from other poses (always the same). u, z and time are left alone. @p state must be realized to Model; it is
/// realized to Position afterward.
///
/// Errors: an outcome. Throws Exception where the problem names bodies or coordinates that do not exist, or a target
/// that is not a number. O(n^3) for n speeds, with O(n) for each row.
/// **Source:** damped Gauss-Newton in the metric of kinetic energy, Nocedal, Wright, "Numerical Optimization" (2006),
/// sections 10.3 and 18.3; continuation: Allgower, Georg, "Introduction to Numerical Continuation Methods" (2003).
AssemblyResult assemble(const MultibodySystem& system, State& state, const AssemblyProblem& problem = {});

/// Follows moving targets from frame to frame: inverse kinematics, or a pose dragged by hand. Allocates nothing in
/// track() once it has been called.
///
/// The bodies, coordinates and weights of the problem stay; where targets are may be changed at any time. One thread at
/// a time.
class PoseTracker {
public:
    /// @param state like those that will be tracked, realized to Model; the system must outlive the tracker
    PoseTracker(const MultibodySystem& system, const State& state, AssemblyProblem problem);
    ~PoseTracker();

    void moveMarker(std::size_t marker, const Vec3& target_G);
    void moveOrientation(std::size_t orientation, const Rotation& R_GT);
    void moveCoordinate(std::size_t coordinate, Real value);
    const AssemblyProblem& getProblem() const;

    /// Move q of @p state, which must satisfy the constraints nearly, to where the targets are met best, without leaving
    /// the branch. @return whether constraints and required targets are met
    bool track(State& state);
    /// Move q of @p state to a pose with constraints closed in which the targets of finite weight are met better than where
    /// track() has led it, taking the mechanism apart for it: the best of a few poses, always the same. @return whether
    /// there is one; else q stays. Allocates.
    bool jump(State& state);
    /// Of constraints and required targets after track().
    Real getWorstGap() const;
    /// All about the last track(), by name. Allocates.
    AssemblyResult describe(State& state) const;

private:
    std::unique_ptr<PoseSearch> search_;
};

}  // namespace trammel
