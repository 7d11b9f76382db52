// SPDX-License-Identifier: Apache-2.0
#include "inspect/low_pass.h"

#include <gtest/gtest.h>

#include <cmath>

#include "functions/spline_fitter.h"

namespace trammel {
namespace {

TEST(LowPass, SmoothsLikeAButterworthFilter) {
    // 1 / (1 + (f / cutoff)^6), away from the ends.
    const int n = 600;
    std::vector<Real> times;
    for (int i = 0; i < n; ++i) times.push_back(Real(i) / 60);
    const Vector x(n, times.data());
    const Real smoothing = smoothingOfLowPass(6, times);
    for (const Real frequency : {1., 4., 6., 9.}) {
        Vector y(n);
        for (int i = 0; i < n; ++i) y[i] = std::sin(2 * Pi * frequency * x[i]);
        const Spline curve = SplineFitter<Real>::fitForSmoothingParameter(5, x, y, smoothing).getSpline();
        const Real peak = 5 + 0.25 / frequency;
        EXPECT_NEAR(curve.calcValue(peak), 1 / (1 + std::pow(frequency / 6, 6)), 5e-3) << frequency;
    }
    EXPECT_EQ(smoothingOfLowPass(6, {1.}), 0);
}

}  // namespace
}  // namespace trammel
