// SPDX-License-Identifier: Apache-2.0
#include "contact/shapes/ellipsoid.h"

namespace trammel {

// With the surface F(x) = sum (x_i/r_i)² = 1, the nearest point x of p fulfills p - x = t x_i/r_i² for each i, hence
// x_i = r_i² p_i/(t + r_i²), and t is the largest root of the decreasing, convex function
//     g(t) = sum (r_i p_i/(t + r_i²))² - 1   on t > -min r_i².
// Newton's method from the left of the root converges without leaving its side.
SurfacePoint EllipsoidContactShape::findNearest(const Vec3& p) const {
    const Real size = radii_.maxCoeff();
    Vec3 r = radii_ / size, y;
    int shortest = 0;
    for (int i = 0; i < 3; ++i) {
        y[i] = std::abs(p[i]) / size;
        if (r[i] < r[shortest]) shortest = i;
    }
    const Real pole = -r[shortest] * r[shortest];
    // Left of the root: one term alone already reaches 1 there.
    Real t = pole;
    for (int i = 0; i < 3; ++i) t = std::max(t, r[i] * y[i] - r[i] * r[i]);
    Vec3 x;
    bool atPole = false;
    for (int iteration = 0; iteration < 64; ++iteration) {
        Real g = -1, slope = 0;
        for (int i = 0; i < 3; ++i) {
            const Real below = t + r[i] * r[i];
            if (!(below > 0)) {
                atPole = y[i] == 0;
                continue;
            }
            const Real term = r[i] * y[i] / below;
            g += term * term;
            slope -= 2 * term * term / below;
        }
        // On the plane of symmetry across the shortest axis, inside: the pole itself.
        if (!(g > 0) || !(slope < 0)) break;
        const Real step = -g / slope;
        if (!(t + step > t)) break;
        atPole = false;
        t += step;
    }
    Real inPlane = 0;
    for (int i = 0; i < 3; ++i) {
        const Real below = t + r[i] * r[i];
        x[i] = below > 0 ? r[i] * r[i] * y[i] / below : 0;
        inPlane += square(x[i] / r[i]);
    }
    if (atPole && inPlane < 1) x[shortest] = r[shortest] * std::sqrt(1 - inPlane);
    Vec3 n;
    for (int i = 0; i < 3; ++i) {
        if (p[i] < 0) x[i] = -x[i];
        n[i] = x[i] / (r[i] * r[i]);
    }
    SurfacePoint s;
    s.normal = n.normalize();
    s.distance = s.normal.dot(Vec3(p - size * x));
    s.curvature = calcCurvature(s.normal);
    return s;
}

// With n the unit normal and D = diag(r²): F = 1 at x = D n/h, h = sqrt(n·D n), and the curvature along the tangent t is
// h t·D⁻¹ t.
SurfaceCurvature EllipsoidContactShape::calcCurvature(const Vec3& n) const {
    Real h = 0;
    for (int i = 0; i < 3; ++i) h += square(radii_[i] * n[i]);
    h = std::sqrt(h);
    const auto [u, v] = axesAcross(n);
    Real uu = 0, uv = 0, vv = 0;
    for (int i = 0; i < 3; ++i) {
        const Real w = 1 / square(radii_[i]);
        uu += w * u[i] * u[i];
        uv += w * u[i] * v[i];
        vv += w * v[i] * v[i];
    }
    const Real mean = (uu + vv) / 2, half = std::hypot((uu - vv) / 2, uv), angle = std::atan2(uv, (uu - vv) / 2) / 2;
    SurfaceCurvature c;
    c.k1 = h * (mean + half);
    c.k2 = h * (mean - half);
    c.t1 = std::cos(angle) * u + std::sin(angle) * v;
    return c;
}

}  // namespace trammel
