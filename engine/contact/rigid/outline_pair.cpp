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
    const Real reach = a_.outline->characteristicLength() + b_.outline->characteristicLength();
    const Real apart = between.norm() - reach;
    return {apart > clearlyApart * reach ? apart : calcGap(k, Infinity), Vec3(0.)};
}

bool OutlinePair::overlapsDeeper(const ConstraintKinematics& k, Real depth) const {
    if (SolidGap::overlapsDeeper(k, depth)) return true;
    const Transform X_AB = ~(k.X_GB(a_.body) * a_.X_BP) * (k.X_GB(b_.body) * b_.X_BP);
    const auto crosses = [&](const Outline::Edge& edge, const Vec3& from, const Vec3& to) {
        const Real low = edge.normal.dot(Vec3(from - edge.from)), high = edge.normal.dot(Vec3(to - edge.from));
        return std::min(low, high) < -depth && std::max(low, high) > depth;
    };
    for (const Outline::Edge& b : b_.outline->edges()) {
        Outline::Edge moved = b;
        moved.from = X_AB * b.from;
        moved.to = X_AB * b.to;
        moved.normal = X_AB.R() * b.normal;
        for (const Outline::Edge& a : a_.outline->edges())
            if (crosses(a, moved.from, moved.to) && crosses(moved, a.from, a.to)) return true;
        // Outlines that coincide neither cross nor have corners inside each other.
        const Vec3 inside = (moved.from + moved.to) / 2 - 2 * depth * moved.normal;
        if (findNearestSigned(*a_.outline, inside).distance < -depth &&
            findNearestSigned(*b_.outline, Vec3(~X_AB * inside)).distance < -depth)
            return true;
    }
    return false;
}

}  // namespace trammel
