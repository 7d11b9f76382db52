// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/round_facets.h"

#include <array>

namespace trammel {

namespace {

// Generators on each side of the deepest one: some within the angle that the contact reaches, some in a geometric sequence
// from there to 0.3 rad, the others at fixed angles; one more is opposite.
constexpr int near = 7, between = 4;
constexpr std::array far = {0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4, 2.7, 2.92};
constexpr int perSide = near + between + int(far.size());
constexpr int sides = 2 * perSide + 2;
constexpr Real nearStep = 0.15, farFrom = 0.3;

/// Distance of the far generators from the axis for the radius 1: a regular polygon with their spacing then has the area of
/// the circle. The others are on the circle, and the polygon is convex.
const Real farOut = std::sqrt(0.3 / std::sin(0.3));

/// Directions of the generators, times their distance from the axis for the radius 1, counter-clockwise seen from +y and
/// with the deepest first.
struct Circle {
    std::array<Vec3, sides> points;

    Circle(const Vec3& toward_S, Real radius, Real depth) {
        const Real across = std::hypot(toward_S[0], toward_S[2]);
        const Vec3 deepest = across > 0 ? Vec3(toward_S[0] / across, 0, toward_S[2] / across) : Vec3(1, 0, 0);
        // Seen from +y, counter-clockwise turns z to x.
        const Vec3 left(deepest[2], 0, -deepest[0]);
        const Real reach = clamp(1e-7, std::sqrt(2 * depth / (radius * std::max(across, 1e-6))), 0.28);
        std::array<Real, std::size_t(perSide)> angles;
        std::size_t n = 0;
        for (int i = 1; i <= near; ++i) angles[n++] = reach * nearStep * i;
        const Real ratio = std::sqrt(std::sqrt(farFrom / angles[n - 1]));
        for (int i = 0; i < between; ++i, ++n) angles[n] = angles[n - 1] * ratio;
        for (const Real angle : far) angles[n++] = angle;
        points[0] = deepest;
        for (std::size_t i = 0; i < n; ++i) {
            const Real out = i < std::size_t(near + between) ? 1 : farOut;
            const Real c = out * std::cos(angles[i]), s = out * std::sin(angles[i]);
            points[1 + i] = Vec3(c * deepest + s * left);
            points[std::size_t(sides) - 1 - i] = Vec3(c * deepest - s * left);
        }
        points[1 + n] = Vec3(-farOut * deepest);
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

void makeFacets(const CylinderContactShape& cylinder, const Vec3& toward_S, Real depth, Facets& out) {
    const Circle circle(toward_S, cylinder.radius(), depth);
    out.clear();
    for (const Vec3& p : circle.points) {
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

void makeFacets(const ConeContactShape& cone, const Vec3& toward_S, Real depth, Facets& out) {
    const Circle circle(toward_S, cone.radius(), depth);
    out.clear();
    for (const Vec3& p : circle.points) out.vertices.emplace_back(cone.radius() * p[0], 0, cone.radius() * p[2]);
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
