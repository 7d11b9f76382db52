// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "math/scalar.h"

namespace trammel {

/// Implemented by functions of one argument with isolated breaks: points where a derivative of low order jumps. An integrator
/// that knows them steps onto them; otherwise its error estimate would refuse steps across them.
class HasBreaks {
public:
    virtual ~HasBreaks() = default;
    /// The first break after @p x; Infinity without one. Those that must be searched for are known up to x + @p horizon only.
    virtual Real calcNextBreak(Real x, Real horizon) const = 0;

protected:
    HasBreaks() = default;
    HasBreaks(const HasBreaks&) = default;
    HasBreaks& operator=(const HasBreaks&) = default;
    /// The smaller of two points after @p x.
    static Real firstAfter(Real x, Real a, Real b) { return std::min(a > x ? a : Infinity, b > x ? b : Infinity); }
};

}  // namespace trammel
