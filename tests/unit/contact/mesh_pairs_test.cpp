// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/mesh.h"
#include "tests/unit/contact/shape_samples.h"

namespace trammel::test {
namespace {

std::unique_ptr<MeshContactShape> meshOf(const TriangleMesh& mesh) {
    return std::move(*MeshContactShape::create(mesh, "mesh").value);
}

/// Sum of depth times area times normal, and its moment about the origin.
struct Wrench {
    Vec3 force{0.}, moment{0.};
};
Wrench wrenchOf(const ContactRegions& regions) {
    Wrench w;
    for (const ContactRegion& r : regions.regions)
        for (int i = 1; i + 1 < r.vertexCount; ++i) {
            const ContactVertex &a = regions.vertices[std::size_t(r.firstVertex)],
                                &b = regions.vertices[std::size_t(r.firstVertex + i)],
                                &c = regions.vertices[std::size_t(r.firstVertex + i + 1)];
            const Real area = Vec3(b.position - a.position).cross(Vec3(c.position - a.position)).dot(r.normal) / 2;
            const Real sum = a.depth + b.depth + c.depth;
            const Vec3 first = Vec3(area / 12 *
                                    Vec3(sum * Vec3(a.position + b.position + c.position) + a.depth * a.position +
                                         b.depth * b.position + c.depth * c.position));
            w.force += Vec3(area * sum / 3 * r.normal);
            w.moment += first.cross(r.normal);
        }
    return w;
}

TEST(MeshShape, KnowsVolumeCenterAndNeighbors) {
    TriangleMesh box = boxMesh(Vec3(0.5, 0.375, 0.625), 3);
    for (Vec3& v : box.vertices) v += Vec3(10, 20, 30);
    const auto mesh = meshOf(box);
    EXPECT_NEAR(mesh->volume(), 8 * 0.5 * 0.375 * 0.625, 1e-12);
    EXPECT_NEAR(Vec3(mesh->center() - Vec3(10, 20, 30)).norm(), 0, 1e-12);
    for (std::size_t t = 0; t < mesh->triangles().size(); ++t)
        for (const int n : mesh->triangles()[t].neighbors) {
            const auto& back = mesh->triangles()[std::size_t(n)].neighbors;
            EXPECT_NE(std::find(back.begin(), back.end(), int(t)), back.end());
        }
    EXPECT_TRUE(mesh->contains(Vec3(10, 20, 30)));
    EXPECT_TRUE(mesh->contains(Vec3(10.499, 20.374, 30.624)));
    EXPECT_FALSE(mesh->contains(Vec3(10.501, 20, 30)));
    EXPECT_FALSE(mesh->contains(Vec3(9, 19, 29)));
}

TEST(MeshShape, CreationFailsWithARemedyForOpenFlatAndBrokenMeshes) {
    TriangleMesh open = boxMesh(Vec3(1.), 2);
    open.triangles.resize(open.triangles.size() - 3);
    TriangleMesh flat;
    flat.vertices = {Vec3(0.), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    flat.triangles = {0, 1, 2, 0, 2, 1};
    TriangleMesh infinite = boxMesh(Vec3(1.), 1);
    infinite.vertices[3][1] = Infinity;
    TriangleMesh wrong = boxMesh(Vec3(1.), 1);
    wrong.triangles[5] = 1000;
    for (const TriangleMesh& mesh : {open, flat, infinite, wrong, TriangleMesh()}) {
        const auto result = MeshContactShape::create(mesh, "mesh");
        EXPECT_FALSE(result);
        ASSERT_EQ(result.diagnostics.size(), 1u);
        EXPECT_FALSE(result.diagnostics.items()[0].remedy.empty());
    }
    EXPECT_NE(MeshContactShape::create(open, "mesh").diagnostics.items()[0].message.find("3 edges"), std::string::npos);
}

TEST(MeshShape, FacingInwardIsTurnedWithANote) {
    TriangleMesh box = boxMesh(Vec3(1.), 1);
    for (std::size_t t = 0; t < box.triangles.size(); t += 3) std::swap(box.triangles[t], box.triangles[t + 1]);
    const auto result = MeshContactShape::create(box, "mesh");
    ASSERT_TRUE(result);
    EXPECT_EQ(result.diagnostics.items()[0].severity, Severity::Note);
    EXPECT_NEAR((*result)->volume(), 8, 1e-12);
}

TEST(MeshShape, AMillionTrianglesTouchOnlyWhereTheyAre) {
    const auto mesh = meshOf(ballMesh(1, 708));
    ASSERT_GT(mesh->triangles().size(), 1000000u);
    long visited = 0;
    mesh->visitTrianglesIn(Vec3(-0.01, 0.99, -0.01), Vec3(0.01, 1, 0.01), [&](int) { ++visited; });
    EXPECT_LT(visited, 300);
    EXPECT_GT(visited, 10);
    const BallContactShape ball(0.5);
    const ContactRegions regions = regionsOf(ball, *mesh, Transform(Vec3(0, -1.499, 0)));
    ASSERT_EQ(regions.regions.size(), 1u);
    EXPECT_NEAR(regions.regions[0].depth, 0.001, 1e-4);
}

TEST(BallMesh, AgreesWithTheBoxThatTheMeshDivides) {
    const Vec3 half(0.5, 0.375, 0.625);
    const BoxContactShape box(half);
    const auto mesh = meshOf(boxMesh(half, 4));
    const BallContactShape ball(0.3);
    Dice dice(21);
    int touching = 0;
    for (int i = 0; i < 500; ++i) {
        const Transform X(dice.rotation(), dice.real(0.2, 1.2) * dice.direction());
        const ContactRegions exact = regionsOf(ball, box, X), regions = regionsOf(ball, *mesh, X);
        ASSERT_EQ(regions.regions.size(), exact.regions.size()) << i;
        if (exact.regions.empty()) continue;
        ++touching;
        EXPECT_NEAR(regions.regions[0].depth, exact.regions[0].depth, 1e-9) << i;
        EXPECT_LT(Vec3(regions.regions[0].normal - exact.regions[0].normal).norm(), 1e-6) << i;
    }
    EXPECT_GT(touching, 100);
}

TEST(BallMesh, RollingOverTriangleEdgesOfAFlatFaceTouchesOnce) {
    const auto mesh = meshOf(boxMesh(Vec3(1.), 8));
    const BallContactShape ball(0.3);
    for (int i = 0; i <= 64; ++i)
        for (int j = 0; j <= 64; ++j) {
            const ContactRegions regions =
                regionsOf(*mesh, ball, Transform(Vec3(-0.5 + i / 64., 1.299, -0.5 + j / 64.)));
            ASSERT_EQ(regions.regions.size(), 1u) << i << ' ' << j;
            EXPECT_NEAR(regions.regions[0].depth, 0.001, 1e-12);
        }
}

TEST(EllipsoidMesh, OnAFaceAgreesWithTheHalfSpace) {
    const auto mesh = meshOf(boxMesh(Vec3(5.), 5));
    const EllipsoidContactShape ellipsoid(Vec3(0.5, 0.375, 0.625));
    Dice dice(22);
    const auto ground = makeShape("halfSpace", 1);
    for (int i = 0; i < 100; ++i) {
        const Transform X = poseAtDepth(*ground, ellipsoid, dice.rotation(), Vec3(0, -1, 0), 0.01);
        const ContactRegions exact = regionsOf(*ground, ellipsoid, X);
        const ContactRegions regions = regionsOf(*mesh, ellipsoid, Transform(X.R(), X.p() + Vec3(0, 5, 0)));
        ASSERT_EQ(regions.regions.size(), 1u);
        EXPECT_NEAR(regions.regions[0].depth, 0.01, 1e-12);
        EXPECT_LT(Vec3(regions.regions[0].point - Vec3(0, 5, 0) - exact.regions[0].point).norm(), 1e-9);
        EXPECT_NEAR(regions.regions[0].curvature[0], exact.regions[0].curvature[0], 1e-9);
    }
}

TEST(CapsuleMesh, LyingOnAFaceTouchesWithBothEndsAndOverAnEdgeOnce) {
    const auto mesh = meshOf(boxMesh(Vec3(1.), 8));
    const CapsuleContactShape capsule(0.1, 0.4);
    const Rotation lying(Pi / 2, Vec3(0, 0, 1));
    EXPECT_EQ(regionsOf(capsule, *mesh, Transform(lying, Vec3(0, 1.099, 0)).invert()).regions.size(), 2u);
    // Across the edge along z at (1, 1).
    const Rotation leaning(Pi / 4, Vec3(0, 0, 1));
    const Real away = 1 + 0.099 / std::sqrt(2.);
    const ContactRegions edge = regionsOf(capsule, *mesh, Transform(leaning, Vec3(away, away, 0.01)).invert());
    ASSERT_EQ(edge.regions.size(), 1u);
    EXPECT_NEAR(edge.regions[0].depth, 0.001, 1e-12);
}

TEST(CapsuleMesh, PiercingAMeshIsDeeperThanAContact) {
    const CapsuleContactShape rod(0.01, 1);
    const auto plate = meshOf(boxMesh(Vec3(0.5, 0.02, 0.5), 3));
    for (const Real x : {0., 0.1, 0.31}) {
        const ContactRegions out = regionsOf(rod, *plate, Transform(Rotation(0.3, Vec3(0, 0, 1)), Vec3(x, 0.2, 0.05)));
        ASSERT_FALSE(out.regions.empty()) << x;
        EXPECT_GT(greatestDepth(out), 0.01) << x;
    }
}

TEST(MeshMesh, BoxesOfTrianglesAgreeWithBoxesForAnyTessellation) {
    const Vec3 halfA(0.5, 0.375, 0.625), halfB(0.3, 0.6, 0.2);
    const BoxContactShape a(halfA), b(halfB);
    const auto meshA = meshOf(boxMesh(halfA, 3)), meshB = meshOf(boxMesh(halfB, 5)), fineB = meshOf(boxMesh(halfB, 10));
    Dice dice(23);
    for (int i = 0; i < 150; ++i) {
        const Transform X = poseAtDepth(a, b, dice.rotation(), dice.direction(), 1e-3);
        const Wrench exact = wrenchOf(regionsOf(a, b, X));
        const Real size = exact.force.norm();
        const Wrench coarse = wrenchOf(regionsOf(*meshA, *meshB, X)), fine = wrenchOf(regionsOf(*meshA, *fineB, X)),
                     mixed = wrenchOf(regionsOf(a, *meshB, X)), other = wrenchOf(regionsOf(*meshA, b, X));
        for (const Wrench* const w : {&coarse, &fine, &mixed, &other}) {
            EXPECT_LT(Vec3(w->force - exact.force).norm(), 0.25 * size) << i;
            EXPECT_LT(Vec3(w->force - coarse.force).norm(), 1e-6 * size) << i;
            EXPECT_LT(Vec3(w->moment - coarse.moment).norm(), 1e-6 * size) << i;
        }
    }
}

TEST(MeshMesh, FlushFacesOfAStackGiveOneUprightForce) {
    const auto mesh = meshOf(boxMesh(Vec3(0.5), 4));
    for (const Real aside : {0., 1e-16, -1e-16, 1e-12, -1e-9, 1e-4}) {
        const Wrench w = wrenchOf(regionsOf(*mesh, *mesh, Transform(Vec3(aside, 0.999, aside))));
        EXPECT_NEAR(w.force[1], 0.001, 1e-3 * 0.001) << aside;
        EXPECT_NEAR(w.force[0], 0, 1e-6 * 0.001) << aside;
    }
}

TEST(MeshMesh, TwoFeetTouchAsTwoPlaces) {
    // A table: a slab with two legs, in one mesh of three boxes.
    TriangleMesh table = boxMesh(Vec3(1, 0.1, 0.5), 1);
    for (const Real x : {-0.8, 0.8}) {
        TriangleMesh leg = boxMesh(Vec3(0.1, 0.5, 0.1), 2);
        const std::uint32_t base = std::uint32_t(table.vertices.size());
        for (const Vec3& v : leg.vertices) table.vertices.push_back(v + Vec3(x, -0.7, 0));
        for (const std::uint32_t v : leg.triangles) table.triangles.push_back(base + v);
    }
    const auto mesh = meshOf(table);
    const BoxContactShape floor(Vec3(3, 0.5, 3));
    const Wrench w = wrenchOf(regionsOf(floor, *mesh, Transform(Vec3(0, 0.5 + 1.2 - 0.002, 0))));
    EXPECT_NEAR(w.force[1], 2 * 0.04 * 0.002, 1e-9);
    EXPECT_NEAR(w.moment.norm(), 0, 1e-9);
}

}  // namespace
}  // namespace trammel::test
