// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "contact/pairs/round_facets.h"

namespace trammel {

/// The stretch of a segment whose projection along the normal of a triangle lies in the triangle; false if none.
bool clipToTriangle(const Vec3* corners, const Vec3& normal, Vec3& from, Vec3& to);

/// The deepest places of a cylinder or cone among triangles, at most `mostRoundPlaces` in different directions.
template <class Round>
class RoundPlaces {
public:
    explicit RoundPlaces(const Round& round) : round_(round), bounds_(round.calcBounds()) {}

    /// @param corners three, and the @p normal out of the solid that they bound, in the frame of the round solid
    void consider(const Vec3* corners, const Vec3& normal) {
        Vec3 deepest;
        if (const Real depth = calcDepthBelow(corners, normal, deepest); depth > 0) add({-normal, depth});
        for (int k = 0; k < 3; ++k) considerEdge(corners[k], corners[(k + 1) % 3]);
    }
    /// Depth of the generator deepest below a face, of the part that the face covers, and its deepest point; 0 without one.
    Real calcDepthBelow(const Vec3* corners, const Vec3& normal, Vec3& point) const {
        const Real across = std::hypot(normal[0], normal[2]), radius = bounds_.upper[0];
        const Vec3 out = across > 0 ? Vec3(-normal[0] / across, 0, -normal[2] / across) : Vec3(1, 0, 0);
        Vec3 from = Vec3(0, bounds_.lower[1], 0) + Vec3(radius * out);
        Vec3 to = Vec3(0, bounds_.upper[1], 0) + Vec3((round_.key() == ConeContactShape::kind ? 0 : radius) * out);
        if (!clipToTriangle(corners, normal, from, to)) return 0;
        point = normal.dot(from) < normal.dot(to) ? from : to;
        return std::max<Real>(0, normal.dot(corners[0]) - normal.dot(point));
    }
    /// The point of an edge deepest inside, and the outward normal of the round solid there; depth 0 if none is inside.
    struct EdgePoint {
        Vec3 point{0.}, normal{0.};
        Real depth = 0;
    };
    const EdgePoint& deepest() const { return deepest_; }
    /// One place or more.
    std::span<const RoundPlace> get() const { return std::span(places_).first(std::max<std::size_t>(count_, 1)); }

private:
    /// The deepest point of an edge, along which the distance from a convex solid has one valley.
    void considerEdge(const Vec3& a, const Vec3& b) {
        for (int i = 0; i < 3; ++i)
            if (std::min(a[i], b[i]) > bounds_.upper[i] || std::max(a[i], b[i]) < bounds_.lower[i]) return;
        const auto depthAt = [&](Real share) {
            const Vec3 p = a + Vec3(share * Vec3(b - a));
            const SurfacePoint nearest = round_.findNearest(p);
            const Real depth = -nearest.distance;
            if (depth > deepest_.depth) deepest_ = {p, nearest.normal, depth};
            const Real across = std::hypot(p[0], p[2]);
            if (across > 0) add({Vec3(p[0] / across, 0, p[2] / across), depth});
            return depth;
        };
        // The distance changes by at most the length traveled from either end.
        const Real atA = depthAt(0), atB = depthAt(1);
        const Real length = Vec3(b - a).norm();
        if (length <= -atA - atB) return;
        constexpr Real golden = 0.6180339887498949;
        Real low = 0, high = 1, x = 1 - golden, y = golden, atX = depthAt(x), atY = depthAt(y);
        // An edge that only just reaches a rim needs more of them.
        constexpr int steps = 24, most = 60;
        for (int i = 0; i < most; ++i) {
            const Real best = std::max(atX, atY);
            if (i >= steps && (best > 0 || best < (low - high) * length)) break;
            if (atX > atY) {
                high = y;
                y = x, atY = atX;
                x = high - golden * (high - low), atX = depthAt(x);
            } else {
                low = x;
                x = y, atX = atY;
                y = low + golden * (high - low), atY = depthAt(y);
            }
        }
    }
    void add(const RoundPlace& place) {
        if (!(place.depth > 0)) return;
        std::size_t at = 0;
        while (at < count_ && !isAlike(places_[at].toward, place.toward)) ++at;
        if (at == mostRoundPlaces) {
            at = 0;
            for (std::size_t i = 1; i < count_; ++i)
                if (places_[i].depth < places_[at].depth) at = i;
        }
        if (at == count_)
            places_[count_++] = place;
        else if (place.depth > places_[at].depth)
            places_[at] = place;
    }
    /// Directions closer than this, by the cosine, are one place.
    static bool isAlike(const Vec3& a, const Vec3& b) {
        constexpr Real close = 0.97;
        const Real across = std::hypot(a[0], a[2]) * std::hypot(b[0], b[2]);
        return a[0] * b[0] + a[2] * b[2] >= close * across;
    }

    const Round& round_;
    const AxisBox bounds_;
    std::array<RoundPlace, mostRoundPlaces> places_{};
    std::size_t count_ = 0;
    EdgePoint deepest_;
};

}  // namespace trammel
