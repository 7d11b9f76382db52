// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/factor_type.h"

namespace trammel {

/// The standard normal quantile: the value below which a share lies; infinite for 0 and 1.
Real normalQuantile(Real share);

struct NormalDistributionFactor {
    static constexpr const char* key = "normal";
    static constexpr const char* label = "Normal distribution";
    static constexpr const char* doc = "Varies a number by a normal distribution.";
    static constexpr const char* choose =
        "For tolerances and measured numbers, in Monte Carlo studies. An optimization needs a range instead.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("mean", "Mean", Quantity::None, 1, "Mean of all values.").inAnyUnit(),
                PropertyDescriptor::real("deviation", "Standard deviation", Quantity::None, 0.1,
                                         "About two thirds of all values are closer to the mean.")
                    .above(0)
                    .inAnyUnit(),
                numberOfLevels()};
    }
    static FactorRange makeRange(const ElementProperties& properties) {
        const Real mean = realOf(properties, "mean"), deviation = realOf(properties, "deviation");
        FactorRange range;
        range.atShare = [=](Real share) { return mean + deviation * normalQuantile(share); };
        // In the middle of equal shares: the ends are infinite.
        const auto count = integerOf(properties, "levels");
        for (std::int64_t i = 0; i < count; ++i) range.levels.push_back(range.atShare((Real(i) + 0.5) / Real(count)));
        return range;
    }
};

}  // namespace trammel
