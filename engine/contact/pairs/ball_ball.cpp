// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/ball_ball.h"

#include "contact/shapes/ball.h"

namespace trammel {

void calcBallBall(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const Real rA = static_cast<const BallContactShape&>(A).radius();
    const Real rB = static_cast<const BallContactShape&>(B).radius();
    const Vec3& p_AB = X_AB.p();
    const Real reach = rA + rB;
    const Real squared = p_AB.normSqr();
    if (!(squared < reach * reach)) return;
    const Real distance = std::sqrt(squared);
    const Real depth = reach - distance;
    if (!(depth > 0)) return;
    ContactRegion& region = out.regions.emplace_back();
    region.normal = distance > 0 ? Vec3(p_AB / distance) : Vec3(1, 0, 0);
    region.point = Vec3((rA - depth / 2) * region.normal);
    region.depth = depth;
    region.curvature[0] = region.curvature[1] = 1 / rA + 1 / rB;
}

}  // namespace trammel
