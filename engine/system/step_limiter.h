// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"
#include "system/state.h"

namespace trammel {

/// Implemented by a Subsystem::Guts, or by an element of one, that a long step could carry past something unseen: bodies
/// through each other, for one.
class StepLimiter {
public:
    virtual ~StepLimiter() = default;
    /// False: it never limits a step of the present topology.
    virtual bool limitsSteps() const = 0;
    /// How far a step from @p state (realized to Acceleration) may go, s, as far as steps of up to @p horizon seconds are
    /// concerned; Infinity: so far at least. A pure function of the arguments.
    virtual Real calcLongestStep(const State& state, Real horizon) const = 0;
};

}  // namespace trammel
