// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// The convex hull of some of a set of points.
struct CornerHull {
    /// Triangles that face outward; none if the points enclose no volume.
    TriangleMesh mesh;
    Real volume = 0;
    /// Largest distance of a point beyond the plane of a face.
    Real deviation = 0;
};

/// The convex hull of at most @p most of the points: the farthest is added until none is more than @p tolerance away. No
/// corner is beyond a face by more than rounding, so that contact takes the hull for convex.
///
/// **Source:** Barber, Dobkin, Huhdanpaa: The Quickhull algorithm for convex hulls, 1996.
CornerHull makeCornerHull(const std::vector<Vec3>& points, std::size_t most, Real tolerance);

/// The convex hull of all points; none if they enclose no volume.
TriangleMesh makeConvexHull(const std::vector<Vec3>& points);

}  // namespace trammel
