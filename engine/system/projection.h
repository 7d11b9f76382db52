// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/vector.h"

namespace trammel {

struct ProjectOptions {
    /// Largest acceptable constraint error (infinity norm, weighted by the error weights).
    Real tolerance = 1e-4;
    /// Project even if the errors are already below the tolerance.
    bool force = false;
    /// Give up rather than move further than a nearby solution.
    bool localOnly = false;
    int maxIterations = 20;
};

struct ProjectResults {
    enum class Status { Succeeded, FailedToConverge };
    Status status = Status::Succeeded;
    Real errorBefore = 0, errorAfter = 0;
    int iterations = 0;
    bool anyChange = false;
    /// Index of the worst remaining constraint error, when it failed.
    int worstError = -1;
};

}  // namespace trammel
