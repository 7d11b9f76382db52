// SPDX-License-Identifier: Apache-2.0
#include "math/dense_solvers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace trammel {
namespace {

Matrix matrixOf(int rows, int columns, const std::vector<Real>& byRows) {
    Matrix A(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) A(i, j) = byRows[static_cast<std::size_t>(i * columns + j)];
    return A;
}

Real largest(const Matrix& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); }

TEST(DenseSolvers, PositiveDefiniteSystemReadsTheLowerTriangle) {
    const Matrix A = matrixOf(2, 2, {4, NaN, 2, 3});
    const Vector x = solvePositiveDefinite(A, Vector(2, 1.));
    EXPECT_NEAR(x[0], 1. / 8, 1e-15);
    EXPECT_NEAR(x[1], 1. / 4, 1e-15);
}

TEST(DenseSolvers, LeastSquaresFitIsTheLineThroughTheMean) {
    const Matrix A = matrixOf(3, 2, {1, 0, 1, 1, 1, 2});
    Vector y(3);
    y[0] = 0, y[1] = 2, y[2] = 1;
    const Vector x = solveLeastSquares(A, y);
    EXPECT_NEAR(x[0], 0.5, 1e-14);
    EXPECT_NEAR(x[1], 0.5, 1e-14);
}

TEST(DenseSolvers, MinorLeavesOutDependentRowsAndColumns) {
    const Matrix A = matrixOf(3, 3, {1, 2, 0, 2, 4, 0, 0, 0, 5});
    EXPECT_EQ(calcRank(A, 1e-10), 2);
    const RegularMinor minor = findRegularMinor(A, 1e-10);
    EXPECT_EQ(minor.rows, (std::vector<int>{2, 1}));
    EXPECT_EQ(minor.columns, (std::vector<int>{2, 1}));
    EXPECT_EQ(calcRank(Matrix(0, 3), 1e-10), 0);
    EXPECT_TRUE(findRegularMinor(Matrix(3, 0), 1e-10).rows.empty());
    EXPECT_NEAR(calcDeterminant(matrixOf(2, 2, {0, 2, 3, 1})), -6, 1e-14);
    EXPECT_EQ(calcDeterminant(Matrix(0, 0)), 1);
}

TEST(DenseSolvers, OrthonormalColumnsKeepTheirOrder) {
    const Matrix M = matrixOf(2, 2, {4, 0, 0, 9});
    Matrix U = matrixOf(2, 2, {1, 1, 0, 1});
    ASSERT_TRUE(makeOrthonormal(M, U));
    EXPECT_LT(largest(U.transpose() * M * U - Matrix::Base::Identity(2, 2)), 1e-15);
    EXPECT_NEAR(U(0, 0), 0.5, 1e-15);
    EXPECT_EQ(U(1, 0), 0);
    Matrix dependent = matrixOf(2, 2, {0, 1, 0, 1});
    EXPECT_FALSE(makeOrthonormal(M, dependent));
    EXPECT_EQ(dependent(1, 1), 1);
}

TEST(DenseSolvers, AllMotionsAreFreeWithoutEquations) {
    EXPECT_EQ(calcNullSpace(Matrix(0, 3), 1e-9), Matrix::Base::Identity(3, 3));
    EXPECT_EQ(calcNullSpace(Matrix(2, 0), 1e-9).size(), 0);
}

TEST(DenseSolvers, NullSpaceSatisfiesTheEquations) {
    const Matrix A = matrixOf(2, 3, {1, 1, 1, 2, 2, 2});
    const Matrix free = calcNullSpace(A, 1e-9);
    ASSERT_EQ(free.cols(), 2);
    EXPECT_LT(largest(A * free), 1e-15);
    EXPECT_LT(largest(free.transpose() * free - Matrix::Base::Identity(2, 2)), 1e-15);
}

TEST(DenseSolvers, MotionsAreOrthonormalInTheMetricOfTheMasses) {
    Matrix M = matrixOf(3, 3, {2, 0, 0, 0, 1, 0, 0, 0, 8});
    const Matrix GT = matrixOf(3, 2, {1, 1e-3, -1, -1e-3, 0, 0});
    const Matrix motions = calcMotionSpace(GT, M);
    ASSERT_EQ(motions.cols(), 2);
    EXPECT_LT(largest(GT.transpose() * motions), 1e-15);
    EXPECT_LT(largest(motions.transpose() * M * motions - Matrix::Base::Identity(2, 2)), 1e-14);
    // Each coordinate leads once; the first two move together.
    const LeadingBasis readable = calcLeadingBasis(motions, Vector(3, 1.));
    ASSERT_EQ(readable.leading.size(), 2u);
    EXPECT_EQ(readable.leading[1], 2);
    EXPECT_NEAR(readable.basis(0, 0), 1, 1e-14);
    EXPECT_NEAR(readable.basis(1, 0), 1, 1e-14);
    EXPECT_NEAR(readable.basis(2, 0), 0, 1e-14);
    EXPECT_NEAR(readable.basis(2, 1), 1, 1e-14);
}

TEST(DenseSolvers, MotionsWithoutMassAreNotWeighted) {
    Matrix M = matrixOf(2, 2, {1, 0, 0, 0});
    const Matrix motions = calcMotionSpace(matrixOf(2, 1, {1, 1}), M);
    ASSERT_EQ(motions.cols(), 1);
    EXPECT_NEAR(motions(0, 0), -motions(1, 0), 1e-15);
    EXPECT_EQ(M(1, 1), 1);
    EXPECT_EQ(calcMotionSpace(Matrix(2, 0), M), Matrix::Base::Identity(2, 2));
}

TEST(DenseSolvers, EigenvaluesOfASymmetricMatrixAscend) {
    const SymmetricEigen found = calcSymmetricEigen(matrixOf(2, 2, {2, NaN, 1, 2}));
    EXPECT_NEAR(found.values[0], 1, 1e-14);
    EXPECT_NEAR(found.values[1], 3, 1e-14);
    EXPECT_NEAR(std::abs(found.vectors(0, 1)), std::numbers::sqrt2 / 2, 1e-14);
}

TEST(DenseSolvers, ARotationHasComplexEigenvalues) {
    const Matrix turn = matrixOf(2, 2, {0, -1, 1, 0});
    const auto found = calcGeneralEigen(turn, true);
    ASSERT_TRUE(found);
    EXPECT_NEAR(std::abs(found->values[0] - std::conj(found->values[1])), 0, 1e-15);
    EXPECT_NEAR(std::abs(found->values[0].imag()), 1, 1e-15);
    EXPECT_LT((turn * found->vectors - found->vectors * found->values.asDiagonal()).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_EQ(calcGeneralEigen(turn, false)->vectors.size(), 0);
    EXPECT_FALSE(calcGeneralEigen(matrixOf(2, 2, {0, NaN, 1, 0}), false));
}

}  // namespace
}  // namespace trammel
