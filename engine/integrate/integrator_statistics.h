// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel {

/// What an integrator has done since initialize() or the last reset.
struct IntegratorStatistics {
    long stepsAttempted = 0;
    long stepsTaken = 0;
    /// Attempts refused because the error estimate was above the accuracy.
    long errorTestFailures = 0;
    /// Attempts that met a state that cannot be evaluated.
    long convergenceFailures = 0;
    /// Attempts that left the constraints so far that they were not, or could not be, projected back.
    long projectionFailures = 0;
    /// Projections that moved q, and that moved u.
    long qProjections = 0;
    long uProjections = 0;
    /// Iterations within steps, of methods that iterate.
    long iterations = 0;
    /// States realized to Acceleration: the cost that matters.
    long realizations = 0;
    /// s; NaN before the first step.
    Real initialStepSize = NaN;
    Real lastStepSize = NaN;
    Real nextStepSize = NaN;
};

}  // namespace trammel
