// SPDX-License-Identifier: Apache-2.0
// Meshes from files.
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "base/exceptions.h"
#include "simbody/polygonal_mesh.h"

namespace SimTK {

static_assert(std::endian::native == std::endian::little, "binary .stl files are little-endian");

void PolygonalMesh::loadObjFile(const std::string& pathname) {
    std::ifstream file(pathname);
    const std::string where = "PolygonalMesh::loadObjFile(): " + pathname;
    if (!file) throw trammel::Exception(where + " cannot be read.");
    const int before = getNumVertices();
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const auto refuse = [&](const char* why) {
            throw trammel::Exception(where + ", line " + std::to_string(number) + ": " + why);
        };
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            Vec3 p;
            if (!(words >> p[0] >> p[1] >> p[2])) refuse("a vertex needs three coordinates.");
            addVertex(p);
        } else if (kind == "f") {
            Array_<int> face;
            for (std::string corner; words >> corner;) {
                // Vertex, texture and normal, separated by slashes; numbers count from 1, or back from the last.
                int vertex = 0;
                if (!String(corner.substr(0, corner.find('/'))).tryConvertTo(vertex))
                    refuse("a corner is not a number.");
                const int index = vertex < 0 ? getNumVertices() + vertex : before + vertex - 1;
                if (index < before || index >= getNumVertices()) refuse("a corner is not a vertex of the file.");
                face.push_back(index);
            }
            if (face.size() < 3) refuse("a face needs three corners.");
            addFace(face);
        }
    }
}

void PolygonalMesh::loadStlFile(const std::string& pathname) {
    std::ifstream file(pathname, std::ios::binary);
    const std::string where = "PolygonalMesh::loadStlFile(): " + pathname;
    if (!file) throw trammel::Exception(where + " cannot be read.");
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    std::map<std::array<Real, 3>, int> numbers;
    Array_<int> face;
    const auto addCorner = [&](const Vec3& p) {
        const auto [at, isNew] = numbers.try_emplace({p[0], p[1], p[2]}, 0);
        if (isNew) at->second = addVertex(p);
        face.push_back(at->second);
        if (face.size() < 3) return;
        // Triangles that have shrunk to a line have no inside.
        if (face[0] != face[1] && face[1] != face[2] && face[2] != face[0]) addFace(face);
        face.clear();
    };
    // A binary file: 80 characters, the number of triangles, and 50 bytes for each: normal, corners and two more.
    constexpr std::size_t Head = 84, Triangle = 50;
    std::uint32_t triangles = 0;
    if (content.size() >= Head) std::memcpy(&triangles, content.data() + 80, sizeof triangles);
    if (content.size() >= Head && content.size() == Head + Triangle * triangles) {
        for (std::size_t t = 0; t < triangles; ++t)
            for (std::size_t corner = 1; corner <= 3; ++corner) {
                float p[3];
                std::memcpy(p, content.data() + Head + Triangle * t + sizeof p * corner, sizeof p);
                addCorner(Vec3(p[0], p[1], p[2]));
            }
        return;
    }
    std::istringstream words(content);
    for (std::string word; words >> word;) {
        if (word != "vertex") continue;
        Vec3 p;
        if (!(words >> p[0] >> p[1] >> p[2])) throw trammel::Exception(where + ": a vertex needs three coordinates.");
        addCorner(p);
    }
    if (numbers.empty()) throw trammel::Exception(where + " has no triangles.");
}

void PolygonalMesh::loadFile(const std::string& pathname) {
    const std::string extension = String::toLower(pathname.substr(std::min(pathname.rfind('.'), pathname.size())));
    if (extension == ".obj") return loadObjFile(pathname);
    if (extension == ".stl" || extension == ".stla") return loadStlFile(pathname);
    throw trammel::Exception("PolygonalMesh::loadFile(): " + pathname + " is neither an .obj nor an .stl file.");
}

}  // namespace SimTK
