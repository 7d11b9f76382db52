// SPDX-License-Identifier: Apache-2.0
// Runs that release their model and compile it again.
#include "runtime/run_start.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "runtime/run_branch.h"
#include "runtime/run_check.h"
#include "runtime/run_comparison.h"
#include "runtime/run_monitor.h"
#include "runtime/stored_run.h"
#include "tests/unit/runtime/run_rig.h"

namespace trammel {
namespace {

CompiledModelPtr compileExample(const char* name) {
    const auto document = readDocumentFile(std::string(TRAMMEL_SOURCE_DIR "/models/") + name, builtinCatalog());
    EXPECT_TRUE(document);
    return *compileDocument(*document);
}

std::shared_ptr<SimulationRun> computedFrom(const CompiledModelPtr& model, const State& start, Real duration,
                                            std::shared_ptr<RunMonitor> monitor = {}) {
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = duration;
    options.monitor = std::move(monitor);
    auto run = std::make_shared<SimulationRun>(model, start, options);
    run->start();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
    return run;
}

/// The worker publishes the end of a run shortly before it leaves.
void releaseOnceEnded(SimulationRun& run) {
    while (!run.releaseModel()) std::this_thread::yield();
}

std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RunStart, ReleasesModelStateAndMonitor) {
    auto model = compileExample("four_bar.trammel");
    const std::weak_ptr<const CompiledModel> watch = model;
    auto monitor = std::make_shared<RunMonitor>(model);
    const std::weak_ptr<RunMonitor> monitorWatch = monitor;
    const auto run = computedFrom(model, model->getInitialState(), 0.5, std::move(monitor));
    EXPECT_TRUE(run->hasModel());
    model.reset();
    EXPECT_FALSE(watch.expired());
    releaseOnceEnded(*run);
    EXPECT_TRUE(watch.expired());
    EXPECT_TRUE(monitorWatch.expired());
    EXPECT_FALSE(run->hasModel());
    // These compile nothing.
    EXPECT_EQ(run->getDocument().elementsOf("body").size(), 3u);
    EXPECT_EQ(run->getStartTime(), 0);
    EXPECT_GT(run->getTrajectory()->size(), 10u);
    EXPECT_FALSE(run->hasModel());
    run->getModel();
    EXPECT_TRUE(run->hasModel());
}

TEST(RunStart, IsIdenticalAfterRelease) {
    for (const char* const name : {"four_bar.trammel", "jansen_leg.trammel", "pile_of_boxes.trammel"}) {
        SCOPED_TRACE(name);
        const auto model = compileExample(name);
        const auto first = computedFrom(model, model->getInitialState(), 0.5);
        // A branch starts from a State of its own.
        const Result<State> start = makeBranchState(*first, {first->getTrajectory()->size() / 2}, *model);
        ASSERT_TRUE(start);
        const auto branch = computedFrom(model, *start, 0.5);
        const auto folder = std::filesystem::temp_directory_path();
        const auto path = folder / ("trammel_run_start_" + std::to_string(::getpid()) + ".trun");
        for (const auto& run : {first, branch}) {
            ASSERT_TRUE(saveRun(*run, {}, path).empty());
            const std::string before = bytesOf(path);
            const Vector y = run->getInitialState().getY();
            releaseOnceEnded(*run);
            const Vector& again = run->getInitialState().getY();
            ASSERT_EQ(again.size(), y.size());
            EXPECT_EQ(std::memcmp(again.data(), y.data(), std::size_t(y.size()) * sizeof(Real)), 0);
            ASSERT_TRUE(saveRun(*run, {}, path).empty());
            EXPECT_EQ(bytesOf(path), before);
            RunCheck check(run, run->getTrajectory()->size() - 1);
            check.wait();
            EXPECT_TRUE(check.isIdentical()) << check.getSentence();
        }
        std::filesystem::remove(path);
    }
}

TEST(RunStart, SharesTheSystemOfASimilarModel) {
    const auto text = [](double mass) {
        return R"({"trammel": 1, "elements": [
    {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6, "mass": )" +
               std::to_string(mass) + R"(}},
    {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": -0.5}, "references": {"child": 1}},
    {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}]})";
    };
    const auto later = compileText(text(2));
    std::shared_ptr<SimulationRun> run;
    {
        const auto earlier = compileText(text(1));
        run = computedFrom(earlier, earlier->getInitialState(), 0.5);
    }
    releaseOnceEnded(*run);
    run->restoreModel(later);
    EXPECT_EQ(&run->getModel()->getSystem(), &later->getSystem());
    RunCheck check(run, run->getTrajectory()->size() - 1);
    check.wait();
    EXPECT_TRUE(check.isIdentical()) << check.getSentence();
}

TEST(RunStart, KeepsTheModelOfARunUnderWay) {
    const auto model = compileExample("four_bar.trammel");
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 100;
    SimulationRun run(model, model->getInitialState(), options);
    run.stepOneFrame();
    run.wait();
    EXPECT_EQ(run.getStatus().phase, RunPhase::Paused);
    EXPECT_FALSE(run.releaseModel());
    EXPECT_TRUE(run.hasModel());
    run.cancel();
    releaseOnceEnded(run);
    EXPECT_FALSE(run.hasModel());
}

}  // namespace
}  // namespace trammel
