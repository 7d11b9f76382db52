// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/outline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact/shapes/mesh.h"

namespace trammel::test {
namespace {

/// A prism between z = -1 and 1 over triangles in the plane, with their common edges inside.
/// @param dividesBottom whether corners in the middles of the bottom edges divide the sides
std::unique_ptr<MeshContactShape> prismOver(const std::vector<Vec2>& points,
                                            const std::vector<std::array<std::uint32_t, 3>>& triangles,
                                            bool dividesBottom = false) {
    TriangleMesh mesh;
    const auto count = std::uint32_t(points.size());
    for (const Real z : {-1., 1.})
        for (const Vec2& p : points) mesh.vertices.emplace_back(p[0], p[1], z);
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        for (const std::uint32_t v : {a, b, c}) mesh.triangles.push_back(v);
    };
    for (const auto& t : triangles) {
        add(t[0] + count, t[1] + count, t[2] + count);
        // Edges without a triangle on the other side are sides of the prism.
        std::vector<std::uint32_t> bottom;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = t[k], b = t[(k + 1) % 3];
            bottom.push_back(a);
            const bool isInner = std::ranges::any_of(triangles, [&](const auto& other) {
                return (other[0] == b && other[1] == a) || (other[1] == b && other[2] == a) ||
                       (other[2] == b && other[0] == a);
            });
            if (isInner) continue;
            if (dividesBottom) {
                const auto middle = std::uint32_t(mesh.vertices.size());
                mesh.vertices.push_back(Vec3((mesh.vertices[a] + mesh.vertices[b]) / 2));
                bottom.push_back(middle);
                add(a, middle, a + count);
                add(middle, b, b + count);
                add(middle, b + count, a + count);
            } else {
                add(a, b, b + count);
                add(a, b + count, a + count);
            }
        }
        for (std::size_t k = 1; k + 1 < bottom.size(); ++k) add(bottom[0], bottom[k + 1], bottom[k]);
    }
    auto made = MeshContactShape::create(mesh, "mesh");
    EXPECT_TRUE(made.value) << (made.value ? "" : made.diagnostics.items().front().message);
    return std::move(*made.value);
}

/// Areas of the loops, the smaller first; empty without a section.
std::vector<Real> areasOf(const ContactShape& shape, const Transform& X = {}) {
    std::vector<Real> areas;
    if (const auto section = findSection(shape, X))
        for (const std::vector<Vec2>& loop : section->loops) {
            Real area = 0;
            for (std::size_t i = 0; i < loop.size(); ++i) area += cross(loop[i], loop[(i + 1) % loop.size()]) / 2;
            areas.push_back(area);
        }
    std::ranges::sort(areas);
    return areas;
}

TEST(SectionOfAMesh, KeepsBothLoopsThatShareACorner) {
    // Squares of sides 1 and 2 on two sides of the origin.
    const auto squares =
        prismOver({Vec2(0, 0), Vec2(-1, 0), Vec2(-1, -1), Vec2(0, -1), Vec2(2, 0), Vec2(2, 2), Vec2(0, 2)},
                  {{0, 1, 2}, {0, 2, 3}, {0, 4, 5}, {0, 5, 6}});
    for (const Real turn : {0., 0.3, 2.}) {
        const std::vector<Real> areas = areasOf(*squares, Transform(Rotation(turn, ZAxis), Vec3(0.1, 0.2, 0.3)));
        ASSERT_EQ(areas.size(), 2u) << turn;
        EXPECT_NEAR(areas[0], 1, 1e-12);
        EXPECT_NEAR(areas[1], 4, 1e-12);
        const auto section = findSection(*squares, Transform());
        const Outline outline(section->loops, 1);
        EXPECT_TRUE(outline.contains(Vec3(-0.5, -0.5, 0)));
        EXPECT_TRUE(outline.contains(Vec3(1, 1, 0)));
        EXPECT_FALSE(outline.contains(Vec3(-0.5, 0.5, 0)));
        EXPECT_EQ(outline.corners().size(), 8u);
        EXPECT_GT(outline.halfThickness(), 1);
    }
}

TEST(SectionOfAMesh, HasStraightSidesWhereTheirTrianglesAreDividedUnevenly) {
    const auto triangle = prismOver({Vec2(0, 0), Vec2(3, 0), Vec2(0, 4)}, {{0, 1, 2}}, true);
    const auto section = findSection(*triangle, Transform());
    ASSERT_TRUE(section);
    ASSERT_EQ(section->loops.size(), 1u);
    EXPECT_EQ(section->loops[0].size(), 3u);
    EXPECT_NEAR(areasOf(*triangle)[0], 6, 1e-12);
}

}  // namespace
}  // namespace trammel::test
