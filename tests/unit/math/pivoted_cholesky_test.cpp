// SPDX-License-Identifier: Apache-2.0
#include "math/pivoted_cholesky.h"

#include <gtest/gtest.h>

#include <random>

namespace trammel {
namespace {

constexpr Real rounding = 1e-9;

Matrix randomRows(int rows, int columns, unsigned seed) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<Real> distribution(-1, 1);
    Matrix G(rows, columns);
    for (Real& x : G.reshaped()) x = distribution(engine);
    return G;
}

TEST(PivotedCholesky, SolvesADefiniteSystem) {
    const Matrix G = randomRows(5, 8, 1), A = G * G.transpose();
    PivotedCholesky factor;
    factor.factor(A, 5);
    EXPECT_EQ(factor.rank(), 5);
    const Vector b = randomRows(5, 1, 2);
    Vector x(5);
    factor.solve(b.data(), x.data());
    EXPECT_LT((A * x - b).norm(), rounding);
}

TEST(PivotedCholesky, SharesAConsistentLoadEquallyAmongEqualRows) {
    // Three copies of one equation share 20 as 20/3 each: the minimum-norm solution.
    const Matrix A = Matrix::Ones(3, 3);
    PivotedCholesky factor;
    factor.factor(A, 3);
    EXPECT_EQ(factor.rank(), 1);
    EXPECT_EQ(factor.dependentRows().size(), 2u);
    const Real b[3] = {20, 20, 20};
    Real x[3];
    factor.solve(b, x);
    for (Real xi : x) EXPECT_NEAR(xi, 20. / 3, rounding);
}

TEST(PivotedCholesky, RankIsIndependentOfRowUnits) {
    Matrix G = randomRows(6, 9, 3);
    G.row(4) = G.row(0) + G.row(1);
    G.row(2) *= 1e6;
    G.row(3) *= 1e-6;
    PivotedCholesky factor;
    factor.factor(G * G.transpose(), 6);
    EXPECT_EQ(factor.rank(), 5);
}

TEST(PivotedCholesky, DoesNotTakeTheRoundingOfAShortRowForADirection) {
    // Three directions in five rows; the last row is short, its source data is not.
    Matrix G = randomRows(5, 3, 7);
    constexpr Real shortness = 1e-4, noise = 1e-15;
    G.row(4) *= shortness / G.row(4).norm();
    Matrix A = G * G.transpose();
    A(4, 4) += noise;
    Vector sizes(5);
    for (int i = 0; i < 5; ++i) sizes[i] = std::max(A(i, i), 1e-2);
    PivotedCholesky equal, bySize;
    equal.factor(A, 5);
    EXPECT_EQ(equal.rank(), 4) << "each row as if it were exact: 1e-15 of 1e-8";
    bySize.factor(A, 5, PivotedCholesky::defaultRankTolerance, sizes.data());
    EXPECT_EQ(bySize.rank(), 3);
    const Vector x = randomRows(3, 1, 8), b = G * x;
    Vector lambda(5);
    bySize.solve(b.data(), lambda.data());
    EXPECT_LT((G.transpose() * lambda - x).norm(), rounding);
    // A short row that has a direction of its own keeps it.
    Matrix H = randomRows(4, 5, 9);
    H.row(3) *= shortness / H.row(3).norm();
    H.row(2) = H.row(0) + H.row(1);
    const Matrix B = H * H.transpose();
    bySize.factor(B, 4, PivotedCholesky::defaultRankTolerance, sizes.data());
    EXPECT_EQ(bySize.rank(), 3);
    EXPECT_NE(bySize.dependentRows(), std::vector<int>{3});
}

TEST(PivotedCholesky, OmitsZeroRows) {
    Matrix A = Matrix::Zero(2, 2);
    A(0, 0) = 4;
    PivotedCholesky factor;
    factor.factor(A, 2);
    EXPECT_EQ(factor.rank(), 1);
    const Real b[2] = {8, 5};
    Real x[2];
    factor.solve(b, x);
    EXPECT_NEAR(x[0], 2, rounding);
    EXPECT_EQ(x[1], 0);
}

TEST(PivotedCholesky, ReadsOnlyTheLeadingLowerTriangle) {
    const Matrix G = randomRows(4, 7, 5), A = G * G.transpose();
    Matrix lower = Matrix::Constant(4, 4, NaN);
    lower.topLeftCorner(3, 3).triangularView<Eigen::Lower>() = A.topLeftCorner(3, 3);
    PivotedCholesky factor;
    factor.factor(lower, 3);
    const Vector b = randomRows(3, 1, 6);
    Vector x = b;
    factor.solve(x.data(), x.data());
    EXPECT_LT((A.topLeftCorner(3, 3) * x - b).norm(), rounding) << "and may work in place";
}

}  // namespace
}  // namespace trammel
