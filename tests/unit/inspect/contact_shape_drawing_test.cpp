// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_shape_drawing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/mesh.h"

namespace trammel {
namespace {

/// A torus of 2 n^2 triangles.
std::shared_ptr<const ContactShape> torus(unsigned n) {
    TriangleMesh mesh;
    for (unsigned i = 0; i < n; ++i)
        for (unsigned j = 0; j < n; ++j) {
            const Real a = 2 * Pi * i / n, b = 2 * Pi * j / n, r = 1 + 0.4 * std::cos(b);
            mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), 0.4 * std::sin(b));
            const unsigned i1 = (i + 1) % n, j1 = (j + 1) % n;
            for (const unsigned corner : {i * n + j, i1 * n + j, i1 * n + j1, i * n + j, i1 * n + j1, i * n + j1})
                mesh.triangles.push_back(corner);
        }
    auto made = MeshContactShape::create(mesh, "");
    EXPECT_TRUE(made) << "closed";
    return std::move(*made);
}

const TriangleMesh& trianglesOf(const ContactShapeDrawing& drawing) {
    return *std::get<decor::Mesh>(drawing.lines.getShape()).mesh;
}

TEST(ContactShapeDrawing, SmoothShapesAreOneLineOnTheirSurface) {
    const Vec3 radii(1, 2, 3);
    const auto ellipsoid = drawContactShape(std::make_shared<EllipsoidContactShape>(radii), 1);
    for (const Vec3& p : std::get<decor::Polyline>(ellipsoid.lines.getShape()).points)
        EXPECT_NEAR(Vec3(p.cwiseQuotient(radii)).norm(), 1, 1e-12);
    const std::vector<std::shared_ptr<const ContactShape>> shapes{
        std::make_shared<BallContactShape>(0.5), std::make_shared<BoxContactShape>(Vec3(1, 2, 3)),
        std::make_shared<CapsuleContactShape>(0.5, 1.), std::make_shared<CylinderContactShape>(0.5, 1.),
        std::make_shared<ConeContactShape>(0.5, 1.)};
    for (const auto& shape : shapes) {
        const auto drawing = drawContactShape(shape, 1);
        const auto* const line = std::get_if<decor::Polyline>(&drawing.lines.getShape());
        ASSERT_TRUE(line) << shape->key();
        AxisBox drawn{line->points[0], line->points[0]};
        for (std::size_t i = 0; i < line->points.size(); ++i) {
            const Vec3 &p = line->points[i], &next = line->points[(i + 1) % line->points.size()];
            drawn = {Vec3(drawn.lower.cwiseMin(p)), Vec3(drawn.upper.cwiseMax(p))};
            // Edges of a box meet at right angles: no line runs across a face.
            const int moved = int((Vec3(next - p).array().abs() > 1e-12).count());
            if (shape->key() == "box") {
                EXPECT_EQ(moved, 1);
            }
        }
        const AxisBox bounds = shape->calcBounds();
        EXPECT_LT(Vec3(drawn.lower - bounds.lower).norm() + Vec3(drawn.upper - bounds.upper).norm(), 1e-12)
            << shape->key();
        EXPECT_LT(line->points.size(), 200u) << shape->key();
    }
}

TEST(ContactShapeDrawing, AMeshIsBuiltOnceAndKept) {
    auto shape = torus(20);
    const auto first = drawContactShape(shape, 1), again = drawContactShape(shape, 2);
    EXPECT_EQ(&trianglesOf(first), &trianglesOf(again));
    EXPECT_EQ(trianglesOf(first).triangles.size() / 3, 800u);
    EXPECT_FALSE(first.isSimplified);
    // Another one may get the address of a deleted one.
    shape = torus(10);
    EXPECT_EQ(trianglesOf(drawContactShape(shape, 1)).triangles.size() / 3, 200u);
}

TEST(ContactShapeDrawing, AShapeOfAnUnknownKindHasTheLinesOfItsBounds) {
    struct Wedge : ContactShape {
        std::string_view key() const override { return "wedge"; }
        AxisBox calcBounds() const override { return {Vec3(1, 2, 3), Vec3(2, 4, 6)}; }
        Vec3 calcSupport(const Vec3&) const override { return Vec3(1, 2, 3); }
        Real characteristicLength() const override { return 1; }
        Real smallestThickness() const override { return 1; }
    };
    const auto drawing = drawContactShape(std::make_shared<Wedge>(), 1);
    EXPECT_TRUE(drawing.isSimplified);
    const auto* const line = std::get_if<decor::Polyline>(&drawing.lines.getShape());
    ASSERT_TRUE(line);
    for (const Vec3& p : line->points) {
        const Vec3 there = drawing.lines.getTransform() * p;
        EXPECT_TRUE((there[0] == 1 || there[0] == 2) && (there[1] == 2 || there[1] == 4)) << there.transpose();
    }
}

TEST(ContactShapeDrawing, ALargeMeshIsSimplified) {
    const auto drawing = drawContactShape(torus(200), 1);
    EXPECT_TRUE(drawing.isSimplified);
    const std::size_t triangles = trianglesOf(drawing).triangles.size() / 3;
    EXPECT_LE(triangles, MostContactTriangles);
    EXPECT_GT(triangles, 300u);
    for (const Vec3& p : trianglesOf(drawing).vertices)
        EXPECT_NEAR(std::hypot(std::hypot(p[0], p[1]) - 1, p[2]), 0.4, 1e-12) << "on the surface";
}

}  // namespace
}  // namespace trammel
