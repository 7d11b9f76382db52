// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/decorative_geometry.h"

namespace trammel {

/// Snap targets on a mesh, in its own unit of length. A kind with more than a few hundred members is left empty.
struct MeshPoints {
    struct Edge {
        Vec3 from, to;
    };
    /// The rim of a hole, a boss or a round end.
    struct Circle {
        Vec3 center;
        /// Unit normal of the plane of the circle, with either sign.
        Vec3 axis;
        Real radius;
    };
    /// Vertices where sharp edges meet or bend.
    std::vector<Vec3> corners;
    /// Straight runs of sharp edges, from corner to corner.
    std::vector<Edge> edges;
    /// Centroids of flat faces.
    std::vector<Vec3> faces;
    /// Closed runs of sharp edges with all vertices on a circle; their vertices and edges are in no other list.
    std::vector<Circle> circles;
};

/// Finds the snap targets of a mesh. An edge is sharp where its faces differ by more than 20 degrees, or where it has not
/// exactly two faces. O(n log n) in the number of triangles.
MeshPoints findMeshPoints(const TriangleMesh& mesh);

}  // namespace trammel
