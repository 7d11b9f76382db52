// SPDX-License-Identifier: Apache-2.0
#include "authoring/features.h"

#include <algorithm>
#include <cmath>

#include "authoring/placed_element.h"
#include "compile/compiled_model.h"
#include "decoration/mesh_points.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real halfSide = 0.1, halfThickness = 0.01, radius = 0.03;
constexpr int rimVertices = 24;
const Vec3 holeCenter(0.02, -0.01, 0);

/// A square plate about the origin, across z, with a round hole about holeCenter.
TriangleMesh makePlateWithHole() {
    TriangleMesh mesh;
    const auto ring = [&](Real z) {
        const auto first = std::uint32_t(mesh.vertices.size());
        for (int i = 0; i < rimVertices; ++i) {
            const Real angle = 2 * Pi * i / rimVertices;
            mesh.vertices.push_back(holeCenter + Vec3(radius * std::cos(angle), radius * std::sin(angle), z));
        }
        for (int i = 0; i < 4; ++i) {
            const Vec3 corner = halfSide * Vec3(i == 0 || i == 3 ? 1 : -1, i < 2 ? 1 : -1, 0);
            mesh.vertices.push_back(corner + Vec3(0, 0, z));
        }
        return first;
    };
    const std::uint32_t low = ring(-halfThickness), high = ring(halfThickness);
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
    };
    const auto rim = [](int i) { return std::uint32_t(i % rimVertices); };
    const auto corner = [](int i) { return std::uint32_t(rimVertices + i % 4); };
    // Each rim edge goes to the corner of its quadrant, each corner to the rim vertex between two quadrants.
    constexpr int quarter = rimVertices / 4;
    for (const auto& [first, up] : {std::pair(low, false), std::pair(high, true)}) {
        const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            up ? add(first + a, first + b, first + c) : add(first + a, first + c, first + b);
        };
        for (int i = 0; i < rimVertices; ++i) face(rim(i + 1), rim(i), corner(i / quarter));
        for (int k = 0; k < 4; ++k) face(rim((k + 1) * quarter), corner(k), corner(k + 1));
    }
    for (int i = 0; i < rimVertices; ++i) {
        add(low + rim(i), high + rim(i), high + rim(i + 1));
        add(low + rim(i), high + rim(i + 1), low + rim(i + 1));
    }
    for (int k = 0; k < 4; ++k) {
        add(low + corner(k), low + corner(k + 1), high + corner(k + 1));
        add(low + corner(k), high + corner(k + 1), high + corner(k));
    }
    return mesh;
}

}  // namespace

TEST(FindMeshPoints, FindsCornersEdgesFacesAndRimsOfAPlateWithAHole) {
    const MeshPoints points = findMeshPoints(makePlateWithHole());
    EXPECT_EQ(points.corners.size(), 8u);
    EXPECT_EQ(points.edges.size(), 12u);
    ASSERT_EQ(points.circles.size(), 2u);
    for (const MeshPoints::Circle& circle : points.circles) {
        EXPECT_NEAR(circle.center[0], holeCenter[0], 1e-12);
        EXPECT_NEAR(circle.center[1], holeCenter[1], 1e-12);
        EXPECT_NEAR(std::abs(circle.center[2]), halfThickness, 1e-12);
        EXPECT_NEAR(std::abs(circle.axis[2]), 1, 1e-12);
        EXPECT_NEAR(circle.radius, radius, 1e-12);
    }
    // The narrow flats of the hole's wall are too small for targets.
    for (const Vec3& face : points.faces) EXPECT_GT(face.norm(), 0);
}

TEST(FindFeatures, NamesCornersEdgesAndHolesOfAMeshBody) {
    const TypeDescriptor& type = *builtinCatalog().findType("body", "mesh");
    Element draft = draftMeshBody(type, makePlateWithHole());
    draft.name = "Plate";
    const Vec3 place(0.5, 0.2, 0.1);
    const auto made = addFloatingBody(Document(), draft, place);
    ASSERT_TRUE(made);
    const std::vector<Feature> features = findFeatures(*made->model, made->model->getInitialState());
    const auto count = [&](const std::string& name) { return std::ranges::count(features, name, &Feature::name); };
    EXPECT_EQ(count("corner of Plate"), 8);
    EXPECT_EQ(count("hole of Plate"), 2);
    const auto hole = std::ranges::find(features, std::string("hole of Plate"), &Feature::name);
    ASSERT_NE(hole, features.end());
    // Coordinates of the mesh are kept in single precision.
    EXPECT_LT((hole->position_G - place - holeCenter).cwiseProduct(Vec3(1, 1, 0)).norm(), 1e-6);
    EXPECT_NEAR(std::abs((*hole->direction_G)[2]), 1, 1e-6);
    EXPECT_TRUE(hole->onSurface);
    // Each edge by its middle and as a line.
    const auto isLine = [](const Feature& f) { return f.name == "edge of Plate" && f.line_G.has_value(); };
    EXPECT_EQ(std::ranges::count_if(features, isLine), 12);
    EXPECT_EQ(count("edge of Plate"), 24);
}

}  // namespace trammel
