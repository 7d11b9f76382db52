// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// Radius of a sphere about the origin of frame D that encloses a shape, m, before scale factors; 0 for points and text.
/// Of large meshes only some vertices are read.
Real enclosingRadius(const DecorativeShape& shape);

/// How far a solid reaches along @p direction_B from the origin of its body frame B, m: the largest p_B·direction_B of its
/// points, in closed form, but for extrusions within a thousandth of a radius. None for shapes that are not solids.
std::optional<Real> calcReach(const DecorativeGeometry& solid, const Vec3& direction_B);

}  // namespace trammel
