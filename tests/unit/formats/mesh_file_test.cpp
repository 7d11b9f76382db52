// SPDX-License-Identifier: Apache-2.0
#include "formats/mesh_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "decoration/mesh_measure.h"
#include "decoration/mesh_text.h"

namespace trammel {
namespace {

/// A box of 2 x 3 x 4 about (10, 0, 0), with known moments.
const Vec3 Sides(2, 3, 4), Middle(10, 0, 0);
// Volumes and moments are sums of a few products of small numbers.
constexpr Real Rounding = 1e-12;

std::string boxAsObj() {
    std::string text = "# a box\r\n";
    for (int i = 0; i < 8; ++i)
        text += "v " + std::to_string(9 + 2 * (i & 1)) + " " + (i & 2 ? "1.5" : "-1.5") + " " + (i & 4 ? "2" : "-2") +
                "\r\n";
    // Faces with textures and normals, one with negative indices.
    return text + "f 1/1/1 3/2/1 4/3/1 2/4/1\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf -7 -5 -1 -3\n";
}

TriangleMesh box() { return *readMeshFile(boxAsObj()).value; }

std::string asBinaryStl(const TriangleMesh& mesh) {
    std::string bytes(84, ' ');
    const auto count = std::uint32_t(mesh.triangles.size() / 3);
    std::memcpy(bytes.data() + 80, &count, 4);
    for (std::size_t t = 0; t < count; ++t) {
        std::string triangle(50, '\0');
        for (std::size_t k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i) {
                const auto x = float(mesh.vertices[mesh.triangles[3 * t + k]][i]);
                std::memcpy(triangle.data() + 12 + 12 * k + 4 * std::size_t(i), &x, 4);
            }
        bytes += triangle;
    }
    return bytes;
}

std::string asTextStl(const TriangleMesh& mesh) {
    std::string text = "solid box\n";
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        text += " facet normal 0 0 0\n  outer loop\n";
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& v = mesh.vertices[mesh.triangles[t + k]];
            text +=
                "   vertex " + std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]) + "\n";
        }
        text += "  endloop\n endfacet\n";
    }
    return text + "endsolid\n";
}

void expectTheBox(const TriangleMesh& mesh) {
    const MeshMeasure m = measureMesh(mesh);
    EXPECT_EQ(mesh.vertices.size(), 8u);
    EXPECT_EQ(m.openEdges, 0);
    EXPECT_NEAR(m.volume, 24, Rounding * 24);
    EXPECT_NEAR(m.area, 52, Rounding * 52);
    EXPECT_LT((m.center - Middle).norm(), Rounding * 10);
    const Inertia expected = Inertia::brick(Sides / 2).shiftFromMassCenter(Middle, 1);
    EXPECT_LT((m.unitInertia.toMat33() - expected.toMat33()).norm(), Rounding * 100);
}

TEST(MeshFile, ABoxFromEachKindOfFileHasTheMassMomentsOfABox) {
    expectTheBox(box());
    expectTheBox(*readMeshFile(asBinaryStl(box())).value);
    expectTheBox(*readMeshFile(asTextStl(box())).value);
}

TEST(MeshFile, InwardTrianglesAreFlippedAndReported) {
    TriangleMesh inverted = box();
    for (std::size_t t = 0; t < inverted.triangles.size(); t += 3)
        std::swap(inverted.triangles[t + 1], inverted.triangles[t + 2]);
    EXPECT_LT(measureMesh(inverted).volume, 0);
    const auto whole = readMeshFile(asBinaryStl(inverted));
    expectTheBox(*whole.value);
    EXPECT_NE(whole.diagnostics.begin()->message.find("flipped: 12"), std::string::npos);
    // A single flipped face is detected by its neighbors.
    TriangleMesh mixed = box();
    std::swap(mixed.triangles[1], mixed.triangles[2]);
    const auto repaired = readMeshFile(asBinaryStl(mixed));
    expectTheBox(*repaired.value);
    EXPECT_NE(repaired.diagnostics.begin()->message.find("flipped: 1."), std::string::npos);
}

TEST(MeshFile, CavityIsKept) {
    TriangleMesh shell = box();
    const TriangleMesh inside = box();
    const auto first = std::uint32_t(shell.vertices.size());
    for (const Vec3& v : inside.vertices) shell.vertices.push_back(Middle + (v - Middle) / 2);
    for (std::size_t t = 0; t < inside.triangles.size(); t += 3)
        for (const std::size_t k : {0u, 2u, 1u}) shell.triangles.push_back(first + inside.triangles[t + k]);
    const auto read = readMeshFile(asBinaryStl(shell));
    EXPECT_TRUE(read.diagnostics.empty());
    EXPECT_NEAR(measureMesh(*read).volume, 24 - 3, 1e-9);
}

TEST(MeshFile, AnOpenMeshIsReportedAsAShell) {
    TriangleMesh open = box();
    open.triangles.resize(open.triangles.size() - 6);
    const auto read = readMeshFile(asBinaryStl(open));
    ASSERT_TRUE(read);
    EXPECT_NE(read.diagnostics.begin()->message.find("4 open edges"), std::string::npos);
    const MeshMeasure m = measureMesh(*read);
    EXPECT_FALSE(m.isSolid());
    EXPECT_NEAR(m.area, 52 - 12, 1e-12 * 52);
    // The side at +x is missing.
    EXPECT_LT(m.center[0], 10);
}

TEST(MeshFile, InvalidMeshIsRejectedWithTheReason) {
    const auto reason = [](std::string_view bytes) {
        const auto read = readMeshFile(bytes);
        EXPECT_FALSE(read);
        return read.diagnostics.empty() ? std::string() : read.diagnostics.begin()->message;
    };
    EXPECT_NE(reason("").find("no triangles"), std::string::npos);
    EXPECT_NE(reason("\x89PNG\r\n").find("no triangles"), std::string::npos);
    EXPECT_NE(reason("v 0 0 0\nv 1 x 0\n").find("Line 2"), std::string::npos);
    EXPECT_NE(reason("v 0 0 0\nf 1 2 3\n").find("Line 2"), std::string::npos);
    EXPECT_NE(reason("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n").find("degenerate"), std::string::npos);
}

TEST(MeshText, MeshRoundTripsThroughText) {
    const std::string line = writeMesh(box());
    const auto known = readMesh(line, 0.5);
    ASSERT_TRUE(known);
    EXPECT_EQ(known->mesh->triangles, box().triangles);
    EXPECT_NEAR(known->measure.volume, 24 * 0.125, Rounding);
    EXPECT_EQ(readMesh(line, 0.5), known) << "it is not read twice";
    EXPECT_EQ(known->points.corners.size(), 8u);
    EXPECT_EQ(known->points.edges.size(), 12u);
    EXPECT_EQ(known->points.faces.size(), 6u);
    for (const char* faulty : {"", ";", "0 0 0;0 1 2", "0 0 0,1 0 0,0 1 0;0 1", "0 0 zero;0 0 0", "0 0 0,1 0 0,0 1 0"})
        EXPECT_FALSE(readMesh(faulty, 1)) << faulty;
}

TEST(MeshFile, RefusesCoordinatesThatSinglePrecisionCannotHold) {
    for (const char* const far : {"1e39", "-1e300", "inf", "nan"}) {
        std::string text = boxAsObj();
        text.replace(text.find("-1.5"), 4, far);
        EXPECT_FALSE(readMeshFile(text)) << far;
    }
    EXPECT_FALSE(readMeshFile("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 nan\n"));
}

TEST(MeshFile, ReducesAMeshWithVeryManyTriangles) {
    // A ball of radius 1 with 640 000 triangles.
    constexpr int rings = 400, around = 800;
    std::string text;
    for (int k = 0; k <= rings; ++k)
        for (int i = 0; i < around; ++i) {
            const Real a = Pi * k / rings, b = 2 * Pi * i / around;
            const bool isPole = k == 0 || k == rings;
            const Real r = isPole ? 0 : std::sin(a);
            text += "v " + std::to_string(r * std::cos(b)) + " " + std::to_string(std::cos(a)) + " " +
                    std::to_string(-r * std::sin(b)) + "\n";
        }
    for (int k = 0; k < rings; ++k)
        for (int i = 0; i < around; ++i) {
            const auto at = [&](int ring, int step) { return std::to_string(1 + ring * around + step % around); };
            text += "f " + at(k, i) + " " + at(k + 1, i) + " " + at(k + 1, i + 1) + " " + at(k, i + 1) + "\n";
        }
    const Result<TriangleMesh> mesh = readMeshFile(text);
    ASSERT_TRUE(mesh);
    EXPECT_LE(mesh->triangles.size() / 3, mostTrianglesKept);
    EXPECT_GT(mesh->triangles.size() / 3, mostTrianglesKept / 2);
    const MeshMeasure measure = measureMesh(*mesh);
    EXPECT_TRUE(measure.isSolid());
    EXPECT_NEAR(measure.volume, 4 * Pi / 3, 2e-3);
    EXPECT_NE(mesh.diagnostics.items().front().message.find("was reduced from 6"), std::string::npos);
}

}  // namespace
}  // namespace trammel
