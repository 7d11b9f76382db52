// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/points_outside.h"

#include <algorithm>
#include <map>
#include <utility>

namespace trammel::ui {

namespace {
struct Box {
    Vec3 low{Infinity}, high{-Infinity};

    void include(const Vec3& p, Real reach) {
        low = low.cwiseMin(Vec3(p - Vec3(reach)));
        high = high.cwiseMax(Vec3(p + Vec3(reach)));
    }
    bool contains(const Box& other) const {
        return (low.array() <= other.low.array()).all() && (other.high.array() <= high.array()).all();
    }
    bool isInside(const std::function<std::optional<bool>(const Vec3&)>& contains) const {
        constexpr int corners = 8;
        for (int i = 0; i < corners; ++i) {
            const Vec3 corner(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
            if (!corner.allFinite() || contains(corner) != std::optional(true)) return false;
        }
        return true;
    }
};

/// The points of each body, and boxes around all places of these: of balls about the origins of bodies, which turning does
/// not change.
struct MovingPoints {
    std::map<int, std::vector<Vec3>> pointsOf;
    std::vector<std::pair<int, Box>> boxes;
    Box all;

    MovingPoints(const std::vector<BodyPoint>& points, std::span<const std::vector<Transform>> poses) {
        for (const BodyPoint& point : points) pointsOf[point.body].push_back(point.p_B);
        for (const auto& [body, own] : pointsOf) {
            const Real reach = std::ranges::max(own, {}, [](const Vec3& p) { return p.squaredNorm(); }).norm();
            Box& box = boxes.emplace_back(body, Box{}).second;
            for (const std::vector<Transform>& X_GB : poses)
                if (std::size_t(body) < X_GB.size() && X_GB[std::size_t(body)].p().allFinite())
                    box.include(X_GB[std::size_t(body)].p(), reach);
            if (box.low.x() > box.high.x()) continue;
            all.include(box.low, 0);
            all.include(box.high, 0);
        }
    }
};
}  // namespace

std::vector<Vec3> findPointsOutside(const std::vector<BodyPoint>& points,
                                    const std::vector<std::vector<Transform>>& poses,
                                    const std::function<std::optional<bool>(const Vec3&)>& contains) {
    MovingPoints moving(points, poses);
    std::vector<Vec3> outside;
    if (moving.all.isInside(contains)) return outside;
    for (const auto& [body, box] : moving.boxes) {
        if (box.isInside(contains)) continue;
        for (const std::vector<Transform>& X_GB : poses)
            for (const Vec3& p_B : moving.pointsOf[body]) {
                if (std::size_t(body) >= X_GB.size()) continue;
                const Vec3 place = X_GB[std::size_t(body)] * p_B;
                if (place.allFinite() && contains(place) == std::optional(false)) outside.push_back(place);
            }
    }
    return outside;
}

Real findExtent(const std::vector<BodyPoint>& points, std::span<const std::vector<Transform>> poses,
                std::size_t* placed) {
    MovingPoints moving(points, poses);
    // Far-reaching bodies first: then the others lie within.
    const Vec3 center = Vec3((moving.all.low + moving.all.high) / 2);
    const auto reachOf = [&center](const std::pair<int, Box>& each) {
        return Vec3(each.second.high - center).cwiseMax(Vec3(center - each.second.low)).maxCoeff();
    };
    std::ranges::sort(moving.boxes, std::ranges::greater(), reachOf);
    Box extent;
    for (const auto& [body, box] : moving.boxes) {
        if (box.low.x() > box.high.x() || extent.contains(box)) continue;
        for (const std::vector<Transform>& X_GB : poses)
            for (const Vec3& p_B : moving.pointsOf[body]) {
                if (std::size_t(body) >= X_GB.size()) continue;
                if (placed) ++*placed;
                const Vec3 place = X_GB[std::size_t(body)] * p_B;
                if (place.allFinite()) extent.include(place, 0);
            }
    }
    return extent.low.x() <= extent.high.x() ? (extent.high - extent.low).norm() : 0;
}

}  // namespace trammel::ui
