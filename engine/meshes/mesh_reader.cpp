// SPDX-License-Identifier: Apache-2.0
#include "meshes/mesh_reader.h"

#include "formats/mesh_file.h"
#include "meshes/assimp_reader.h"
#include "meshes/ply_reader.h"
#include "meshes/vtp_reader.h"

namespace trammel {

const std::vector<std::string>& meshEndings() {
    static const std::vector<std::string> endings{"stl", "obj", "ply", "dae", "gltf", "glb", "3ds", "vtp"};
    return endings;
}

Result<TriangleMesh> readMeshOfKind(std::string_view bytes, std::string_view ending, const SiblingFile& sibling) {
    std::string kind;
    for (const char c : ending)
        if (c != '.') kind += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (kind == "stl" || kind == "obj") return readMeshFile(bytes);
    if (kind == "vtp") return readVtp(bytes);
    if (kind == "ply") return readPly(bytes);
    for (const std::string& known : meshEndings())
        if (kind == known) return readByAssimp(bytes, kind, sibling);
    Result<TriangleMesh> result;
    result.diagnostics.error("Mesh", "Meshes in '." + kind + "' files cannot be read.",
                             "Export it as STL, OBJ, PLY, DAE, glTF, 3DS or VTP.");
    return result;
}

}  // namespace trammel
