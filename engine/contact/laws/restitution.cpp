// SPDX-License-Identifier: Apache-2.0
#include "contact/laws/restitution.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

/// Zero where @p u and @p e belong together.
Real imbalance(Real u, Real e) { return u - std::log1p(u) + e * u + std::log1p(-e * u); }

/// Root of a continuous function with opposite signs at both ends, to the last digit.
template <class F>
Real bisect(Real low, Real high, const F& isBelow) {
    for (;;) {
        const Real middle = low + (high - low) / 2;
        if (!(middle > low && middle < high)) return middle;
        (isBelow(middle) ? low : high) = middle;
    }
}

}  // namespace

Real calcDissipation(Real restitution, Real speed) {
    constexpr Real smallest = 0.01;
    const Real e = std::max(restitution, smallest);
    if (e >= 1) return 0;
    // Near u = 0 the imbalance is u^2 (1 - e^2)/2 > 0; it falls to minus infinity at u = 1/e.
    const Real u = bisect(0, 1 / e, [e](Real x) { return imbalance(x, e) > 0; });
    return u / (1.5 * speed);
}

Real calcRestitution(Real dissipation, Real speed) {
    const Real u = 1.5 * dissipation * speed;
    if (!(u > 0)) return 1;
    // Below the root the imbalance is positive; it falls to minus infinity at e = 1/u.
    return bisect(0, std::min<Real>(1, 1 / u), [u](Real e) { return imbalance(u, e) > 0; });
}

}  // namespace trammel
