// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

namespace trammel {

using Real = double;

inline constexpr Real Pi = 3.141592653589793238462643383279502884;
inline constexpr Real NaN = std::numeric_limits<Real>::quiet_NaN();
inline constexpr Real Infinity = std::numeric_limits<Real>::infinity();
inline constexpr Real Eps = std::numeric_limits<Real>::epsilon();
/// Smallest positive normal and largest finite number.
inline constexpr Real TinyReal = std::numeric_limits<Real>::min();
inline constexpr Real MostPositiveReal = std::numeric_limits<Real>::max();
inline constexpr Real MostNegativeReal = std::numeric_limits<Real>::lowest();
/// About Eps^(7/8), the accuracy left after a few operations; and the square root of Eps.
inline const Real SignificantReal = std::pow(Eps, 0.875);
inline const Real SqrtEps = std::sqrt(Eps);

template <class T>
T square(const T& x) {
    return x * x;
}
template <class T>
T cube(const T& x) {
    return x * x * x;
}
/// -1, 0 or 1.
inline int sign(Real x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }
/// @p x limited to [low, high].
inline Real clamp(Real low, Real x, Real high) { return x < low ? low : (x > high ? high : x); }
inline bool isNaN(Real x) { return std::isnan(x); }
inline bool isFinite(Real x) { return std::isfinite(x); }
inline bool isInf(Real x) { return std::isinf(x); }
inline constexpr Real convertDegreesToRadians(Real degrees) { return degrees * (Pi / 180); }
inline constexpr Real convertRadiansToDegrees(Real radians) { return radians * (180 / Pi); }

template <class T>
concept Number = std::is_arithmetic_v<T>;

}  // namespace trammel
