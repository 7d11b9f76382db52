// SPDX-License-Identifier: Apache-2.0
#include "meshes/mesh_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "decoration/mesh_measure.h"

namespace trammel {
namespace {

constexpr Real roundoff = 1e-6;

Result<TriangleMesh> read(const std::string& bytes, const std::string& ending, const SiblingFile& sibling = {}) {
    return readMeshOfKind(bytes, ending, sibling);
}

/// A tetrahedron with corners at the origin and at 1 on each axis: volume 1/6.
void expectTetrahedron(const Result<TriangleMesh>& mesh) {
    ASSERT_TRUE(mesh) << (mesh.diagnostics.empty() ? "" : mesh.diagnostics.items()[0].toString());
    EXPECT_EQ(mesh->vertices.size(), 4u);
    const MeshMeasure measure = measureMesh(*mesh);
    EXPECT_TRUE(measure.isSolid());
    EXPECT_NEAR(measure.volume, 1. / 6, roundoff);
}

const std::string ply =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 3 2\n3 0 1 3\n3 1 2 3\n";

std::string vtp(const std::string& offsets, const std::string& connectivity) {
    return "<?xml version='1.0'?><VTKFile type='PolyData'><PolyData><Piece NumberOfPoints='4'><Points><DataArray "
           "type='Float32' NumberOfComponents='3' format='ascii'>0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Polys>"
           "<DataArray Name='connectivity' format='ascii'>" +
           connectivity + "</DataArray><DataArray Name='offsets' format='ascii'>" + offsets +
           "</DataArray></Polys></Piece></PolyData></VTKFile>";
}

/// A glTF file whose buffer is beside it.
std::string gltf(int indexCount) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "buffers":[{"uri":"points.bin","byteLength":72}],
        "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},
        {"bufferView":1,"componentType":5123,"count":)" +
           std::to_string(indexCount) + R"(,"type":"SCALAR"}]})";
}

std::string gltfBuffer(std::uint16_t lastIndex) {
    const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::uint16_t indices[] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, lastIndex};
    std::string bytes(sizeof points + sizeof indices, '\0');
    std::memcpy(bytes.data(), points, sizeof points);
    std::memcpy(bytes.data() + sizeof points, indices, sizeof indices);
    return bytes;
}

TEST(MeshReader, ReadsPly) { expectTetrahedron(read(ply, ".PLY")); }

TEST(MeshReader, ReadsVtp) { expectTetrahedron(read(vtp("3 6 9 12", "0 2 1 0 3 2 0 1 3 1 2 3"), "vtp")); }

TEST(MeshReader, ReadsVtpInBase64) {
    // The length before the data is encoded by itself in the first array, with it in the others.
    const std::string points = "MAAAAA==AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/",
                      corners = "MAAAAAAAAAACAAAAAQAAAAAAAAADAAAAAgAAAAAAAAABAAAAAwAAAAEAAAACAAAAAwAAAA==",
                      ends = "EAAAAAMAAAAGAAAACQAAAAwAAAA=";
    const auto file = [](const std::string& a, const std::string& b, const std::string& c, const std::string& rest) {
        return "<VTKFile type='PolyData' byte_order='LittleEndian' "
               "header_type='UInt32'><PolyData><Piece><Points><DataArray "
               "type='Float32' " +
               a + "</DataArray></Points><Polys><DataArray type='Int32' Name='connectivity' " + b +
               "</DataArray><DataArray type='Int32' Name='offsets' " + c + "</DataArray></Polys></Piece></PolyData>" +
               rest + "</VTKFile>";
    };
    const std::string binary = "format='binary'>";
    expectTetrahedron(read(file(binary + points, binary + corners, binary + "\n" + ends + "\n", ""), "vtp"));
    const std::string appended = "format='appended' offset='", second = std::to_string(points.size()),
                      third = std::to_string(points.size() + corners.size());
    const std::string held = "<AppendedData encoding='base64'>_" + points + corners;
    expectTetrahedron(
        read(file(appended + "0'>", appended + second + "'>", appended + third + "'>", held + ends + "</AppendedData>"),
             "vtp"));
    EXPECT_FALSE(read(
        file(appended + "0'>", appended + second + "'>", appended + third + "'>", held + "</AppendedData>"), "vtp"));
    EXPECT_FALSE(read(file(binary + points.substr(0, 20), binary + corners, binary + ends, ""), "vtp"));
}

TEST(MeshReader, ReadsGltfWithItsBuffer) {
    expectTetrahedron(read(gltf(12), "gltf", [](const std::string& address) -> std::optional<std::string> {
        return address == "points.bin" ? std::optional(gltfBuffer(3)) : std::nullopt;
    }));
}

TEST(MeshReader, LeavesOutIndicesThatLeadNowhere) {
    // The triangle that cannot be read is missing, reported as a hole in the mesh.
    const auto bad = [](const std::string&) -> std::optional<std::string> { return gltfBuffer(999); };
    const auto open = read(gltf(12), "gltf", bad);
    ASSERT_TRUE(open);
    EXPECT_EQ(open->triangles.size(), 9u);
    EXPECT_EQ(open.diagnostics.count(Severity::Warning), 1u);
    EXPECT_FALSE(read(vtp("3 6 9 12", "0 2 1 0 3 2 0 1 3 1 2 9"), "vtp"));
    EXPECT_FALSE(read(vtp("3 6 9 12", "0 2 1 0 3 2 0 1 3 1 2 -1"), "vtp"));
    EXPECT_FALSE(read(vtp("3 2 99", "0 2 1"), "vtp"));
}

TEST(MeshReader, RefusesAMissingBufferAndReadsNoOtherFile) {
    std::vector<std::string> asked;
    const auto none = [&](const std::string& address) -> std::optional<std::string> {
        asked.push_back(address);
        return std::nullopt;
    };
    EXPECT_FALSE(read(gltf(12), "gltf", none));
    EXPECT_FALSE(asked.empty());
}

TEST(MeshReader, AnyBytesGiveAResult) {
    std::string noise;
    std::uint32_t x = 7;
    for (int i = 0; i < 3000; ++i) noise += static_cast<char>((x = x * 1664525u + 1013904223u) >> 24);
    for (const std::string& ending : meshEndings())
        for (const std::string& bytes :
             {std::string(), noise, ply.substr(0, 150), std::string("<?xml"), std::string("{")})
            EXPECT_FALSE(read(bytes, ending)) << ending;
    EXPECT_FALSE(read(ply, ".step"));
}

}  // namespace
}  // namespace trammel
