// SPDX-License-Identifier: Apache-2.0
#include "runtime/simulation_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "multibody/multibody_system.h"

namespace trammel {
namespace {

/// A rod of 0.6 m on a pin, 30° from hanging.
constexpr const char* pendulumDocument = R"({
  "trammel": 1,
  "elements": [
    {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6, "mass": 1.0}},
    {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": -0.5},
     "references": {"child": 1}},
    {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}
  ]
})";

CompiledModelPtr compile(const Result<Document>& document) {
    EXPECT_TRUE(document);
    auto model = compileDocument(*document);
    EXPECT_TRUE(model);
    for (const Diagnostic& d : model.diagnostics) EXPECT_NE(d.severity, Severity::Error) << d.toString();
    return *model;
}
CompiledModelPtr compilePendulum() { return compile(readDocument(pendulumDocument, builtinCatalog())); }
CompiledModelPtr compileFile(const char* name) {
    return compile(readDocumentFile(std::string(TRAMMEL_SOURCE_DIR "/models/") + name, builtinCatalog()));
}

RunOptions optionsFor(const CompiledModel& model, Real duration, Real interval) {
    RunOptions options;
    options.settings = model.getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = interval;
    return options;
}

Vector frame(const TrajectoryStore& store, std::size_t k) {
    Vector y(store.getNY());
    store.copyY(k, y);
    return y;
}

void expectIdentical(const TrajectoryStore& a, const TrajectoryStore& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        ASSERT_EQ(a.getTime(k), b.getTime(k));
        ASSERT_EQ(std::memcmp(frame(a, k).data(), frame(b, k).data(), std::size_t(a.getNY()) * sizeof(Real)), 0)
            << "frame " << k;
    }
}

TEST(SimulationRun, StoresFramesAtTheStartAtMultiplesOfTheIntervalAndAtTheEnd) {
    const auto model = compilePendulum();
    SimulationRun run(model, model->getInitialState(), optionsFor(*model, 1.05, 0.1));
    EXPECT_EQ(run.getStatus().phase, RunPhase::Ready);
    run.start();
    run.wait();
    const RunStatus status = run.getStatus();
    EXPECT_EQ(status.phase, RunPhase::Finished) << status.message;
    EXPECT_EQ(status.message, "");
    const TrajectoryStore& store = *run.getTrajectory();
    ASSERT_EQ(store.size(), 12u);
    EXPECT_EQ(status.frames, 12u);
    for (std::size_t k = 0; k < 11; ++k) EXPECT_EQ(store.getTime(k), Real(k) * 0.1);
    EXPECT_EQ(store.getEndTime(), 1.05);
    EXPECT_EQ(status.time, 1.05);
    EXPECT_GT(status.stepsTaken, 0);
    EXPECT_GE(status.realizations, 5 * status.stepsTaken);
    EXPECT_GT(status.computeSeconds, 0);
}

TEST(SimulationRun, FollowsAPendulum) {
    const auto model = compilePendulum();
    auto options = optionsFor(*model, 5, 0.01);
    options.settings.accuracy = 1e-7;
    SimulationRun run(model, model->getInitialState(), options);
    run.start();
    run.wait();
    // The energy is constant in all frames.
    const MultibodySystem& system = model->getSystem();
    State state = model->getInitialState();
    Real lowest = Infinity, highest = -Infinity;
    for (std::size_t k = 0; k < run.getTrajectory()->size(); ++k) {
        run.restoreFrame(k, state);
        EXPECT_EQ(state.getTime(), run.getTrajectory()->getTime(k));
        system.realize(state, Stage::Velocity);
        lowest = std::min(lowest, system.calcEnergy(state));
        highest = std::max(highest, system.calcEnergy(state));
    }
    EXPECT_LT(highest - lowest, 1e-5);
    EXPECT_GT(run.getTrajectory()->size(), 500u);
}

TEST(SimulationRun, ResultsDoNotDependOnControl) {
    const auto model = compileFile("four_bar.trammel");
    const auto options = optionsFor(*model, 1, 0.02);

    TrajectoryStore headless(model->getInitialState().getNY());
    const RunStatus status = runToEnd(*model, model->getInitialState(), options, headless);
    ASSERT_EQ(status.phase, RunPhase::Finished) << status.message;

    SimulationRun straight(model, model->getInitialState(), options);
    straight.start();
    straight.wait();
    expectIdentical(headless, *straight.getTrajectory());

    // Steps, resumes and pauses in any order, while another thread reads.
    SimulationRun halting(model, model->getInitialState(), options);
    for (int k = 0; k < 5; ++k) {
        halting.stepOneFrame();
        halting.wait();
    }
    while (halting.getStatus().phase == RunPhase::Paused) {
        halting.resume();
        halting.pause();
        halting.wait();
        halting.stepOneFrame();
        halting.wait();
    }
    expectIdentical(headless, *halting.getTrajectory());
    EXPECT_EQ(halting.getStatus().stepsTaken, status.stepsTaken);
}

TEST(SimulationRun, KeepsLoopsClosedInEveryFrame) {
    const auto model = compileFile("four_bar.trammel");
    auto options = optionsFor(*model, 2, 0.01);
    SimulationRun run(model, model->getInitialState(), options);
    run.start();
    run.wait();
    ASSERT_EQ(run.getStatus().phase, RunPhase::Finished) << run.getStatus().message;
    State state = model->getInitialState();
    for (std::size_t k = 0; k < run.getTrajectory()->size(); ++k) {
        run.restoreFrame(k, state);
        model->getSystem().realize(state, Stage::Position);
        EXPECT_LE(model->calcConstraintError(state), options.settings.accuracy / 10) << "frame " << k;
    }
}

TEST(SimulationRun, GivesTheSameNumbersForAShorterRun) {
    const auto model = compilePendulum();
    TrajectoryStore longRun(model->getInitialState().getNY()), shortRun(model->getInitialState().getNY());
    runToEnd(*model, model->getInitialState(), optionsFor(*model, 2, 0.05), longRun);
    runToEnd(*model, model->getInitialState(), optionsFor(*model, 1, 0.05), shortRun);
    for (std::size_t k = 0; k < shortRun.size(); ++k) EXPECT_EQ(frame(longRun, k), frame(shortRun, k));
}

TEST(SimulationRun, StepsExactlyOneFrameWhenPaused) {
    const auto model = compilePendulum();
    SimulationRun run(model, model->getInitialState(), optionsFor(*model, 10, 0.1));
    run.stepOneFrame();
    run.wait();
    EXPECT_EQ(run.getStatus().phase, RunPhase::Paused);
    // The start and one more.
    EXPECT_EQ(run.getTrajectory()->size(), 2u);
    for (std::size_t frames = 3; frames < 8; ++frames) {
        run.stepOneFrame();
        run.wait();
        EXPECT_EQ(run.getStatus().phase, RunPhase::Paused);
        EXPECT_EQ(run.getTrajectory()->size(), frames);
    }
}

TEST(SimulationRun, StopsWhenCanceledWhetherRunningPausedOrNotStarted) {
    const auto model = compilePendulum();
    const auto options = optionsFor(*model, 1e5, 0.01);
    SimulationRun running(model, model->getInitialState(), options);
    running.start();
    running.cancel();
    running.wait();
    EXPECT_EQ(running.getStatus().phase, RunPhase::Canceled);
    EXPECT_FALSE(running.getStatus().message.empty());

    SimulationRun paused(model, model->getInitialState(), options);
    paused.stepOneFrame();
    paused.wait();
    paused.cancel();
    EXPECT_EQ(paused.getStatus().phase, RunPhase::Canceled);
    EXPECT_FALSE(paused.getStatus().message.empty());
    const std::size_t frames = paused.getTrajectory()->size();
    paused.resume();
    paused.wait();
    EXPECT_EQ(paused.getStatus().phase, RunPhase::Canceled);
    EXPECT_EQ(paused.getTrajectory()->size(), frames);

    SimulationRun ready(model, model->getInitialState(), options);
    ready.cancel();
    ready.start();
    EXPECT_EQ(ready.getStatus().phase, RunPhase::Canceled);
    EXPECT_TRUE(ready.getTrajectory()->empty());
}

TEST(SimulationRun, MayBeDestroyedAtAnyMoment) {
    const auto model = compilePendulum();
    for (int k = 0; k < 20; ++k) {
        SimulationRun run(model, model->getInitialState(), optionsFor(*model, 1e5, 0.01));
        if (k % 4 > 0) run.start();
        if (k % 4 > 1) run.pause();
        if (k % 4 > 2) run.wait();
    }
}

TEST(SimulationRun, FramesAreReadableWhileItComputes) {
    const auto model = compilePendulum();
    // Longer than the reads take, however late they are.
    SimulationRun run(model, model->getInitialState(), optionsFor(*model, 1e5, 0.01));
    State state = model->getInitialState();
    run.start();
    const auto trajectory = run.getTrajectory();
    constexpr std::size_t enough = 1000;
    std::size_t reads = 0;
    while (reads < enough && run.getStatus().phase == RunPhase::Running) {
        if (trajectory->empty()) continue;
        const std::size_t k = trajectory->findFrame(0.5 * trajectory->getEndTime());
        run.restoreFrame(k, state);
        model->getSystem().realize(state, Stage::Position);
        ++reads;
    }
    EXPECT_EQ(reads, enough) << run.getStatus().message;
    run.cancel();
    run.wait();
    EXPECT_EQ(run.getStatus().phase, RunPhase::Canceled);
}

TEST(SimulationRun, FailsWithAMessageForInvalidSettings) {
    const auto model = compilePendulum();
    const auto message = [&](auto change) {
        auto options = optionsFor(*model, 1, 0.1);
        change(options.settings);
        SimulationRun run(model, model->getInitialState(), options);
        run.start();
        run.wait();
        EXPECT_EQ(run.getStatus().phase, RunPhase::Failed);
        return run.getStatus().message;
    };
    EXPECT_NE(message([](auto& s) { s.integrator = "magic"; }).find("Unknown integrator 'magic'"), std::string::npos);
    EXPECT_NE(message([](auto& s) { s.accuracy = 0; }).find("accuracy"), std::string::npos);
    EXPECT_NE(message([](auto& s) { s.frameInterval = 0; }).find("frame"), std::string::npos);
    EXPECT_NE(message([](auto& s) { s.duration = NaN; }).find("cannot be stored"), std::string::npos);
}

TEST(SimulationRun, ReportsStiffnessWhileComputing) {
    // The flyball governor is stiff: an explicit method takes steps of a tenth of a millisecond.
    const CompiledModelPtr model = compileFile("validation/flyball_governor.trammel");
    const auto messageOf = [&](const char* integrator) {
        RunOptions options = optionsFor(*model, 1, 0.05);
        options.settings.integrator = integrator;
        SimulationRun run(model, model->getInitialState(), options);
        for (int frames = 0; frames < 5; ++frames) {
            run.stepOneFrame();
            run.wait();
        }
        EXPECT_EQ(run.getStatus().phase, RunPhase::Paused);
        return run.getStatus().message;
    };
    EXPECT_NE(messageOf("rungeKuttaMerson").find("BDF"), std::string::npos);
    EXPECT_EQ(messageOf("cvodeBdf"), "");
}

}  // namespace
}  // namespace trammel
