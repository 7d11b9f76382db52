// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/points_outside.h"

#include <algorithm>

namespace trammel::ui {

namespace {
struct Box {
    Vec3 low{Infinity}, high{-Infinity};

    void include(const Vec3& p, Real reach) {
        low = low.cwiseMin(Vec3(p - Vec3(reach)));
        high = high.cwiseMax(Vec3(p + Vec3(reach)));
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

/// A ball about the points of a body, which turning does not change; without points it has no radius.
struct Ball {
    Vec3 center{0.};
    Real radius = -1;
};

/// By body.
std::vector<Ball> ballsAround(const std::vector<BodyPoint>& points) {
    std::vector<Box> boxes;
    for (const BodyPoint& point : points) {
        if (boxes.size() <= std::size_t(point.body)) boxes.resize(std::size_t(point.body) + 1);
        boxes[std::size_t(point.body)].include(point.p_B, 0);
    }
    std::vector<Ball> balls(boxes.size());
    for (std::size_t body = 0; body < boxes.size(); ++body)
        if (const Box& box = boxes[body]; box.low.x() <= box.high.x())
            balls[body] = {Vec3((box.low + box.high) / 2), (box.high - box.low).norm() / 2};
    return balls;
}

void includePlace(const Ball& ball, const Transform& X_GB, Box& box) {
    const Vec3 place = X_GB * ball.center;
    if (place.allFinite()) box.include(place, ball.radius);
}

/// All places of all balls.
Box boxOf(const std::vector<Ball>& balls, std::span<const std::vector<Transform>> poses) {
    Box box;
    for (const std::vector<Transform>& X_GB : poses)
        for (std::size_t body = 0; body < std::min(balls.size(), X_GB.size()); ++body)
            if (balls[body].radius >= 0) includePlace(balls[body], X_GB[body], box);
    return box;
}

/// Places up to which an extent is that of the points themselves.
constexpr std::size_t MostPlaces = 200'000;
}  // namespace

std::vector<Vec3> findPointsOutside(const std::vector<BodyPoint>& points,
                                    const std::vector<std::vector<Transform>>& poses,
                                    const std::function<std::optional<bool>(const Vec3&)>& contains) {
    const std::vector<Ball> balls = ballsAround(points);
    std::vector<Vec3> outside;
    if (const Box all = boxOf(balls, poses); all.low.x() > all.high.x() || all.isInside(contains)) return outside;
    std::vector<bool> mayLeave(balls.size());
    for (std::size_t body = 0; body < balls.size(); ++body) {
        Box box;
        for (const std::vector<Transform>& X_GB : poses)
            if (body < X_GB.size() && balls[body].radius >= 0) includePlace(balls[body], X_GB[body], box);
        mayLeave[body] = box.low.x() <= box.high.x() && !box.isInside(contains);
    }
    for (const std::vector<Transform>& X_GB : poses)
        for (const BodyPoint& point : points) {
            const auto body = std::size_t(point.body);
            if (!mayLeave[body] || body >= X_GB.size()) continue;
            const Vec3 place = X_GB[body] * point.p_B;
            if (place.allFinite() && contains(place) == std::optional(false)) outside.push_back(place);
        }
    return outside;
}

Real findExtent(const std::vector<BodyPoint>& points, std::span<const std::vector<Transform>> poses) {
    Box extent;
    if (points.size() * poses.size() > MostPlaces) {
        extent = boxOf(ballsAround(points), poses);
    } else {
        for (const std::vector<Transform>& X_GB : poses)
            for (const BodyPoint& point : points) {
                if (std::size_t(point.body) >= X_GB.size()) continue;
                const Vec3 place = X_GB[std::size_t(point.body)] * point.p_B;
                if (place.allFinite()) extent.include(place, 0);
            }
    }
    return extent.low.x() <= extent.high.x() ? (extent.high - extent.low).norm() : 0;
}

}  // namespace trammel::ui
