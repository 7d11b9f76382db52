// SPDX-License-Identifier: Apache-2.0
#include "math/sparse_cholesky.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace trammel {
namespace {

/// A positive definite matrix with elements where @p lower says, and those elements in a list.
struct Problem {
    std::vector<std::vector<int>> lower;
    std::vector<Real> diagonal, elements;
    Matrix A;

    explicit Problem(std::vector<std::vector<int>> pattern) : lower(std::move(pattern)) {
        const int n = int(lower.size());
        std::mt19937 random(7);
        std::uniform_real_distribution<Real> uniform(-1, 1);
        A = Matrix(n, n);
        A.setZero();
        for (int i = 0; i < n; ++i)
            for (int j : lower[std::size_t(i)]) {
                elements.push_back(uniform(random));
                A(i, j) = A(j, i) = elements.back();
            }
        for (int i = 0; i < n; ++i) {
            diagonal.push_back(A.row(i).cwiseAbs().sum() + 1);
            A(i, i) = diagonal.back();
        }
    }
};

std::vector<std::vector<int>> arrow(int n) {
    std::vector<std::vector<int>> lower(static_cast<std::size_t>(n));
    // Everything meets row 0: eliminated in the order given, all would fill in.
    for (int i = 1; i < n; ++i) lower[std::size_t(i)] = {0};
    return lower;
}
std::vector<std::vector<int>> ring(int n) {
    std::vector<std::vector<int>> lower(static_cast<std::size_t>(n));
    for (int i = 1; i < n; ++i) lower[std::size_t(i)] = {i - 1};
    lower.back().insert(lower.back().begin(), 0);
    return lower;
}

/// Every row meets every other.
std::vector<std::vector<int>> full(int n) {
    std::vector<std::vector<int>> lower(static_cast<std::size_t>(n));
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j) lower[std::size_t(i)].push_back(j);
    return lower;
}

TEST(SparseCholesky, SolvesAGivenSystem) {
    for (const auto& pattern : {arrow(12), ring(9), std::vector<std::vector<int>>(4), ring(40), full(5), full(130)}) {
        const Problem problem(pattern);
        const int n = int(pattern.size());
        SparseCholesky factor;
        factor.analyze(pattern);
        ASSERT_TRUE(factor.factor(problem.diagonal.data(), problem.elements.data(), 1e-6));
        Vector x(n);
        for (int i = 0; i < n; ++i) x[i] = 1 + 0.1 * i;
        const Vector b = problem.A * x;
        Vector found = b;
        factor.solve(found.data());
        EXPECT_LT((found - x).cwiseAbs().maxCoeff(), 1e-13) << n << " rows";
    }
}

TEST(SparseCholesky, CopiesFactorMatricesOfTheirOwn) {
    for (const auto& pattern : {ring(9), full(40)}) {
        const Problem problem(pattern);
        const int n = int(pattern.size());
        SparseCholesky factor;
        factor.analyze(pattern);
        ASSERT_TRUE(factor.factor(problem.diagonal.data(), problem.elements.data(), 1e-6));
        SparseCholesky copy = factor;
        std::vector<Real> twice, twiceElements;
        for (const Real d : problem.diagonal) twice.push_back(2 * d);
        for (const Real e : problem.elements) twiceElements.push_back(2 * e);
        ASSERT_TRUE(copy.factor(twice.data(), twiceElements.data(), 1e-6));
        Vector x = Vector::Ones(n), y = x;
        factor.solve(x.data());
        copy.solve(y.data());
        EXPECT_LT((x - 2 * y).cwiseAbs().maxCoeff(), 1e-13);
        // One that is assigned another pattern keeps nothing of the former one.
        SparseCholesky other;
        other.analyze(arrow(6));
        const Problem small(arrow(6));
        ASSERT_TRUE(other.factor(small.diagonal.data(), small.elements.data(), 1e-6));
        other = factor;
        ASSERT_TRUE(other.factor(problem.diagonal.data(), problem.elements.data(), 1e-6));
        y = Vector::Ones(n);
        other.solve(y.data());
        EXPECT_EQ((x - y).cwiseAbs().maxCoeff(), 0);
    }
}

TEST(SparseCholesky, ChoosesAnOrderInWhichAnArrowDoesNotFillIn) {
    SparseCholesky factor;
    factor.analyze(arrow(50));
    EXPECT_EQ(factor.fill(), 49);
}

TEST(SparseCholesky, FailsForDependentRows) {
    // Rows 0 and 1 are the same, up to their scale.
    const std::vector<std::vector<int>> pattern{{}, {0}, {1}};
    SparseCholesky factor;
    factor.analyze(pattern);
    const std::vector<Real> diagonal{1, 4, 1}, dependent{2, 0}, independent{1, 0};
    EXPECT_FALSE(factor.factor(diagonal.data(), dependent.data(), 1e-6));
    EXPECT_TRUE(factor.factor(diagonal.data(), independent.data(), 1e-6));
    const std::vector<Real> notANumber{NaN, 1, 1};
    EXPECT_FALSE(factor.factor(notANumber.data(), independent.data(), 1e-6));
}

TEST(SparseCholesky, OmitsDependentRows) {
    // Row 3 repeats row 1, and row 4 is zero.
    const std::vector<std::vector<int>> lower{{}, {0}, {1}, {0, 1, 2}, {}};
    const std::vector<Real> diagonal{4, 5, 6, 5, 0}, elements{1, 2, 1, 5, 2};
    SparseCholesky factor;
    factor.analyze(lower);
    EXPECT_FALSE(factor.factor(diagonal.data(), elements.data(), 1e-6));
    ASSERT_TRUE(factor.factorIndependent(diagonal.data(), elements.data(), 1e-10, 1e-6));
    EXPECT_NE(factor.isLeftOut(1), factor.isLeftOut(3));
    EXPECT_TRUE(factor.isLeftOut(4));
    EXPECT_FALSE(factor.isLeftOut(0));
    // A x for x = (1, 2, 3) without the repeated row.
    const std::size_t kept = factor.isLeftOut(3) ? 1 : 3;
    std::vector<Real> x(5, 7.);
    x[0] = 6;
    x[kept] = 17;
    x[2] = 22;
    factor.solve(x.data());
    EXPECT_NEAR(x[0], 1, 1e-14);
    EXPECT_NEAR(x[kept], 2, 1e-14);
    EXPECT_NEAR(x[2], 3, 1e-14);
    EXPECT_EQ(x[4 - kept], 0);
    // A pivot that is neither zero nor certain.
    const std::vector<Real> doubtful{4, 5, 6, 5 + 1e-8, 1};
    EXPECT_FALSE(factor.factorIndependent(doubtful.data(), elements.data(), 1e-10, 1e-6));
}

TEST(SparseCholesky, OmitsRowsWithoutMotion) {
    for (const int n : {7, 130}) {
        Problem problem(full(n));
        std::vector<int> silent;
        for (int i = 1; i < n; i += 3) silent.push_back(i);
        const auto isSilent = [&](int i) { return std::ranges::binary_search(silent, i); };
        std::size_t next = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < i; ++j, ++next)
                if (isSilent(i) || isSilent(j)) problem.elements[next] = problem.A(i, j) = problem.A(j, i) = 0;
        for (const int i : silent) problem.diagonal[std::size_t(i)] = problem.A(i, i) = i == 1 ? 0 : 1e-30;
        SparseCholesky factor;
        factor.analyze(problem.lower);
        ASSERT_TRUE(factor.factor(problem.diagonal.data(), problem.elements.data(), 1e-6));
        EXPECT_EQ(factor.leftOut(), int(silent.size()));
        Vector x(n);
        for (int i = 0; i < n; ++i) x[i] = isSilent(i) ? 0 : 1 + 0.1 * i;
        Vector found = problem.A * x;
        // Their right-hand sides are ignored.
        for (const int i : silent) found[i] = 5;
        factor.solve(found.data());
        EXPECT_LT((found - x).cwiseAbs().maxCoeff(), 1e-12) << n << " rows";
        for (int i = 0; i < n; ++i) EXPECT_EQ(factor.isLeftOut(i), isSilent(i));
    }
}

TEST(SparseCholesky, FindsADependentRowInAFullMatrix) {
    // Row 90 is the sum of rows 3 and 4, up to the size of A's other elements.
    const int n = 100;
    Problem problem(full(n));
    for (int i = 0; i < n; ++i) problem.A(90, i) = problem.A(i, 90) = i == 90 ? 0 : problem.A(3, i) + problem.A(4, i);
    problem.A(90, 90) = problem.A(90, 3) + problem.A(90, 4);
    problem.diagonal[90] = problem.A(90, 90);
    std::size_t next = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) problem.elements[next++] = problem.A(i, j);
    SparseCholesky factor;
    factor.analyze(problem.lower);
    EXPECT_FALSE(factor.factor(problem.diagonal.data(), problem.elements.data(), 1e-6));
    ASSERT_TRUE(factor.factorIndependent(problem.diagonal.data(), problem.elements.data(), 1e-10, 1e-6));
    EXPECT_EQ(factor.leftOut(), 1);
}

}  // namespace
}  // namespace trammel
