// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/exploration/exploration_rig.h"

namespace trammel {
namespace {

struct Found {
    std::vector<Real> best;
    Real least = Infinity;
    std::size_t points = 0;
};

/// Searches for the minimum of the first response of f(point).
template <class F>
Found searched(const Exploration& e, std::vector<SearchGoal> goals, std::vector<Real> present, const F& f,
               std::size_t start = 0) {
    Found found;
    e.search().search(e.inputs(), goals, present, start, [&](std::span<const Real> x) {
        std::vector<Real> responses = f(x);
        ++found.points;
        bool keeps = true;
        for (const Real excess : excessesOf(goals, responses)) keeps = keeps && excess <= 1e-7;
        if (const Real value = objectiveOf(goals, responses); keeps && value < found.least) {
            found.least = value;
            found.best.assign(x.begin(), x.end());
        }
        return std::optional(std::move(responses));
    });
    return found;
}

std::vector<Real> rosenbrock(std::span<const Real> x) { return {100 * square(x[1] - x[0] * x[0]) + square(1 - x[0])}; }

Exploration optimization(const std::string& method, std::vector<std::pair<Real, Real>> bounds, std::int64_t points,
                         Real tolerance = 1e-9) {
    return Exploration("optimization", {{"method", method}, {"points", points}, {"tolerance", tolerance}},
                       std::move(bounds));
}

class Methods : public testing::TestWithParam<std::pair<const char*, std::int64_t>> {};

TEST_P(Methods, FindTheMinimumOfRosenbrocksFunction) {
    const auto& [method, points] = GetParam();
    const Exploration e = optimization(method, {{-2.048, 2.048}, {-2.048, 2.048}}, points);
    const Found found = searched(e, {{Goal::Minimize}}, {-1.2, 1}, rosenbrock);
    EXPECT_LT(found.least, 1e-8);
    EXPECT_NEAR(found.best[0], 1, 1e-3);
    EXPECT_LE(found.points, std::size_t(points));
    // Repeats bitwise.
    EXPECT_EQ(searched(e, {{Goal::Minimize}}, {-1.2, 1}, rosenbrock).best, found.best);
}

INSTANTIATE_TEST_SUITE_P(All, Methods,
                         testing::Values(std::pair("bobyqa", 400), std::pair("subplex", 1000),
                                         std::pair("cobyla", 20000), std::pair("slsqp", 600), std::pair("crs2", 3000),
                                         std::pair("isres", 40000)),
                         [](const auto& tested) { return std::string(tested.param.first); });

TEST(Optimization, KeepsLimits) {
    // x + y with x y >= 4 on [0.1, 10]²: 4 at (2, 2).
    const auto f = [](std::span<const Real> x) { return std::vector<Real>{x[0] + x[1], x[0] * x[1]}; };
    for (const char* const method : {"cobyla", "slsqp"}) {
        const Found found = searched(optimization(method, {{0.1, 10}, {0.1, 10}}, 5000),
                                     {{Goal::Minimize}, {Goal::AtLeast, 4}}, {5, 7}, f);
        EXPECT_NEAR(found.least, 4, 1e-5) << method;
        EXPECT_NEAR(found.best[0], 2, 1e-2) << method;
    }
}

TEST(Optimization, MaximizesWeightedSums) {
    const auto f = [](std::span<const Real> x) { return std::vector<Real>{-square(x[0] - 1), square(x[0] - 3)}; };
    // -2 (x - 1)² to be large and (x - 3)² small: 2 * 2 (x - 1) + 2 (x - 3) = 0 at 5/3.
    const Found found = searched(optimization("bobyqa", {{0, 4}, {0, 1}}, 500),
                                 {{Goal::Maximize, 0, 2}, {Goal::Minimize}}, {0.3, 0.5}, f);
    EXPECT_NEAR(found.best[0], 5. / 3, 1e-5);
}

TEST(Optimization, PassesFailedRunsAndStaysInItsBounds) {
    // No value in a quarter of the range; the minimum lies at a bound.
    const Found found = searched(optimization("subplex", {{0, 1}, {0, 1}}, 2000), {{Goal::Minimize}}, {0.2, 0.2},
                                 [](std::span<const Real> x) {
                                     EXPECT_GE(std::min(x[0], x[1]), 0);
                                     EXPECT_LE(std::max(x[0], x[1]), 1);
                                     const bool fails = x[0] > 0.5 && x[1] > 0.5;
                                     return std::vector<Real>{fails ? NaN : square(x[0] - 2) + square(x[1] - 0.1)};
                                 });
    EXPECT_NEAR(found.least, 1, 1e-6);
}

TEST(Optimization, LeavesAStartThatFails) {
    // All values are far above zero: a failed run must not look better.
    const auto f = [](std::span<const Real> x) {
        const bool fails = std::hypot(x[0] - 0.8, x[1] - 0.2) < 0.05;
        return std::vector<Real>{fails ? NaN : 1000 + square(x[0] - 0.3) + square(x[1] - 0.6)};
    };
    const Found found = searched(optimization("subplex", {{0, 1}, {0, 1}}, 2000), {{Goal::Minimize}}, {0.8, 0.2}, f);
    EXPECT_NEAR(found.least, 1000, 1e-6);
}

TEST(Optimization, StopsOnRequest) {
    const Exploration e = optimization("bobyqa", {{-2, 2}, {-2, 2}}, 400);
    std::size_t points = 0;
    const std::vector<SearchGoal> goals{{Goal::Minimize}};
    e.search().search(e.inputs(), goals, std::vector<Real>{-1.2, 1}, 0,
                      [&](std::span<const Real> x) -> std::optional<std::vector<Real>> {
                          if (++points > 10) return std::nullopt;
                          return rosenbrock(x);
                      });
    EXPECT_EQ(points, 11u);
}

TEST(Optimization, ReportsUnsupportedProblems) {
    const Exploration e = optimization("bobyqa", {{0, 1}}, 10);
    const auto fault = [&](std::vector<SearchGoal> goals) { return e.search().describeFault(e.inputs(), goals); };
    EXPECT_EQ(fault({{Goal::Minimize}}), "");
    EXPECT_NE(fault({{Goal::None}}).find("No response"), std::string::npos);
    EXPECT_NE(fault({{Goal::Minimize}, {Goal::AtMost, 1}}).find("cannot keep limits"), std::string::npos);
}

TEST(Optimization, StartsFromTheCurrentValuesAndThenFromSobolPoints) {
    const Exploration e = optimization("bobyqa", {{0, 2}, {0, 4}}, 1);
    const auto firstPoint = [&](std::size_t start) {
        return searched(e, {{Goal::Minimize}}, {0.25, 0.5}, rosenbrock, start).best;
    };
    EXPECT_EQ(firstPoint(0), (std::vector<Real>{0.25, 0.5}));
    EXPECT_EQ(firstPoint(1), (std::vector<Real>{1, 2}));
    EXPECT_EQ(firstPoint(2), (std::vector<Real>{1.5, 1}));
}

}  // namespace
}  // namespace trammel
