// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/shapes/surface_point.h"

namespace trammel {

/// A circle, or an arc of one, among unit vectors: center + cos φ u + sin φ v, φ from `from` to `to`.
struct NormalArc {
    Vec3 center, u, v;
    Real from = 0, to = 0;

    Vec3 at(Real angle) const { return center + Vec3(std::cos(angle) * u + std::sin(angle) * v); }
};

/// The normals of a convex solid at which its support function has kinks, in its frame: of flat faces (points), and along
/// straight edges and generators (arcs).
struct NormalKinks {
    std::vector<Vec3> points;
    std::vector<NormalArc> arcs;

    void clear() {
        points.clear();
        arcs.clear();
    }
};

/// Replaces @p kinks by those of a convex shape; keeps its capacity.
void findKinks(const ContactShape& shape, NormalKinks& kinks);

/// Second derivatives of the support function of a convex shape at a unit vector, m, in its frame; 0 along flat directions.
Mat33 calcSupportHessian(const ContactShape& shape, const Vec3& n);

/// Curvatures of the surface of a convex shape where its normal is @p n; edges and corners count as flat.
SurfaceCurvature calcCurvatureAt(const ContactShape& shape, const Vec3& n);

}  // namespace trammel
