// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "contact/shapes/capsule.h"
#include "contact/shapes/mesh.h"
#include "tests/unit/contact/shape_samples.h"

namespace trammel::test {
namespace {

constexpr Real rootRadius = 0.026, tipRadius = 0.032, halfWidth = 0.006;

/// A toothed wheel about z: flanks of @p points corners each, its end faces fans of slender triangles from the axis.
TriangleMesh toothedWheel(int teeth, int points) {
    std::vector<Vec3> outline;
    for (int tooth = 0; tooth < teeth; ++tooth)
        for (int i = 0; i < 2 * points; ++i) {
            const Real share = Real(i < points ? i : 2 * points - 1 - i) / (points - 1);
            const Real r = rootRadius + share * (tipRadius - rootRadius);
            const Real half = Pi / teeth * (0.6 - 0.3 * share * share);
            const Real angle = 2 * Pi * tooth / teeth + (i < points ? -half : half);
            outline.push_back(Vec3(r * std::cos(angle), r * std::sin(angle), 0));
        }
    TriangleMesh mesh;
    for (const Real z : {-halfWidth, halfWidth}) {
        for (const Vec3& p : outline) mesh.vertices.push_back(Vec3(p[0], p[1], z));
        mesh.vertices.push_back(Vec3(0, 0, z));
    }
    const int n = int(outline.size()), upper = n + 1;
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        for (const int corner : {i, j, upper + j, i, upper + j, upper + i, n, j, i, upper + n, upper + i, upper + j})
            mesh.triangles.push_back(corner);
    }
    return mesh;
}

/// The place of contact of two teeth ends at both end faces of the wheels, which lie in the same two planes.
TEST(FlushMeshes, TouchWithTheirTeethNotWithTheirEndFaces) {
    const auto created = MeshContactShape::create(toothedWheel(24, 8), "wheel");
    ASSERT_TRUE(created);
    const MeshContactShape& wheel = **created;
    const ContactPairType* const pair = findContactPair(wheel.key(), wheel.key());
    ASSERT_TRUE(pair);
    ContactRegions regions;
    int touching = 0;
    for (int turn = 0; turn < 40; ++turn)
        for (const Real play : {0.004, 0.01, 0.02}) {
            const Real angle = 0.017 * turn;
            const Transform X_A(Rotation(angle, ZAxis), Vec3(0.));
            const Transform X_B(Rotation(Pi + Pi / 24 + play - angle, ZAxis), Vec3(0.059, 0, 0));
            regions.clear();
            pair->calcRegions(wheel, wheel, ~X_A * X_B, regions);
            touching += !regions.regions.empty();
            for (const ContactRegion& region : regions.regions) {
                EXPECT_LT(std::abs(region.normal[2]), 1e-6) << turn << ", " << play;
                // A thousandth of a radian moves a tooth by 0.03 mm.
                EXPECT_LT(region.depth, 3 * play * tipRadius) << turn << ", " << play;
            }
        }
    EXPECT_GT(touching, 40);
}

/// A box of triangles square on the side of a capsule, in the middle or off it: corners of triangles lie just above the axis.
TEST(FlushMeshes, TouchACapsuleThatTheyLieOnSquarely) {
    constexpr Real radius = 0.1, half = 0.15, depth = 1e-3, side = 0.02;
    const CapsuleContactShape capsule(radius, half);
    for (int divisions = 1; divisions < 6; ++divisions) {
        const auto mesh = std::move(*MeshContactShape::create(boxMesh(Vec3(side), divisions), "box").value);
        for (const Real at : {0., 0.006, 0.1})
            for (const Rotation& R :
                 {Rotation(), Rotation(Pi / 2, YAxis), Rotation(Pi / 2, XAxis), ~Rotation(Pi / 2, ZAxis)})
                for (const Vec3& toward : {Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(1, 0, 0)}) {
                    const Transform X(R, Vec3(0, at, 0) + (radius + side - depth) * toward);
                    const ContactRegions regions = regionsOf(capsule, *mesh, X);
                    EXPECT_NEAR(greatestDepth(regions), depth, 1e-9) << divisions << ' ' << at;
                    // One at each end of the box.
                    EXPECT_EQ(regions.regions.size(), 2u) << divisions << ' ' << at;
                    // Turned a little in the plane of the face.
                    for (const Real turn : {1e-12, 1e-9, 1e-6, 1e-2}) {
                        const Transform turned(Rotation(turn, toward) * R, X.p());
                        EXPECT_NEAR(greatestDepth(regionsOf(capsule, *mesh, turned)), depth, 1e-9)
                            << divisions << ' ' << at << ' ' << turn;
                    }
                }
    }
}

}  // namespace
}  // namespace trammel::test
