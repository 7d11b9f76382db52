// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "math/scalar.h"

namespace trammel {

/// Smoothing parameter with which a spline of degree five (SplineFitter) through samples at @p times passes half the amplitude
/// of @p frequency, Hz: its gain 1 / (1 + (f / frequency)^6) is that of a Butterworth filter of order three applied forward and
/// backward. 0, no smoothing, for fewer than two times.
///
/// **Source:** Craven and Wahba, Numer. Math. 31 (1979): with sample interval h, the gain of a spline that minimizes
/// sum |y_i - f(x_i)|^2 + p integral |f'''|^2 is 1 / (1 + p h w^6).
inline Real smoothingOfLowPass(Real frequency, const std::vector<Real>& times) {
    if (times.size() < 2) return 0;
    const Real interval = (times.back() - times.front()) / Real(times.size() - 1);
    return 1 / (interval * std::pow(2 * Pi * frequency, 6));
}

}  // namespace trammel
