// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/points_outside.h"

#include <algorithm>
#include <map>

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
}  // namespace

std::vector<Vec3> findPointsOutside(const std::vector<BodyPoint>& points,
                                    const std::vector<std::vector<Transform>>& poses,
                                    const std::function<std::optional<bool>(const Vec3&)>& contains) {
    std::map<int, std::vector<Vec3>> pointsOf;
    for (const BodyPoint& point : points) pointsOf[point.body].push_back(point.p_B);
    // Balls about the origins of bodies, which turning does not change.
    Box all;
    std::vector<std::pair<int, Box>> boxes;
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
    std::vector<Vec3> outside;
    if (all.isInside(contains)) return outside;
    for (const auto& [body, box] : boxes) {
        if (box.isInside(contains)) continue;
        for (const std::vector<Transform>& X_GB : poses)
            for (const Vec3& p_B : pointsOf[body]) {
                if (std::size_t(body) >= X_GB.size()) continue;
                const Vec3 place = X_GB[std::size_t(body)] * p_B;
                if (place.allFinite() && contains(place) == std::optional(false)) outside.push_back(place);
            }
    }
    return outside;
}

}  // namespace trammel::ui
