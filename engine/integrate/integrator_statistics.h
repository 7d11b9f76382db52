// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel {

/// Counters since initialize() or the last reset.
struct IntegratorStatistics {
    long stepsAttempted = 0;
    long stepsTaken = 0;
    /// Attempts rejected by the error test.
    long errorTestFailures = 0;
    /// Attempts that reached a state that cannot be evaluated.
    long convergenceFailures = 0;
    /// Attempts whose constraint errors were too large to project, or whose projection failed.
    long projectionFailures = 0;
    /// Projections that changed q, and that changed u.
    long qProjections = 0;
    long uProjections = 0;
    /// Iterations within steps, for iterative methods.
    long iterations = 0;
    /// States realized to Acceleration: the main cost.
    long realizations = 0;
    /// s; NaN before the first step.
    Real initialStepSize = NaN;
    Real lastStepSize = NaN;
    Real nextStepSize = NaN;
};

}  // namespace trammel
