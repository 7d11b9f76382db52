// SPDX-License-Identifier: Apache-2.0
// Runs recomputed from a checkpoint.
#include "runtime/run_check.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "integrate/methods/registry.h"
#include "runtime/stored_run.h"
#include "tests/unit/runtime/run_rig.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<SimulationRun> computed(const CompiledModelPtr& model, RunOptions options) {
    options.checkpointSeconds = 0;
    auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
    return run;
}

CompiledModelPtr modelOf(const Result<Document>& document) {
    EXPECT_TRUE(document);
    const auto model = compileDocument(*document);
    EXPECT_TRUE(model);
    return *model;
}

/// A block between two stops, thrown against one of them and pulled to the other.
CompiledModelPtr blockBetweenStops() {
    return modelOf(readDocument(R"({"trammel": 1, "name": "Slide", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "box", "name": "Block", "properties": {"mass": 1.0}},
 {"id": 2, "family": "joint", "type": "slider", "name": "Rail", "properties": {"position": 0.5, "rate": -1.0}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "jointImpactStop", "name": "Left end", "properties": {"limit": 0.0, "restitution": 1.0}, "references": {"joint": 2}},
 {"id": 4, "family": "force", "type": "jointImpactStop", "name": "Right end", "properties": {"limit": 1.0, "side": "above", "restitution": 0.5}, "references": {"joint": 2}}]})",
                                builtinCatalog()));
}

/// Checks from frames throughout the run; that computing starts at a checkpoint, and that a different motion is
/// detected.
void expectSameFromAnywhere(const std::shared_ptr<SimulationRun>& run) {
    const std::size_t frames = run->getTrajectory()->size();
    ASSERT_GT(run->getTrajectory()->getCheckpoints().size(), 8u);
    std::size_t last = 0;
    for (const std::size_t from : {frames / 3, frames / 2, frames - 1}) {
        RunCheck check(run, from);
        check.wait();
        EXPECT_TRUE(check.isIdentical()) << check.getSentence();
        EXPECT_NE(check.getSentence().find("from "), std::string::npos) << check.getSentence();
        EXPECT_GT(check.getFirstFrame(), last);
        EXPECT_LE(check.getFirstFrame(), from);
        EXPECT_LE(from - check.getFirstFrame(), frames / 32 + 1);
        EXPECT_EQ(check.getProgress(), 1);
        last = check.getFirstFrame();
    }
}

class RunFromItsMiddle : public ::testing::TestWithParam<std::string> {};

TEST_P(RunFromItsMiddle, IsBitwiseIdentical) {
    const auto model = modelOf(readDocumentFile(TRAMMEL_SOURCE_DIR "/models/four_bar.trammel", builtinCatalog()));
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 0.6;
    options.settings.frameInterval = 0.005;
    options.settings.integrator = GetParam();
    expectSameFromAnywhere(computed(model, options));
}

INSTANTIATE_TEST_SUITE_P(Methods, RunFromItsMiddle, ::testing::ValuesIn(integratorKeys()),
                         [](const auto& row) { return row.param; });

TEST(RunCheck, MidRunReplayWithImpactsAndPullsIsIdentical) {
    const auto model = blockBetweenStops();
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 4;
    PullChange pull{1.8, 1, ElementId{1}, {}};
    pull.load.force = Vec3(3, 0, 0);
    options.pulls = {pull, {3.1, 1, {}, {}}};
    const auto run = computed(model, options);
    EXPECT_GE(run->getTrajectory()->getEvents().size(), 3u);
    expectSameFromAnywhere(run);
}

TEST(RunCheck, MidRunReplayFromAFileIsIdentical) {
    const auto model = blockBetweenStops();
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 2;
    const fs::path file = fs::temp_directory_path() / "trammel-checked.trun";
    ASSERT_TRUE(saveRun(*computed(model, options), {}, file).empty());
    const auto opened = openRun(file);
    fs::remove(file);
    ASSERT_TRUE(opened);
    expectSameFromAnywhere(opened->run);
}

TEST(RunCheck, FromAFrameBeforeTheFirstCheckpointBeginsAtTheStart) {
    const auto model = blockBetweenStops();
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 1;
    RunCheck check(computed(model, options), 1);
    check.wait();
    EXPECT_EQ(check.getFirstFrame(), 0u);
    EXPECT_TRUE(check.isIdentical()) << check.getSentence();
}

TEST(RunCheck, CheckpointsAreRareAndDoNotAffectResults) {
    const auto model = blockBetweenStops();
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 2;
    const auto noted = computed(model, options);
    options.checkpointSeconds = 1e9;
    SimulationRun plain(model, model->getInitialState(), options);
    plain.start();
    plain.wait();
    const TrajectoryStore &a = *noted->getTrajectory(), &b = *plain.getTrajectory();
    EXPECT_EQ(b.getCheckpoints().size(), 0u);
    EXPECT_LE(a.getCheckpoints().size(), 32u);
    ASSERT_EQ(a.size(), b.size());
    Vector ya(a.getNY()), yb(b.getNY());
    for (std::size_t k = 0; k < a.size(); ++k) {
        a.copyY(k, ya);
        b.copyY(k, yb);
        ASSERT_TRUE(ya == yb) << k;
    }
}

}  // namespace
}  // namespace trammel
