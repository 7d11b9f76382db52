// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trammel::ui {

/// Append-only numbers with range minimum and maximum in O(log n), by a pyramid of blocks of 16. A curve of a million
/// points is drawn in time proportional to the width in pixels.
class Series {
public:
    struct Range {
        /// lowest > highest: no values.
        double lowest, highest;
        bool isEmpty() const { return !(lowest <= highest); }
    };

    /// Without memory for all of them, none is added.
    void append(std::span<const double> values);
    std::size_t size() const { return values_.size(); }
    double operator[](std::size_t i) const { return values_[i]; }
    const std::vector<double>& values() const { return values_; }
    /// Range over [from, to), ignoring NaN.
    Range range(std::size_t from, std::size_t to) const;
    Range range() const { return range(0, size()); }
    /// First index at or after @p from with a value above @p x, for non-decreasing series. O(log of the distance).
    std::size_t upperBound(double x, std::size_t from = 0) const;
    /// Index of the value nearest to @p x, for non-decreasing, non-empty series.
    std::size_t nearest(double x) const;

private:
    void completeBlocks();

    std::vector<double> values_;
    /// Level k has one block per complete 16^(k+1) values.
    std::vector<std::vector<Range>> levels_;
};

}  // namespace trammel::ui
