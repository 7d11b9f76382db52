// SPDX-License-Identifier: Apache-2.0
#include "document/spelling.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace trammel {

std::size_t distanceBetween(const std::string& a, const std::string& b) {
    const auto isSame = [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    };
    // Distances of the prefixes of a, of up to i letters, to those of b; keeps the two previous rows.
    std::vector<std::size_t> beforeLast, last(b.size() + 1), row;
    std::iota(last.begin(), last.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        row.assign(1, i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::size_t least = std::min({last[j] + (isSame(a[i], b[j]) ? 0 : 1), last[j + 1] + 1, row[j] + 1});
            if (i > 0 && j > 0 && isSame(a[i], b[j - 1]) && isSame(a[i - 1], b[j]))
                least = std::min(least, beforeLast[j - 1] + 1);
            row.push_back(least);
        }
        beforeLast = std::exchange(last, std::move(row));
    }
    return last.back();
}

const std::string* nearestOf(const std::vector<std::string>& known, const std::string& word) {
    const std::string* nearest = nullptr;
    // A third of its letters, at least one.
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& each : known)
        if (const std::size_t distance = distanceBetween(each, word); distance < least) {
            least = distance;
            nearest = &each;
        }
    return nearest;
}

}  // namespace trammel
