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

/// Sets the relative principal curvatures of two surfaces that touch in @p region, whose normal is known, the larger first:
///
///     k = mean ± difference/2,   mean = (k1 + k2 + k1' + k2')/2,
///     difference² = d² + d'² + 2 d d' cos 2φ,   d = k1 - k2,   φ the angle from t1 to t1'
///
/// The larger one is along the tangent at the angle θ from t1:  tan 2θ = d' sin 2φ/(d + d' cos 2φ).
///
/// **Source:** K. L. Johnson, Contact Mechanics, 1985, section 4.1.
inline void setRelativeCurvature(const SurfaceCurvature& a, const SurfaceCurvature& b, ContactRegion& region) {
    const Real da = a.k1 - a.k2, db = b.k1 - b.k2, cosine = a.t1.dot(b.t1);
    const Real sum = (a.k1 + a.k2 + b.k1 + b.k2) / 2;
    const Real difference = std::sqrt(std::max(Real(0), da * da + db * db + 2 * da * db * (2 * cosine * cosine - 1)));
    region.curvature[0] = sum + difference / 2;
    region.curvature[1] = sum - difference / 2;
    if (!(difference > 0)) return;
    const Vec3 across = region.normal.cross(a.t1);
    const Real cos2 = clamp(-1, (da + db * (2 * cosine * cosine - 1)) / difference, 1);
    const Real along = std::sqrt((1 + cos2) / 2), aside = std::sqrt((1 - cos2) / 2);
    region.bend = along * a.t1 + (db * cosine * across.dot(b.t1) < 0 ? -aside : aside) * across;
}

}  // namespace trammel
