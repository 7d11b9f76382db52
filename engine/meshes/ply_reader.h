// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// Reads faces and triangle strips of a PLY file, as text or binary in either byte order. Polygons are split into fans.
///
/// Assimp's reader of this format does not end on some damaged files.
///
/// **Source:** G. Turk, The PLY Polygon File Format, 1994.
Result<TriangleMesh> readPly(std::string_view bytes);

}  // namespace trammel
