// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// The closed surface of a solid in its frame D, triangles counterclockwise from outside, round parts divided into pieces of at
/// most @p step, rad; null for what has no surface: points, lines, circles, frames, arrows, springs and texts. A mesh is shared.
std::shared_ptr<const TriangleMesh> surfaceOf(const DecorativeShape& shape, Real step);

/// An edge of a surface and the unit normals of its two triangles; an open edge has the same twice.
struct SurfaceEdge {
    std::uint32_t from = 0, to = 0;
    std::array<Vec3, 2> normals;
};
/// All edges of a surface.
std::vector<SurfaceEdge> edgesOf(const TriangleMesh& surface);

/// A normal for each corner of each triangle: the mean, weighted by area, of the triangles about its vertex that bend by less than
/// 40 degrees from its own.
std::vector<Vec3> cornerNormals(const TriangleMesh& surface);

}  // namespace trammel
