// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// The convex hull of @p points as triangles that face outward; none if the points enclose no volume.
TriangleMesh makeConvexHull(const std::vector<Vec3>& points);

}  // namespace trammel
