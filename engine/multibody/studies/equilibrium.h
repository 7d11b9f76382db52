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

/// A static equilibrium, or the state of a failed search. Texts use model terms.
struct Equilibrium {
    enum class Outcome {
        /// Returns after any small displacement.
        Stable,
        /// Stays at rest here and in neighboring poses: freeToMove lists coordinates without restoring force.
        Indifferent,
        /// At rest, but diverges after an arbitrarily small displacement.
        Unstable,
        /// No equilibrium was found.
        NotFound
    };
    Outcome outcome = Outcome::NotFound;
    bool found() const { return outcome != Outcome::NotFound; }

    /// Largest unbalanced force, N or N m, and the coordinate it acts on, by name.
    Real residual = 0;
    std::string worstCoordinate;
    /// rad/s, ascending, one per degree of freedom: undamped natural frequencies; 0 without restoring force; negative
    /// for an unstable direction (the growth rate).
    std::vector<Real> frequencies;
    /// Coordinates without restoring force, or in which it is unstable.
    std::vector<std::string> freeToMove;
    /// Driven joints, held by their motors.
    std::vector<std::string> held;
    /// Names of the stops from the options that are active.
    std::vector<std::string> restsAt;
    int steps = 0;
    /// One or two sentences.
    std::string message;
};

/// A one-sided limit of the coordinate of a joint with one coordinate.
struct RigidStop {
    std::string name;
    MobilizedBodyIndex joint;
    /// rad or m
    Real limit = 0;
    /// +1: the coordinate stays above the limit; -1: below it.
    Real side = 1;
};

struct EquilibriumOptions {
    /// From an unstable equilibrium, continue to a stable one if possible.
    bool leaveUnstable = true;
    int mostSteps = 500;
    /// Longest first step, rad or m, in each direction of stiffness; twice as long after each step. Short where
    /// friction is to hold bodies that barely touch at the start, before they slide.
    Real firstMove = Infinity;
    /// Called before each step: true cancels the search.
    std::function<bool()> isCanceled = {};
    /// Rigid stops: coordinates rest at them as long as that requires no pull. Stops that are passed at the start, or
    /// whose joint is locked, are ignored.
    std::vector<RigidStop> stops = {};
};

/// Finds a static equilibrium from the pose in @p state, with constraints and locks enforced and motors at standstill:
/// q is in equilibrium on return and u is zero; z and time are unchanged. Auto-update variables hold what friction holds there.
///
/// Each step follows the forces, by Newton's method with absolute values of the stiffnesses, only as far as the forces
/// do work, or to a rigid stop; so it descends to a stable pose. Forces need no potential. Rolling bodies move only by
/// rolling. Friction with stiction holds bodies where they come to touch, as auto-update variables follow the steps; so
/// the pose depends on the start, as in a run. Friction that depends on speeds alone is zero. @p state must be realized
/// to Model and assembled; it is realized to Position on return. If none is found, it holds the last pose.
///
/// Failures are a result. O(n) evaluations of accelerations per step. **Source:** modified Newton's method with
/// eigenvalues replaced by their magnitudes: Nocedal, Wright, "Numerical Optimization" (2006), section 3.4; the work of
/// forces in place of a potential is derived here.
Equilibrium findEquilibrium(const MultibodySystem&, State& state, const EquilibriumOptions& = {});

}  // namespace trammel
