// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/factor_type.h"

namespace trammel {

struct RangeFactor {
    static constexpr const char* key = "range";
    static constexpr const char* label = "Range";
    static constexpr const char* doc = "Varies a number uniformly between two bounds.";
    static constexpr const char* choose =
        "For designs: lengths, masses and rates between bounds. For values over several powers of ten choose a "
        "logarithmic range, for tolerances a normal distribution.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("from", "From", Quantity::None, 0, "Smallest value.").inAnyUnit(),
                PropertyDescriptor::real("to", "To", Quantity::None, 1, "Largest value.").inAnyUnit(),
                numberOfLevels()};
    }
    static FactorRange makeRange(const ElementProperties& properties) {
        const Real from = realOf(properties, "from"), to = realOf(properties, "to");
        FactorRange range;
        if (!(from < to)) range.fault = "The lower bound is not below the upper one.";
        range.atShare = [=](Real share) { return share < 1 ? from + share * (to - from) : to; };
        range.shareOf = [=](Real value) { return (value - from) / (to - from); };
        range.levels = evenLevels(range.atShare, integerOf(properties, "levels"));
        return range;
    }
};

}  // namespace trammel
