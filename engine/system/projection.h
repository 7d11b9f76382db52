// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/vector.h"

namespace trammel {

struct ProjectOptions {
    /// Maximum constraint violation (infinity norm, weighted by the error weights).
    Real tolerance = 1e-4;
    /// Project even if the violation is already below the tolerance.
    bool force = false;
    /// Fail rather than move to a distant solution.
    bool localOnly = false;
    int maxIterations = 20;
};

struct ProjectResults {
    enum class Status { Succeeded, FailedToConverge };
    Status status = Status::Succeeded;
    Real errorBefore = 0, errorAfter = 0;
    int iterations = 0;
    bool anyChange = false;
    /// Index of the largest remaining constraint error, after a failure.
    int worstError = -1;
};

}  // namespace trammel
