// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// How a surface bends at a point: normal curvatures k1 along the unit tangent t1 and k2 across it, 1/m, positive where the
/// solid is convex.
struct SurfaceCurvature {
    Real k1 = 0, k2 = 0;
    Vec3 t1{1, 0, 0};
};

/// The point of a solid's surface that is nearest to a given point.
///
/// Edges and corners count as flat (curvature 0) across them, so that the force on a ball that rolls over an edge stays
/// continuous.
struct SurfacePoint {
    /// From the surface to the given point, m; negative inside the solid.
    Real distance = 0;
    /// Unit vector out of the solid, along the line from the surface to the given point.
    Vec3 normal;
    SurfaceCurvature curvature;
};

/// Relative principal curvatures of two surfaces that touch, the larger first:
///
///     k = mean ± difference/2,   mean = (k1 + k2 + k1' + k2')/2,
///     difference² = d² + d'² + 2 d d' cos 2φ,   d = k1 - k2,   φ the angle between t1 and t1'
///
/// **Source:** K. L. Johnson, Contact Mechanics, 1985, section 4.1.
inline void setRelativeCurvature(const SurfaceCurvature& a, const SurfaceCurvature& b, Real (&out)[2]) {
    const Real da = a.k1 - a.k2, db = b.k1 - b.k2, cosine = a.t1.dot(b.t1);
    const Real sum = (a.k1 + a.k2 + b.k1 + b.k2) / 2;
    const Real difference =
        std::sqrt(std::max(Real(0), da * da + db * db + 2 * da * db * (2 * cosine * cosine - 1))) / 2;
    out[0] = sum + difference;
    out[1] = sum - difference;
}

}  // namespace trammel
