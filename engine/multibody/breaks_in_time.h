// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"
#include "system/value.h"

namespace trammel {

/// Implemented by motions whose functions of time have breaks.
class BreakingMotion {
public:
    virtual ~BreakingMotion() = default;
    /// The first time after @p t at which a derivative of the functions jumps, s; Infinity without one.
    virtual Real calcNextBreak(Real t, const AbstractValue* parameters) const = 0;
};

}  // namespace trammel
