// SPDX-License-Identifier: Apache-2.0
#include "study/study_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "study/study_point.h"
#include "study/study_table.h"
#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

/// A short run of the pendulum over its initial angle and the rod's length.
StudyDefinitionPtr pendulumStudy(const std::string& plan = "grid", int levels = 4) {
    StudyModel model("pendulum");
    model.set("Simulation", "duration", 0.5);
    const ElementId study = model.study(plan);
    if (plan != "grid") model.set("Study of " + plan, "runs", std::int64_t(levels * levels));
    model.range(study, "Rod", "length", 0.5, 1, levels);
    model.range(study, "Pivot", "angle", -1, 1, levels);
    model.response(study, "maximum", "Pivot.angle");
    model.response(study, "atEnd", "Pivot.q * 1 m / 1 rad");
    return model.define(study);
}

TEST(StudyRun, GivesTheSameBitsForAnyNumberOfWorkers) {
    const StudyDefinitionPtr study = pendulumStudy();
    const std::vector<StudyRow> one = allRows(study, 1);
    ASSERT_EQ(one.size(), 16u);
    for (const StudyRow& row : one) EXPECT_EQ(row.outcome, RunOutcome::Ok) << row.message;
    expectSame(allRows(study, 2), one);
    expectSame(allRows(study, 16), one);
}

TEST(StudyRun, GivesTheSameBitsAloneAndInAnyOrder) {
    const StudyDefinitionPtr study = pendulumStudy("latinHypercube");
    const std::vector<StudyRow> all = allRows(study);
    for (std::size_t i = all.size(); i-- > 0;) {
        const auto row = computePoint(*study, i, all[i].factors);
        ASSERT_TRUE(row);
        EXPECT_TRUE(sameResult(*row, all[i])) << i;
    }
}

TEST(StudyRun, MatchesAFreshModel) {
    // The System shared between runs has no influence.
    const StudyDefinitionPtr study = pendulumStudy();
    const std::vector<StudyRow> rows = allRows(study);
    const auto at = documentAt(*study, study->document, rows[7].factors);
    ASSERT_TRUE(at);
    const auto fresh = defineStudy(at->document, study->study);
    ASSERT_TRUE(fresh);
    const auto row = computePoint(**fresh, 7, rows[7].factors);
    ASSERT_TRUE(row);
    EXPECT_TRUE(sameResult(*row, rows[7]));
}

TEST(StudyRun, SwingsThePendulumWithItsClosedForm) {
    StudyModel model("pendulum");
    const ElementId study = model.study("grid");
    model.set("Simulation", "accuracy", 1e-9);
    model.set("Simulation", "duration", 1.);
    model.range(study, "Gravity", "magnitude", 8, 32, 3);
    // Straight down: the angle is measured from the horizontal.
    model.response(study, "timeOf", "Pivot.angle + 1.5707963267948966 rad");
    const StudyDefinitionPtr defined = model.define(study);
    const std::vector<StudyRow> rows = allRows(defined);
    ASSERT_EQ(rows.size(), 3u);
    // The period varies with the root of gravity, regardless of the amplitude.
    EXPECT_NEAR(rows[0].responses[0] * std::sqrt(8.) / (rows[2].responses[0] * std::sqrt(32.)), 1, 1e-5);
}

TEST(StudyRun, KeepsFailedRunsAsResultsWithASentence) {
    // Couplers longer than 0.75 m do not reach: 21 of 120 values.
    StudyModel model("four_bar");
    model.set("Simulation", "duration", 0.02);
    const ElementId study = model.study("grid");
    model.range(study, "Coupler", "length", 0.05, 0.9, 120);
    model.response(study, "maximum", "Crank.x");
    const std::vector<StudyRow> rows = allRows(model.define(study), 2);
    ASSERT_EQ(rows.size(), 120u);
    int open = 0;
    for (const StudyRow& row : rows)
        if (row.outcome == RunOutcome::NotAssembled) {
            ++open;
            EXPECT_FALSE(row.message.empty());
            EXPECT_TRUE(std::isnan(row.responses[0]));
            EXPECT_GT(row.factors[0], 0.75);
        }
    EXPECT_EQ(open, 21);
}

TEST(StudyRun, RefusesImpossibleValuesRowByRow) {
    StudyModel model("pendulum");
    model.set("Simulation", "duration", 0.1);
    const ElementId study = model.study("grid");
    model.range(study, "Bob", "mass", -1, 1, 2);
    model.response(study, "atEnd", "Pivot.angle");
    const std::vector<StudyRow> rows = allRows(model.define(study));
    EXPECT_EQ(rows[0].outcome, RunOutcome::Refused);
    EXPECT_NE(rows[0].message.find("Bob"), std::string::npos) << rows[0].message;
    EXPECT_EQ(rows[1].outcome, RunOutcome::Ok);
}

TEST(StudyRun, EndsRunsAtTheStepLimit) {
    StudyModel model("pendulum");
    const ElementId study = model.study("grid");
    model.set("Study of grid", studyStepLimitKey, std::int64_t(5));
    model.range(study, "Rod", "length", 0.5, 1, 2);
    model.response(study, "atEnd", "Pivot.angle");
    const std::vector<StudyRow> rows = allRows(model.define(study));
    EXPECT_EQ(rows[0].outcome, RunOutcome::StepLimit);
    EXPECT_NE(rows[0].message.find("After 5 steps"), std::string::npos) << rows[0].message;
}

TEST(StudyRun, NamesResponsesWithoutAValue) {
    StudyModel model("pendulum");
    model.set("Simulation", "duration", 0.1);
    const ElementId study = model.study("grid");
    model.range(study, "Rod", "length", 0.5, 1, 2);
    // It hangs from -30 degrees downward.
    model.response(study, "atEnd", "sqrt(Pivot.q / 1 rad)");
    const StudyDefinitionPtr defined = model.define(study);
    ASSERT_TRUE(defined);
    for (const StudyRow& row : allRows(defined)) {
        EXPECT_EQ(row.outcome, RunOutcome::Undefined);
        EXPECT_NE(row.message.find("no value at 0 s"), std::string::npos) << row.message;
    }
}

StudyDefinitionPtr searchStudy(int starts) {
    // The gravity that brings the pendulum to its lowest point in 0.4 s.
    StudyModel model("pendulum");
    model.set("Simulation", "duration", 0.4);
    const ElementId study = model.study("optimization");
    model.set("Study of optimization", "starts", std::int64_t(starts));
    model.set("Study of optimization", "points", std::int64_t(60));
    model.range(study, "Gravity", "magnitude", 5, 30);
    model.range(study, "Rod", "length", 0.4, 0.6);
    model.response(study, "atEnd", "(Pivot.q + 1.5707963267948966 rad)^2", "minimize");
    return model.define(study);
}

TEST(StudyRun, SearchesWithTheSameBitsForAnyNumberOfWorkers) {
    const StudyDefinitionPtr study = searchStudy(3);
    const std::vector<StudyRow> one = allRows(study, 1);
    EXPECT_GT(one.size(), 20u);
    expectSame(allRows(study, 3), one);
    const StudyRow* const best = bestOf(*study, one);
    ASSERT_TRUE(best);
    EXPECT_LT(best->responses[0], 1e-6);
}

TEST(StudyAnalysis, DoesNotDependOnTheOrderOfRows) {
    const StudyDefinitionPtr study = pendulumStudy("random");
    std::vector<StudyRow> rows = allRows(study);
    const auto before = analyzeStudy(*study, rows);
    std::reverse(rows.begin(), rows.end());
    const auto after = analyzeStudy(*study, rows);
    ASSERT_EQ(before.size(), 2u);
    for (std::size_t i = 0; i < before[0].tables[0].rows.size(); ++i)
        EXPECT_EQ(before[0].tables[0].rows[i].values, after[0].tables[0].rows[i].values);
}

}  // namespace
}  // namespace trammel
