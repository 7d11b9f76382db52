// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "system/state.h"

namespace trammel {

/// Norm of an error estimate of y, and the variable that dominates it.
struct ErrorSize {
    Real norm = 0;
    /// Index into y; -1 if there are no variables.
    int worst = -1;
};

/// The largest of three group norms: q unscaled (1 m and 1 rad count as 1), u relative to max(|u|, 1/w), z weighted.
///
/// Each group's norm is the root mean square of its members, or with @p useInfinityNorm the maximum; groups are
/// separate, so that many accurate variables of one kind do not mask an inaccurate one of another. Requires Model.
///
/// **Source:** Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4; grouping as in SimTK.
ErrorSize calcErrorNorm(const State& state, const Vector& yError, bool useInfinityNorm);

/// Largest |weight · error| and its index; 0 and -1 if empty.
ErrorSize calcWeightedMaximum(const Vector& error, const Vector& weights);

/// Step size selection from the last two errors: a PI controller after an accepted step, the elementary one after a
/// rejected step. Errors are ratios: estimate over accuracy.
///
/// On the ten-link pendulum it rejects a fifth as many steps as the elementary controller and reaches 2/3 of its error
/// with as many evaluations.
///
/// **Source:** Gustafsson, ACM TOMS 17 (1991) 533; Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2.
struct StepSizeController {
    static constexpr Real Safety = 0.9;
    static constexpr Real MinShrink = 0.1;
    static constexpr Real MaxGrow = 5;
    /// Maximum factor after a rejected step.
    static constexpr Real MaxAfterRefusal = 0.9;
    /// Factor after attempts without error estimate.
    static constexpr Real ShrinkAfterFailure = 0.5;
    /// Exponents of the current and the last error, before division by the order.
    static constexpr Real Present = 0.7, Last = 0.4;
    /// Fraction of the projection's reach that steps aim at, since the error of the next one may be several times
    /// larger.
    static constexpr Real UsualReach = 0.1;
    /// Lower bound on the last error in the controller.
    static constexpr Real SmallLastError = 1e-4;

    /// @param h the accepted step
    /// @param lastError error of the previous accepted step; 1 if none
    /// @param errorOrder p where the error of a step is O(h^p)
    static Real afterAccepted(Real h, Real error, Real lastError, int errorOrder) {
        if (error == 0) return MaxGrow * h;
        const Real factor = Safety * std::pow(error, -Present / errorOrder) *
                            std::pow(std::max(lastError, SmallLastError), Last / errorOrder);
        return std::clamp(factor, MinShrink, MaxGrow) * h;
    }
    /// The largest next step whose end the projection onto the constraints should reach. A driven mechanism has no other
    /// limit: its error estimate vanishes with the projection.
    /// @param h the accepted step
    /// @param reachUsed constraint error before its projection, relative to the largest that is projected
    static Real inReach(Real h, Real reachUsed, int errorOrder) {
        if (reachUsed == 0) return MaxGrow * h;
        return std::clamp(Safety * std::pow(reachUsed / UsualReach, -1.0 / errorOrder), MinShrink, MaxGrow) * h;
    }
    /// @param h the rejected step
    static Real afterRefused(Real h, Real error, int errorOrder) {
        if (!std::isfinite(error)) return MinShrink * h;
        return std::clamp(Safety * std::pow(error, -1.0 / errorOrder), MinShrink, MaxAfterRefusal) * h;
    }
};

}  // namespace trammel
