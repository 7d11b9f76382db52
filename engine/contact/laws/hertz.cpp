// SPDX-License-Identifier: Apache-2.0
#include "contact/laws/hertz.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

struct EllipticIntegrals {
    /// K(e) and E(e), complete, of modulus e.
    Real first, second;
};

/// By the arithmetic-geometric mean, of modulus e with @p b = sqrt(1 - e^2).
EllipticIntegrals calcEllipticIntegrals(Real b) {
    Real a = 1, g = b, c2 = 1 - b * b, sum = c2 / 2, power = 0.5;
    while (c2 > 1e-32) {
        const Real mean = (a + g) / 2, c = (a - g) / 2;
        g = std::sqrt(a * g);
        a = mean;
        c2 = c * c;
        power *= 2;
        sum += power * c2;
    }
    const Real K = Pi / (2 * a);
    return {K, K * (1 - sum)};
}

/// Ratio of the curvatures, smaller by larger, for a ratio @p b of the axes of the ellipse, less than 1.
Real calcCurvatureRatio(Real b, const EllipticIntegrals& I) {
    // Johnson (4.28): larger/smaller = ((1/b)^2 E - K)/(K - E).
    return (I.first - I.second) / (I.second / (b * b) - I.first);
}

}  // namespace

HertzContact calcHertzContact(Real larger, Real smaller) {
    const Real ratio = smaller / larger;
    constexpr Real circle = 1 - 1e-6;
    if (ratio >= circle) {
        const Real rootOfRadius = 1 / std::sqrt(std::sqrt(larger * smaller));
        return {4.0 / 3.0 * rootOfRadius, rootOfRadius, rootOfRadius};
    }
    // Find b = minor/major axis: the ratio of the curvatures is about b^(3/2).
    Real low = 0, high = 1;
    Real b = std::pow(ratio, 2.0 / 3.0);
    EllipticIntegrals I = calcEllipticIntegrals(b);
    for (int i = 0; i < 60; ++i) {
        const Real excess = std::log(calcCurvatureRatio(b, I) / ratio);
        (excess > 0 ? high : low) = b;
        if (std::abs(excess) < 1e-14) break;
        Real next = b * std::exp(-excess / 1.5);
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (next == b) break;
        b = next;
        I = calcEllipticIntegrals(b);
    }
    // With the major half axis a: p0 = 3 f/(2 pi a^2 b), depth = p0 a b K/E*, and
    // smaller curvature/2 = p0 b (K - E)/(E* e^2 a); so a^2 = 2 (K - E)/(e^2 K smaller) depth.
    const Real e2 = 1 - b * b;
    const Real aSquaredByDepth = 2 * (I.first - I.second) / (e2 * I.first * smaller);
    const Real major = std::sqrt(aSquaredByDepth);
    return {2 * Pi / (3 * I.first) * major, major, b * major};
}

HertzContact calcHertzContact(const ContactRegion& region, const ContactShape& a, const ContactShape& b) {
    const Real size = a.isUnbounded()   ? b.characteristicLength()
                      : b.isUnbounded() ? a.characteristicLength()
                                        : std::min(a.characteristicLength(), b.characteristicLength());
    const Real least = 0.01 / size;
    return calcHertzContact(std::max({region.curvature[0], region.curvature[1], least}),
                            std::max(std::min(region.curvature[0], region.curvature[1]), least));
}

}  // namespace trammel
