// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meshes/mesh_reader.h"

namespace trammel {

/// Reads the formats of the library Assimp; @p kind is the file name extension without the dot.
Result<TriangleMesh> readByAssimp(std::string_view bytes, const std::string& kind, const SiblingFile& sibling);

}  // namespace trammel
