// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "document/value_text.h"
#include "exploration/reducer.h"
#include "meta/number_rows.h"

namespace trammel {

struct TimedPathDeviationResponse {
    static constexpr const char* key = "timedPathDeviation";
    static constexpr const char* label = "Deviation from a timed path";
    static constexpr const char* doc = "Root-mean-square distance of a traced point from given points at given times.";
    static constexpr const char* choose =
        "To make a point follow a curve with prescribed timing, at a steady crank for example: choose the goal "
        "Minimize.";
    static constexpr bool readsPath = true;
    static Dimension dimensionFor(const Dimension&) { return dimensionOf(Quantity::Length); }
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("points", "Points", "0 0 0; 1 1 0",
                                         "Rows of time and place in Ground, s and m: t x y, or t x y z.")
                    .withColumns({{"Time", Quantity::Time},
                                  {"x", Quantity::Length},
                                  {"y", Quantity::Length},
                                  {"z", Quantity::Length, true}})};
    }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        const auto rows = readRows(textOf(properties, "points"));
        if (!rows || rows->empty()) return std::string("The curve has no points.");
        Real sum = 0;
        for (const std::vector<Real>& row : *rows) {
            constexpr std::size_t least = 3;
            if (row.size() < least) return std::string("Each point of the curve needs a time, x and y.");
            if (row[0] < samples.times.front() || row[0] > samples.times.back())
                return "The run has no frame at " + numberText(row[0]) + " s, a time of the curve.";
            for (std::size_t k = 1; k < row.size(); ++k)
                sum += square(valueAt({samples.times, {samples.columns[k - 1]}}, row[0]) - row[k]);
        }
        return std::sqrt(sum / Real(rows->size()));
    }
};

}  // namespace trammel
