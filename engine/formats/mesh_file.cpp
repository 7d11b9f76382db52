// SPDX-License-Identifier: Apache-2.0
#include "formats/mesh_file.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <iomanip>
#include <map>
#include <optional>
#include <sstream>

#include "decoration/mesh_measure.h"
#include "formats/csv_reader.h"
#include "formats/mesh_reduction.h"

namespace trammel {

namespace {

constexpr std::size_t binaryHead = 84, binaryTriangle = 50;
const std::string place = "Mesh";

Result<TriangleMesh> refused(const std::string& why, const std::string& remedy) {
    Result<TriangleMesh> result;
    result.diagnostics.error(place, why, remedy);
    return result;
}

template <class Number>
Number littleEndian(const char* bytes) {
    std::array<char, sizeof(Number)> own{};
    std::memcpy(own.data(), bytes, own.size());
    if constexpr (std::endian::native == std::endian::big) std::reverse(own.begin(), own.end());
    return std::bit_cast<Number>(own);
}

/// The number of triangles, if the file size matches a binary STL with that many.
std::optional<std::size_t> countBinary(std::string_view bytes) {
    if (bytes.size() < binaryHead) return std::nullopt;
    const std::size_t count = littleEndian<std::uint32_t>(bytes.data() + binaryHead - 4);
    if (bytes.size() != binaryHead + count * binaryTriangle) return std::nullopt;
    return count;
}

TriangleMesh readBinary(std::string_view bytes, std::size_t count) {
    TriangleMesh mesh;
    for (std::size_t t = 0; t < count; ++t) {
        // Skip the normal: the vertices determine it.
        const char* at = bytes.data() + binaryHead + t * binaryTriangle + 12;
        for (int corner = 0; corner < 3; ++corner) {
            Vec3 v(0.);
            for (int i = 0; i < 3; ++i, at += 4) v[i] = littleEndian<float>(at);
            mesh.triangles.push_back(std::uint32_t(mesh.vertices.size()));
            mesh.vertices.push_back(v);
        }
    }
    return mesh;
}

/// Words of the next line; empty at the end.
std::optional<std::vector<std::string_view>> nextLine(std::string_view& text) {
    if (text.empty()) return std::nullopt;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::vector<std::string_view> words;
    constexpr std::string_view blanks = " \t\r";
    while (true) {
        const std::size_t from = line.find_first_not_of(blanks);
        if (from == std::string_view::npos) return words;
        line.remove_prefix(from);
        const std::size_t length = std::min(line.find_first_of(blanks), line.size());
        words.push_back(line.substr(0, length));
        line.remove_prefix(length);
    }
}

bool readPoint(const std::vector<std::string_view>& words, Vec3& p) {
    if (words.size() < 4) return false;
    for (int i = 0; i < 3; ++i)
        if (!readTableNumber(words[std::size_t(i) + 1], p[i])) return false;
    return true;
}

Result<TriangleMesh> faulty(int line, const std::string& what) {
    return refused("Line " + std::to_string(line) + ": " + what + ".", "Export the mesh again.");
}

Result<TriangleMesh> readStlText(std::string_view text) {
    TriangleMesh mesh;
    int number = 0;
    while (const auto words = nextLine(text)) {
        ++number;
        if (words->empty() || words->front() != "vertex") continue;
        Vec3 v(0.);
        if (!readPoint(*words, v)) return faulty(number, "this vertex does not have three numbers");
        mesh.triangles.push_back(std::uint32_t(mesh.vertices.size()));
        mesh.vertices.push_back(v);
    }
    if (mesh.triangles.size() % 3 != 0) return faulty(number, "the last triangle does not have three vertices");
    Result<TriangleMesh> result;
    result.value = std::move(mesh);
    return result;
}

Result<TriangleMesh> readObj(std::string_view text) {
    TriangleMesh mesh;
    int number = 0;
    while (const auto words = nextLine(text)) {
        ++number;
        if (words->empty()) continue;
        if (words->front() == "v") {
            Vec3 v(0.);
            if (!readPoint(*words, v)) return faulty(number, "this vertex does not have three numbers");
            mesh.vertices.push_back(v);
        } else if (words->front() == "f") {
            std::vector<std::uint32_t> face;
            for (std::size_t i = 1; i < words->size(); ++i) {
                // "7/1/3": vertex, texture and normal. Negative indices count back from the last vertex.
                Real index = 0;
                if (!readTableNumber((*words)[i].substr(0, (*words)[i].find('/')), index) || index == 0)
                    return faulty(number, "this face has no vertex index");
                const Real vertex = index > 0 ? index - 1 : Real(mesh.vertices.size()) + index;
                if (!(vertex >= 0 && vertex < Real(mesh.vertices.size())))
                    return faulty(number, "this face has an invalid vertex index");
                face.push_back(std::uint32_t(vertex));
            }
            for (std::size_t i = 2; i < face.size(); ++i)
                mesh.triangles.insert(mesh.triangles.end(), {face[0], face[i - 1], face[i]});
        }
    }
    Result<TriangleMesh> result;
    result.value = std::move(mesh);
    return result;
}

/// Merges vertices closer than @p grid and removes triangles that become degenerate.
TriangleMesh welded(const TriangleMesh& mesh, Real grid) {
    TriangleMesh whole;
    std::map<std::array<Real, 3>, std::uint32_t> known;
    const auto indexOf = [&](const Vec3& v) {
        std::array<Real, 3> key{v[0], v[1], v[2]};
        // Merge 0 and -0.
        for (Real& x : key) x = (grid > 0 ? std::round(x / grid) : x) + 0.;
        const auto [at, isNew] = known.try_emplace(key, std::uint32_t(whole.vertices.size()));
        if (isNew) whole.vertices.push_back(v);
        return at->second;
    };
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
        std::array<std::uint32_t, 3> t{};
        for (std::size_t k = 0; k < 3; ++k) t[k] = indexOf(mesh.vertices[mesh.triangles[i + k]]);
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
            whole.triangles.insert(whole.triangles.end(), t.begin(), t.end());
    }
    return whole;
}

}  // namespace

Result<TriangleMesh> readMeshFile(std::string_view bytes) {
    Result<TriangleMesh> result;
    if (const auto count = countBinary(bytes)) {
        if (*count <= mostTrianglesRead)
            result.value = readBinary(bytes, *count);
        else
            result.value.emplace().triangles.resize(3 * *count);
    } else {
        result = bytes.substr(0, 4096).find("facet") != std::string_view::npos ? readStlText(bytes) : readObj(bytes);
        if (!result) return result;
    }
    return finishMesh(std::move(*result));
}

Result<TriangleMesh> finishMesh(TriangleMesh raw) {
    Result<TriangleMesh> result;
    result.value = std::move(raw);
    const std::size_t count = result->triangles.size() / 3;
    if (count == 0) return refused("The file contains no triangles.", "Choose an STL or OBJ file.");
    if (count > mostTrianglesRead)
        return refused("The mesh has " + std::to_string(count) + " triangles; at most " +
                           std::to_string(mostTrianglesRead) + " are read.",
                       "Export it with fewer.");
    // Far within the range of single precision, in which meshes are kept.
    constexpr Real farthest = 1e30;
    for (const Vec3& v : result->vertices)
        if (!(v.cwiseAbs().maxCoeff() <= farthest))
            return refused("A vertex coordinate is not finite or too large.", "Export the mesh again.");

    TriangleMesh mesh = welded(*result, 0);
    if (const std::size_t all = mesh.triangles.size() / 3; all > mostTrianglesKept) {
        std::optional<ReducedMesh> reduced = reduceMesh(mesh, mostTrianglesKept);
        if (!reduced)
            return refused("The mesh has " + std::to_string(all) + " triangles, and fewer would change its shape.",
                           "Export it with fewer, or in parts.");
        mesh = std::move(reduced->mesh);
        std::ostringstream text;
        text << "It was reduced from " << all << " to " << mesh.triangles.size() / 3
             << " triangles; its surface moved by about " << std::setprecision(2) << reduced->deviation << " at most.";
        result.diagnostics.note(place, text.str());
    }
    MeshMeasure measure = measureMesh(mesh);
    const int turned = orientOutward(mesh);
    if (turned > 0) measure = measureMesh(mesh);
    if (measure.openEdges > 0) {
        // Rounding may have separated coincident vertices.
        constexpr Real grain = 1e-6;
        TriangleMesh closer = welded(mesh, grain * Vec3(measure.high - measure.low).maxCoeff());
        orientOutward(closer);
        if (const MeshMeasure again = measureMesh(closer); again.isSolid()) {
            mesh = std::move(closer);
            measure = again;
        }
    }
    if (mesh.triangles.empty() || !(measure.area > 0))
        return refused("All triangles are degenerate.", "Export the mesh again.");
    if (turned > 0)
        result.diagnostics.note(place, "Inward-facing triangles were flipped: " + std::to_string(turned) + ".", {});
    if (!measure.isSolid())
        result.diagnostics.warning(
            place, "The mesh has " + std::to_string(measure.openEdges) + " open edges and encloses no volume.",
            "Its mass is distributed over its surface. For a solid body, export a closed mesh.");
    result.value = std::move(mesh);
    return result;
}

}  // namespace trammel
