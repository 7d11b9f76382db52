// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// A mesh with fewer triangles.
struct ReducedMesh {
    TriangleMesh mesh;
    /// Estimate of the largest distance between the two surfaces, in the unit of the mesh.
    Real deviation = 0;
};

/// Reduces a mesh to about @p most triangles, on the vertices that it has; none if that changes its shape by more than a fiftieth of
/// its size. Coincident vertices must be one.
std::optional<ReducedMesh> reduceMesh(const TriangleMesh& mesh, std::size_t most);

}  // namespace trammel
