// SPDX-License-Identifier: Apache-2.0
// Endless runs are detected before they start, or end with a message once their pace is known.
#include "runtime/run_estimate.h"

#include <gtest/gtest.h>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"

namespace trammel {
namespace {

CompiledModelPtr pendulumWith(const std::string& settings, const std::string& more = {}) {
    const auto read = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.4, "mass": 1}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": 0.6},
         "references": {"child": 1}},
        {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"},)" +
                                       more + R"(
        {"id": 4, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {)" +
                                       settings + "}}]}",
                                   builtinCatalog());
    EXPECT_TRUE(read && read.diagnostics.empty());
    return *compileDocument(*read).value;
}

RunOptions optionsOf(const CompiledModelPtr& model) {
    RunOptions options;
    options.settings = model->getSettings();
    return options;
}

RunEstimate estimate(const CompiledModelPtr& model) {
    return estimateRun(*model, model->getInitialState(), optionsOf(model));
}

RunStatus run(const CompiledModelPtr& model, const RunOptions& options) {
    TrajectoryStore store(model->getInitialState().getNY());
    return runToEnd(*model, model->getInitialState(), options, store);
}

TEST(RunEstimate, CountsFixedStepsAndFrames) {
    const RunEstimate usual = estimate(pendulumWith(R"("duration": 10)"));
    EXPECT_EQ(usual.steps, 0);
    EXPECT_EQ(usual.frames, 1001);
    EXPECT_FALSE(usual.isExcessive());
    const RunEstimate fixed = estimate(pendulumWith(R"("duration": 10, "fixedStep": 1e-3)"));
    EXPECT_NEAR(fixed.steps, 1e4, 1e-6);
    EXPECT_FALSE(fixed.isExcessive());
    const RunEstimate many = estimate(pendulumWith(R"("duration": 10, "fixedStep": 1e-9)"));
    EXPECT_TRUE(many.isExcessive());
    EXPECT_GT(many.seconds, 0);
    EXPECT_TRUE(many.describe().starts_with("at least 1e+10 steps (about ")) << many.describe();
    EXPECT_TRUE(estimate(pendulumWith(R"("duration": 10, "fixedStep": 1e-300)")).isExcessive());
    EXPECT_TRUE(estimate(pendulumWith(R"("duration": 10, "frameInterval": 1e-7)")).isExcessive());
    // More than a number can hold.
    for (const char* const settings :
         {R"("duration": 10, "fixedStep": 5e-324)", R"("duration": 10, "frameInterval": 5e-324)"}) {
        const RunEstimate endless = estimate(pendulumWith(settings));
        EXPECT_TRUE(endless.isExcessive()) << settings;
        EXPECT_EQ(endless.describe().find("inf"), std::string::npos) << endless.describe();
    }
}

TEST(RunEstimate, FormatsDurationsInSuitableUnits) {
    EXPECT_EQ(describeDuration(0.25), "0.25 s");
    EXPECT_EQ(describeDuration(45), "45 s");
    EXPECT_EQ(describeDuration(200), "3.3 min");
    EXPECT_EQ(describeDuration(50000), "14 h");
    EXPECT_EQ(describeDuration(3.2e9), "1e+02 years");
}

TEST(EndlessRun, FailsAtOnceForAStepTooShortToAdvanceTheClock) {
    const auto model = pendulumWith(R"("duration": 10, "fixedStep": 1e-300)");
    const RunStatus status = run(model, optionsOf(model));
    EXPECT_EQ(status.phase, RunPhase::Failed);
    EXPECT_NE(status.message.find("too short to advance a clock"), std::string::npos) << status.message;
}

TEST(EndlessRun, FailsAtOnceForAnAccuracyBeyondRounding) {
    const auto model = pendulumWith(R"("duration": 10, "accuracy": 1e-17)");
    const RunStatus status = run(model, optionsOf(model));
    EXPECT_EQ(status.phase, RunPhase::Failed);
    EXPECT_NE(status.message.find("at least 1e-15"), std::string::npos) << status.message;
}

TEST(EndlessRun, EndsOnceItsPaceExceedsTheStepLimit) {
    // A year of a pendulum that swings once in a second.
    const auto model = pendulumWith(R"("duration": 3e7, "frameInterval": 1e5)");
    RunOptions options = optionsOf(model);
    options.mostSteps = 1e7;
    const RunStatus status = run(model, options);
    EXPECT_EQ(status.phase, RunPhase::Failed);
    EXPECT_LT(status.stepsTaken, 1000000);
    EXPECT_NE(status.message.find("at this pace it would take about"), std::string::npos) << status.message;
    EXPECT_EQ(status.message.find("::"), std::string::npos);
}

}  // namespace
}  // namespace trammel
