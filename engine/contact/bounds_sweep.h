// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "contact/contact_geometry.h"

namespace trammel {

/// Bounds in Ground of a box given in S; unbounded in all directions where it is in any.
inline AxisBox calcBoundsInGround(const Transform& X_GS, const AxisBox& box) {
    const Vec3 half = Vec3((box.upper - box.lower) / 2);
    if (!std::isfinite(half[0] + half[1] + half[2])) {
        constexpr Real infinity = std::numeric_limits<Real>::infinity();
        return {Vec3(-infinity), Vec3(infinity)};
    }
    const Vec3 center = Vec3(X_GS * Vec3((box.lower + box.upper) / 2));
    const Vec3 reach = Vec3(X_GS.R().asMat33().cwiseAbs() * half);
    return {Vec3(center - reach), Vec3(center + reach)};
}

/// Distance of a box in Ground from the half-space y < 0 of a frame; negative where they meet.
inline Real calcHeight(const Transform& X_GS, const AxisBox& box) {
    const Vec3 normal = X_GS.R().y();
    const Vec3 half = Vec3((box.upper - box.lower) / 2);
    return normal.dot(Vec3((box.upper + box.lower) / 2 - X_GS.p())) - normal.cwiseAbs().dot(half);
}

/// Whether two shapes that reach no farther than @p reachA and @p reachB from the centers of their boxes cannot meet.
inline bool areApart(const AxisBox& a, Real reachA, const AxisBox& b, Real reachB) {
    const Vec3 twice = Vec3(a.lower + a.upper - b.lower - b.upper);
    return twice.normSqr() > 4 * square(reachA + reachB);
}

inline bool overlap(const AxisBox& a, const AxisBox& b) {
    return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] &&
           b.lower[1] <= a.upper[1] && a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
}

/// Calls visit(i, j) once for each pair of overlapping boxes. O(n log n + overlaps along x). Keeps nothing between
/// poses, so that the result is a function of the boxes alone.
/// @param order scratch memory
template <class Visit>
void sweepBounds(const std::vector<AxisBox>& boxes, std::vector<int>& order, const Visit& visit) {
    order.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) order[i] = int(i);
    const auto lower = [&](int i) { return boxes[std::size_t(i)].lower[0]; };
    std::sort(order.begin(), order.end(),
              [&](int i, int j) { return lower(i) < lower(j) || (lower(i) == lower(j) && i < j); });
    for (auto i = order.begin(); i != order.end(); ++i) {
        const AxisBox& box = boxes[std::size_t(*i)];
        for (auto j = i + 1; j != order.end() && lower(*j) <= box.upper[0]; ++j)
            if (overlap(box, boxes[std::size_t(*j)])) visit(*i, *j);
    }
}

}  // namespace trammel
