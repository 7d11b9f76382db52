// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/ball.h"
#include "contact/shapes/surface_point.h"

namespace trammel {

/// Ball and a convex solid that can find the point of its surface nearest to the ball's center: one smooth region.
template <class Solid>
void calcBallSolid(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const Real radius = static_cast<const BallContactShape&>(A).radius();
    const auto& R = X_AB.R();
    const Vec3& p = X_AB.p();
    const Vec3 center_B(-(R(0, 0) * p[0] + R(1, 0) * p[1] + R(2, 0) * p[2]),
                        -(R(0, 1) * p[0] + R(1, 1) * p[1] + R(2, 1) * p[2]),
                        -(R(0, 2) * p[0] + R(1, 2) * p[1] + R(2, 2) * p[2]));
    const SurfacePoint nearest = static_cast<const Solid&>(B).findNearest(center_B);
    const Real depth = radius - nearest.distance;
    if (!(depth > 0) || depth == Infinity) return;
    ContactRegion& region = out.regions.emplace_back();
    region.normal = -(X_AB.R() * nearest.normal);
    region.point = Vec3((radius - depth / 2) * region.normal);
    region.depth = depth;
    const SurfaceCurvature& c = nearest.curvature;
    region.curvature[0] = 1 / radius + std::max(c.k1, c.k2);
    region.curvature[1] = 1 / radius + std::min(c.k1, c.k2);
    if (c.k1 != c.k2) region.bend = X_AB.R() * (c.k1 > c.k2 ? c.t1 : nearest.normal.cross(c.t1));
}

}  // namespace trammel
