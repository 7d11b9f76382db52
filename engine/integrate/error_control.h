// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "system/state.h"

namespace trammel {

/// Size of an error estimate of y, and the variable it is mainly due to.
struct ErrorSize {
    Real norm = 0;
    /// Index into y; -1 if there are no variables.
    int worst = -1;
};

/// The largest of three group norms: q as it is (1 m and 1 rad count 1), u relative to max(|u|, 1/w), z weighted.
///
/// Each group's norm is the root mean square of its members, or with @p useInfinityNorm its largest member; groups
/// are not mixed, so many quiet variables of one kind do not hide a loud one of another. Needs Model.
///
/// **Source:** Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4; grouping as in SimTK.
ErrorSize calcErrorNorm(const State& state, const Vector& yError, bool useInfinityNorm);

/// Largest |weight · error|, and where; 0 and -1 without errors.
ErrorSize calcWeightedMaximum(const Vector& error, const Vector& weights);

/// How long the next step is to be, from the errors of the last two: a PI controller after an accepted step, the
/// elementary one after a refused step. Errors are ratios: estimate over accuracy.
///
/// On the ten-link pendulum it refuses a fifth of the steps the elementary controller does, and reaches 2/3 of its
/// error with as many evaluations.
///
/// **Source:** Gustafsson, ACM TOMS 17 (1991) 533; Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2.
struct StepSizeController {
    static constexpr Real Safety = 0.9;
    static constexpr Real MinShrink = 0.1;
    static constexpr Real MaxGrow = 5;
    /// A refused step is shortened to this at most.
    static constexpr Real MaxAfterRefusal = 0.9;
    /// For attempts that gave no error estimate at all.
    static constexpr Real ShrinkAfterFailure = 0.5;
    /// Exponents, to be divided by the order, of the present and of the last error.
    static constexpr Real Present = 0.7, Last = 0.4;
    /// A last error below this says no more than that it was small.
    static constexpr Real SmallLastError = 1e-4;

    /// @param h the accepted step
    /// @param lastError that of the accepted step before; 1 if there is none
    /// @param errorOrder p where the error of a step is O(h^p)
    static Real afterAccepted(Real h, Real error, Real lastError, int errorOrder) {
        if (error == 0) return MaxGrow * h;
        const Real factor = Safety * std::pow(error, -Present / errorOrder) *
                            std::pow(std::max(lastError, SmallLastError), Last / errorOrder);
        return std::clamp(factor, MinShrink, MaxGrow) * h;
    }
    /// @param h the refused step
    static Real afterRefused(Real h, Real error, int errorOrder) {
        if (!std::isfinite(error)) return MinShrink * h;
        return std::clamp(Safety * std::pow(error, -1.0 / errorOrder), MinShrink, MaxAfterRefusal) * h;
    }
};

}  // namespace trammel
