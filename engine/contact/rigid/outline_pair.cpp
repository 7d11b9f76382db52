// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/outline_pair.h"

#include <algorithm>

namespace trammel {

Outline::Nearest findNearestSigned(const Outline& outline, const Vec3& p) {
    Outline::Nearest nearest = outline.findNearest(p, nullptr);
    if (outline.contains(p)) nearest.distance = -nearest.distance;
    return nearest;
}

Real OutlinePair::calcGap(const ConstraintKinematics& k, Real most) const {
    const Transform X_AB = ~(k.X_GB(a_.body) * a_.X_BP) * (k.X_GB(b_.body) * b_.X_BP), X_BA = ~X_AB;
    Real least = most;
    const auto look = [&](const Outline& corners, const Outline& edges, const Transform& X) {
        for (const Outline::Corner& corner : corners.corners()) {
            const Vec3 p = X * corner.at;
            if (edges.calcDistanceFromBounds(p) < least) least = std::min(least, findNearestSigned(edges, p).distance);
        }
    };
    look(*b_.outline, *a_.outline, X_AB);
    look(*a_.outline, *b_.outline, X_BA);
    return least;
}

SolidGap::Separation OutlinePair::calcSeparation(const ConstraintKinematics& k) const {
    const AxisBox a = a_.outline->calcBounds(), b = b_.outline->calcBounds();
    const Vec3 between = Vec3(k.X_GB(b_.body) * b_.X_BP * Vec3((b.lower + b.upper) / 2)) -
                         Vec3(k.X_GB(a_.body) * a_.X_BP * Vec3((a.lower + a.upper) / 2));
    const Real apart = between.norm() - a_.outline->characteristicLength() - b_.outline->characteristicLength();
    return {apart > 0 ? apart : calcGap(k, Infinity), Vec3(0.)};
}

}  // namespace trammel
