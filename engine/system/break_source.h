// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"
#include "system/state.h"

namespace trammel {

/// Implemented by a StepLimiter that knows times at which a derivative of the rates jumps, such as that of a prescribed motion.
/// Steps end there, and the step size and the history of the method start over.
class BreakSource {
public:
    virtual ~BreakSource() = default;
    /// The first break after @p time, s; Infinity without one.
    /// @param state realized to Instance at least
    /// @param horizon duration of the next step, s: breaks that must be searched for are known up to there only
    virtual Real calcNextBreak(const State& state, Real time, Real horizon) const = 0;
};

}  // namespace trammel
