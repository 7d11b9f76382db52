// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runtime/simulation_run.h"

namespace trammel {

/// Lower bounds on the cost of a run, known before it starts.
struct RunEstimate {
    /// Steps of the fixed length in the options; 0 with error control.
    Real steps = 0;
    /// Frames to store, and the memory or disk they take, bytes.
    Real frames = 0, bytes = 0;
    /// Wall time of computing the steps, s, measured on a few of them.
    Real seconds = 0;

    /// More than is likely to be intended: ask before the run starts. Depends on counts only, not on measured times.
    bool isExcessive() const;
    /// "at least 1e+10 steps (about 14 h) and 1001 frames (80 kB)"
    std::string describe() const;
};

/// @param initial a State of the model's System to start from, realized to Time at least
RunEstimate estimateRun(const CompiledModel& model, const State& initial, const RunOptions& options);

/// "45 s", "3.2 min", "14 h", "2.1 years": two digits.
std::string describeDuration(Real seconds);

}  // namespace trammel
