// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meshes/solid_lines.h"

namespace trammel {

/// The surface of a mesh on one side of a plane, open where the plane cuts it. Vertices nearer than @p rounding count as in the
/// plane, and triangles in it as on neither side: where they bound a solid, their neighbors have the same vertices.
/// @param side -1 below, 1 above
TriangleMesh cutMesh(const TriangleMesh& mesh, const CutPlane& plane, int side, Real rounding);

/// An edge where the surface of a solid folds inward, with the plane of one of its triangles.
struct ConcaveEdge {
    CutPlane plane;
    Vec3 middle{0.};
    /// Length times sine of the fold.
    Real weight = 0;
};

/// The concave edges of greatest weight, at most @p most, each with both planes.
std::vector<ConcaveEdge> findConcaveEdges(const TriangleMesh& mesh, std::size_t most);

}  // namespace trammel
