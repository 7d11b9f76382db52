// SPDX-License-Identifier: Apache-2.0
// Published synthesis problems that come with the program as models with studies.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

constexpr Real deg = Pi / 180;

/// Freudenstein and Primrose (1973): the crank-rocker with the best transmission angle for a swing of its rocker while the
/// crank turns by a stroke has  (coupler / crank)² = t²/x,  where x is the root between 1/u² and t² of
/// x³ + 2x² - t²x - (t²/u²)(1 + t²) = 0,  t = tan(stroke/2),  u = tan((stroke - swing)/2).
Real bestRatio(Real swing, Real stroke) {
    const Real tt = square(std::tan(stroke / 2)), uu = square(std::tan((stroke - swing) / 2));
    Real low = 1 / uu, high = tt;
    for (int i = 0; i < 100; ++i) {
        const Real x = (low + high) / 2;
        (x * x * x + 2 * x * x - tt * x - tt / uu * (1 + tt) < 0 ? low : high) = x;
    }
    return std::sqrt(tt / low);
}

/// Angles in degrees.
struct DeadCenterProblem {
    Real swing, stroke;
};
class DeadCenterProblems : public testing::TestWithParam<DeadCenterProblem> {};

TEST_P(DeadCenterProblems, HaveThePublishedOptimum) {
    const Real swing = GetParam().swing * deg, stroke = GetParam().stroke * deg, ground = 0.4;
    StudyModel model("templates/dead_center");
    model.set("Swing", "value", swing);
    model.set("Stroke", "value", stroke);
    const ElementId id = model.document.findByName("Best transmission angle")->id;
    for (const char* extreme : {"minimum", "maximum"}) model.response(id, extreme, "'Rocker pin'.angle");
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    const Real outer = best->factors[0];
    const Real stretched =
        ground * (std::sin(outer + stroke - swing) - std::sin(outer + stroke)) / std::sin(stroke - swing);
    const Real folded = ground * (std::sin(outer + swing) - std::sin(outer)) / std::sin(stroke - swing);
    const Real crank = (stretched - folded) / 2, coupler = (stretched + folded) / 2;
    EXPECT_NEAR(coupler / crank, bestRatio(swing, stroke), 1e-4) << rows.size() << " runs";
    // The least transmission angle is where the crank points at the other pivot, or away from it.
    const Real rocker = std::hypot(stretched * std::cos(outer) - ground, stretched * std::sin(outer));
    Real worst = Pi;
    for (const Real diagonal : {ground - crank, ground + crank}) {
        const Real angle = std::acos((square(coupler) + square(rocker) - square(diagonal)) / (2 * coupler * rocker));
        worst = std::min({worst, angle, Pi - angle});
    }
    EXPECT_NEAR(best->responses[0], worst, 1e-4);
    // The rocker of the model swings as requested.
    EXPECT_NEAR(best->responses[2] - best->responses[1], swing, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Synthesis, DeadCenterProblems,
                         testing::Values(DeadCenterProblem{40, 160}, DeadCenterProblem{50, 190},
                                         DeadCenterProblem{60, 200}));

TEST(SixBarPath, FindsTheStraightLineOfHart) {
    StudyModel model("six_bar_study");
    model.set("Straighten the line", "points", std::int64_t(200));
    const StudyDefinitionPtr study = model.define(model.document.findByName("Straighten the line")->id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    // The line is 80 mm long; the published error is 0.
    EXPECT_GT(rows[0].responses[0], 1e-3);
    EXPECT_LT(best->responses[0], 2e-5) << rows.size() << " runs";
}

}  // namespace
}  // namespace trammel
