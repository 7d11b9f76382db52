// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/polyhedron.h"
#include "tests/unit/contact/shape_samples.h"

namespace trammel::test {
namespace {

/// Largest value of n·p - support(n) over the unit vectors n: how far p is from a plane that supports the solid, by random search.
Real greatestPlaneDistance(const ContactShape& shape, const Vec3& p, Dice& dice) {
    Real best = -Infinity, step = 1;
    Vec3 n = dice.direction();
    for (int i = 0; i < 6000; ++i) {
        const Vec3 trial = i < 500 ? dice.direction() : Vec3(n + Vec3(step * dice.direction())).normalize();
        const Real distance = trial.dot(p) - trial.dot(shape.calcSupport(trial));
        if (distance > best) {
            best = distance;
            n = trial;
        } else if (i >= 500) {
            step = std::max(step * 0.995, 1e-9);
        }
    }
    return best;
}

class NearestPoint : public ::testing::TestWithParam<std::string_view> {};

TEST_P(NearestPoint, HasTheDistanceThatSupportPlanesGive) {
    const auto shape = makeShape(GetParam(), 1);
    const BallContactShape ball(0.5);
    Dice dice(4);
    int inside = 0, outside = 0;
    for (int i = 0; i < 60; ++i) {
        const Vec3 p = dice.real(0.05, 1.2) * dice.direction();
        const Real exact = greatestPlaneDistance(*shape, p, dice);
        if (exact > 0.5) continue;
        (exact < 0 ? inside : outside)++;
        const ContactRegions regions = regionsOf(ball, *shape, Transform(Vec3(-p)));
        ASSERT_EQ(regions.regions.size(), 1u);
        const ContactRegion& r = regions.regions[0];
        // The distance is the greatest from any plane that supports the shape; the one across the normal attains it.
        EXPECT_LE(exact, 0.5 - r.depth + 1e-12) << i;
        const Vec3 out = -r.normal;
        EXPECT_NEAR(out.dot(p) - out.dot(shape->calcSupport(out)), 0.5 - r.depth, 1e-12) << i;
        EXPECT_NEAR(r.normal.norm(), 1, 1e-15);
    }
    EXPECT_GT(inside, 5);
    EXPECT_GT(outside, 10);
}

INSTANTIATE_TEST_SUITE_P(, NearestPoint,
                         ::testing::Values("capsule", "box", "cylinder", "ellipsoid", "cone", "polyhedron"),
                         [](const auto& each) { return std::string(each.param); });

TEST(EllipsoidNearestPoint, IsRightOnAxesAndPlanesOfSymmetry) {
    const Vec3 r(0.5, 0.25, 1);
    const EllipsoidContactShape ellipsoid(r);
    EXPECT_NEAR(ellipsoid.findNearest(Vec3(0.)).distance, -0.25, 1e-15);
    for (int i = 0; i < 3; ++i)
        for (const Real beyond : {-1e-3, 1e-3, 2.}) {
            Vec3 p(0.);
            p[i] = -(r[i] + beyond);
            EXPECT_NEAR(ellipsoid.findNearest(p).distance, beyond, 1e-14) << i << ' ' << beyond;
        }
    // On the long axis inside, beyond the center of curvature the nearest points lie off the axis.
    const SurfacePoint off = ellipsoid.findNearest(Vec3(0, 0, 0.5));
    EXPECT_NEAR(off.distance, -off.normal.dot(Vec3(ellipsoid.calcSupport(off.normal) - Vec3(0, 0, 0.5))), 1e-14);
    EXPECT_GT(off.distance, -0.25);
}

TEST(CapsuleCapsule, CrossedTouchesOnceWithTheCurvaturesOfCylinders) {
    const CapsuleContactShape a(0.25, 0.5), b(0.125, 1);
    const Rotation across(Pi / 2, Vec3(0, 0, 1));
    const ContactRegions regions = regionsOf(a, b, Transform(across, Vec3(0.1, 0.2, 0.37)));
    ASSERT_EQ(regions.regions.size(), 1u);
    EXPECT_NEAR(regions.regions[0].depth, 0.005, 1e-14);
    EXPECT_NEAR(regions.regions[0].curvature[0], 8, 1e-12);
    EXPECT_NEAR(regions.regions[0].curvature[1], 4, 1e-12);
    EXPECT_NEAR(std::abs(regions.regions[0].bend[1]), 1, 1e-12) << "across the axis of the thinner one";
    EXPECT_NEAR(Vec3(regions.regions[0].point - Vec3(0, 0.2, 0.2475)).norm(), 0, 1e-7);
}

TEST(CapsuleCapsule, EndToEndTouchesOnceLikeBalls) {
    const CapsuleContactShape a(0.25, 0.5), b(0.125, 1);
    const ContactRegions regions = regionsOf(a, b, Transform(Vec3(0, 1.874, 0)));
    ASSERT_EQ(regions.regions.size(), 1u);
    EXPECT_NEAR(regions.regions[0].depth, 0.001, 1e-14);
    EXPECT_NEAR(regions.regions[0].curvature[0], 12, 1e-12);
    EXPECT_NEAR(regions.regions[0].curvature[1], 12, 1e-12);
}

TEST(CapsulePairs, DeepestRegionIsTheDistanceOfTheAxis) {
    Dice dice(5);
    const CapsuleContactShape capsule(0.25, 0.5);
    const BallContactShape probe(10);
    for (const std::string_view kind : {"capsule", "box", "cylinder", "ellipsoid", "cone", "polyhedron"}) {
        const auto solid = makeShape(kind, 1);
        for (int i = 0; i < 40; ++i) {
            const Transform X(dice.rotation(), dice.real(0.3, 1) * dice.direction());
            Real least = Infinity;
            for (int k = 0; k <= 2000; ++k)
                least =
                    std::min(least, 10 - greatestDepth(regionsOf(
                                             probe, *solid, Transform(X.R(), X.p() - Vec3(0, -0.5 + k / 2000., 0)))));
            const ContactRegions regions = regionsOf(capsule, *solid, X);
            const Real exact = std::max(Real(0), 0.25 - least);
            // Where an end also touches, the region between carries only what exceeds it.
            Real sum = 0;
            for (const ContactRegion& r : regions.regions) sum += r.depth;
            EXPECT_GE(sum, exact - 1e-6) << kind << i;
            EXPECT_LE(greatestDepth(regions), exact + 5e-4) << kind << i;
        }
    }
}

TEST(CapsuleBox, ForceTurnsContinuouslyFromOneEndToTheOther) {
    const CapsuleContactShape capsule(0.25, 0.5);
    const BoxContactShape box(Vec3(2, 0.375, 2));
    const auto total = [&](Real tilt) {
        const Rotation lying(Pi / 2 + tilt, Vec3(0, 0, 1));
        Real sum = 0;
        for (const ContactRegion& r : regionsOf(box, capsule, Transform(lying, Vec3(0, 0.62, 0))).regions)
            sum += r.depth;
        return sum;
    };
    for (Real tilt = -0.02; tilt < 0.02; tilt += 0.0005) EXPECT_NEAR(total(tilt), total(tilt + 1e-7), 1e-6) << tilt;
    EXPECT_NEAR(total(0), 0.01, 1e-12);
}

}  // namespace
}  // namespace trammel::test
