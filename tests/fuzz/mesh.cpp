// SPDX-License-Identifier: Apache-2.0
// Meshes: any bytes are read or refused with a message; a mesh that was read is written as text and read back.
#include "decoration/mesh_text.h"
#include "formats/mesh_file.h"
#include "tests/fuzz/promise.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    const Result<TriangleMesh> mesh = readMeshFile(std::string_view(reinterpret_cast<const char*>(data), size));
    promise(mesh || mesh.diagnostics.hasErrors(), "a refusal has words");
    if (!mesh) return 0;
    const auto again = readMesh(writeMesh(*mesh), 1);
    promise(again != nullptr, "a mesh is read back");
    promise(again->mesh->triangles == mesh->triangles, "a mesh keeps its triangles");
    return 0;
}
