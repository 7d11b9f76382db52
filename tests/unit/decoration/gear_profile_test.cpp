// SPDX-License-Identifier: Apache-2.0
// Involute teeth: their form, and that gears mesh without gap or overlap.
#include "decoration/gear_profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trammel {
namespace {

/// Error of arcs that approximate an involute, and of their division into straight pieces, relative to the module.
constexpr Real formError = 5e-4;
constexpr Real pieceAngle = 0.01;

Real distanceTo(const std::vector<Vec2>& outline, const Vec2& p) {
    Real least = Infinity;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2 a = outline[i], way = outline[(i + 1) % outline.size()] - a;
        const Real length = way.squaredNorm();
        const Real share = length > 0 ? std::clamp(way.dot(p - a) / length, 0., 1.) : 0;
        least = std::min(least, Vec2(a + share * way - p).norm());
    }
    return least;
}

bool isInside(const std::vector<Vec2>& outline, const Vec2& p) {
    bool inside = false;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const Vec2 &a = outline[i], &b = outline[j];
        if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0])
            inside = !inside;
    }
    return inside;
}

std::vector<Vec2> placed(const std::vector<Vec2>& points, Real angle, const Vec2& center) {
    std::vector<Vec2> moved;
    for (const Vec2& p : points)
        moved.emplace_back(center[0] + std::cos(angle) * p[0] - std::sin(angle) * p[1],
                           center[1] + std::sin(angle) * p[0] + std::cos(angle) * p[1]);
    return moved;
}

/// How far the pieces of one outline reach into the other, and how near they come to it.
struct Mesh {
    Real overlap = 0, gap = Infinity;
};
/// @param contact where the pitch circles touch: only the pieces near it are compared
Mesh meshOf(const std::vector<Vec2>& pinion, const std::vector<Vec2>& teeth, const Vec2& contact, bool teethAreSpaces) {
    constexpr Real near = 0.008;
    Mesh mesh;
    for (const Vec2& p : pinion) {
        if ((p - contact).norm() > near) continue;
        const Real distance = distanceTo(teeth, p);
        mesh.gap = std::min(mesh.gap, distance);
        if (isInside(teeth, p) != teethAreSpaces) mesh.overlap = std::max(mesh.overlap, distance);
    }
    return mesh;
}

TEST(GearProfile, FlanksAreInvolutes) {
    const GearShape shape{.module = 0.003, .teeth = 24};
    const Real r = shape.pitchRadius(), base = r * std::cos(shape.pressureAngle), pitch = 2 * Pi / shape.teeth;
    const auto inv = [](Real x) { return std::tan(x) - x; };
    int onFlanks = 0;
    for (const Vec2& p : flatten(makeGearProfile(shape).profile.outline, pieceAngle)) {
        const Real R = p.norm();
        EXPECT_LT(R, r + shape.module * (1 + 1e-9));
        EXPECT_GT(R, r - shape.module * (1.25 + 1e-9));
        if (R < base * (1 + 1e-9) || R > r + shape.module * (1 - 1e-6)) continue;
        const Real angle = std::abs(std::remainder(std::atan2(p[1], p[0]), pitch));
        const Real exact = pitch / 4 + inv(shape.pressureAngle) - inv(std::acos(base / R));
        EXPECT_NEAR(angle * R, exact * R, formError * shape.module);
        ++onFlanks;
    }
    EXPECT_GT(onFlanks, 24 * 2 * 4);
}

TEST(GearProfile, ExternalGearsMeshAtEveryAngle) {
    const GearShape small{.module = 0.003, .teeth = 18}, large{.module = 0.003, .teeth = 41};
    const auto a = flatten(makeGearProfile(small).profile.outline, pieceAngle),
               b = flatten(makeGearProfile(large).profile.outline, pieceAngle);
    const Vec2 center(small.pitchRadius() + large.pitchRadius(), 0);
    for (int i = 0; i < 5; ++i) {
        // A tooth of the first lies at the x axis, then a space of the second.
        const Real turn = 0.13 * i;
        const Real other = Pi + Pi / large.teeth - turn * small.teeth / large.teeth;
        const Mesh mesh =
            meshOf(placed(a, turn, Vec2(0, 0)), placed(b, other, center), Vec2(small.pitchRadius(), 0), false);
        EXPECT_LT(mesh.overlap, 3 * formError * small.module) << i;
        EXPECT_LT(mesh.gap, 3 * formError * small.module) << i;
    }
}

TEST(GearProfile, AGearMeshesInARing) {
    const GearShape small{.module = 0.003, .teeth = 20},
        ring{.module = 0.003, .teeth = 64, .isInternal = true, .rim = 0.01};
    const GearProfile around = makeGearProfile(ring);
    ASSERT_EQ(around.profile.openings.size(), 1u);
    EXPECT_EQ(around.profile.outline, makeCircle(Vec2(0, 0), ring.pitchRadius() + 1.25 * 0.003 + 0.01));
    const auto a = flatten(makeGearProfile(small).profile.outline, pieceAngle),
               spaces = flatten(around.profile.openings.front(), pieceAngle);
    const Vec2 center(ring.pitchRadius() - small.pitchRadius(), 0);
    for (int i = 0; i < 5; ++i) {
        const Real turn = 0.11 * i;
        const Mesh mesh = meshOf(placed(a, turn, center), placed(spaces, turn * small.teeth / ring.teeth, Vec2(0, 0)),
                                 Vec2(ring.pitchRadius(), 0), true);
        EXPECT_LT(mesh.overlap, 3 * formError * small.module) << i;
        EXPECT_LT(mesh.gap, 3 * formError * small.module) << i;
    }
}

TEST(GearProfile, FaultsAreNamedAndTheProfileStaysValid) {
    const GearProfile pointed = makeGearProfile({.module = 0.01, .teeth = 5, .pressureAngle = 35 * Pi / 180});
    EXPECT_EQ(pointed.fault, "Its teeth would be pointed below their full height.");
    EXPECT_GT(signedArea(pointed.profile.outline), 0);
    const GearProfile bored = makeGearProfile({.module = 0.002, .teeth = 20, .bore = 0.04});
    EXPECT_EQ(bored.fault, "Its bore reaches the roots of its teeth.");
    EXPECT_TRUE(bored.profile.openings.empty());
    EXPECT_EQ(makeGearProfile({.bore = -0.01}).fault, "Its bore is negative.");
    EXPECT_EQ(makeGearProfile({.isInternal = true, .rim = 0}).fault, "Its rim has no thickness.");
    EXPECT_EQ(makeGearProfile({.bore = 0.01}).profile.openings.size(), 1u);
    // Teeth fill about half of the ring between root and head circle.
    const Real r = 0.02;
    EXPECT_NEAR(signedArea(makeGearProfile({}).profile.outline), Pi * r * r, 0.03 * Pi * r * r);
}

}  // namespace
}  // namespace trammel
