// SPDX-License-Identifier: Apache-2.0
#include "closed_forms.h"

#include <algorithm>
#include <cmath>

namespace trammel::test {

// Descending Landen transformation by the arithmetic-geometric mean. Source: Abramowitz & Stegun, 16.4.
Jacobi::Jacobi(Real u, Real k) {
    constexpr int most = 16;
    Real a[most + 1], c[most + 1];
    Real b = std::sqrt(1 - k * k);
    a[0] = 1;
    c[0] = k;
    int n = 0;
    while (std::abs(c[n]) > Eps && n < most) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = std::sqrt(a[n] * b);
        ++n;
    }
    Real phi = std::ldexp(a[n] * u, n);
    for (; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
    sn = std::sin(phi);
    cn = std::cos(phi);
    dn = std::sqrt(1 - k * k * sn * sn);
}

Real PendulumFormula::angle(Real t) const {
    const Real k = std::sin(amplitude / 2);
    const Jacobi j(omega0 * t, std::abs(k));
    return 2 * std::asin(k * j.cn / j.dn);
}
Real PendulumFormula::period() const { return 4 * std::comp_ellint_1(std::abs(std::sin(amplitude / 2))) / omega0; }

Vec3 intersectCircles(const Vec3& a, Real ra, const Vec3& b, Real rb, int side) {
    const Vec3 d = b - a;
    const Real distance = d.norm();
    const Real along = (ra * ra - rb * rb + distance * distance) / (2 * distance);
    const Real across = std::sqrt(ra * ra - along * along);
    const Vec3 e = d / distance;
    return a + along * e + side * across * Vec3(-e[1], e[0], 0);
}

TopLimits::TopLimits(Real A, Real C, Real mgl, Real verticalMomentum, Real axialMomentum, Real energy) {
    // u' = 0 where f(u) = (1 - u^2) (alpha - beta u) - (b - a u)^2 = 0, u the cosine of the tilt.
    const Real a = axialMomentum / A, b = verticalMomentum / A;
    const Real alpha = (2 * energy - axialMomentum * axialMomentum / C) / A, beta = 2 * mgl / A;
    const auto f = [&](Real u) { return (1 - u * u) * (alpha - beta * u) - (b - a * u) * (b - a * u); };
    // f(-1) and f(1) are not positive and f is positive in between: look for that, then bisect on both sides.
    constexpr int samples = 20000;
    Real best = -1;
    for (int i = 0; i <= samples; ++i) {
        const Real u = -1 + 2. * i / samples;
        if (f(u) > f(best)) best = u;
    }
    const auto root = [&](Real outside) {
        Real inside = best;
        for (int i = 0; i < 200; ++i) {
            const Real middle = (inside + outside) / 2;
            (f(middle) > 0 ? inside : outside) = middle;
        }
        return inside;
    };
    least = root(-1);
    largest = root(1);
}

}  // namespace trammel::test
