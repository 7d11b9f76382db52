// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/round_facets.h"

#include <algorithm>
#include <array>

namespace trammel {

namespace {

// Generators on each side of the deepest one of a place of contact: some within the angle that the contact reaches, some in
// a geometric sequence from there to 0.3 rad; beyond them others at most that far apart.
constexpr int near = 7, between = 4;
constexpr int perPlace = 2 * (near + between) + 1;
constexpr Real nearStep = 0.15, farFrom = 0.3;
/// Closer ones, rad, count once.
constexpr Real same = 1e-10;
constexpr int capacity = int(mostRoundPlaces) * perPlace + 20;

/// Directions of the generators, times their distance from the axis for the radius 1, counter-clockwise seen from +y and
/// with the deepest of the first place first.
struct Circle {
    std::array<Vec3, capacity> points;
    int sides = 0;

    Circle(std::span<const RoundPlace> places, Real radius, FacetCorners corners) {
        const Vec3 deepest = directionOf(places[0]);
        // Seen from +y, counter-clockwise turns z to x.
        const Vec3 left(deepest[2], 0, -deepest[0]);
        std::array<Real, mostRoundPlaces * std::size_t(perPlace)> angles;
        std::size_t n = 0;
        for (const RoundPlace& place : places) {
            const Vec3 direction = directionOf(place);
            const Real middle = &place == places.data() ? 0 : std::atan2(left.dot(direction), deepest.dot(direction));
            const Real across = std::hypot(place.toward[0], place.toward[2]);
            const Real reach = clamp(1e-7, std::sqrt(2 * place.depth / (radius * std::max(across, 1e-6))), 0.28);
            const auto add = [&](Real angle) {
                angles[n++] = middle + angle;
                angles[n++] = middle - angle;
            };
            angles[n++] = middle;
            for (int i = 1; i <= near; ++i) add(reach * nearStep * i);
            Real angle = reach * nearStep * near;
            const Real ratio = std::sqrt(std::sqrt(farFrom / angle));
            for (int i = 0; i < between; ++i) add(angle *= ratio);
        }
        for (std::size_t i = 0; i < n; ++i)
            if (angles[i] < 0) angles[i] += 2 * Pi;
        std::sort(angles.begin(), angles.begin() + std::ptrdiff_t(n));
        const auto put = [&](Real angle, Real out) {
            points[std::size_t(sides++)] = Vec3(out * std::cos(angle) * deepest + out * std::sin(angle) * left);
        };
        for (std::size_t i = 0; i < n; ++i) {
            const Real next = i + 1 < n ? angles[i + 1] : 2 * Pi;
            if (next - angles[i] < same) continue;
            put(angles[i], 1);
            const int parts = int(std::ceil((next - angles[i]) / farFrom - 1e-6));
            const Real step = (next - angles[i]) / parts;
            // A regular polygon with their spacing then has the area of the circle. The others are on the circle, and the
            // polygon is convex.
            const Real out = corners == FacetCorners::Inside ? 1 : std::sqrt(step / std::sin(step));
            for (int k = 1; k < parts; ++k) put(angles[i] + k * step, out);
        }
    }

private:
    static Vec3 directionOf(const RoundPlace& place) {
        const Real across = std::hypot(place.toward[0], place.toward[2]);
        return across > 0 ? Vec3(place.toward[0] / across, 0, place.toward[2] / across) : Vec3(1, 0, 0);
    }
};

/// Unit normal, seen from the axis, of the side between two generators whose bottom corners are @p a and @p b; it leans up
/// by @p lean for each m to the side.
Vec3 sideNormal(const Vec3& a, const Vec3& b, Real lean) {
    // Across the chord: to the right of the way from a to b, seen from +y.
    const Real x = a[2] - b[2], z = b[0] - a[0];
    const Real outward = x * a[0] + z * a[2] < 0 ? -1 : 1;
    const Real across = std::sqrt(x * x + z * z), slant = outward / (across * std::sqrt(1 + lean * lean));
    return Vec3(x * slant, outward * lean * across * slant, z * slant);
}

}  // namespace

void makeFacets(const CylinderContactShape& cylinder, std::span<const RoundPlace> places, Facets& out,
                FacetCorners corners) {
    const Circle circle(places, cylinder.radius(), corners);
    const int sides = circle.sides;
    out.clear();
    for (const Vec3& p : std::span(circle.points).first(std::size_t(sides))) {
        out.vertices.emplace_back(cylinder.radius() * p[0], -cylinder.halfLength(), cylinder.radius() * p[2]);
        out.vertices.emplace_back(cylinder.radius() * p[0], cylinder.halfLength(), cylinder.radius() * p[2]);
    }
    for (int i = sides - 1; i >= 0; --i) out.corners.push_back(2 * i);
    out.addFace(0, Vec3(0, -1, 0));
    for (int i = 0; i < sides; ++i) out.corners.push_back(2 * i + 1);
    out.addFace(sides, Vec3(0, 1, 0));
    for (int i = 0; i < sides; ++i) {
        const int next = i + 1 < sides ? i + 1 : 0, first = int(out.corners.size());
        for (const int v : {2 * i, 2 * next, 2 * next + 1, 2 * i + 1}) out.corners.push_back(v);
        out.addFace(first, sideNormal(out.vertices[std::size_t(2 * i)], out.vertices[std::size_t(2 * next)], 0));
    }
}

void makeFacets(const ConeContactShape& cone, std::span<const RoundPlace> places, Facets& out, FacetCorners corners) {
    const Circle circle(places, cone.radius(), corners);
    const int sides = circle.sides;
    out.clear();
    for (const Vec3& p : std::span(circle.points).first(std::size_t(sides)))
        out.vertices.emplace_back(cone.radius() * p[0], 0, cone.radius() * p[2]);
    out.vertices.emplace_back(0, cone.height(), 0);
    for (int i = sides - 1; i >= 0; --i) out.corners.push_back(i);
    out.addFace(0, Vec3(0, -1, 0));
    for (int i = 0; i < sides; ++i) {
        const int next = i + 1 < sides ? i + 1 : 0, first = int(out.corners.size());
        for (const int v : {i, next, sides}) out.corners.push_back(v);
        const Vec3 &a = out.vertices[std::size_t(i)], &b = out.vertices[std::size_t(next)];
        // Distance of the chord from the axis, over the height.
        const Real apothem = std::abs(a[0] * b[2] - a[2] * b[0]) / std::hypot(b[0] - a[0], b[2] - a[2]);
        out.addFace(first, sideNormal(a, b, apothem / cone.height()));
    }
}

}  // namespace trammel
