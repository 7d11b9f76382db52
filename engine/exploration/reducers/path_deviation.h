// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "exploration/reducer.h"
#include "meta/number_rows.h"

namespace trammel {

struct PathDeviationResponse {
    static constexpr const char* key = "pathDeviation";
    static constexpr const char* label = "Deviation from a path";
    static constexpr const char* doc = "Root-mean-square distance of given points from the path of a traced point.";
    static constexpr const char* choose =
        "To make a point follow a curve, regardless of time: choose the goal Minimize.";
    static constexpr bool readsPath = true;
    static Dimension dimensionFor(const Dimension&) { return dimensionOf(Quantity::Length); }
    /// From a point, by its coordinates, to the path, which is straight between frames.
    static Real squaredDistance(const Samples& path, const std::vector<Real>& point) {
        Real least = Infinity;
        const std::size_t last = path.times.size() - 1;
        for (std::size_t i = 0; i < std::max<std::size_t>(1, last); ++i) {
            const std::size_t next = std::min(i + 1, last);
            Real along = 0, length = 0;
            for (std::size_t k = 0; k < point.size(); ++k) {
                const Real step = path.columns[k][next] - path.columns[k][i];
                along += step * (point[k] - path.columns[k][i]);
                length += step * step;
            }
            const Real share = length > 0 ? std::clamp(along / length, 0., 1.) : 0;
            Real squared = 0;
            for (std::size_t k = 0; k < point.size(); ++k) {
                const Real nearest = path.columns[k][i] + share * (path.columns[k][next] - path.columns[k][i]);
                squared += (nearest - point[k]) * (nearest - point[k]);
            }
            least = std::min(least, squared);
        }
        return least;
    }
    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::text("points", "Points", "0 0; 1 0", "Points of the curve in Ground, m: x y, or x y z.")
                .withColumns({{"x", Quantity::Length}, {"y", Quantity::Length}, {"z", Quantity::Length, true}})};
    }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        const auto rows = readRows(textOf(properties, "points"));
        if (!rows || rows->empty()) return std::string("The curve has no points.");
        Real sum = 0;
        for (const std::vector<Real>& row : *rows) {
            if (row.size() < 2) return std::string("Each point of the curve needs x and y.");
            // Without z, the distance is measured in the x-y plane.
            sum += squaredDistance(samples, row);
        }
        return std::sqrt(sum / Real(rows->size()));
    }
};

}  // namespace trammel
