// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "contact/shapes/capsule.h"

namespace trammel {

/// Capsule and a convex solid: up to three smooth regions.
///
/// The distance f(s) of a point of the capsule's axis from a convex solid is a convex function of its place s. Regions 0
/// and 1 are the end balls. Region 2 is the middle of the stretch where f is nearly least (within a tenth of the depth), by
/// the depth that exceeds what the end balls give there: it carries what touches between the ends, vanishes for a capsule
/// that lies on a face, and moves continuously when the capsule tilts.
template <class Solid>
void calcCapsuleSolid(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& capsule = static_cast<const CapsuleContactShape&>(A);
    const auto& solid = static_cast<const Solid&>(B);
    const Real radius = capsule.radius(), half = capsule.halfLength();
    const Vec3 middle_B = X_AB.pInv();
    const Vec3 axis_B(X_AB.R()(1, 0), X_AB.R()(1, 1), X_AB.R()(1, 2));
    const auto nearestAt = [&](Real s) { return solid.findNearest(middle_B + Vec3(s * axis_B)); };

    if (nearestAt(0).distance - half >= radius) return;
    const SurfacePoint ends[] = {nearestAt(-half), nearestAt(half)};
    const Real endDepths[] = {radius - ends[0].distance, radius - ends[1].distance};
    const auto add = [&](Real s, const SurfacePoint& at, Real depth, bool isEnd, int feature) {
        if (!(depth > 0) || depth == Infinity) return;
        ContactRegion& region = out.regions.emplace_back();
        region.normal = -(X_AB.R() * at.normal);
        region.point = Vec3(0, s, 0) + Vec3((radius + at.distance) / 2 * region.normal);
        region.depth = depth;
        const Vec3 across(region.normal[2], 0, -region.normal[0]);
        const Real norm = across.norm();
        const SurfaceCurvature own{1 / radius, isEnd ? 1 / radius : 0, norm > 0 ? Vec3(across / norm) : Vec3(1, 0, 0)};
        SurfaceCurvature other = at.curvature;
        other.t1 = X_AB.R() * other.t1;
        setRelativeCurvature(own, other, region);
        region.feature = feature;
    };
    for (int end = 0; end < 2; ++end) add(end == 0 ? -half : half, ends[end], endDepths[end], true, end);

    // The slope of f is the normal's part along the axis. Least at an end: nothing in between.
    if (ends[0].normal.dot(axis_B) >= 0 || ends[1].normal.dot(axis_B) <= 0) return;
    Real low = -half, high = half, least = std::min(ends[0].distance, ends[1].distance), at = 0;
    for (int i = 0; i < 60 && high - low > 1e-15 * half; ++i) {
        const Real s = (low + high) / 2;
        const SurfacePoint p = nearestAt(s);
        if (p.distance < least) least = p.distance, at = s;
        const Real slope = p.normal.dot(axis_B);
        if (slope == 0) break;
        (slope < 0 ? low : high) = s;
    }
    const Real depth = radius - least;
    if (!(depth > 0) || !(least < std::min(ends[0].distance, ends[1].distance))) return;
    const Real level = least + depth / 10;
    const auto findLevel = [&](Real inside, Real outside) {
        if (nearestAt(outside).distance <= level) return outside;
        for (int i = 0; i < 45; ++i) {
            const Real s = (inside + outside) / 2;
            (nearestAt(s).distance <= level ? inside : outside) = s;
        }
        return inside;
    };
    const Real s = (findLevel(at, -half) + findLevel(at, half)) / 2;
    const Real share = (s + half) / (2 * half);
    const Real fromEnds = (1 - share) * std::max(endDepths[0], Real(0)) + share * std::max(endDepths[1], Real(0));
    SurfacePoint deepest = nearestAt(s);
    deepest.distance = least;
    add(s, deepest, depth - fromEnds, false, 2);
}

}  // namespace trammel
