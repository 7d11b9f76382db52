// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/profile.h"

namespace trammel {

/// True if @p p is enclosed by the closed polygon @p loop.
inline bool isInside(const std::vector<Vec2>& loop, const Vec2& p) {
    bool inside = false;
    for (std::size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++)
        if ((loop[i][1] > p[1]) != (loop[j][1] > p[1]) &&
            p[0] < (loop[j][0] - loop[i][0]) * (p[1] - loop[i][1]) / (loop[j][1] - loop[i][1]) + loop[i][0])
            inside = !inside;
    return inside;
}

/// True if an edge of one closed polygon crosses one of the other, or, for the same polygon twice, another of its own.
inline bool edgesCross(const std::vector<Vec2>& one, const std::vector<Vec2>& other) {
    const auto side = [](const Vec2& a, const Vec2& b, const Vec2& p) { return crossOf(b - a, p - a); };
    const auto crosses = [&](const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
    };
    for (std::size_t i = 0; i < one.size(); ++i)
        for (std::size_t j = &one == &other ? i + 1 : 0; j < other.size(); ++j)
            if (crosses(one[i], one[(i + 1) % one.size()], other[j], other[(j + 1) % other.size()])) return true;
    return false;
}

}  // namespace trammel
