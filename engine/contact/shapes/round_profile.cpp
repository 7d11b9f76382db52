// SPDX-License-Identifier: Apache-2.0
#include "contact/shapes/round_profile.h"

namespace trammel {

SurfacePoint findNearestOnProfile(const Vec2* corners, int count, Real largestRadius, const Vec3& p) {
    const Real radius = std::hypot(p[0], p[2]), y = p[1];
    const Real inRadius = radius > 0 ? 1 / radius : 0;
    const Vec3 radial = radius > 0 ? Vec3(p[0] * inRadius, 0, p[2] * inRadius) : Vec3(1, 0, 0);
    // Inside: the nearest of the edges' lines. Outside: the nearest point of an edge.
    Real inside = -Infinity, outside = Infinity;
    Vec2 insideNormal(1, 0), outsideNormal(1, 0);
    Real insideRadius = 0, outsideRadius = 0;
    for (int i = 0; i + 1 < count; ++i) {
        const Vec2 a = corners[i], b = corners[i + 1];
        const Real er = b[0] - a[0], ey = b[1] - a[1], length = std::hypot(er, ey);
        if (!(length > 0)) continue;
        // The polygon lies to the left of an edge that runs up along its outside.
        const Real nr = ey / length, ny = -er / length;
        const Real pr = radius - a[0], py = y - a[1];
        const Real signedDistance = pr * nr + py * ny;
        const Real t = clamp(0, (pr * er + py * ey) / (length * length), 1);
        const Real footRadius = a[0] + t * er;
        if (signedDistance > inside) {
            inside = signedDistance;
            insideNormal = Vec2(nr, ny);
            insideRadius = footRadius;
        }
        const Real gr = radius - footRadius, gy = y - (a[1] + t * ey), gap = std::hypot(gr, gy);
        if (gap < outside) {
            outside = gap;
            outsideNormal = gap > 0 ? Vec2(gr / gap, gy / gap) : Vec2(nr, ny);
            outsideRadius = footRadius;
        }
    }
    const bool isInside = inside <= 0;
    const Vec2& n = isInside ? insideNormal : outsideNormal;
    SurfacePoint s;
    s.distance = isInside ? inside : outside;
    s.normal = Vec3(n[0] * radial[0], n[1], n[0] * radial[2]);
    const Real circle = std::max(isInside ? insideRadius : outsideRadius, largestRadius / 50);
    s.curvature = {std::max(n[0], Real(0)) / circle, 0, Vec3(radial[2], 0, -radial[0])};
    return s;
}

}  // namespace trammel
