// SPDX-License-Identifier: Apache-2.0
#include "decoration/surface.h"

#include <gtest/gtest.h>

#include "decoration/mesh_measure.h"

namespace trammel {
namespace {

constexpr Real fine = Pi / 64;

/// Closed, facing outward, and with nearly the volume of the solid.
void expectVolume(const DecorativeShape& shape, Real volume) {
    const auto mesh = surfaceOf(shape, fine);
    ASSERT_TRUE(mesh);
    const MeshMeasure measure = measureMesh(*mesh);
    EXPECT_TRUE(measure.isSolid());
    EXPECT_NEAR(measure.volume / volume, 1, 5e-3);
    for (const SurfaceEdge& edge : edgesOf(*mesh)) EXPECT_LT(edge.from, mesh->vertices.size());
    // Each edge joins two triangles.
    EXPECT_EQ(2 * edgesOf(*mesh).size(), mesh->triangles.size());
}

TEST(Surface, EnclosesTheVolumeOfTheSolid) {
    expectVolume(decor::Sphere{0.3}, 4 * Pi / 3 * 0.027);
    expectVolume(decor::Ellipsoid{{0.1, 0.2, 0.3}}, 4 * Pi / 3 * 0.006);
    expectVolume(decor::Brick{{0.1, 0.2, 0.3}}, 8 * 0.006);
    expectVolume(decor::Cylinder{0.2, 0.5}, Pi * 0.04);
    expectVolume(decor::Capsule{0.2, 0.5}, Pi * 0.04 + 4 * Pi / 3 * 0.008);
    expectVolume(decor::Cone{0.2, 0.6}, Pi * 0.04 * 0.2);
    expectVolume(decor::Torus{0.4, 0.1}, 2 * Pi * Pi * 0.4 * 0.01);
}

TEST(Surface, IsSharedForAMeshAndMissingForLines) {
    const auto mesh = surfaceOf(decor::Brick{Vec3(1.)}, fine);
    EXPECT_EQ(surfaceOf(decor::Mesh{mesh}, fine), mesh);
    EXPECT_FALSE(surfaceOf(decor::Line{Vec3(0.), Vec3(1.)}, fine));
    EXPECT_FALSE(surfaceOf(decor::Text{"name", 0.1}, fine));
}

TEST(Surface, NormalsFollowCreasesAndSmoothRoundParts) {
    const auto brick = surfaceOf(decor::Brick{Vec3(1.)}, fine);
    for (const Vec3& n : cornerNormals(*brick)) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-12);
    const auto ball = surfaceOf(decor::Sphere{2}, fine);
    const std::vector<Vec3> normals = cornerNormals(*ball);
    for (std::size_t i = 0; i < normals.size(); ++i)
        EXPECT_GT(normals[i].dot(ball->vertices[ball->triangles[i]].normalized()), 0.995);
}

}  // namespace
}  // namespace trammel
