// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "math/vec.h"

namespace trammel {

/// Default density of new bodies, as the first factor of a mass formula.
constexpr const char* steelDensity = "7850 kg/m^3";

/// @p v with rounding errors (below 1e-12) set to zero, as a user would type it.
inline Vec3 withoutNoise(Vec3 v) {
    for (int i = 0; i < 3; ++i)
        if (std::abs(v[i]) < 1e-12) v[i] = 0;
    return v;
}

/// A positive size, m, with two significant digits as a multiple of @p unit, m.
inline Real roundSize(Real size, Real unit = 1) {
    const Real number = size / unit, digits = std::pow(10., 1 - std::floor(std::log10(number)));
    return std::round(number * digits) / digits * unit;
}

}  // namespace trammel
