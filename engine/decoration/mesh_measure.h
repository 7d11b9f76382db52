// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/decorative_geometry.h"
#include "math/inertia.h"

namespace trammel {

/// Measures of a triangle mesh, in the mesh's unit of length.
struct MeshMeasure {
    /// Opposite corners of the axis-aligned bounding box; zero without triangles.
    Vec3 low{0.}, high{0.};
    /// Number of edges not shared by exactly two triangles of opposite direction. Zero: the mesh is closed.
    int openEdges = 0;
    /// Volume of a closed mesh, negative if the triangles face inward; area of the surface otherwise.
    Real volume = 0, area = 0;
    /// Center, and inertia about the origin per unit mass, of a uniform solid if the mesh is closed, otherwise of a
    /// thin uniform shell.
    Vec3 center{0.};
    UnitInertia unitInertia{0};

    bool isSolid() const { return openEdges == 0 && volume > 0; }
};

/// Measures a mesh.
///
///     V = sum det(a, b, c)/6,   V center = sum det/24 (a + b + c),
///     V C = sum det/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ),   s = a + b + c,   unit inertia = tr(C) 1 - C
///
/// over the triangles (a, b, c), each with the origin a tetrahedron; for a shell with areas A instead of det/6 and the
/// thirds and twelfths of triangles.
///
/// **Source:** moments of simplices, derived here: the mean of x xᵀ over a simplex of n+1 corners is
/// (sum v vᵀ + s sᵀ)/((n+1)(n+2)).
MeshMeasure measureMesh(const TriangleMesh& mesh);

/// Flips triangles so that neighbors traverse shared edges in opposite directions and closed parts face outward;
/// cavities that are otherwise consistent are unchanged. Returns the number of flipped triangles.
int orientOutward(TriangleMesh& mesh);

}  // namespace trammel
