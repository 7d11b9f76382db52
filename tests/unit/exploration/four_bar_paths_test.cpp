// SPDX-License-Identifier: Apache-2.0
// Published problems of path generation by four-bar linkages, and their best known errors.
#include <gtest/gtest.h>

#include "exploration/synthesis/four_bar.h"

namespace trammel {
namespace {

std::vector<Real> steps(int count, Real step, Real first = 0) {
    std::vector<Real> angles;
    for (int i = 0; i < count; ++i) angles.push_back(first + i * step);
    return angles;
}

/// Sum of squared distances at the crank directions of a solution, computed from the lengths alone.
Real sumOf(const PathProblem& problem, const PathSolution& solution) {
    Real sum = 0;
    for (std::size_t i = 0; i < problem.points.size(); ++i)
        sum += std::norm(solution.linkage.pointAt(solution.crankDirections[i]) - problem.points[i]);
    return sum;
}

TEST(FourBarPaths, ReachSixPointsOnALineExactly) {
    // Cabrera et al. 2002, without timing; lengths and places up to 60.
    PathProblem problem{{{20, 20}, {20, 25}, {20, 30}, {20, 35}, {20, 40}, {20, 45}}};
    problem.largest = 60;
    const std::vector<PathSolution> found = findFourBars(problem, {.starts = 1000, .improved = 80});
    ASSERT_FALSE(found.empty());
    EXPECT_LT(sumOf(problem, found[0]), 1e-10);
    EXPECT_TRUE(found[0].linkage.turnsFully());
    for (const PathSolution& each : found) {
        EXPECT_LE(each.linkage.largestLength(), 60);
        for (std::size_t i = 2; i < 6; ++i)
            EXPECT_GT((each.crankDirections[i] - each.crankDirections[i - 1]) *
                          (each.crankDirections[1] - each.crankDirections[0]),
                      0);
    }
}

TEST(FourBarPaths, ReachTheBestKnownErrorForFiveTimedPoints) {
    PathProblem problem{{{3, 3}, {2.759, 3.363}, {2.372, 3.663}, {1.89, 3.862}, {1.355, 3.943}},
                        steps(5, Pi / 12, Pi / 6)};
    problem.isFrameFixed = true;
    problem.largest = 60;
    const std::vector<PathSolution> found = findFourBars(problem, {.starts = 2000, .improved = 100});
    ASSERT_FALSE(found.empty());
    EXPECT_LE(sumOf(problem, found[0]), 1.001 * 7.41575131e-7);
    EXPECT_EQ(found[0].linkage.crankPivot, Complex(0));
}

TEST(FourBarPaths, ReachTheBestKnownErrorForEighteenTimedPoints) {
    // Kunjur and Krishnamurty 1997.
    PathProblem problem{{{.5, 1.1},
                         {.4, 1.1},
                         {.3, 1.1},
                         {.2, 1},
                         {.1, .9},
                         {.05, .75},
                         {.02, .6},
                         {0, .5},
                         {0, .4},
                         {.03, .3},
                         {.1, .25},
                         {.15, .2},
                         {.2, .3},
                         {.3, .4},
                         {.4, .5},
                         {.5, .7},
                         {.6, .9},
                         {.6, 1}},
                        steps(18, Pi / 9)};
    problem.largest = 50;
    const std::vector<PathSolution> found = findFourBars(problem, {.starts = 1000, .improved = 60});
    ASSERT_FALSE(found.empty());
    EXPECT_LE(sumOf(problem, found[0]), 1.001 * .00902888463);
    // A cognate of the published linkage has the same path and timing.
    EXPECT_GE(sumOf(problem, found[0]), .999 * .00902888463);
}

TEST(FourBarPaths, FindALinkageForItsOwnClosedCurve) {
    const FourBar known{{0.1, -0.2}, {4.1, 0.3}, 1, 3.5, 2.5, 1.8, 1.2, -1};
    ASSERT_TRUE(known.turnsFully());
    PathProblem problem;
    problem.isClosed = true;
    // Not at equal crank angles.
    for (int i = 0; i < 40; ++i) {
        const Real share = i / 40.;
        problem.points.push_back(known.pointAt(-2 * Pi * share + 0.6 * std::sin(2 * Pi * share)));
    }
    const std::vector<PathSolution> found = findFourBars(problem, {.starts = 600, .improved = 60});
    ASSERT_FALSE(found.empty());
    EXPECT_LT(found[0].rms(), 1e-6);
}

TEST(FourBarPaths, KeepLimitsOfTransmissionAndOrder) {
    PathProblem problem;
    problem.isClosed = true;
    for (int i = 0; i < 24; ++i) {
        const Real t = 2 * Pi * i / 24;
        problem.points.emplace_back(0.3 * std::cos(t), 0.15 * std::sin(t) + 0.05 * std::cos(2 * t));
    }
    problem.leastTransmission = 35 * Pi / 180;
    problem.largest = 2;
    const std::vector<PathSolution> found = findFourBars(problem, {.starts = 600, .improved = 60});
    ASSERT_FALSE(found.empty());
    for (const PathSolution& each : found) {
        EXPECT_GE(each.linkage.leastTransmissionAngle(), problem.leastTransmission);
        EXPECT_LE(each.linkage.largestLength(), 2);
        EXPECT_NEAR(each.sum, sumOf(problem, each), 1e-12);
    }
    EXPECT_LT(found[0].rms(), 0.02);
}

TEST(FourBarPaths, StopOnRequestAndAreAFunctionOfTheirArguments) {
    PathProblem problem{{{20, 20}, {20, 25}, {20, 30}, {20, 35}}};
    EXPECT_TRUE(findFourBars({{{1, 1}, {1, 2}}}).empty());
    EXPECT_TRUE(findFourBars({}).empty());
    int asked = 0;
    EXPECT_TRUE(findFourBars(problem, {.proceed = [&](double) { return ++asked < 5; }}).empty());
    EXPECT_EQ(asked, 5);
    const auto a = findFourBars(problem, {.starts = 100, .improved = 10}),
               b = findFourBars(problem, {.starts = 100, .improved = 10});
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].linkage.coupler, b[i].linkage.coupler);
}

TEST(FourBar, HasThePublishedPoseAndTransmissionAngles) {
    // 3-4-5 triangle of tip, rocker pivot and rocker tip at a crank direction of 0.
    const FourBar bar{0, 6, 1, 3, 4, 0, 0, 1};
    EXPECT_NEAR(bar.couplerDirection(0), std::acos(0.6), 1e-12);
    EXPECT_NEAR(bar.rockerDirection(0), Pi - std::acos(0.8), 1e-12);
    EXPECT_FALSE((FourBar{0, 6, 1.1, 3, 4, 0, 0, 1}.turnsFully()));
    const FourBar rocker{0, 4, 1, 3.5, 2.5, 0, 0, 1};
    EXPECT_TRUE(rocker.turnsFully());
    EXPECT_NEAR(rocker.leastTransmissionAngle(), std::acos((square(3.5) + square(2.5) - 9) / (2 * 3.5 * 2.5)), 1e-12);
}

}  // namespace
}  // namespace trammel
