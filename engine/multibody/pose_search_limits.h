// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"

namespace trammel {

/// Limits of all searches for a pose that start far from it: of a PoseSearch, and of many mechanisms at the same time
/// (matter/loop_closing.cpp).
struct PoseSearchLimits {
    /// Maximum change of a coordinate (rad or m) per step, which keeps the search on the branch of the initial pose; that of a
    /// second attempt.
    static constexpr Real largestMove = 0.5, cautiousMove = 0.1;
    static constexpr int mostSteps = 200;
    /// Iterate until errors are this far below the tolerance, which costs at most one more step.
    static constexpr Real overshoot = 0.1;
    /// Damping of Levenberg and Marquardt, relative to the scales of the rows.
    static constexpr Real firstDamping = 1e-3, mostDamping = 1e12, leastDamping = 1e-12;
    /// Row scales are bounded below by this fraction of the largest.
    static constexpr Real hardest = 1e-3;
    /// With more equations the dense matrices of a PoseSearch take longer than everything else.
    static constexpr int manyEquations = 100;
    /// With more equations it would take minutes to find that there is no pose.
    static constexpr int tooManyEquations = 300;
};

}  // namespace trammel
