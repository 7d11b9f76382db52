// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// Reads triangles from the bytes of an STL file, binary or text, or of an OBJ file, by what is in them; numbers do not
/// depend on the locale.
///
/// Vertices at the same place become one, faces of more corners fans of triangles, and triangles without area go. Those
/// that face inward are turned round, which a note tells; a warning tells of a mesh with holes. No value, with the
/// reason, where there is no mesh or a too large one.
Result<TriangleMesh> readMeshFile(std::string_view bytes);

}  // namespace trammel
