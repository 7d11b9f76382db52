// SPDX-License-Identifier: Apache-2.0
#include "math/factorization.h"

#include <gtest/gtest.h>

#include "base/exceptions.h"

namespace trammel {
namespace {

TEST(FactorLU, SolvesARegularSystem) {
    Matrix A(2, 2);
    A << 2, 1, 1, 3;
    Vector x;
    FactorLU(A).solve(Vector(Vec2(4, 7)), x);
    EXPECT_NEAR(x[0], 1, 1e-14);
    EXPECT_NEAR(x[1], 2, 1e-14);
}

TEST(FactorLU, RefusesAMatrixThatIsNotSquare) { EXPECT_THROW(FactorLU(Matrix(2, 3, 1.)), Exception); }

TEST(FactorQTZ, FindsTheSmallestOfManySolutions) {
    const Matrix A(2, 2, 1.);
    const FactorQTZ factors(A);
    EXPECT_EQ(factors.getRank(), 1);
    Vector x;
    factors.solve(Vector(Vec2(4, 4)), x);
    EXPECT_NEAR(x[0], 2, 1e-14);
    EXPECT_NEAR(x[1], 2, 1e-14);
}

TEST(FactorQTZ, FindsTheLeastSquaresSolutionOfTooManyEquations) {
    Vector x;
    FactorQTZ(Matrix(2, 1, 1.)).solve(Vector(Vec2(1, 3)), x);
    ASSERT_EQ(x.size(), 1);
    EXPECT_NEAR(x[0], 2, 1e-14);
}

}  // namespace
}  // namespace trammel
