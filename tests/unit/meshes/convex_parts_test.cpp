// SPDX-License-Identifier: Apache-2.0
// Convex parts of solids: they cover the mesh, do not overlap, and fill no more than they may.
#include "meshes/convex_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "decoration/extrude.h"
#include "decoration/mesh_measure.h"
#include "meshes/corner_hull.h"

namespace trammel {
namespace {

constexpr Real arcStep = Pi / 16;

TriangleMesh extruded(const std::vector<Vec2>& outline, Real thickness, const std::vector<Contour>& openings = {}) {
    Profile profile;
    for (const Vec2& p : outline) profile.outline.vertices.push_back({p});
    profile.openings = openings;
    return extrude(profile, thickness / 2, arcStep);
}
TriangleMesh corner() { return extruded({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}, 1); }

TriangleMesh torus(Real radius, Real tube, int around, int across) {
    TriangleMesh mesh;
    for (int i = 0; i < around; ++i)
        for (int k = 0; k < across; ++k) {
            const Real a = 2 * Pi * i / around, b = 2 * Pi * k / across, r = radius + tube * std::cos(b);
            mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), tube * std::sin(b));
        }
    const auto at = [&](int i, int k) { return std::uint32_t((i % around) * across + k % across); };
    for (int i = 0; i < around; ++i)
        for (int k = 0; k < across; ++k)
            for (const std::uint32_t v :
                 {at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k), at(i + 1, k + 1), at(i, k + 1)})
                mesh.triangles.push_back(v);
    return mesh;
}

Contour circle(const Vec2& center, Real radius) {
    // Clockwise, as openings may be given either way round.
    Contour contour;
    for (int i = 0; i < 24; ++i)
        contour.vertices.push_back({center + radius * Vec2(std::cos(2 * Pi * i / 24), std::sin(2 * Pi * i / 24))});
    return contour;
}

void append(TriangleMesh& mesh, const TriangleMesh& other, const Vec3& shift) {
    const auto first = std::uint32_t(mesh.vertices.size());
    for (const Vec3& v : other.vertices) mesh.vertices.push_back(Vec3(v + shift));
    for (const std::uint32_t v : other.triangles) mesh.triangles.push_back(first + v);
}

/// A robot's link as CAD programs export it, in millimeters: a bent plate with two bores, and a boss of its own that runs
/// through the plate.
TriangleMesh link() {
    TriangleMesh mesh = extruded({{0, 0}, {60, 0}, {60, 20}, {160, 20}, {160, 60}, {40, 60}, {40, 40}, {0, 40}}, 8,
                                 {circle({20, 20}, 10), circle({140, 40}, 12)});
    std::vector<Vec2> round;
    for (int i = 0; i < 32; ++i) round.emplace_back(9 * std::cos(2 * Pi * i / 32), 9 * std::sin(2 * Pi * i / 32));
    append(mesh, extruded(round, 50), Vec3(80, 40, 10));
    return mesh;
}

/// Whether a point is inside a hull, or beyond it by no more than @p margin, which may be negative.
bool isIn(const TriangleMesh& hull, const Vec3& p, Real margin) {
    for (std::size_t t = 0; t < hull.triangles.size(); t += 3) {
        const Vec3 &a = hull.vertices[hull.triangles[t]], &b = hull.vertices[hull.triangles[t + 1]],
                   &c = hull.vertices[hull.triangles[t + 2]];
        const Vec3 normal = Vec3(b - a).cross(Vec3(c - a));
        if (normal.dot(Vec3(p - a)) > margin * normal.norm()) return false;
    }
    return true;
}

Real sizeOf(const TriangleMesh& mesh) {
    const MeshMeasure measure = measureMesh(mesh);
    return Vec3(measure.high - measure.low).norm();
}

Real volumeOf(const ConvexParts& parts) {
    Real sum = 0;
    for (const TriangleMesh& hull : parts.hulls) sum += measureMesh(hull).volume;
    return sum;
}

/// Checks what holds for parts of any solid.
void expectParts(const TriangleMesh& mesh, const ConvexParts& parts, const ConvexPartsOptions& options) {
    const Real size = sizeOf(mesh), margin = (parts.deviation + 1e-5) * size;
    EXPECT_LE(parts.hulls.size(), std::size_t(options.mostParts));
    EXPECT_LT(parts.deviation, 0.01);
    for (const TriangleMesh& hull : parts.hulls) {
        EXPECT_TRUE(measureMesh(hull).isSolid());
        EXPECT_LE(hull.vertices.size(), std::size_t(options.mostCorners));
        for (const Vec3& v : hull.vertices) EXPECT_TRUE(isIn(hull, v, 1e-9 * size));
    }
    // The middles of triangles lie on the surface too.
    int missed = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        const Vec3 &a = mesh.vertices[mesh.triangles[t]], &b = mesh.vertices[mesh.triangles[t + 1]],
                   &c = mesh.vertices[mesh.triangles[t + 2]];
        for (const Vec3& p : {a, b, c, Vec3((a + b + c) / 3)})
            missed +=
                std::ranges::none_of(parts.hulls, [&](const TriangleMesh& hull) { return isIn(hull, p, margin); });
    }
    EXPECT_EQ(missed, 0);
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> uniform(0, 1);
    const MeshMeasure measure = measureMesh(mesh);
    int shared = 0;
    constexpr int samples = 4000;
    for (int i = 0; i < samples; ++i) {
        const Vec3 share(uniform(random), uniform(random), uniform(random));
        const Vec3 p = measure.low + share.cwiseProduct(Vec3(measure.high - measure.low));
        shared += std::ranges::count_if(parts.hulls,
                                        [&](const TriangleMesh& hull) { return isIn(hull, p, -1e-3 * size); }) > 1;
    }
    EXPECT_LE(shared, samples / 200);
}

TEST(ConvexParts, ACornerIsTwoBoxes) {
    const auto parts = splitIntoConvexParts(corner());
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->hulls.size(), 2u);
    expectParts(corner(), *parts, {});
    EXPECT_NEAR(volumeOf(*parts), 4, 1e-5);
    EXPECT_LT(parts->concavity, 0.005);
}

TEST(ConvexParts, AConvexSolidIsOnePart) {
    const auto parts = splitIntoConvexParts(extruded({{0, 0}, {2, 0}, {2, 1}, {1, 1.5}, {0, 1}}, 0.5));
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->hulls.size(), 1u);
    EXPECT_NEAR(volumeOf(*parts), 1.25, 1e-5);
}

TEST(ConvexParts, ARingIsDividedUntilItsHoleIsFree) {
    const TriangleMesh ring = torus(1, 0.25, 48, 24);
    const ConvexPartsOptions options{.mostParts = 16, .concavity = 0.1};
    const auto parts = splitIntoConvexParts(ring, options);
    ASSERT_TRUE(parts);
    expectParts(ring, *parts, options);
    EXPECT_LT(parts->concavity, 0.15);
    EXPECT_LT(volumeOf(*parts), 1.2 * measureMesh(ring).volume);
    for (const TriangleMesh& hull : parts->hulls) EXPECT_FALSE(isIn(hull, Vec3(0.), 0));
}

TEST(ConvexParts, MorePartsFitBetterWithinTheirNumber) {
    const TriangleMesh ring = torus(1, 0.25, 48, 24);
    Real before = 1;
    for (const int most : {1, 4, 8, 20}) {
        const ConvexPartsOptions options{.mostParts = most, .concavity = 0};
        const auto parts = splitIntoConvexParts(ring, options);
        ASSERT_TRUE(parts);
        EXPECT_LE(parts->hulls.size(), std::size_t(most));
        EXPECT_LT(parts->concavity, before);
        before = parts->concavity;
    }
}

TEST(ConvexParts, KeepTheStepsOfALinkWhoseSolidsOverlap) {
    const TriangleMesh mesh = link();
    const ConvexPartsOptions options{.mostParts = 24, .concavity = 0.01};
    const auto parts = splitIntoConvexParts(mesh, options);
    ASSERT_TRUE(parts);
    expectParts(mesh, *parts, options);
    EXPECT_LT(parts->concavity, 0.05);
    for (const Vec3& p : {Vec3(100, 8, 0), Vec3(15, 55, 0)})
        for (const TriangleMesh& hull : parts->hulls) EXPECT_FALSE(isIn(hull, p, 0)) << p;
}

TEST(ConvexParts, LargeMeshesAreDividedOnAReducedOne) {
    const TriangleMesh ring = torus(1, 0.25, 160, 60);
    const ConvexPartsOptions options{.mostParts = 8, .concavity = 0.2};
    const auto parts = splitIntoConvexParts(ring, options);
    ASSERT_TRUE(parts);
    expectParts(ring, *parts, options);
}

TEST(ConvexParts, AreTheSameForTheSameMesh) {
    const auto first = splitIntoConvexParts(link()), second = splitIntoConvexParts(link());
    ASSERT_TRUE(first && second);
    ASSERT_EQ(first->hulls.size(), second->hulls.size());
    for (std::size_t i = 0; i < first->hulls.size(); ++i) {
        EXPECT_EQ(first->hulls[i].vertices, second->hulls[i].vertices);
        EXPECT_EQ(first->hulls[i].triangles, second->hulls[i].triangles);
    }
}

TEST(ConvexParts, AFewOpenEdgesDoNoHarm) {
    TriangleMesh ring = torus(1, 0.25, 48, 24);
    ring.triangles.resize(ring.triangles.size() - 9);
    const auto parts = splitIntoConvexParts(ring);
    ASSERT_TRUE(parts);
    expectParts(ring, *parts, {});
}

TEST(ConvexParts, AreRefusedForAMeshThatEnclosesNothing) {
    TriangleMesh sheet = corner();
    sheet.triangles.resize(sheet.triangles.size() / 2);
    TriangleMesh wrong = corner();
    wrong.triangles[0] = 1000;
    TriangleMesh unbounded = corner();
    unbounded.vertices[0][0] = Infinity;
    for (const TriangleMesh& mesh : {TriangleMesh(), sheet, wrong, unbounded}) {
        const auto parts = splitIntoConvexParts(mesh);
        EXPECT_FALSE(parts);
        EXPECT_FALSE(parts.diagnostics.empty());
    }
}

TEST(ConvexParts, VerticesWithoutTrianglesDoNotCount) {
    TriangleMesh mesh = extruded({{0, 0}, {2, 0}, {2, 1}, {1, 1.5}, {0, 1}}, 0.5);
    mesh.vertices.emplace_back(100, 100, 100);
    const auto parts = splitIntoConvexParts(mesh);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->hulls.size(), 1u);
    EXPECT_NEAR(volumeOf(*parts), 1.25, 1e-5);
}

TEST(ConvexParts, SurfacesThatLieOverOneAnotherManyTimesAreRefused) {
    TriangleMesh pile;
    for (int i = 0; i < 300; ++i) append(pile, extruded({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1), Vec3(0.));
    EXPECT_FALSE(splitIntoConvexParts(pile));
}

TEST(ConvexParts, CanBeCanceled) {
    EXPECT_FALSE(splitIntoConvexParts(link(), {}, [] { return true; }));
}

TEST(CornerHull, HasFewCornersAndReportsDistancesBeyondIt) {
    const TriangleMesh ball = torus(0, 1, 64, 64);
    const CornerHull fine = makeCornerHull(ball.vertices, 5000, 0), rough = makeCornerHull(ball.vertices, 40, 0);
    EXPECT_LT(fine.deviation, 1e-9);
    EXPECT_TRUE(measureMesh(fine.mesh).isSolid());
    EXPECT_NEAR(fine.volume, measureMesh(fine.mesh).volume, 1e-9);
    EXPECT_NEAR(fine.volume, 4 * Pi / 3, 0.02);
    EXPECT_EQ(rough.mesh.vertices.size(), 40u);
    EXPECT_GT(rough.deviation, 0);
    EXPECT_LT(rough.volume, fine.volume);
    for (const Vec3& v : ball.vertices) EXPECT_TRUE(isIn(rough.mesh, v, rough.deviation + 1e-9));
}

TEST(CornerHull, FlatPointsHaveNone) {
    EXPECT_EQ(makeCornerHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 64, 0).volume, 0);
    EXPECT_EQ(makeCornerHull({}, 64, 0).volume, 0);
    EXPECT_EQ(makeCornerHull({{1, 2, 3}, {1, 2, 3}}, 64, 0).volume, 0);
}

}  // namespace
}  // namespace trammel
