// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace trammel {

/// The numbers 0 .. n - 1 in sets that can be united, each represented by its lowest number. O(log n) per call on average.
///
/// **Source:** Tarjan, van Leeuwen, J. ACM 31 (1984) 245: path halving.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t n) : other_(n) { std::iota(other_.begin(), other_.end(), std::size_t(0)); }

    std::size_t find(std::size_t i) {
        while (other_[i] != i) i = other_[i] = other_[other_[i]];
        return i;
    }
    void unite(std::size_t a, std::size_t b) {
        const std::size_t first = find(a), second = find(b);
        other_[std::max(first, second)] = std::min(first, second);
    }

private:
    /// A lower number of the same set; the number itself for the lowest.
    std::vector<std::size_t> other_;
};

}  // namespace trammel
