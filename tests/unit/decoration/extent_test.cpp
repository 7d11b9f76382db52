// SPDX-License-Identifier: Apache-2.0
#include "decoration/extent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "decoration/profile.h"
#include "decoration/surface.h"

namespace trammel {
namespace {

TEST(EnclosingRadius, ReachesTheFarthestPointOfAShape) {
    EXPECT_EQ(enclosingRadius(decor::Point{}), 0);
    EXPECT_EQ(enclosingRadius(decor::Sphere{0.3}), 0.3);
    EXPECT_EQ(enclosingRadius(decor::Ellipsoid{Vec3(0.1, 0.4, 0.2)}), 0.4);
    EXPECT_EQ(enclosingRadius(decor::Cylinder{0.3, 0.4}), 0.5);
    EXPECT_EQ(enclosingRadius(decor::Capsule{0.1, 0.2}), 0.1 + 0.2);
    EXPECT_EQ(enclosingRadius(decor::Brick{Vec3(2, 3, 6)}), 7);
    EXPECT_EQ(enclosingRadius(decor::Line{Vec3(1, 0, 0), Vec3(0, -2, 0)}), 2);
    EXPECT_EQ(enclosingRadius(decor::Polyline{{Vec3(0.), Vec3(0, 3, 4), Vec3(1, 0, 0)}, false}), 5);
}

TEST(EnclosingRadius, IncludesTheThicknessOfAnExtrusion) {
    Profile bar;
    bar.outline.vertices = {{Vec2(0, 0), 0}, {Vec2(3, 0), 0}, {Vec2(3, 4), 0}};
    EXPECT_EQ(enclosingRadius(decor::Extrusion{shareProfile(bar), 12}), 13);
}

TEST(EnclosingRadius, ReadsSomeVerticesOfALargeMesh) {
    auto mesh = std::make_shared<TriangleMesh>();
    for (int i = 0; i < 100000; ++i) mesh->vertices.push_back(Vec3(std::cos(i), std::sin(i), 0));
    EXPECT_NEAR(enclosingRadius(decor::Mesh{mesh}), 1, 1e-12);
    EXPECT_EQ(enclosingRadius(decor::Mesh{}), 0);
}

TEST(Reach, IsThatOfTheFarthestPoint) {
    const Vec3 oblique = Vec3(1, -2, 2) / 3.;
    EXPECT_NEAR(*calcReach(DecorativeGeometry(decor::Sphere{0.3}), oblique), 0.3, 1e-15);
    EXPECT_NEAR(*calcReach(DecorativeGeometry(decor::Brick{Vec3(0.3, 0.6, 0.9)}), oblique), 0.1 + 0.4 + 0.6, 1e-15);
    EXPECT_NEAR(*calcReach(DecorativeGeometry(decor::Cylinder{0.2, 0.5}), Vec3(0, -1, 0)), 0.5, 1e-15);
    EXPECT_NEAR(*calcReach(DecorativeGeometry(decor::Cone{0.2, 0.5}), Vec3(0, -1, 0)), 0, 1e-15);
    EXPECT_NEAR(*calcReach(DecorativeGeometry(decor::Cone{0.2, 0.5}), Vec3(0, 1, 0)), 0.5, 1e-15);
    EXPECT_NEAR(*calcReach(DecorativeGeometry(decor::Torus{0.5, 0.1}), Vec3(0, 0, 1)), 0.1, 1e-15);
    EXPECT_FALSE(calcReach(DecorativeGeometry(decor::Line{Vec3(0.), Vec3(1, 0, 0)}), oblique));
}

TEST(Reach, TakesPoseAndScaleIntoAccount) {
    DecorativeGeometry brick(decor::Brick{Vec3(0.1, 0.2, 0.3)});
    brick.setScaleFactors(Vec3(1, 2, 1)).setTransform(Transform(Rotation(Pi / 2, Vec3(0, 0, 1)), Vec3(1, 0, 0)));
    EXPECT_NEAR(*calcReach(brick, Vec3(-1, 0, 0)), 0.4 - 1, 1e-15);
    EXPECT_NEAR(*calcReach(brick, Vec3(0, 1, 0)), 0.1, 1e-15);
}

TEST(Reach, AgreesWithTheVerticesOfTheSurface) {
    const Vec3 oblique = Vec3(-2, 1, 2) / 3.;
    const std::vector<DecorativeShape> shapes = {decor::Ellipsoid{Vec3(0.1, 0.3, 0.2)}, decor::Cylinder{0.2, 0.4},
                                                 decor::Capsule{0.1, 0.2}, decor::Cone{0.3, 0.4},
                                                 decor::Torus{0.4, 0.1}};
    for (const DecorativeShape& shape : shapes) {
        Real farthest = 0;
        const std::shared_ptr<const TriangleMesh> surface = surfaceOf(shape, 0.02);
        for (const Vec3& vertex : surface->vertices) farthest = std::max(farthest, vertex.dot(oblique));
        EXPECT_NEAR(*calcReach(shape, oblique), farthest, 1e-4 * farthest);
    }
}

}  // namespace
}  // namespace trammel
