// SPDX-License-Identifier: Apache-2.0
// Meshes of other programs: a first line with the file name's extension, then any bytes, which are read or refused with
// a message. They also stand for the files that the mesh refers to.
#include <cstdlib>
#include <new>

#include "meshes/corner_hull.h"
#include "meshes/mesh_reader.h"
#include "tests/fuzz/promise.h"

// Limits memory as on a small computer: a damaged file can make a library request a hundred gigabytes, and
// AddressSanitizer would stop the program there.
void* operator new(std::size_t size) {
    constexpr std::size_t most = std::size_t(1) << 30;
    void* const made = size <= most ? std::malloc(size) : nullptr;
    if (!made) throw std::bad_alloc();
    return made;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* made) noexcept { std::free(made); }
void operator delete[](void* made) noexcept { std::free(made); }
void operator delete(void* made, std::size_t) noexcept { std::free(made); }
void operator delete[](void* made, std::size_t) noexcept { std::free(made); }

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = text.find('\n');
    if (end == text.npos) return 0;
    const std::string_view bytes = text.substr(end + 1);
    const auto sibling = [&](const std::string&) { return std::optional<std::string>(bytes); };
    const Result<TriangleMesh> mesh = readMeshOfKind(bytes, text.substr(0, end), sibling);
    promise(mesh || mesh.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(mesh.diagnostics, text);
    if (!mesh) return 0;
    promise(!mesh->triangles.empty(), "a mesh has triangles");
    for (const auto vertex : mesh->triangles)
        promise(std::size_t(vertex) < mesh->vertices.size(), "triangles have vertices");
    for (const Vec3& vertex : mesh->vertices) promise(vertex.allFinite(), "vertices have places");
    constexpr std::size_t mostVertices = 500;
    if (mesh->vertices.size() <= mostVertices) makeConvexHull(mesh->vertices);
    return 0;
}
