// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "document/value_text.h"
#include "exploration/reducer.h"
#include "meta/number_rows.h"

namespace trammel {

struct DeviationResponse {
    static constexpr const char* key = "deviation";
    static constexpr const char* label = "Deviation from a table";
    static constexpr const char* doc = "Root-mean-square difference between an output and a table over time.";
    static constexpr const char* choose = "To fit a model to measured data: choose the goal Minimize.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("table", "Table", "0 0; 1 0", "Rows of time and value, in s and SI units.")
                    .withColumns({{"Time", Quantity::Time}, {"Value"}})};
    }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        const auto rows = readRows(textOf(properties, "table"));
        if (!rows || rows->empty()) return std::string("The table has no rows.");
        Real sum = 0;
        for (const std::vector<Real>& row : *rows) {
            if (row.size() != 2) return std::string("Each row of the table needs a time and a value.");
            if (row[0] < samples.times.front() || row[0] > samples.times.back())
                return "The run has no frame at " + numberText(row[0]) + " s, a time in the table.";
            const Real difference = valueAt(samples, row[0]) - row[1];
            sum += difference * difference;
        }
        return std::sqrt(sum / Real(rows->size()));
    }
};

}  // namespace trammel
