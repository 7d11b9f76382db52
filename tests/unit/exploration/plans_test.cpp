// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "tests/unit/exploration/exploration_rig.h"

namespace trammel {
namespace {

TEST(Grid, CombinesAllLevelsWithTheLastFactorFastest) {
    const Exploration e("grid", {}, {{0, 1}, {10, 20}}, 3);
    EXPECT_EQ(e.plan().countRuns(e.inputs()), 9u);
    const auto points = e.points();
    EXPECT_EQ(points[0], (std::vector<Real>{0, 10}));
    EXPECT_EQ(points[1], (std::vector<Real>{0, 15}));
    EXPECT_EQ(points[3], (std::vector<Real>{0.5, 10}));
    EXPECT_EQ(points[8], (std::vector<Real>{1, 20}));
    EXPECT_EQ(std::set(points.begin(), points.end()).size(), 9u);
}

TEST(RowByRow, RefusesFactorsWithDifferentNumbersOfValues) {
    Exploration e("rows", {}, {{0, 1}, {10, 20}}, 3);
    EXPECT_EQ(e.plan().describeFault(e.inputs()), "");
    EXPECT_EQ(e.points()[1], (std::vector<Real>{0.5, 15}));
    e.ranges[1].levels.push_back(25);
    EXPECT_NE(e.plan().describeFault(e.inputs()).find("3 and 4"), std::string::npos);
}

TEST(LatinHypercube, HasOneValueInEachShareOfEachFactor) {
    const Exploration e("latinHypercube", {{"runs", std::int64_t(40)}}, {{0, 1}, {0, 1}, {0, 1}});
    const auto points = e.points();
    for (std::size_t k = 0; k < 3; ++k) {
        std::set<int> shares;
        for (const auto& point : points) shares.insert(int(point[k] * 40));
        EXPECT_EQ(shares.size(), 40u);
    }
    EXPECT_NE(points, e.points(2));
    EXPECT_EQ(points, e.points(1));
}

/// Centered L2 discrepancy: F. J. Hickernell, Mathematics of Computation 67 (1998).
Real discrepancyOf(const std::vector<std::vector<Real>>& points) {
    const std::size_t d = points[0].size();
    const auto n = Real(points.size());
    Real single = 0, pairs = 0;
    for (const auto& x : points) {
        Real product = 1;
        for (const Real v : x) product *= 1 + std::abs(v - 0.5) / 2 - square(v - 0.5) / 2;
        single += product;
        for (const auto& y : points) {
            product = 1;
            for (std::size_t k = 0; k < d; ++k)
                product *= 1 + std::abs(x[k] - 0.5) / 2 + std::abs(y[k] - 0.5) / 2 - std::abs(x[k] - y[k]) / 2;
            pairs += product;
        }
    }
    return std::sqrt(std::pow(13. / 12, Real(d)) - 2 / n * single + pairs / (n * n));
}

TEST(Designs, FillTheRangesBetterThanChanceInTheKnownOrder) {
    const std::vector<std::pair<Real, Real>> unit(4, {0, 1});
    const Settings runs{{"runs", std::int64_t(255)}};
    const Real random = discrepancyOf(Exploration("random", runs, unit).points());
    const Real hypercube = discrepancyOf(Exploration("latinHypercube", runs, unit).points());
    const Real sobol = discrepancyOf(Exploration("sobolSequence", runs, unit).points());
    EXPECT_LT(hypercube, random);
    EXPECT_LT(sobol, 0.5 * hypercube);
    // A single point in the middle: ((13/12)^d - 2 + 1)^(1/2).
    EXPECT_NEAR(discrepancyOf({{0.5, 0.5, 0.5, 0.5}}), std::sqrt(std::pow(13. / 12, 4) - 1), 1e-14);
}

/// Responses of all runs to f(point).
template <class F>
std::vector<Real> responsesOf(const Exploration& e, const F& f) {
    std::vector<Real> values;
    for (const auto& point : e.points()) values.push_back(f(point));
    return values;
}

TEST(SobolIndices, AgreeWithThePublishedOnesForIshigamisFunction) {
    // sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1 on [-pi, pi]³; indices from its integrals.
    const Exploration e("sobolIndices", {{"samples", std::int64_t(16384)}}, {{-Pi, Pi}, {-Pi, Pi}, {-Pi, Pi}});
    const auto values = responsesOf(e, [](const std::vector<Real>& x) {
        return std::sin(x[0]) + 7 * square(std::sin(x[1])) + 0.1 * std::pow(x[2], 4) * std::sin(x[0]);
    });
    ASSERT_EQ(values.size(), 16384u * 5);
    const auto tables = e.plan().analyze(e.inputs(), {"x1", "x2", "x3"}, values);
    ASSERT_EQ(tables.size(), 1u);
    constexpr Real first[] = {0.3139051911, 0.4424111448, 0}, total[] = {0.5575888553, 0.4424111448, 0.2436836641};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::vector<Real>& row = tables[0].rows[k].values;
        EXPECT_NEAR(row[0], first[k], 0.01);
        EXPECT_NEAR(row[3], total[k], 0.01);
        EXPECT_LE(row[1], row[0]);
        EXPECT_GE(row[2], row[0]);
        EXPECT_LE(row[1], first[k] + 1e-3);
        EXPECT_GE(row[2], first[k] - 1e-3);
    }
}

TEST(SobolIndices, LeaveOutAndReportRowsWithAFailedRun) {
    const Exploration e("sobolIndices", {{"samples", std::int64_t(1024)}}, {{0, 1}, {0, 1}});
    auto values = responsesOf(e, [](const std::vector<Real>& x) { return 3 * x[0] + 4 * x[1]; });
    values[5] = NaN;
    const auto table = e.plan().analyze(e.inputs(), {"a", "b"}, values)[0];
    EXPECT_NE(table.note.find("1 of 1024 rows"), std::string::npos) << table.note;
    // Additive: 9 and 16 of 25.
    EXPECT_NEAR(table.rows[0].values[0], 9. / 25, 0.01);
    EXPECT_NEAR(table.rows[1].values[3], 16. / 25, 0.01);
}

TEST(Morris, FindsTheSlopesOfALinearFunctionWithoutSpread) {
    const Exploration e("morris", {{"paths", std::int64_t(6)}}, {{0, 1}, {0, 2}, {5, 6}});
    EXPECT_EQ(e.points().size(), 6u * 4);
    const auto values = responsesOf(e, [](const std::vector<Real>& x) { return 3 * x[0] - 4 * x[1] + 0 * x[2]; });
    const auto table = e.plan().analyze(e.inputs(), {"a", "b", "c"}, values)[0];
    constexpr Real slopes[] = {3, -8, 0};
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(table.rows[k].values[0], slopes[k], 1e-12);
        EXPECT_NEAR(table.rows[k].values[1], std::abs(slopes[k]), 1e-12);
        EXPECT_NEAR(table.rows[k].values[2], 0, 1e-12);
        EXPECT_EQ(table.rows[k].values[3], 6);
    }
}

TEST(Morris, ShowsInteractionsAsSpread) {
    const Exploration e("morris", {{"paths", std::int64_t(20)}}, {{0, 1}, {0, 1}});
    const auto values = responsesOf(e, [](const std::vector<Real>& x) { return x[0] * x[1]; });
    EXPECT_GT(e.plan().analyze(e.inputs(), {"a", "b"}, values)[0].rows[0].values[2], 0.2);
}

TEST(Morris, RefusesFactorsWithoutBounds) {
    Exploration e("morris", {}, {{0, 1}, {0, 1}});
    EXPECT_EQ(e.plan().describeFault(e.inputs()), "");
    const TypeDescriptor& normal = typeIn(e.factors, "normal");
    e.ranges[1] = dynamic_cast<const FactorType&>(*normal.implementation).makeRange(propertiesOf(normal, {}));
    EXPECT_NE(e.plan().describeFault(e.inputs()).find("between bounds"), std::string::npos);
}

TEST(Distribution, HasTheMomentsAndQuantilesOfKnownNumbers) {
    std::vector<Real> values(101);
    std::iota(values.begin(), values.end(), 0.);
    values.push_back(NaN);
    const AnalysisTable table = describeDistribution(values);
    const auto value = [&](const std::string& name) {
        for (const auto& row : table.rows)
            if (row.name == name) return row.values[0];
        return NaN;
    };
    EXPECT_EQ(value("runs"), 101);
    EXPECT_NEAR(value("mean"), 50, 1e-12);
    EXPECT_NEAR(value("standard deviation"), std::sqrt(101. * 102 / 12), 1e-12);
    EXPECT_NEAR(value("5 % quantile"), 5, 1e-12);
    EXPECT_EQ(value("largest"), 100);
    for (const auto& row : table.rows) EXPECT_EQ(row.inUnit, row.name == "runs" ? 0U : 1U) << row.name;
}

TEST(NormalDistribution, HasTheQuantilesOfTables) {
    const std::vector<TypeDescriptor> types = factorTypes({"body"});
    const TypeDescriptor& type = typeIn(types, "normal");
    const FactorRange range = dynamic_cast<const FactorType&>(*type.implementation)
                                  .makeRange(propertiesOf(type, {{"mean", 10.}, {"deviation", 2.}}));
    EXPECT_NEAR(range.atShare(0.975), 10 + 2 * 1.959963984540054, 1e-13);
    EXPECT_NEAR(range.atShare(0.5), 10, 1e-13);
    EXPECT_EQ(range.levels.size(), 5u);
}

TEST(LogarithmicRange, HasEqualRatiosBetweenLevels) {
    const std::vector<TypeDescriptor> types = factorTypes({"body"});
    const TypeDescriptor& type = typeIn(types, "logarithmicRange");
    const FactorRange range = dynamic_cast<const FactorType&>(*type.implementation)
                                  .makeRange(propertiesOf(type, {{"from", 1.}, {"to", 1e4}}));
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(range.levels[i], std::pow(10, Real(i)), 1e-10 * std::pow(10, Real(i)));
    EXPECT_EQ(range.levels.back(), 1e4);
    EXPECT_NEAR(range.shareOf(100), 0.5, 1e-14);
}

}  // namespace
}  // namespace trammel
