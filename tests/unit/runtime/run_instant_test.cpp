// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_instant.h"

#include <gtest/gtest.h>

#include <memory>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/realization.h"
#include "runtime/run_branch.h"
#include "runtime/simulation_run.h"

namespace trammel {
namespace {

/// Exceeds the difference of two integrations of equal accuracy, and the error of the cubic over 10 ms.
constexpr Real Tolerance = 2e-6;

std::unique_ptr<SimulationRun> runOf(const Result<Document>& document, Real duration, Real interval) {
    EXPECT_TRUE(document);
    const auto model = compileDocument(*document);
    EXPECT_TRUE(model) << model.diagnostics.items().front().toString();
    RunOptions options;
    options.settings = (*model)->getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = interval;
    options.settings.accuracy = 1e-9;
    auto run = std::make_unique<SimulationRun>(*model, (*model)->getInitialState(), options);
    run->start();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
    return run;
}
std::unique_ptr<SimulationRun> runOfFile(const char* name, Real duration, Real interval) {
    return runOf(readDocumentFile(std::string(TRAMMEL_SOURCE_DIR "/models/") + name, builtinCatalog()), duration,
                 interval);
}

Vector valuesOf(const SimulationRun& run, std::size_t frame) {
    Vector y(run.getTrajectory()->getNY());
    run.getTrajectory()->copyY(frame, y);
    return y;
}

TEST(RunInstant, InterpolationMatchesFinerFrames) {
    for (const char* name : {"double_pendulum.trammel", "four_bar.trammel", "spinning_top.trammel"}) {
        const auto coarse = runOfFile(name, 0.3, 0.01), fine = runOfFile(name, 0.3, 0.001);
        State state = coarse->getInitialState();
        Real worst = 0;
        for (std::size_t k = 1; k < fine->getTrajectory()->size(); k += 7) {
            const Real t = fine->getTrajectory()->getTime(k);
            restoreInstant(*coarse, findInstant(*coarse, t), state);
            EXPECT_NEAR(state.getTime(), t, 1e-9);
            const Vector y = valuesOf(*fine, k);
            worst = std::max(worst, (state.getY() - y).lpNorm<Eigen::Infinity>() / (1 + y.lpNorm<Eigen::Infinity>()));
        }
        EXPECT_LT(worst, Tolerance) << name;
    }
}

TEST(RunInstant, LoopsStayClosedBetweenFrames) {
    const auto run = runOfFile("four_bar.trammel", 1, 0.05);
    State state = run->getInitialState();
    for (const Real t : {0.0123, 0.4321, 0.777, 0.999}) {
        restoreInstant(*run, findInstant(*run, t), state);
        EXPECT_EQ(state.getTime(), t);
        realize(*run->getModel(), state, Stage::Velocity);
        EXPECT_LT(run->getModel()->calcConstraintError(state), 1e-9) << t;
    }
}

TEST(RunInstant, FramesAndEndsAreExact) {
    const auto run = runOfFile("double_pendulum.trammel", 0.5, 0.1);
    const TrajectoryStore& frames = *run->getTrajectory();
    EXPECT_EQ(findInstant(*run, frames.getTime(3)), RunInstant(3));
    EXPECT_EQ(findInstant(*run, frames.getTime(3) - 1e-12), RunInstant(3));
    EXPECT_EQ(findInstant(*run, 0.25), RunInstant(2, 0.25));
    EXPECT_EQ(findInstant(*run, -1), RunInstant(0));
    EXPECT_EQ(findInstant(*run, 9), RunInstant(frames.size() - 1));
    State state = run->getInitialState();
    restoreInstant(*run, findInstant(*run, frames.getTime(3)), state);
    EXPECT_EQ(state.getY(), valuesOf(*run, 3));
}

TEST(RunInstant, NothingPassesThroughAStopBetweenFrames) {
    // At 1 m/s onto a stop at 0.5 s, with full restitution.
    const auto run = runOf(readDocument(R"({"trammel": 1, "name": "Slide", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "box", "name": "Block", "properties": {"mass": 1.0}},
 {"id": 2, "family": "joint", "type": "slider", "name": "Rail", "properties": {"position": 0.5, "rate": -1.0}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "jointImpactStop", "name": "End", "properties": {"limit": 0.0, "restitution": 1.0}, "references": {"joint": 2}}]})",
                                        builtinCatalog()),
                           1, 0.4);
    State state = run->getInitialState();
    for (const Real t : {0.45, 0.499, 0.501, 0.7}) {
        restoreInstant(*run, findInstant(*run, t), state);
        EXPECT_NEAR(state.getQ()[0], std::abs(0.5 - t), 1e-6) << t;
        EXPECT_NEAR(state.getU()[0], t < 0.5 ? -1 : 1, 1e-6) << t;
    }
}

TEST(RunInstant, RunCanBranchBetweenFrames) {
    const auto run = runOfFile("four_bar.trammel", 0.5, 0.1);
    const auto start = makeBranchState(*run, findInstant(*run, 0.234), *run->getModel());
    ASSERT_TRUE(start);
    EXPECT_EQ(start->getTime(), 0.234);
    RunOptions options = run->getOptions();
    options.settings.duration = 0.266;
    TrajectoryStore store(start->getNY());
    ASSERT_EQ(runToEnd(*run->getModel(), *start, options, store).phase, RunPhase::Finished);
    Vector last(store.getNY());
    store.copyY(store.size() - 1, last);
    EXPECT_LT((last - valuesOf(*run, run->getTrajectory()->size() - 1)).lpNorm<Eigen::Infinity>(), 1e-3);
}

}  // namespace
}  // namespace trammel
