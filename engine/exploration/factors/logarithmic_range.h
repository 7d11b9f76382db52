// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "exploration/factor_type.h"

namespace trammel {

struct LogarithmicRangeFactor {
    static constexpr const char* key = "logarithmicRange";
    static constexpr const char* label = "Logarithmic range";
    static constexpr const char* doc = "Varies a positive number between two bounds, evenly by its logarithm.";
    static constexpr const char* choose =
        "For stiffnesses, damping and friction over several powers of ten, each of which gets as many values.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("from", "From", Quantity::None, 0.1, "Smallest value, above 0.")
                    .above(0)
                    .inAnyUnit(),
                PropertyDescriptor::real("to", "To", Quantity::None, 10, "Largest value.").above(0).inAnyUnit(),
                numberOfLevels()};
    }
    static FactorRange makeRange(const ElementProperties& properties) {
        const Real from = realOf(properties, "from"), to = realOf(properties, "to");
        FactorRange range;
        if (!(from < to)) range.fault = "The lower bound is not below the upper one.";
        range.atShare = [=](Real share) {
            return share <= 0 ? from : share < 1 ? from * std::exp(share * std::log(to / from)) : to;
        };
        range.shareOf = [=](Real value) { return std::log(value / from) / std::log(to / from); };
        range.levels = evenLevels(range.atShare, integerOf(properties, "levels"));
        return range;
    }
};

}  // namespace trammel
