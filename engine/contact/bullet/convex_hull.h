// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vec.h"

namespace trammel {

/// The faces of the convex hull of @p points: indices of their corners, counter-clockwise seen from outside. Coplanar
/// neighbors may be separate faces. Empty if there are no points.
std::vector<std::vector<int>> calcConvexHull(const std::vector<Vec3>& points);

}  // namespace trammel
