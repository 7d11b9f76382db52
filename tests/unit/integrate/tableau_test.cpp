// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrate/methods/registry.h"
#include "tests/unit/integrate/print_type.h"
#include "tests/unit/integrate/rooted_trees.h"

namespace trammel {
namespace {

/// Coefficients are published to at least 16 digits; products of up to 8 of size up to 400 lose some.
constexpr Real CoefficientTolerance = 2e-12;

std::vector<TypeDescriptor> tableauTypes() {
    std::vector<TypeDescriptor> types;
    for (const TypeDescriptor& type : integratorTypes())
        if (findTableau(type)) types.push_back(type);
    return types;
}

Vector toVector(std::span<const Real> values) { return Vector(int(values.size()), values.data()); }

/// The square matrix a of all k: stages, derivative at the end, extra stages of dense output.
Matrix fullMatrix(const ButcherTableau& t) {
    const int s = t.stages(), n = s + (t.firstSameAsLast ? 0 : 1) + t.extraStages();
    Matrix a = Matrix::Zero(n, n);
    for (int i = 1; i < s; ++i)
        for (int j = 0; j < i; ++j) a(i, j) = t.row(i)[std::size_t(j)];
    if (!t.firstSameAsLast) a.row(s).head(s) = toVector(t.weights);
    for (int i = 0; i < t.extraStages(); ++i)
        for (std::size_t j = 0; j < t.denseRow(i).size(); ++j) a(n - t.extraStages() + i, int(j)) = t.denseRow(i)[j];
    return a;
}

/// The weights b(θ) of dense output.
Vector denseWeights(const ButcherTableau& t, Real theta) {
    const int n = int(fullMatrix(t).rows()), end = t.firstSameAsLast ? t.stages() - 1 : t.stages();
    Vector b(n), rise(n);
    rise.head(t.stages()) = toVector(t.weights);
    const Real rest = 1 - theta;
    b = (theta + theta * rest * (theta - rest)) * rise;
    b[0] += theta * rest * rest;
    b[end] -= theta * theta * rest;
    for (int m = 0; m < t.denseRows(); ++m)
        for (int i = 0; i < n; ++i) b[i] += denseFactor(m, theta) * t.dense[std::size_t(m * n + i)];
    return b;
}

class Tableau : public testing::TestWithParam<TypeDescriptor> {
protected:
    const ButcherTableau& tableau() const { return *findTableau(GetParam()); }
};

TEST_P(Tableau, HasRowsThatSumToItsNodes) {
    const ButcherTableau& t = tableau();
    ASSERT_EQ(t.matrix.size(), std::size_t(t.stages() * (t.stages() - 1) / 2));
    ASSERT_EQ(t.weights.size(), t.nodes.size());
    ASSERT_EQ(t.error.size(), t.nodes.size());
    const Matrix a = fullMatrix(t);
    for (int i = 0; i < t.stages(); ++i) EXPECT_NEAR(a.row(i).sum(), t.nodes[std::size_t(i)], CoefficientTolerance);
    for (int i = 0; i < t.extraStages(); ++i)
        EXPECT_NEAR(a.row(a.rows() - t.extraStages() + i).sum(), t.denseNodes[std::size_t(i)], CoefficientTolerance);
}

TEST_P(Tableau, SatisfiesTheOrderConditionOfEveryRootedTree) {
    const ButcherTableau& t = tableau();
    const Matrix a = fullMatrix(t).topLeftCorner(t.stages(), t.stages());
    for (int order = 1; order <= t.order; ++order)
        for (const auto& tree : test::rootedTrees(order))
            EXPECT_NEAR(toVector(t.weights).dot(tree.elementaryWeights(a)), 1 / tree.density(), CoefficientTolerance)
                << "order " << order;
}

TEST_P(Tableau, EmbedsAComparisonMethodOfTheStatedOrder) {
    const ButcherTableau& t = tableau();
    const Matrix a = fullMatrix(t).topLeftCorner(t.stages(), t.stages());
    const auto check = [&](std::span<const Real> error, int embeddedOrder) {
        const Vector embedded = toVector(t.weights) - toVector(error);
        for (int order = 1; order <= embeddedOrder; ++order)
            for (const auto& tree : test::rootedTrees(order))
                EXPECT_NEAR(embedded.dot(tree.elementaryWeights(a)), 1 / tree.density(), CoefficientTolerance);
        // And the estimate does see errors of the next order, in which the two methods differ.
        const int first = std::min(embeddedOrder, t.order) + 1;
        Real seen = 0;
        for (const auto& tree : test::rootedTrees(first))
            seen = std::max(seen, std::abs(toVector(error).dot(tree.elementaryWeights(a))));
        EXPECT_GT(seen, 1e-6);
    };
    check(t.error, t.embeddedOrder);
    if (!t.coarseError.empty()) check(t.coarseError, t.coarseOrder);
}

TEST_P(Tableau, HasDenseOutputOfTheStatedOrderEverywhereInTheStep) {
    const ButcherTableau& t = tableau();
    const Matrix a = fullMatrix(t);
    for (const Real theta : {0.1, 0.25, 0.5, 0.8, 0.97})
        for (int order = 1; order <= std::min(t.order, t.denseOrder); ++order)
            for (const auto& tree : test::rootedTrees(order))
                EXPECT_NEAR(denseWeights(t, theta).dot(tree.elementaryWeights(a)),
                            std::pow(theta, order) / tree.density(), CoefficientTolerance)
                    << "order " << order << " at " << theta;
}

TEST_P(Tableau, SaysWhetherItsLastStageIsTheFirstOfTheNextStep) {
    const ButcherTableau& t = tableau();
    const auto lastRow = t.row(t.stages() - 1);
    EXPECT_EQ(t.firstSameAsLast,
              t.weights.back() == 0 && std::equal(lastRow.begin(), lastRow.end(), t.weights.begin()));
}

INSTANTIATE_TEST_SUITE_P(Registry, Tableau, testing::ValuesIn(tableauTypes()),
                         [](const auto& row) { return row.param.key; });

TEST(RootedTrees, AreAsManyAsButcherCounts) {
    const int counts[] = {1, 1, 2, 4, 9, 20, 48, 115};
    for (int order = 1; order <= 8; ++order)
        EXPECT_EQ(int(test::rootedTrees(order).size()), counts[order - 1]) << "order " << order;
}

}  // namespace
}  // namespace trammel
