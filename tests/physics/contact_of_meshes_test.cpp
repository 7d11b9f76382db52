// SPDX-License-Identifier: Apache-2.0
// Contact of meshes among everything: softened contact, and notes about many triangles.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "contact_models.h"

namespace trammel::test {
namespace {

/// A ball of radius 0.1 m as a mesh of @p rings by twice as many triangles.
std::string ballMesh(int rings) {
    std::ostringstream vertices, triangles;
    const int around = 2 * rings;
    vertices << "0 0.1 0";
    for (int i = 1; i < rings; ++i)
        for (int j = 0; j < around; ++j) {
            const Real a = Pi * i / rings, b = 2 * Pi * j / around;
            vertices << "," << 0.1 * std::sin(a) * std::cos(b) << " " << 0.1 * std::cos(a) << " "
                     << 0.1 * std::sin(a) * std::sin(b);
        }
    vertices << ",0 -0.1 0";
    const auto at = [&](int i, int j) { return 1 + (i - 1) * around + j % around; };
    const int last = 1 + (rings - 1) * around;
    for (int j = 0; j < around; ++j) {
        triangles << (j ? "," : "") << "0 " << at(1, j + 1) << " " << at(1, j);
        triangles << "," << last << " " << at(rings - 1, j) << " " << at(rings - 1, j + 1);
        for (int i = 1; i < rings - 1; ++i)
            triangles << "," << at(i, j) << " " << at(i, j + 1) << " " << at(i + 1, j + 1) << "," << at(i, j) << " "
                      << at(i + 1, j + 1) << " " << at(i + 1, j);
    }
    return vertices.str() + ";" + triangles.str();
}

TEST(SoftenedContact, SinksARoundMeshByTheReportedDepth) {
    ModelBuilder b;
    b.add(gravity(standardGravity));
    b.add(floorShape());
    const ElementId id = b.add(Element::draft("body", "mesh", "Ball").set("mesh", ballMesh(80)));
    b.add(freeJoint(id, Vec3(0, 0.0999, 0)));
    b.add(withoutFriction(everythingTouches()).set("sinkage", 0.002));
    const CompiledModelPtr model = compiled(b.document());
    Simulation run(model, 1e-4);
    run.goTo(1);
    const Real size = 0.1 * std::sqrt(3.), depth = 0.1 - run.pose("Ball").p()[1];
    EXPECT_NEAR(depth, 0.002 * size, 0.0004 * size);
}

TEST(ContactBetweenMeshes, IsNotedWhereTheyHaveManyTriangles) {
    const auto notes = [](int rings) {
        ModelBuilder b;
        b.add(floorShape());
        for (const int i : {0, 1}) {
            const ElementId ball = b.add(
                Element::draft("body", "mesh", "Ball " + std::to_string(i)).set("mesh", ballMesh(i == 0 ? 40 : rings)));
            b.add(freeJoint(ball, Vec3(i, 1, 0)));
        }
        b.add(everythingTouches());
        return std::ranges::count_if(compileDocument(b.document()).diagnostics, [](const Diagnostic& each) {
            return each.message.find("where they touch, a run is slow") != std::string::npos;
        });
    };
    EXPECT_EQ(notes(40), 1);
    EXPECT_EQ(notes(10), 0);
}

}  // namespace
}  // namespace trammel::test
