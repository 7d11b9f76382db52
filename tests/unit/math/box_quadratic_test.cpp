// SPDX-License-Identifier: Apache-2.0
#include "math/box_quadratic.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel {
namespace {

TEST(BoxQuadratic, InsideTheBoxIsTheSolutionOfTheEquations) {
    Matrix H(2, 2);
    H(0, 0) = 2, H(0, 1) = H(1, 0) = 1, H(1, 1) = 3;
    const Vector c(2, 1.);
    const Vector x = minimizeInBox(H, c, 0, 1, Vector(2, 0.));
    EXPECT_NEAR(x[0], 0.4, 1e-12);
    EXPECT_NEAR(x[1], 0.2, 1e-12);
}

TEST(BoxQuadratic, MeetsTheConditionsOfAMinimumForIllConditionedMatrices) {
    // Few long rows on many numbers, as of joints on muscles.
    constexpr int n = 60, m = 8;
    Matrix A(m, n);
    Vector b(m);
    for (int i = 0; i < m; ++i) {
        b[i] = 300 * std::sin(3. * i + 1);
        for (int j = 0; j < n; ++j) A(i, j) = 100 * std::sin(Real(i * n + j) * (j + 1));
    }
    const Matrix H(A.transpose() * A + Matrix::Base::Identity(n, n));
    const Vector c(A.transpose() * b);
    const Vector x = minimizeInBox(H, c, 0, 1, Vector(n, 0.5));
    const Vector slope(H * x - c);
    int held = 0;
    for (int i = 0; i < n; ++i) {
        ASSERT_GE(x[i], 0);
        ASSERT_LE(x[i], 1);
        const Real small = 1e-9 * H(i, i);
        if (x[i] == 0)
            EXPECT_GE(slope[i], -small) << i;
        else if (x[i] == 1)
            EXPECT_LE(slope[i], small) << i;
        else
            EXPECT_NEAR(slope[i], 0, small) << i;
        held += x[i] == 0 || x[i] == 1;
    }
    EXPECT_GT(held, 0);
}

}  // namespace
}  // namespace trammel
