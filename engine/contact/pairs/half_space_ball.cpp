// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/half_space_ball.h"

#include "contact/shapes/ball.h"

namespace trammel {

void calcHalfSpaceBall(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const Real r = static_cast<const BallContactShape&>(B).radius();
    const Vec3& center = X_AB.p();
    const Real depth = r - center[1];
    if (!(depth > 0)) return;
    ContactRegion& region = out.regions.emplace_back();
    region.point = Vec3(center[0], -depth / 2, center[2]);
    region.normal = Vec3(0, 1, 0);
    region.depth = depth;
    region.curvature[0] = region.curvature[1] = 1 / r;
}

}  // namespace trammel
