// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// Numbered boxes in the plane, indexed by width, height and place, so that those around another are found among few
/// candidates.
class BoxIndex {
public:
    /// Numbers must increase from call to call.
    void add(int number, const Vec2& low, const Vec2& high) {
        const int columns = levelOf(high[0] - low[0]), rows = levelOf(high[1] - low[1]);
        const Vec2 middle = low / 2 + high / 2;
        grids_[{columns, rows}][{cellOf(middle[0], columns), cellOf(middle[1], rows)}].push_back(number);
    }

    /// The highest number for which @p isAround is true; -1 without one. It is called for few boxes, among them all
    /// that contain this one, except for numbers below one already found.
    template <class IsAround>
    int findLast(const Vec2& low, const Vec2& high, const IsAround& isAround) const {
        const int columns = levelOf(high[0] - low[0]), rows = levelOf(high[1] - low[1]);
        const Vec2 middle = low / 2 + high / 2;
        int found = -1;
        for (const auto& [level, cells] : grids_) {
            if (level.first < columns || level.second < rows) continue;
            const auto [left, right] = cellsAround(middle[0], level.first);
            const auto [below, above] = cellsAround(middle[1], level.second);
            for (long long x = left; x <= right; ++x)
                for (auto cell = cells.lower_bound({x, below}); cell != cells.end() && cell->first <= Cell{x, above};
                     ++cell)
                    for (auto each = cell->second.rbegin(); each != cell->second.rend() && *each > found; ++each)
                        if (isAround(*each)) found = *each;
        }
        return found;
    }

private:
    using Cell = std::pair<long long, long long>;

    /// The width of cells is a power of two, above the extent of their boxes.
    static int levelOf(Real extent) {
        constexpr Real least = 1e-300, most = 1e300;
        return std::ilogb(std::clamp(extent, least, most)) + 1;
    }
    static long long cellOf(Real x, int level) {
        // Far from the origin, points of several cells are in one.
        constexpr Real most = 1e18;
        return static_cast<long long>(std::clamp(std::floor(std::ldexp(x, -level)), -most, most));
    }
    /// Cells that may contain the middle of a box around @p x.
    static std::pair<long long, long long> cellsAround(Real x, int level) {
        // Half a cell, and the rounding error where the extent is a few bits of the coordinates.
        const Real reach = std::ldexp(1., level);
        return {cellOf(x - reach, level), cellOf(x + reach, level)};
    }

    /// Numbers in rising order by cell, by the levels of width and height.
    std::map<std::pair<int, int>, std::map<Cell, std::vector<int>>> grids_;
};

}  // namespace trammel
