// SPDX-License-Identifier: Apache-2.0
#include "decoration/extent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "decoration/profile.h"

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

}  // namespace
}  // namespace trammel
