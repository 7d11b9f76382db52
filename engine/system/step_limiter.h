// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"
#include "system/state.h"

namespace trammel {

/// Implemented by a Subsystem::Guts, or by an element of one, that a long step could carry past an event unnoticed,
/// such as bodies through each other.
class StepLimiter {
public:
    virtual ~StepLimiter() = default;
    /// False: it never limits a step of the current topology.
    virtual bool limitsSteps() const = 0;
    /// Maximum duration of a step from @p state (realized to Acceleration), s, examined up to @p horizon seconds;
    /// Infinity: no limit within these. A pure function of the arguments.
    virtual Real calcLongestStep(const State& state, Real horizon) const = 0;
};

}  // namespace trammel
