// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"
#include "system/value.h"

namespace trammel {

/// Implemented by motions and forces whose functions of time have breaks.
class BreaksInTime {
public:
    virtual ~BreaksInTime() = default;
    /// False if it never has breaks.
    virtual bool mayBreak() const { return true; }
    /// The first time after @p t at which a derivative of the functions jumps, s; Infinity without one. Times that must be
    /// searched for are known up to t + @p horizon only.
    virtual Real calcNextBreak(Real t, Real horizon, const AbstractValue* parameters) const = 0;
};

}  // namespace trammel
