// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/state.h"

namespace trammel {

/// A State of a run with its derivatives.
struct StateKnot {
    Real time = 0;
    Vector y, ydot, qdotdot;
    /// Derivatives are known.
    bool moves = false;

    /// The knot at a State realized to Acceleration.
    static StateKnot of(const State& state);
};

/// y between two knots, by the cubic with the values and derivatives of both; by the chord if they are not known.
Vector alongCubic(const StateKnot& a, const StateKnot& b, Real t);

}  // namespace trammel
