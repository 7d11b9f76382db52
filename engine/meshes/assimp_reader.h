// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meshes/mesh_reader.h"

namespace trammel {

/// Reads what the library assimp reads; @p kind is the ending without the point.
Result<TriangleMesh> readByAssimp(std::string_view bytes, const std::string& kind, const SiblingFile& sibling);

}  // namespace trammel
