// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/decorative_geometry.h"

namespace trammel {

/// Radius of a sphere about the origin of frame D that encloses a shape, m, before scale factors; 0 for points and text.
/// Of large meshes only some vertices are read.
Real enclosingRadius(const DecorativeShape& shape);

}  // namespace trammel
