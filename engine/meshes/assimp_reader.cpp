// SPDX-License-Identifier: Apache-2.0
#include "meshes/assimp_reader.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstring>

#include "formats/mesh_file.h"
#include "meshes/collada_check.h"

namespace trammel {

namespace {

/// Maximum nesting depth of nodes.
constexpr int deepestNode = 500;
constexpr std::size_t mostCorners = 3 * mostTrianglesRead;

class BytesStream : public Assimp::IOStream {
public:
    explicit BytesStream(std::string bytes) : bytes_(std::move(bytes)) {}
    std::size_t Read(void* to, std::size_t size, std::size_t count) override {
        if (size == 0) return 0;
        const std::size_t whole = std::min(count, (bytes_.size() - at_) / size);
        std::memcpy(to, bytes_.data() + at_, whole * size);
        at_ += whole * size;
        return whole;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        const std::size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
        if (offset > bytes_.size() - from) return aiReturn_FAILURE;
        at_ = from + offset;
        return aiReturn_SUCCESS;
    }
    std::size_t Tell() const override { return at_; }
    std::size_t FileSize() const override { return bytes_.size(); }
    void Flush() override {}

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

/// The mesh file from memory, and of all others those that @p sibling gives.
class BoundedFiles : public Assimp::IOSystem {
public:
    BoundedFiles(std::string mainName, std::string_view bytes, const SiblingFile& sibling)
        : mainName_(std::move(mainName)), bytes_(bytes), sibling_(sibling) {}
    bool Exists(const char* file) const override { return read(file).has_value(); }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override {
        if (std::strchr(mode, 'w')) return nullptr;
        auto held = read(file);
        return held ? new BytesStream(std::move(*held)) : nullptr;
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    std::optional<std::string> read(const std::string& file) const {
        if (file == mainName_) return std::string(bytes_);
        return sibling_ ? sibling_(file.starts_with("./") ? file.substr(2) : file) : std::nullopt;
    }

    std::string mainName_;
    std::string_view bytes_;
    const SiblingFile& sibling_;
};

Result<TriangleMesh> refused(const std::string& why) {
    Result<TriangleMesh> result;
    result.diagnostics.error("Mesh", why, "Export the mesh again, as STL for instance.");
    return result;
}

/// True if the file begins like one of its kind: Assimp also chooses its reader by content.
bool beginsAs(const std::string& kind, std::string_view bytes) {
    constexpr std::size_t headLength = 65'536;
    const std::string_view head = bytes.substr(0, headLength);
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos) return false;
    if (kind == "gltf") return head[first] == '{';
    if (kind == "glb") return head.starts_with("glTF");
    if (kind == "dae") return head.find("<COLLADA") != std::string_view::npos;
    return kind == "3ds" && head.starts_with("MM");
}

/// Leaves the faces with three corners and more: Assimp's triangulation aborts the program where others are called polygons.
/// False if a corner is not a vertex, which readers do not ensure.
bool keepFaces(aiMesh& mesh) {
    if (mesh.mNumVertices > 0 && !mesh.mVertices) return false;
    unsigned kept = 0;
    mesh.mPrimitiveTypes = 0;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        aiFace& face = mesh.mFaces[f];
        if (face.mNumIndices < 3 || !face.mIndices) continue;
        for (unsigned k = 0; k < face.mNumIndices; ++k)
            if (face.mIndices[k] >= mesh.mNumVertices) return false;
        mesh.mPrimitiveTypes |= face.mNumIndices == 3 ? aiPrimitiveType_TRIANGLE : aiPrimitiveType_POLYGON;
        std::swap(mesh.mFaces[kept].mNumIndices, face.mNumIndices);
        std::swap(mesh.mFaces[kept].mIndices, face.mIndices);
        ++kept;
    }
    // The others keep their memory, which the mesh's destructor frees with the array.
    mesh.mNumFaces = kept;
    return true;
}

/// Adds the triangles of a node and of all below it; false where an index leads nowhere or there are too many.
bool append(const aiScene& scene, const aiNode& node, const aiMatrix4x4& outer, int depth, TriangleMesh& whole) {
    if (depth > deepestNode) return false;
    const aiMatrix4x4 here = outer * node.mTransformation;
    for (unsigned m = 0; m < node.mNumMeshes; ++m) {
        if (node.mMeshes[m] >= scene.mNumMeshes) return false;
        const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
        if (!(mesh.mPrimitiveTypes & aiPrimitiveType_TRIANGLE)) continue;
        const auto first = static_cast<std::uint32_t>(whole.vertices.size());
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            const aiVector3D p = here * mesh.mVertices[v];
            whole.vertices.push_back(Vec3(Real(p.x), Real(p.y), Real(p.z)));
        }
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            if (face.mNumIndices != 3) continue;
            for (unsigned k = 0; k < 3; ++k) whole.triangles.push_back(first + face.mIndices[k]);
        }
        if (whole.triangles.size() > mostCorners) return true;
    }
    for (unsigned c = 0; c < node.mNumChildren; ++c)
        if (!append(scene, *node.mChildren[c], here, depth + 1, whole)) return false;
    return true;
}

}  // namespace

Result<TriangleMesh> readByAssimp(std::string_view bytes, const std::string& kind, const SiblingFile& sibling) {
    if (!beginsAs(kind, bytes)) return refused("This is not a ." + kind + " mesh.");
    if (kind == "dae" && !areColladaListsSound(bytes))
        return refused("Its lists of numbers are damaged: one is shorter than the file states, or contains text.");
    const std::string name = "mesh." + kind;
    Assimp::Importer importer;
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    const auto load = [&](std::string_view text) {
        importer.SetIOHandler(new BoundedFiles(name, text, sibling));
        return importer.ReadFile(name, 0);
    };
    const std::string unreadable = "This ." + kind + " mesh cannot be read.",
                      astray = "One of its indices refers to nothing.";
    const aiScene* scene = load(bytes);
    std::string bare;
    if (!scene && kind == "dae") {
        bare = withoutColladaMaterials(bytes);
        scene = load(bare);
    }
    if (!scene || !scene->mRootNode) return refused(unreadable);
    // The scene is the importer's own; only its faces are changed.
    for (unsigned m = 0; m < scene->mNumMeshes; ++m)
        if (!keepFaces(*const_cast<aiMesh*>(scene->mMeshes[m]))) return refused(astray);
    scene = importer.ApplyPostProcessing(aiProcess_Triangulate);
    if (!scene || !scene->mRootNode) return refused(unreadable);
    TriangleMesh whole;
    if (!append(*scene, *scene->mRootNode, aiMatrix4x4(), 0, whole)) return refused(astray);
    return finishMesh(std::move(whole));
}

}  // namespace trammel
