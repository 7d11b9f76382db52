// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/vector.h"
#include "multibody/mobilizer.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;

/// A pose in which a mechanism stays at rest, or how far the search for one has come. Texts speak of the model.
struct Equilibrium {
    enum class Outcome {
        /// It comes back after any small displacement.
        Stable,
        /// It stays at rest, and in poses beside this one, too: freeToMove tells where nothing holds it.
        Indifferent,
        /// It stays at rest, but the smallest displacement makes it leave.
        Unstable,
        /// No pose at rest was found.
        NotFound
    };
    Outcome outcome = Outcome::NotFound;
    bool found() const { return outcome != Outcome::NotFound; }

    /// Largest force that is not balanced, N or N m, and the coordinate it moves, by name.
    Real residual = 0;
    std::string worstCoordinate;
    /// rad/s, ascending, one for each way to move: those of small vibration without damping; 0 where nothing drives it
    /// back, negative where it is driven away (the rate at which that grows).
    std::vector<Real> frequencies;
    /// Coordinates that could move without any force, or by which it falls.
    std::vector<std::string> freeToMove;
    /// Driven joints: their motors hold them where they are.
    std::vector<std::string> held;
    /// Stops of the options at which something rests, by name.
    std::vector<std::string> restsAt;
    int steps = 0;
    /// One or two sentences.
    std::string message;
};

/// The coordinate of a joint that has one cannot pass this.
struct RigidStop {
    std::string name;
    MobilizedBodyIndex joint;
    /// rad or m
    Real limit = 0;
    /// +1: the coordinate stays above the limit; -1: below it.
    Real side = 1;
};

struct EquilibriumOptions {
    /// From an unstable equilibrium go on to a stable one, if there is a way down.
    bool leaveUnstable = true;
    int mostSteps = 500;
    /// Asked before each step: true gives the search up.
    std::function<bool()> isCanceled = {};
    /// What comes to one of these rests there, as long as that need not pull. Those that are passed at the start, or whose
    /// joint is locked, do nothing.
    std::vector<RigidStop> stops = {};
};

/// Let a mechanism come to rest from the pose in @p state, with constraints and locks in force and its motors at a
/// standstill: q is in equilibrium afterward and u is zero. z and time stay as they are.
///
/// Each step goes where the forces push, by Newton's method with all stiffnesses taken as positive, and only as far as
/// forces do work, or to a rigid stop; so it comes down to a stable pose and does not climb to an unstable one. Forces need no potential. Where
/// something rolls, it moves only as it can roll. @p state must be realized to Model and assembled; it is realized to
/// Position afterward. If none is found, it holds the pose where the search ended.
///
/// Errors: an outcome. O(n) evaluations of the accelerations a step.
/// **Source:** modified Newton's method with eigenvalues replaced by their magnitudes: Nocedal, Wright, "Numerical
/// Optimization" (2006), section 3.4; the work of forces in place of a potential is derived here.
Equilibrium findEquilibrium(const MultibodySystem&, State& state, const EquilibriumOptions& = {});

}  // namespace trammel
