// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// Reads polygons and strips of VTK's XML PolyData with arrays as text, or appended raw and uncompressed.
///
/// **Source:** VTK File Formats, "XML File Formats", "PolyData".
Result<TriangleMesh> readVtp(std::string_view bytes);

}  // namespace trammel
