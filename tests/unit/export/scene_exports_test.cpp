// SPDX-License-Identifier: Apache-2.0
// Poses as meshes, runs as animations, and line drawings, read back.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "compile/catalog.h"
#include "decoration/mesh_measure.h"
#include "document/document_file.h"
#include "export/drawing_paper.h"
#include "export/exporter.h"
#include "meshes/mesh_reader.h"

namespace trammel {
namespace {

using Json = nlohmann::json;

/// A bar that swings about a pivot on Ground, and a ball at its end; z is up where @p zUp.
ExportSource swinging(bool zUp = false) {
    const std::string direction = zUp ? R"("direction": [0, 0, -1])" : R"("direction": [0, -1, 0])";
    const auto document = readDocument(R"({"trammel": 1, "name": "Swing", "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Rod",
         "properties": {"length": 0.6, "width": 0.04, "thickness": 0.02}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "shape", "type": "sphere", "name": "Bob", "parent": 1,
         "properties": {"position": [0.6, 0, 0], "radius": 0.1, "color": [1, 0, 0], "opacity": 0.5}},
        {"id": 4, "family": "force", "type": "gravity", "name": "Gravity", "properties": {)" +
                                           direction + "}}]}",
                                       builtinCatalog());
    const CompiledModelPtr model = *compileDocument(*document);
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 0.5;
    auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    return {model, run, {}};
}

std::string exported(const char* key, const ExportSource& source) {
    std::ostringstream out;
    EXPECT_TRUE(findExportFormat(key)->write(source, out, {}));
    return out.str();
}

TriangleMesh meshIn(const std::string& bytes, const char* ending) {
    const Result<TriangleMesh> mesh = readMeshOfKind(bytes, ending, {});
    EXPECT_TRUE(mesh) << ending;
    return mesh ? *mesh : TriangleMesh();
}

/// Volume enclosed by the rod, whose ends are round or not, and the ball.
TEST(PoseAsMesh, EnclosesTheVolumeOfItsSolids) {
    const ExportSource source = swinging();
    const Real ball = 4 * Pi / 3 * 0.001;
    for (const char* const key : {"stl", "obj", "gltf"}) {
        const TriangleMesh mesh = meshIn(exported(key, source), (std::string(".") + key).c_str());
        Vec3 low(Infinity), high(-Infinity);
        for (const Vec3& v : mesh.vertices) {
            low = Vec3(low.cwiseMin(v));
            high = Vec3(high.cwiseMax(v));
        }
        EXPECT_NEAR(high[0], 0.7, 1e-6) << key;
        EXPECT_NEAR(high[1], 0.1, 1e-6) << key;
        EXPECT_NEAR(low[2], -0.1, 1e-3) << key;
        const Real rod = measureMesh(mesh).volume - ball;
        // The polyhedron is a little smaller than the ball.
        EXPECT_GT(rod, 0.5 * 0.6 * 0.04 * 0.02) << key;
        EXPECT_LT(rod, 1.2 * 0.6 * 0.04 * 0.02) << key;
    }
}

/// Formats of shapes hold numbers in single precision.
TEST(PoseAsMesh, BeyondItsNumbersIsRefused) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "shape", "type": "box", "name": "Base", "properties": {"size": [1e39, 1, 1]}}]})",
                                       builtinCatalog());
    const ExportSource source{*compileDocument(*document)};
    for (const char* const key : {"stl", "obj", "gltf", "svg", "pdf", "dxf"}) {
        const std::filesystem::path file = std::filesystem::temp_directory_path() / ("too-large." + std::string(key));
        std::filesystem::remove(file);
        const Diagnostics faults = exportFile(*findExportFormat(key), source, file);
        ASSERT_EQ(faults.count(Severity::Error), 1u) << key;
        EXPECT_EQ(faults.items().front().place, "Base") << key;
        EXPECT_FALSE(std::filesystem::exists(file)) << key;
    }
}

TEST(PoseAsMesh, NamesEachObject) {
    const std::string text = exported("obj", swinging());
    EXPECT_NE(text.find("\no Rod\n"), std::string::npos);
    EXPECT_NE(text.find("\no Bob\n"), std::string::npos);
}

/// The parts of a binary glTF file, as its specification divides it.
struct BinaryGltf {
    Json json;
    std::string numbers;

    explicit BinaryGltf(const std::string& file) {
        EXPECT_EQ(file.substr(0, 4), "glTF");
        EXPECT_EQ(u32(file, 4), 2u);
        EXPECT_EQ(u32(file, 8), file.size());
        const std::uint32_t length = u32(file, 12);
        EXPECT_EQ(length % 4, 0u);
        EXPECT_EQ(file.substr(16, 4), "JSON");
        json = Json::parse(file.substr(20, length));
        EXPECT_EQ(u32(file, 20 + length) % 4, 0u);
        EXPECT_EQ(file.substr(24 + length, 4), std::string("BIN\0", 4));
        numbers = file.substr(28 + length);
        EXPECT_EQ(json["buffers"][0]["byteLength"], numbers.size());
    }
    static std::uint32_t u32(const std::string& bytes, std::size_t at) {
        std::uint32_t x = 0;
        std::memcpy(&x, bytes.data() + at, sizeof x);
        return x;
    }
    /// The floats of an accessor; checks that they lie in the buffer.
    std::vector<float> floats(std::size_t accessor) const {
        const Json& a = json["accessors"][accessor];
        const Json& view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
        const std::map<std::string, std::size_t> sizes{{"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}};
        const std::size_t count = a["count"].get<std::size_t>() * sizes.at(a["type"]);
        EXPECT_EQ(a["componentType"], 5126);
        EXPECT_EQ(view["byteLength"], 4 * count);
        const std::size_t at = view["byteOffset"];
        EXPECT_LE(at + 4 * count, numbers.size());
        EXPECT_EQ(at % 4, 0u);
        std::vector<float> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back(std::bit_cast<float>(u32(numbers, at + 4 * i)));
        return all;
    }
};

TEST(RunAsAnimation, HoldsThePoseOfEachFrame) {
    const ExportSource source = swinging();
    const BinaryGltf gltf(exported("glb", source));
    ASSERT_EQ(gltf.json["animations"].size(), 1u);
    const Json& animation = gltf.json["animations"][0];
    ASSERT_EQ(animation["channels"].size(), 2u);
    std::map<std::string, std::vector<float>> curves;
    for (const Json& channel : animation["channels"]) {
        const std::size_t node = channel["target"]["node"];
        EXPECT_EQ(gltf.json["nodes"][node]["name"], "Rod");
        const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
        curves[channel["target"]["path"]] = gltf.floats(sampler["output"]);
        curves["times"] = gltf.floats(sampler["input"]);
        const Json& input = gltf.json["accessors"][sampler["input"].get<std::size_t>()];
        EXPECT_EQ(float(input["max"][0]), curves["times"].back());
    }
    const std::size_t frames = source.run->getTrajectory()->size();
    ASSERT_EQ(curves["times"].size(), frames);
    State state = source.run->getInitialState();
    for (const std::size_t frame : {std::size_t(0), frames / 2, frames - 1}) {
        source.run->restoreFrame(frame, state);
        // Rotation about z by the only coordinate.
        const Real half = state.getQ()[0] / 2;
        EXPECT_NEAR(curves["times"][frame], state.getTime(), 1e-6);
        EXPECT_NEAR(std::abs(curves["rotation"][4 * frame + 3]), std::abs(std::cos(half)), 1e-6);
        EXPECT_NEAR(std::abs(curves["rotation"][4 * frame + 2]), std::abs(std::sin(half)), 1e-6);
    }
}

TEST(RunAsAnimation, StandsUprightAndKeepsColors) {
    const BinaryGltf upright(exported("glb", swinging())), turned(exported("glb", swinging(true)));
    EXPECT_FALSE(upright.json["nodes"][0].contains("rotation"));
    // z to y: a quarter turn about -x.
    EXPECT_NEAR(double(turned.json["nodes"][0]["rotation"][0]), -std::sqrt(0.5), 1e-9);
    bool isRed = false;
    for (const Json& material : upright.json["materials"])
        isRed = isRed || (material["pbrMetallicRoughness"]["baseColorFactor"] == Json({1., 0., 0., 0.5}) &&
                          material["alphaMode"] == "BLEND");
    EXPECT_TRUE(isRed);
}

TEST(RunAsAnimation, KeepsAMeshOfSeveralBodiesOnce) {
    const std::string cube =
        "-1 -1 -1,1 -1 -1,-1 1 -1,1 1 -1,-1 -1 1,1 -1 1,-1 1 1,1 1 1;1 3 7,1 7 5,0 4 6,0 6 2,2 6 7,2 7 3,0 1 5,0 5 4,"
        "4 5 7,4 7 6,0 2 3,0 3 1";
    std::string text = R"({"trammel": 1, "elements": [{"id": 1, "family": "mesh", "type": "triangles", "name": "Cube",
        "properties": {"data": ")" +
                       cube + R"("}})";
    for (int i = 0; i < 3; ++i) {
        const std::string id = std::to_string(10 + 2 * i), other = std::to_string(11 + 2 * i);
        text += R"(, {"id": )" + id + R"(, "family": "body", "type": "rigid", "name": "B)" + id +
                R"(", "properties": {"showBox": false}},
            {"id": )" +
                other + R"(, "family": "shape", "type": "mesh", "name": "S)" + id + R"(", "parent": )" + id +
                R"(, "references": {"mesh": 1}})";
    }
    const auto document = readDocument(text + "]}", builtinCatalog());
    ASSERT_TRUE(document);
    const ExportSource source{*compileDocument(*document)};
    const Json json = Json::parse(exported("gltf", source));
    EXPECT_EQ(json["meshes"].size(), 1u);
    EXPECT_EQ(json["accessors"].size(), 3u);
}

TEST(LineDrawing, ShowsTheMechanismToScale) {
    const std::string svg = exported("svg", swinging());
    EXPECT_NE(svg.find("<title>Swing, scale 1:2</title>"), std::string::npos) << svg.substr(0, 300);
    // From the end of the rod about 0 to that of the ball at 0.7 m, between margins of 10 mm.
    const std::size_t width = svg.find("width=\"");
    ASSERT_NE(width, std::string::npos);
    EXPECT_NEAR(std::stod(svg.substr(width + 7)), 370, 15);
    // The pivot, and its support on Ground.
    EXPECT_NE(svg.find("<circle fill=\"white\" cx="), std::string::npos);
    EXPECT_NE(svg.find("stroke-width=\"0.18\" d=\"M"), std::string::npos);
}

/// A crank, and a rocker that a ball constraint joins to it, seen along z.
ExportSource closedLoop() {
    const auto document = readDocument(R"({"trammel": 1, "name": "Loop", "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Crank arm", "properties": {"length": 0.1}},
        {"id": 2, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": 0.2}},
        {"id": 3, "family": "joint", "type": "pin", "name": "A", "references": {"child": 1}, "properties": {"angle": 0.5}},
        {"id": 4, "family": "joint", "type": "pin", "name": "B", "references": {"parent": 1, "child": 2},
         "properties": {"parentPointAnchor": "tip"}},
        {"id": 5, "family": "constraint", "type": "pointOnLine", "name": "C", "references": {"body2": 2},
         "properties": {"point1": [0.25, 0, 0], "direction": [0, 0, 1], "point2Anchor": "tip"}}]})",
                                       builtinCatalog());
    EXPECT_TRUE(document) << (document ? "" : document.diagnostics.begin()->message);
    return {*compileDocument(*document), nullptr, {}};
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(LineDrawing, MarksThePivotsOfClosedLoops) {
    EXPECT_EQ(count(exported("svg", closedLoop()), "<circle fill=\"white\" cx="), 3u);
}

TEST(LineDrawing, OmitsConstraintsOfUnknownTypes) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Rod"},
        {"id": 2, "family": "constraint", "type": "ofLater", "name": "C", "references": {"body2": 1}}]})",
                                       builtinCatalog());
    const Result<CompiledModelPtr> model = compileDocument(*document);
    ASSERT_TRUE(model);
    EXPECT_EQ(count(exported("svg", {*model, nullptr, {}}), "<circle fill=\"white\" cx="), 0u);
}

TEST(LineDrawing, PdfHasOnePageOfItsSizeAndFindsItsObjects) {
    const std::string pdf = exported("pdf", swinging());
    ASSERT_TRUE(pdf.starts_with("%PDF-1.4\n"));
    EXPECT_EQ(count(pdf, "/Type/Page/"), 1u);
    EXPECT_NE(pdf.find("(Swing, scale 1:2)"), std::string::npos);
    // Each entry of the table leads to its object.
    const std::size_t start = pdf.rfind("startxref\n") + 10;
    const std::size_t table = std::stoul(pdf.substr(start));
    ASSERT_EQ(pdf.substr(table, 9), "xref\n0 7\n");
    for (std::size_t id = 1; id < 7; ++id) {
        const std::size_t object = std::stoul(pdf.substr(table + 9 + 20 * id, 10));
        EXPECT_EQ(pdf.substr(object, 8), std::to_string(id) + " 0 obj\n");
    }
    // As wide as the vector graphics, in points.
    const std::string svg = exported("svg", swinging());
    const double millimeters = std::stod(svg.substr(svg.find("width=\"") + 7));
    EXPECT_NEAR(std::stod(pdf.substr(pdf.find("MediaBox[0 0 ") + 13)), millimeters * 72 / 25.4, 0.1);
}

/// Bars of these names at the origin.
ExportSource barsNamed(const std::string& model, const std::vector<std::string>& names) {
    std::string text = R"({"trammel": 1, "name": ")" + model + R"(", "elements": [)";
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : ",") + std::string(R"({"id": )") + std::to_string(i + 1) +
                R"(, "family": "body", "type": "bar", "name": ")" + names[i] + R"("})";
    const auto document = readDocument(text + "]}", builtinCatalog());
    EXPECT_TRUE(document);
    return {*compileDocument(*document), nullptr, {}};
}

TEST(LineDrawing, PdfHasLatinLettersInItsTitle) {
    const std::string pdf = exported("pdf", barsNamed("F\u00fchrung (\u03bb)", {"Rod"}));
    EXPECT_NE(pdf.find("(F\\374hrung \\(?\\), scale 1:"), std::string::npos) << pdf.substr(0, 300);
}

TEST(LineDrawing, NumbersHaveNoExponents) {
    EXPECT_EQ(decimalText(1e5, 2), "100000");
    EXPECT_EQ(decimalText(-1e-6, 6), "-0.000001");
    EXPECT_EQ(decimalText(-0.001, 2), "0");
    EXPECT_EQ(decimalText(1e300, 2).find_first_not_of("0123456789"), std::string::npos);
}

TEST(CadDrawing, HasExactOutlinesInMillimetersOnLayersOfBodies) {
    const std::string dxf = exported("dxf", swinging());
    EXPECT_NE(dxf.find("$INSUNITS\n70\n4\n"), std::string::npos);
    // The rod with its round ends, 600 mm long and 40 mm wide.
    EXPECT_EQ(count(dxf, "0\nPOLYLINE\n8\nROD\n"), 1u);
    EXPECT_EQ(count(dxf, "0\nVERTEX\n8\nROD\n"), 4u);
    EXPECT_EQ(count(dxf, "\n42\n1\n"), 2u);
    EXPECT_NE(dxf.find("10\n600\n20\n-20\n30\n0\n42\n1\n"), std::string::npos) << dxf;
    // The ball, and the mark of the pivot.
    EXPECT_NE(dxf.find("0\nCIRCLE\n8\nROD\n10\n600\n20\n0\n30\n0\n40\n100\n"), std::string::npos) << dxf;
    EXPECT_NE(dxf.find("0\nPOINT\n8\nPIVOTS\n10\n0\n20\n0\n"), std::string::npos) << dxf;
    EXPECT_TRUE(dxf.ends_with("0\nENDSEC\n0\nEOF\n"));
}

TEST(CadDrawing, BodiesWhoseNamesLookAlikeHaveLayersOfTheirOwn) {
    const std::string dxf = exported("dxf", barsNamed("Bars", {"Gr\u00f6be", "Gr\u00fcbe", "Pivots"}));
    for (const char* const layer : {"PIVOTS", "GR__BE", "GR__BE_2", "PIVOTS_2"})
        EXPECT_EQ(count(dxf, std::string("0\nLAYER\n2\n") + layer + "\n70\n"), 1u) << layer;
    for (const char* const layer : {"GR__BE", "GR__BE_2", "PIVOTS_2"})
        EXPECT_EQ(count(dxf, std::string("0\nPOLYLINE\n8\n") + layer + "\n"), 1u) << layer;
}

TEST(CadDrawing, MarksThePivotsOfClosedLoops) { EXPECT_EQ(count(exported("dxf", closedLoop()), "0\nPOINT\n"), 3u); }

}  // namespace
}  // namespace trammel
