// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "contact/shapes/box.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/polyhedron.h"
#include "tests/unit/contact/shape_samples.h"

namespace trammel::test {
namespace {

/// Overlap along @p n, the support of A along it plus that of B against it.
Real overlapAlong(const ContactShape& A, const ContactShape& B, const Transform& X_AB, const Vec3& n) {
    return n.dot(A.calcSupport(n)) - n.dot(X_AB * B.calcSupport(-(X_AB.RInv() * n)));
}

PolyhedronContactShape* hullOf(const BoxContactShape& box) {
    return PolyhedronContactShape::create(box.facets().vertices, "box").value->release();
}

TEST(Polyhedron, JoinsCoplanarTrianglesOfItsHull) {
    const BoxContactShape box(Vec3(0.5, 0.375, 0.625));
    const std::unique_ptr<PolyhedronContactShape> hull(hullOf(box));
    EXPECT_EQ(hull->facets().faces.size(), 6u);
    EXPECT_EQ(hull->facets().edges.size(), 12u);
    EXPECT_EQ(hull->facets().vertices.size(), 8u);
    EXPECT_NEAR(hull->smallestThickness(), 0.75, 1e-15);
}

TEST(Polyhedron, CreationFailsWithARemedyForCoplanarPoints) {
    for (const Real off : {0., 1e-12, NaN}) {
        const auto result =
            PolyhedronContactShape::create({Vec3(0.), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, off)}, "P");
        EXPECT_FALSE(result);
        ASSERT_EQ(result.diagnostics.size(), 1u);
        EXPECT_FALSE(result.diagnostics.items()[0].remedy.empty());
    }
    EXPECT_FALSE(PolyhedronContactShape::create({}, "P"));
}

TEST(BoxBox, AgreesWithPolyhedraAndHasNoSmallerOverlapInAnyDirection) {
    const BoxContactShape a(Vec3(0.5, 0.375, 0.625)), b(Vec3(0.3, 0.6, 0.2));
    const std::unique_ptr<PolyhedronContactShape> hullA(hullOf(a)), hullB(hullOf(b));
    Dice dice(11);
    int edges = 0;
    for (int i = 0; i < 300; ++i) {
        const Real depth = i % 2 ? 1e-4 : 1e-2;
        const Transform X = poseAtDepth(a, b, dice.rotation(), dice.direction(), depth);
        const ContactRegions boxes = regionsOf(a, b, X), hulls = regionsOf(*hullA, *hullB, X);
        ASSERT_FALSE(boxes.regions.empty());
        ASSERT_FALSE(hulls.regions.empty());
        const Vec3 n = boxes.regions[0].normal;
        EXPECT_LT(Vec3(n - hulls.regions[0].normal).norm(), 0.01) << i;
        EXPECT_NEAR(greatestDepth(boxes), greatestDepth(hulls), 1e-6) << i;
        EXPECT_NEAR(patchVolume(boxes), patchVolume(hulls), 1e-3 * patchVolume(boxes)) << i;
        Real maxComponent = 0;
        for (int k = 0; k < 3; ++k)
            maxComponent = std::max({maxComponent, std::abs(n[k]), std::abs(Vec3(X.RInv() * n)[k])});
        edges += maxComponent < 0.999;
        for (int k = 0; k < 200; ++k)
            EXPECT_GT(overlapAlong(a, b, X, dice.direction()), 0.8 * greatestDepth(boxes)) << i;
    }
    EXPECT_GT(edges, 30);
}

TEST(BoxBox, PatchesHoldTheVolumeOfTheOverlap) {
    // A corner of B in a face of A: a tetrahedron, depth³/(6 n_x n_y n_z).
    const BoxContactShape a(Vec3(2, 0.375, 2)), b(Vec3(0.3, 0.6, 0.2));
    Dice dice(12);
    for (int i = 0; i < 100; ++i) {
        const Rotation R = dice.rotation();
        const Vec3 y_B(R(1, 0), R(1, 1), R(1, 2));
        if (y_B.abs().minCoeff() < 0.2) continue;
        const Real reach = std::abs(y_B[0]) * 0.3 + std::abs(y_B[1]) * 0.6 + std::abs(y_B[2]) * 0.2;
        const ContactRegions regions = regionsOf(a, b, Transform(R, Vec3(0, 0.375 + reach - 1e-3, 0)));
        const Real exact = 1e-9 / 6 / std::abs(y_B[0] * y_B[1] * y_B[2]);
        EXPECT_NEAR(patchVolume(regions), exact, 1e-9 * exact);
        EXPECT_EQ(regions.regions.size(), 3u);
        for (const ContactRegion& r : regions.regions) EXPECT_LT(Vec3(r.normal - Vec3(0, 1, 0)).norm(), 1e-12);
    }
}

TEST(BoxBox, StackedSquareGivesOnePatchWithAllCorners) {
    const BoxContactShape box(Vec3(0.5, 0.5, 0.5));
    for (const Real turn : {0., 0.3}) {
        const ContactRegions regions = regionsOf(box, box, Transform(Rotation(turn, Vec3(0, 1, 0)), Vec3(0, 0.999, 0)));
        ASSERT_EQ(regions.regions.size(), 1u) << turn;
        EXPECT_EQ(regions.regions[0].vertexCount, turn == 0 ? 4 : 8);
        EXPECT_NEAR(Vec3(regions.regions[0].normal - Vec3(0, 1, 0)).norm(), 0, 1e-15);
        for (const ContactVertex& v : regions.vertices) EXPECT_NEAR(v.depth, 0.001, 1e-15);
        EXPECT_NEAR(Vec3(regions.regions[0].point - Vec3(0, 0.4995, 0)).norm(), 0, 1e-12);
    }
}

TEST(BoxBox, NormalAndVolumeAreContinuousWhereAnotherAxisBecomesTheLeast) {
    const BoxContactShape box(Vec3(0.5, 0.5, 0.5));
    Vec3 before(0.);
    Real volume = 0;
    // Over the edge: the overlap is least along y first, and finally along x.
    for (int i = 0; i <= 400; ++i) {
        const Real across = 0.98 + 0.02 * (i / 400.);
        const ContactRegions regions = regionsOf(box, box, Transform(Vec3(across, 0.99, 0)));
        if (regions.regions.empty()) break;
        const Vec3 n = regions.regions[0].normal;
        if (i > 0) {
            EXPECT_LT(Vec3(n - before).norm(), 0.1) << i;
            EXPECT_NEAR(patchVolume(regions), volume, 2e-6) << i;
        }
        before = n;
        volume = patchVolume(regions);
    }
    EXPECT_LT(Vec3(before - Vec3(1, 0, 0)).norm(), 1e-9);
}

TEST(ConvexSolids, OverlapAlongTheNormalIsLeastAmongAllDirectionsNearby) {
    const std::string_view kinds[] = {"box", "cylinder", "ellipsoid", "cone", "polyhedron"};
    Dice dice(13);
    for (const std::string_view kindA : kinds)
        for (const std::string_view kindB : kinds) {
            if (kindA == "box" && kindB == "box") continue;
            const auto a = makeShape(kindA, 1), b = makeShape(kindB, 0.7);
            for (int i = 0; i < 12; ++i) {
                const Transform X = poseAtDepth(*a, *b, dice.rotation(), dice.direction(), 1e-3);
                const ContactRegions regions = regionsOf(*a, *b, X);
                ASSERT_FALSE(regions.regions.empty()) << kindA << ' ' << kindB << i;
                const Vec3 n = regions.regions[0].normal;
                const Real depth = overlapAlong(*a, *b, X, n);
                EXPECT_GE(depth, greatestDepth(regions) * (1 - 1e-9)) << kindA << ' ' << kindB << i;
                EXPECT_LE(depth, greatestDepth(regions) * 1.01) << kindA << ' ' << kindB << i;
                for (int k = 0; k < 300; ++k) {
                    const Real step = std::pow(10., -dice.real(0, 5));
                    const Vec3 m = Vec3(n + Vec3(step * dice.direction())).normalize();
                    EXPECT_GE(overlapAlong(*a, *b, X, m),
                              depth * (1 - 1e-7) * (kindA == "polyhedron" || kindB == "polyhedron" ? 0.98 : 1))
                        << kindA << ' ' << kindB << ' ' << i << ' ' << step;
                }
            }
        }
}

TEST(PolyhedronPolyhedron, FindsTheLeastOverlapAmongManyFaces) {
    const auto large = PolyhedronContactShape::create(ballMesh(1, 24).vertices, ""),
               small = PolyhedronContactShape::create(ballMesh(0.1, 3).vertices, "");
    const BoxContactShape box(Vec3(0.3, 0.4, 0.2));
    const std::unique_ptr<PolyhedronContactShape> hull(hullOf(box));
    ASSERT_GT((*large.value)->facets().faces.size(), 1000u);
    Dice dice(15);
    for (int i = 0; i < 20; ++i) {
        const Transform X = poseAtDepth(**large.value, box, dice.rotation(), dice.direction(), 1e-3);
        const ContactRegions regions = regionsOf(**large.value, box, X);
        const Vec3 n = regions.regions.at(0).normal;
        const Real depth = overlapAlong(**large.value, box, X, n);
        for (int k = 0; k < 300; ++k) {
            const Vec3 m = Vec3(n + Vec3(std::pow(10., -dice.real(0, 4)) * dice.direction())).normalize();
            EXPECT_GE(overlapAlong(**large.value, box, X, m), 0.97 * depth) << i;
        }
    }
}

TEST(EllipsoidEllipsoid, SpheresTouchLikeBalls) {
    const EllipsoidContactShape a(Vec3(0.5)), b(Vec3(0.25));
    Dice dice(14);
    for (int i = 0; i < 50; ++i) {
        const Vec3 out = dice.direction();
        const ContactRegions regions = regionsOf(a, b, Transform(dice.rotation(), Vec3(0.749 * out)));
        ASSERT_EQ(regions.regions.size(), 1u);
        EXPECT_NEAR(regions.regions[0].depth, 0.001, 1e-14);
        EXPECT_LT(Vec3(regions.regions[0].normal - out).norm(), 1e-9);
        EXPECT_NEAR(regions.regions[0].curvature[0], 6, 1e-9);
        EXPECT_NEAR(regions.regions[0].curvature[1], 6, 1e-9);
    }
}

TEST(CylinderBox, StandingGivesItsCapAndLyingALine) {
    const CylinderContactShape cylinder(0.5, 0.375);
    const BoxContactShape box(Vec3(2, 0.5, 2));
    const ContactRegions standing = regionsOf(box, cylinder, Transform(Vec3(0.1, 0.874, 0.2)));
    EXPECT_NEAR(patchVolume(standing), Pi * 0.25 * 0.001, 1e-3 * Pi * 0.25 * 0.001);
    const ContactRegions lying =
        regionsOf(box, cylinder, Transform(Rotation(Pi / 2, Vec3(0, 0, 1)), Vec3(0.1, 0.999, 0.2)));
    const Real angle = std::acos(1 - 0.001 / 0.5);
    const Real exact = 0.75 * 0.25 * (angle - std::sin(angle) * std::cos(angle));
    EXPECT_NEAR(patchVolume(lying), exact, 0.01 * exact);
    EXPECT_NEAR(greatestDepth(lying), 0.001, 1e-12);
}

TEST(NearlyFlushCaps, HaveAVolumeThatDoesNotDependOnTheDirectionInWhichTheyLean) {
    constexpr Real depth = 1e-5, radius = 0.05, half = 0.1;
    const CylinderContactShape cylinder(radius, half), thin(0.8 * radius, half);
    const BoxContactShape box{Vec3(half)};
    const struct {
        const ContactShape& lower;
        const CylinderContactShape& upper;
        Real aside;
    } pairs[] = {{cylinder, cylinder, 0}, {cylinder, thin, 0.004}, {box, cylinder, 0.03}};
    for (const auto& [lower, upper, aside] : pairs)
        for (const Real lean : {1e-9, 1e-8, 1e-7}) {
            Real first = 0;
            for (int i = 0; i < 50; ++i) {
                const Vec3 axis(std::cos(0.37 * i), 0, std::sin(0.37 * i));
                const Transform X(Rotation(lean, axis), Vec3(aside, 2 * half - depth, aside));
                const Real volume = patchVolume(regionsOf(lower, upper, X));
                if (i == 0) first = volume;
                EXPECT_NEAR(volume, first, 1e-6 * first) << lower.key() << " " << lean << " " << i;
            }
            EXPECT_NEAR(first, Pi * upper.radius() * upper.radius() * depth, 3e-3 * first);
        }
}

}  // namespace
}  // namespace trammel::test
