// SPDX-License-Identifier: Apache-2.0
#include "meshes/mesh_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
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

/// The tetrahedron as doubles, with a number of each kind that is not used, and its faces as a strip: 0 2 1 3 0 2.
std::string binaryPly(bool isBigEndian) {
    std::string bytes = std::string("ply\r\nformat binary_") + (isBigEndian ? "big" : "little") +
                        "_endian 1.0\r\ncomment property of nothing\r\nelement vertex 4\r\nproperty uchar red\r\n"
                        "property double x\r\nproperty double y\r\nproperty double z\r\nelement tristrips 1\r\n"
                        "property list short int vertex_indices\r\nend_header\r\n";
    const auto put = [&](const auto value) {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        if (isBigEndian) std::reverse(std::begin(raw), std::end(raw));
        bytes.append(raw, sizeof raw);
    };
    for (int i = 0; i < 4; ++i) {
        put(std::uint8_t(200));
        for (int axis = 1; axis <= 3; ++axis) put(i == axis ? 1. : 0.);
    }
    put(std::int16_t(6));
    for (const std::int32_t corner : {0, 2, 1, 3, 0, 2}) put(corner);
    return bytes;
}

TEST(MeshReader, ReadsBinaryPlyInEitherByteOrder) {
    for (const bool isBigEndian : {false, true}) {
        const std::string whole = binaryPly(isBigEndian);
        expectTetrahedron(read(whole, "ply"));
        EXPECT_FALSE(read(whole.substr(0, whole.size() - 1), "ply"));
    }
}

TEST(MeshReader, LeavesOutFacesWithoutArea) {
    std::string withOthers = ply;
    withOthers.replace(withOthers.find("face 4"), 6, "face 7");
    expectTetrahedron(read(withOthers + "0\n1 3\n2 0 1\n", "ply"));
    const std::string head = ply.substr(0, ply.find("3 0 2 1"));
    EXPECT_FALSE(read(std::string(head).replace(head.find("face 4"), 6, "face 2") + "0\n0\n", "ply"));
}

TEST(MeshReader, SplitsPolygons) {
    // Two of the tetrahedron's faces, folded, as one.
    std::string folded = ply.substr(0, ply.find("3 0 2 1")) + "4 0 3 2 1\n3 0 1 3\n3 1 2 3\n";
    folded.replace(folded.find("face 4"), 6, "face 3");
    const Result<TriangleMesh> mesh = read(folded, "ply");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->triangles.size(), 12u);
}

TEST(MeshReader, ReadsVtp) { expectTetrahedron(read(vtp("3 6 9 12", "0 2 1 0 3 2 0 1 3 1 2 3"), "vtp")); }

/// The tetrahedron in COLLADA.
std::string dae(const std::string& points, const std::string& stride, const std::string& corners) {
    return "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset/><library_geometries>"
           "<geometry id='g'><mesh><source id='s'><float_array id='a' count='12'>" +
           points + "</float_array><technique_common><accessor source='#a' count='4' stride='" + stride +
           "'><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/></accessor>"
           "</technique_common></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>"
           "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/><p>" +
           corners +
           "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id='w'>"
           "<node><instance_geometry url='#g'/></node></visual_scene></library_visual_scenes><scene>"
           "<instance_visual_scene url='#w'/></scene></COLLADA>";
}

TEST(MeshReader, RefusesColladaWithDamagedLists) {
    const std::string points = "0 0 0 1 0 0 0 1 0 0 0 1", corners = "0 2 1 0 3 2 0 1 3 1 2 3";
    expectTetrahedron(read(dae(points, "3", corners), "dae"));
    EXPECT_FALSE(read(dae(points, "3", "0 2 1 0 3 2 0 x1 3 1 2 3"), "dae"));
    EXPECT_FALSE(read(dae(points, "99999999999", corners), "dae"));
    EXPECT_FALSE(read(dae(points, "4", corners), "dae"));
    EXPECT_FALSE(read(dae("0 0 0", "3", corners), "dae"));
    std::string twice = dae(points, "3", corners), words = twice, wide = twice;
    twice.insert(twice.find("<technique_common>"), "<float_array id='a' count='3'>0 0 0</float_array>");
    EXPECT_FALSE(read(twice, "dae"));
    words.replace(words.find("<float_array"), 12, "<Name_array");
    words.replace(words.find("</float_array"), 13, "</Name_array");
    EXPECT_FALSE(read(words, "dae"));
    wide.insert(wide.find("</accessor>"), "<param name='W' type='float'/>");
    EXPECT_FALSE(read(wide, "dae"));
}

TEST(MeshReader, ReadsColladaWhoseTextureHasNoFile) {
    std::string text = dae("0 0 0 1 0 0 0 1 0 0 0 1", "3", "0 2 1 0 3 2 0 1 3 1 2 3");
    text.insert(text.find("<library_geometries>"),
                "<library_images><image id='i'/></library_images><library_effects><effect id='e'><profile_COMMON>"
                "<technique sid='t'><phong><diffuse><texture texture='i' texcoord='c'/></diffuse></phong></technique>"
                "</profile_COMMON></effect></library_effects><library_materials><material id='m'><instance_effect "
                "url='#e'/></material></library_materials>");
    expectTetrahedron(read(text, "dae"));
}

TEST(MeshReader, ReadsVtpInBase64) {
    // The length before the data is encoded separately in the first array, together with it in the others.
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
