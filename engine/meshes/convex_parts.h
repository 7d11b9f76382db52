// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

struct ConvexPartsOptions {
    /// At least one.
    int mostParts = 16;
    /// Parts are divided until less than this share of their hulls is outside the solid.
    Real concavity = 0.05;
    /// Corners of one hull.
    int mostCorners = 64;
};

/// Convex solids that together stand for a solid that is not convex.
struct ConvexParts {
    /// Closed, facing outward, in single precision; no two of them overlap by more than rounding or their concavity.
    std::vector<TriangleMesh> hulls;
    /// Share of the hulls' volume that is outside the solid.
    Real concavity = 0;
    /// Largest distance of the solid beyond the hulls, relative to the diagonal of the mesh's box.
    Real deviation = 0;
};

/// Divides the solid inside a mesh into convex parts: planes cut it where the hulls of both sides are smallest together,
/// first the part that fills its hull least. Planes along concave edges and evenly spaced ones are tried. The work is bounded:
/// planes are chosen on a reduced mesh, hulls are those of all vertices. The same mesh gives the same parts.
///
/// The mesh may have a few open edges and surfaces that overlap. Fails for one that encloses no volume, and if canceled.
/// @param isCanceled asked often; may be empty
///
/// **Source:** the plan is that of Mamou, Ghorbel: A simple and efficient approach for 3D mesh approximate convex
/// decomposition, 2009, with cuts of the solid in place of merged triangles.
Result<ConvexParts> splitIntoConvexParts(const TriangleMesh& mesh, const ConvexPartsOptions& options = {},
                                         const std::function<bool()>& isCanceled = {});

}  // namespace trammel
