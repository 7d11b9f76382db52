// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"
#include "tests/unit/contact/shape_samples.h"

namespace trammel::test {
namespace {

const HalfSpaceContactShape ground;

/// Volume of a box below y = 0 less what lies below its faces that look up: sums over its corners, as for the volume of a
/// cube cut by a plane.
Real boxVolumeBelow(const Vec3& half, const Transform& X) {
    // In coordinates s, t, w from the lowest corner along its three edges the height is height + a s + b t + c w.
    const Vec3 rise(2 * std::abs(X.R()(1, 0)) * half[0], 2 * std::abs(X.R()(1, 1)) * half[1],
                    2 * std::abs(X.R()(1, 2)) * half[2]);
    const Real depth = rise[0] / 2 + rise[1] / 2 + rise[2] / 2 - X.p()[1];
    if (!(depth > 0)) return 0;
    Real sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        Real h = depth;
        int sign = 1;
        for (int i = 0; i < 3; ++i)
            if (corner & (1 << i)) h -= rise[i], sign = -sign;
        if (h > 0) sum += sign * cube(h);
    }
    return 8 * half[0] * half[1] * half[2] * sum / (6 * rise[0] * rise[1] * rise[2]);
}

TEST(HalfSpaceBox, PatchesHoldTheVolumeOfTheOverlap) {
    const BoxContactShape box(Vec3(0.5, 0.375, 0.625));
    Dice dice(1);
    for (int i = 0; i < 200; ++i) {
        const Rotation R = dice.rotation();
        Real flattest = Infinity, reach = 0;
        for (int k = 0; k < 3; ++k) {
            const Real rise = 2 * std::abs(R(1, k)) * box.halfLengths()[k];
            flattest = std::min(flattest, rise);
            reach += rise / 2;
        }
        // Only the faces that look down are in.
        const Transform X(R, Vec3(dice.real(-3, 3), reach - 0.99 * flattest, dice.real(-3, 3)));
        const ContactRegions regions = regionsOf(ground, box, X);
        const Real exact = boxVolumeBelow(box.halfLengths(), X);
        EXPECT_NEAR(patchVolume(regions), exact, 1e-12 + 1e-9 * exact);
        EXPECT_NEAR(greatestDepth(regions), 0.99 * flattest, 1e-14);
    }
}

TEST(HalfSpaceBox, LyingFlatGivesItsFaceWithUniformDepth) {
    const BoxContactShape box(Vec3(0.5, 0.375, 0.625));
    const ContactRegions regions = regionsOf(ground, box, Transform(Vec3(1, 0.374, 2)));
    ASSERT_EQ(regions.regions.size(), 1u);
    EXPECT_EQ(regions.regions[0].vertexCount, 4);
    EXPECT_NEAR(patchVolume(regions), 1.25 * 0.001, 1e-15);
    EXPECT_NEAR(Vec3(regions.regions[0].point - Vec3(1, -0.0005, 2)).norm(), 0, 1e-15);
    for (const ContactVertex& v : regions.vertices) EXPECT_NEAR(v.depth, 0.001, 1e-16);
}

TEST(HalfSpaceMesh, TessellationDoesNotMatter) {
    const Vec3 half(0.5, 0.375, 0.625);
    const BoxContactShape box(half);
    const auto coarse = MeshContactShape::create(boxMesh(half, 1), ""),
               fine = MeshContactShape::create(boxMesh(half, 7), "");
    Dice dice(2);
    for (int i = 0; i < 50; ++i) {
        const Transform X = poseAtDepth(ground, box, dice.rotation(), Vec3(0, -1, 0), 0.05);
        const Real exact = patchVolume(regionsOf(ground, box, X));
        EXPECT_NEAR(patchVolume(regionsOf(ground, **coarse.value, X)), exact, 1e-13);
        EXPECT_NEAR(patchVolume(regionsOf(ground, **fine.value, X)), exact, 1e-13);
    }
}

TEST(HalfSpaceMesh, RefinedBallConvergesToThePublishedVolume) {
    // Foundation force times thickness by modulus: pi d² (R - d/3) for R = 0.1, d = 0.01.
    constexpr Real radius = 0.1, depth = 0.01, volume = 3.03687289847e-5;
    Real last = Infinity;
    for (const int n : {8, 16, 32, 64}) {
        const auto made = MeshContactShape::create(ballMesh(radius, n), "ball");
        const Real error =
            std::abs(patchVolume(regionsOf(ground, **made, Transform(Vec3(0, radius - depth, 0)))) / volume - 1);
        EXPECT_LT(error, last / 3) << n;
        last = error;
    }
    EXPECT_LT(last, 0.01);
}

TEST(HalfSpaceEllipsoid, HasDepthPointAndCurvatureOfTheLowestPoint) {
    const Vec3 r(0.5, 0.375, 0.625);
    const EllipsoidContactShape ellipsoid(r);
    Dice dice(3);
    for (int i = 0; i < 100; ++i) {
        const Rotation R = dice.rotation();
        // Half width along y: sqrt(sum (r_i R_yi)²).
        const Real reach = Vec3(r[0] * R(1, 0), r[1] * R(1, 1), r[2] * R(1, 2)).norm();
        const ContactRegions regions = regionsOf(ground, ellipsoid, Transform(R, Vec3(0, reach - 0.01, 0)));
        ASSERT_EQ(regions.regions.size(), 1u);
        EXPECT_NEAR(regions.regions[0].depth, 0.01, 1e-15);
        // Gauss curvature h⁴/(a b c)², h the half width.
        EXPECT_NEAR(regions.regions[0].curvature[0] * regions.regions[0].curvature[1],
                    square(square(reach)) / square(r[0] * r[1] * r[2]), 1e-11);
        EXPECT_GE(regions.regions[0].curvature[0], regions.regions[0].curvature[1]);
    }
    const ContactRegions upright = regionsOf(ground, ellipsoid, Transform(Vec3(0, 0.37, 0)));
    EXPECT_NEAR(upright.regions[0].curvature[0], 0.375 / square(0.5), 1e-14);
    EXPECT_NEAR(upright.regions[0].curvature[1], 0.375 / square(0.625), 1e-14);
    EXPECT_NEAR(std::abs(upright.regions[0].bend[0]), 1, 1e-14);
}

TEST(HalfSpaceCapsule, LyingTouchesWithBothEnds) {
    const CapsuleContactShape capsule(0.25, 0.5);
    const Rotation lying(Pi / 2, Vec3(0, 0, 1));
    const ContactRegions regions = regionsOf(ground, capsule, Transform(lying, Vec3(0, 0.249, 0)));
    ASSERT_EQ(regions.regions.size(), 2u);
    for (const ContactRegion& r : regions.regions) EXPECT_NEAR(r.depth, 0.001, 1e-15);
    EXPECT_EQ(regionsOf(ground, capsule, Transform(Vec3(0, 0.749, 0))).regions.size(), 1u);
}

TEST(HalfSpaceCylinder, StandingGivesItsCapAtAnyTilt) {
    const CylinderContactShape cylinder(0.5, 0.375);
    for (const Real tilt : {0., 1e-12, 1e-6, 1e-4}) {
        const Transform X(Rotation(tilt, Vec3(1, 0, 0)), Vec3(0, 0.374, 0));
        EXPECT_NEAR(patchVolume(regionsOf(ground, cylinder, X)), Pi * 0.25 * 0.001, 1e-3 * Pi * 0.25 * 0.001) << tilt;
    }
}

TEST(HalfSpaceCylinder, RollingKeepsTheOverlap) {
    const CylinderContactShape cylinder(0.5, 0.375);
    const Rotation lying(Pi / 2, Vec3(0, 0, 1));
    for (const Real depth : {1e-5, 1e-3, 1e-2}) {
        // Segment of the circle times the length.
        const Real angle = std::acos(1 - depth / 0.5);
        const Real exact = 0.75 * 0.25 * (angle - std::sin(angle) * std::cos(angle));
        Real least = Infinity, most = 0;
        for (int i = 0; i < 50; ++i) {
            const Real volume = patchVolume(regionsOf(
                ground, cylinder, Transform(lying * Rotation(0.1 * i, Vec3(0, 1, 0)), Vec3(0, 0.5 - depth, 0))));
            least = std::min(least, volume);
            most = std::max(most, volume);
        }
        EXPECT_NEAR(least, exact, 0.04 * exact) << depth;
        EXPECT_NEAR(most, least, 1e-6 * exact) << depth;
    }
}

TEST(HalfSpaceCone, StandingGivesItsBaseAndOnItsTipAPoint) {
    const ConeContactShape cone(0.5, 0.875);
    EXPECT_NEAR(patchVolume(regionsOf(ground, cone, Transform(Vec3(0, -0.001, 0)))), Pi * 0.25 * 0.001,
                1e-3 * Pi * 0.25 * 0.001);
    const ContactRegions tip = regionsOf(ground, cone, Transform(Rotation(Pi, Vec3(1, 0, 0)), Vec3(0, 0.865, 0)));
    EXPECT_NEAR(greatestDepth(tip), 0.01, 1e-15);
    const Real radius = 0.01 * 0.5 / 0.875, exact = Pi * square(radius) * 0.01 / 3;
    EXPECT_NEAR(patchVolume(tip), exact, 0.01 * exact);
}

}  // namespace
}  // namespace trammel::test
