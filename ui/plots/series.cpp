// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::ui {

namespace {
constexpr std::size_t Fan = 16;
constexpr double None = std::numeric_limits<double>::infinity();

void include(Series::Range& range, double value) {
    // Comparisons with NaN are false.
    if (value < range.lowest) range.lowest = value;
    if (value > range.highest) range.highest = value;
}
void include(Series::Range& range, const Series::Range& other) {
    range.lowest = std::min(range.lowest, other.lowest);
    range.highest = std::max(range.highest, other.highest);
}
}  // namespace

void Series::append(std::span<const double> values) {
    const std::size_t before = values_.size();
    values_.insert(values_.end(), values.begin(), values.end());
    try {
        completeBlocks();
    } catch (...) {
        values_.resize(before);
        std::size_t blocks = before;
        for (std::vector<Range>& level : levels_) level.resize(std::min(level.size(), blocks /= Fan));
        throw;
    }
}

void Series::completeBlocks() {
    if (levels_.empty()) levels_.emplace_back();
    // Complete the blocks of the lowest level, then those above.
    for (std::size_t b = levels_[0].size(); (b + 1) * Fan <= values_.size(); ++b) {
        Range range{None, -None};
        for (std::size_t i = b * Fan; i < (b + 1) * Fan; ++i) include(range, values_[i]);
        levels_[0].push_back(range);
    }
    for (std::size_t k = 0; levels_[k].size() >= Fan; ++k) {
        if (k + 1 == levels_.size()) levels_.emplace_back();
        for (std::size_t b = levels_[k + 1].size(); (b + 1) * Fan <= levels_[k].size(); ++b) {
            Range range{None, -None};
            for (std::size_t i = b * Fan; i < (b + 1) * Fan; ++i) include(range, levels_[k][i]);
            levels_[k + 1].push_back(range);
        }
    }
}

Series::Range Series::range(std::size_t from, std::size_t to) const {
    Range found{None, -None};
    to = std::min(to, values_.size());
    while (from < to) {
        // The largest block that starts here and ends within the range.
        std::size_t level = 0, length = 1;
        while (level < levels_.size() && from % (length * Fan) == 0 && from + length * Fan <= to) {
            length *= Fan;
            ++level;
        }
        if (level == 0)
            include(found, values_[from]);
        else
            include(found, levels_[level - 1][from / length]);
        from += length;
    }
    return found;
}

std::size_t Series::upperBound(double x, std::size_t from) const {
    // Galloping search, because the result is usually near.
    std::size_t leap = 1, low = from;
    while (low + leap < size() && values_[low + leap] <= x) {
        low += leap;
        leap *= 2;
    }
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(std::min(low, size()));
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(std::min(low + leap + 1, size()));
    return static_cast<std::size_t>(std::upper_bound(begin, end, x) - values_.begin());
}

std::size_t Series::nearest(double x) const {
    const std::size_t after = upperBound(x);
    if (after == 0) return 0;
    if (after == size()) return size() - 1;
    return values_[after] - x < x - values_[after - 1] ? after : after - 1;
}

}  // namespace trammel::ui
