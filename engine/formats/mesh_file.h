// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// Triangles that are read from a mesh, and those that are kept of it.
inline constexpr std::size_t mostTrianglesRead = 2'000'000, mostTrianglesKept = 200'000;

/// Reads triangles from an STL (binary or text) or OBJ file, detected by content; independent of the locale.
///
/// Merges coincident vertices, splits polygons into triangle fans, and removes degenerate triangles. Flips
/// inward-facing triangles, with a note; warns about open meshes. Reduces a mesh to mostTrianglesKept, with a note. No value, with the reason, if there is no mesh or it
/// is too large.
Result<TriangleMesh> readMeshFile(std::string_view bytes);

/// Welds, orients and checks triangles as readMeshFile() does; their indices must be in range.
Result<TriangleMesh> finishMesh(TriangleMesh raw);

}  // namespace trammel
