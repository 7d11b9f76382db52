// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/round_facets.h"

#include <array>

namespace trammel {

namespace {

/// Generators on each side of the deepest one, by their angles from it; one more is opposite.
constexpr std::array angles = {0.004, 0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.4,
                               0.6,   0.85, 1.15, 1.5,  1.85, 2.2,  2.5,  2.82};
constexpr int sides = 2 * int(angles.size()) + 2;

/// Cosine and sine of a generator's angle from the deepest one, times its distance from the axis for the radius 1.
struct Generator {
    Real along, left;
};

/// Radius of the corners of a regular polygon that has the area of the unit circle, by the angle between corners. The
/// corners near the deepest generator stay on the circle.
Real radiusOfEqualArea(Real angle) { return angle > 0.1 ? std::sqrt(angle / std::sin(angle)) : 1; }

std::array<Generator, sides> makeGenerators() {
    std::array<Generator, sides> all;
    all[0] = {1, 0};
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const Real before = i > 0 ? angles[i] - angles[i - 1] : angles[i];
        const Real after = (i + 1 < angles.size() ? angles[i + 1] : Pi) - angles[i];
        const Real radius = std::sqrt(radiusOfEqualArea(before) * radiusOfEqualArea(after));
        const Real c = radius * std::cos(angles[i]), s = radius * std::sin(angles[i]);
        all[1 + i] = {c, s};
        all[std::size_t(sides) - 1 - i] = {c, -s};
    }
    all[1 + angles.size()] = {-radiusOfEqualArea(Pi - angles.back()), 0};
    return all;
}

/// Directions of the generators, counter-clockwise seen from +y, with the deepest first.
struct Circle {
    std::array<Vec3, sides> points;

    explicit Circle(const Vec3& toward_S) {
        static const std::array<Generator, sides> generators = makeGenerators();
        const Real across = std::hypot(toward_S[0], toward_S[2]);
        const Vec3 deepest = across > 0 ? Vec3(toward_S[0] / across, 0, toward_S[2] / across) : Vec3(1, 0, 0);
        // Seen from +y, counter-clockwise turns z to x.
        const Vec3 left(deepest[2], 0, -deepest[0]);
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] = Vec3(generators[i].along * deepest + generators[i].left * left);
    }
};

}  // namespace

void makeFacets(const CylinderContactShape& cylinder, const Vec3& toward_S, Facets& out) {
    const Circle circle(toward_S);
    out.clear();
    for (const Vec3& p : circle.points) {
        out.vertices.emplace_back(cylinder.radius() * p[0], -cylinder.halfLength(), cylinder.radius() * p[2]);
        out.vertices.emplace_back(cylinder.radius() * p[0], cylinder.halfLength(), cylinder.radius() * p[2]);
    }
    for (int i = sides - 1; i >= 0; --i) out.corners.push_back(2 * i);
    out.addFace(0);
    for (int i = 0; i < sides; ++i) out.corners.push_back(2 * i + 1);
    out.addFace(sides);
    for (int i = 0; i < sides; ++i) {
        const int next = (i + 1) % sides, first = int(out.corners.size());
        for (const int v : {2 * i, 2 * next, 2 * next + 1, 2 * i + 1}) out.corners.push_back(v);
        out.addFace(first);
    }
}

void makeFacets(const ConeContactShape& cone, const Vec3& toward_S, Facets& out) {
    const Circle circle(toward_S);
    out.clear();
    for (const Vec3& p : circle.points) out.vertices.emplace_back(cone.radius() * p[0], 0, cone.radius() * p[2]);
    out.vertices.emplace_back(0, cone.height(), 0);
    for (int i = sides - 1; i >= 0; --i) out.corners.push_back(i);
    out.addFace(0);
    for (int i = 0; i < sides; ++i) {
        const int first = int(out.corners.size());
        for (const int v : {i, (i + 1) % sides, sides}) out.corners.push_back(v);
        out.addFace(first);
    }
}

}  // namespace trammel
