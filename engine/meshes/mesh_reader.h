// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// Gives the bytes of a file that a mesh file refers to, such as the buffer of a glTF file; none if it must not be read.
using SiblingFile = std::function<std::optional<std::string>(const std::string& address)>;

/// Reads the triangles of a mesh file in meters: STL, OBJ, PLY, DAE, glTF, GLB, 3DS and VTP.
///
/// Parts of a scene are placed by its nodes. The unit of a DAE file is applied, its up axis is not (as in ROS).
/// Vertices at the same place become one; indices are checked. No value, with the reason, if there is no mesh or it is
/// too large.
/// @param ending of the file's name, ".STL"; in either case
Result<TriangleMesh> readMeshOfKind(std::string_view bytes, std::string_view ending, const SiblingFile& sibling);

/// File name extensions without the dot, in lower case.
const std::vector<std::string>& meshEndings();

}  // namespace trammel
