// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trammel::ui {

/// A row of numbers that only grows, with the lowest and highest of any part of it in O(log n): a pyramid of blocks,
/// each of 16 of the level below. So a curve of a million points is drawn in as many steps as the plot has pixels.
class Series {
public:
    struct Range {
        /// lowest > highest: there is no number.
        double lowest, highest;
        bool isEmpty() const { return !(lowest <= highest); }
    };

    void append(std::span<const double> values);
    std::size_t size() const { return values_.size(); }
    double operator[](std::size_t i) const { return values_[i]; }
    const std::vector<double>& values() const { return values_; }
    /// Of [from, to), NaNs left out.
    Range range(std::size_t from, std::size_t to) const;
    Range range() const { return range(0, size()); }
    /// The first index from @p from on with a value above @p x; for a series that never falls. O(log of the distance).
    std::size_t upperBound(double x, std::size_t from = 0) const;
    /// The index whose value is nearest to @p x; for a series that never falls. The series must not be empty.
    std::size_t nearest(double x) const;

private:
    std::vector<double> values_;
    /// By level; level k has a block for every whole 16^(k+1) values.
    std::vector<std::vector<Range>> levels_;
};

}  // namespace trammel::ui
