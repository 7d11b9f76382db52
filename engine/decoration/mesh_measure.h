// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/decorative_geometry.h"
#include "math/inertia.h"

namespace trammel {

/// What a mesh of triangles measures, in the mesh's own unit of length.
struct MeshMeasure {
    /// Opposite corners of the smallest box along the axes that holds it; zeros without triangles.
    Vec3 low{0.}, high{0.};
    /// Edges that do not have two triangles which run through them in opposite directions. Zero: the mesh is closed.
    int openEdges = 0;
    /// Of the space inside a closed mesh, negative where the triangles face inwards; of the surface otherwise.
    Real volume = 0, area = 0;
    /// Centre, and inertia about the origin divided by the mass, of a uniform solid if the mesh is closed, else of a thin
    /// uniform shell.
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

/// Turns triangles round so that neighbours run through their common edge in opposite directions and closed parts face
/// outwards, but for hollows, which stay as they are where nothing else is wrong. Returns how many were turned.
int orientOutwards(TriangleMesh& mesh);

/// Points of a mesh that people aim at, in its own unit: where sharp edges end, their middles, and the middles of flat
/// faces; none of a kind that has more than a few hundred.
struct MeshPoints {
    std::vector<Vec3> corners, edges, faces;
};
MeshPoints findMeshPoints(const TriangleMesh& mesh);

}  // namespace trammel
