// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "math/scalar.h"

namespace trammel {

/// Numbers of a friction law; coefficients without unit.
struct FrictionNumbers {
    Real staticCoefficient = 0, dynamicCoefficient = 0;
    /// Per speed of slip, s/m.
    Real viscousCoefficient = 0;
    friend bool operator==(const FrictionNumbers&, const FrictionNumbers&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.staticCoefficient, self.dynamicCoefficient, self.viscousCoefficient);
    }
};

/// Rises from 0 to 1 over 0 <= x <= 1 with two continuous derivatives.
inline Real calcQuinticStep(Real x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    return x * x * x * (10 + x * (6 * x - 15));
}

/// Rises from 0 to 1 over 0 <= x <= 1 with a slope of 15/8 at 0, as an odd function of x with two continuous derivatives.
inline Real calcOddRise(Real x) {
    if (x >= 1) return 1;
    const Real x2 = x * x;
    return x * (15 + x2 * (3 * x2 - 10)) / 8;
}

/// Friction coefficient at a speed of slip, twice continuously differentiable: 0 at rest, static at the transition speed,
/// dynamic from three times that speed on, plus the viscous part. At half the limit of friction bodies creep at 0.281 times the
/// transition speed, where a quintic step would let them creep at 0.5. The slope at rest lets slip decay fast, where that
/// step, with none, would leave it to rounding.
inline Real calcStribeckCoefficient(const FrictionNumbers& f, Real slip, Real transitionSpeed) {
    const Real x = slip / transitionSpeed;
    const Real dry =
        x < 1 ? f.staticCoefficient * calcOddRise(x)
              : f.staticCoefficient + (f.dynamicCoefficient - f.staticCoefficient) * calcQuinticStep((x - 1) / 2);
    return dry + f.viscousCoefficient * slip;
}

}  // namespace trammel
