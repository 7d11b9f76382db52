// SPDX-License-Identifier: Apache-2.0
#include "meshes/convex_cell.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

/// Orders the corners of a convex polygon in a plane around its middle.
void orderAround(std::vector<Vec3>& corners, const Vec3& normal) {
    Vec3 middle(0.);
    for (const Vec3& p : corners) middle += p;
    middle = Vec3(middle / Real(corners.size()));
    const Vec3 first = corners.front() - middle, second = normal.cross(first);
    const auto angle = [&](const Vec3& p) {
        const Vec3 arm = p - middle;
        return std::atan2(arm.dot(second), arm.dot(first));
    };
    std::ranges::sort(corners, {}, angle);
}

}  // namespace

ConvexCell::ConvexCell(const Vec3& low, const Vec3& high) {
    const auto corner = [&](int bits) {
        return Vec3(bits & 1 ? high[0] : low[0], bits & 2 ? high[1] : low[1], bits & 4 ? high[2] : low[2]);
    };
    for (int bits = 0; bits < 8; ++bits)
        for (const int axis : {1, 2, 4})
            if (!(bits & axis)) edges_.push_back({corner(bits), corner(bits | axis)});
}

std::pair<ConvexCell, ConvexCell> ConvexCell::cut(const CutPlane& plane, Real rounding,
                                                  const std::function<bool(const Vec3&)>& isInSolid) const {
    std::pair<ConvexCell, ConvexCell> parts;
    auto& [below, above] = parts;
    std::vector<Vec3> section;
    const auto addToSection = [&](const Vec3& p) {
        if (std::ranges::none_of(section, [&](const Vec3& q) { return Vec3(p - q).norm() <= rounding; }))
            section.push_back(p);
    };
    for (const Edge& edge : edges_) {
        const Real from = plane.heightOf(edge.from), to = plane.heightOf(edge.to);
        if (std::abs(from) <= rounding) addToSection(edge.from);
        if (std::abs(to) <= rounding) addToSection(edge.to);
        if (from <= rounding && to <= rounding) {
            if (from < -rounding || to < -rounding) below.edges_.push_back(edge);
        } else if (from >= -rounding && to >= -rounding) {
            above.edges_.push_back(edge);
        } else {
            const Vec3 at = edge.from + from / (from - to) * Vec3(edge.to - edge.from);
            addToSection(at);
            (from < 0 ? below : above).edges_.push_back({edge.from, at});
            (from < 0 ? above : below).edges_.push_back({at, edge.to});
        }
    }
    if (section.size() > 2) {
        orderAround(section, plane.normal);
        for (std::size_t i = 0; i < section.size(); ++i)
            for (ConvexCell* const part : {&below, &above})
                part->edges_.push_back({section[i], section[(i + 1) % section.size()]});
    }
    for (const Vec3& p : solidCorners_) {
        const Real height = plane.heightOf(p);
        if (height <= rounding) below.solidCorners_.push_back(p);
        if (height >= -rounding) above.solidCorners_.push_back(p);
    }
    for (const Vec3& p : section)
        if (isInSolid(p))
            for (ConvexCell* const part : {&below, &above}) part->solidCorners_.push_back(p);
    return parts;
}

}  // namespace trammel
