// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "exploration/factor_type.h"
#include "meta/number_rows.h"

namespace trammel {

struct ValueListFactor {
    static constexpr const char* key = "values";
    static constexpr const char* label = "List of values";
    static constexpr const char* doc = "Gives a number the values of a list.";
    static constexpr const char* choose =
        "For sizes that exist, such as those of a catalog, and with a study row by row for chosen points.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("values", "Values", "0; 1", "Values in SI units and radians, in order.")
                    .withColumns({{"Value"}})};
    }
    static FactorRange makeRange(const ElementProperties& properties) {
        FactorRange range;
        range.isContinuous = false;
        const auto rows = readRows(textOf(properties, "values"));
        if (rows)
            for (const std::vector<Real>& row : *rows) range.levels.insert(range.levels.end(), row.begin(), row.end());
        if (range.levels.empty()) range.fault = "The list has no values.";
        range.atShare = [levels = range.levels](Real share) {
            const auto index = std::size_t(std::max(0., share) * Real(levels.size()));
            return levels[std::min(index, levels.size() - 1)];
        };
        return range;
    }
};

}  // namespace trammel
