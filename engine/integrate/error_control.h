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

/// The elementary step size controller: the next step is to have an error of about Safety^order of what is allowed.
///
/// **Source:** Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4.
struct StepSizeController {
    static constexpr Real Safety = 0.9;
    static constexpr Real MinShrink = 0.1;
    static constexpr Real MaxGrow = 5;
    /// A step that would change by less than this stays as it is.
    static constexpr Real HysteresisLow = 0.9;
    static constexpr Real HysteresisHigh = 1.2;
    /// For attempts that gave no error estimate at all.
    static constexpr Real ShrinkAfterFailure = 0.5;

    /// @param h the step that gave @p error
    /// @param errorOrder p where the error of a step is O(h^p)
    static Real nextStepSize(Real h, Real error, Real accuracy, int errorOrder) {
        if (!std::isfinite(error)) return MinShrink * h;
        Real factor = error > 0 ? Safety * std::pow(accuracy / error, 1.0 / errorOrder) : MaxGrow;
        if (factor > 1 && factor < HysteresisHigh) factor = 1;
        if (factor < 1) factor = error <= accuracy ? 1 : std::min(factor, HysteresisLow);
        return std::clamp(factor, MinShrink, MaxGrow) * h;
    }
};

}  // namespace trammel
