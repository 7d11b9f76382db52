// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_monitor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/realization.h"
#include "runtime/run_comparison.h"
#include "runtime/simulation_run.h"
#include "tests/crank_rocker.h"

namespace trammel {
namespace {

/// A crank turned by a motor, and a rod on a pin: one motor, one constraint.
const std::string gravity = R"(    {"id": 9, "family": "force", "type": "gravity", "name": "Gravity"})";
const std::string mechanism = testing::crankRockerText(gravity);

CompiledModelPtr compileMechanism() {
    const auto document = readDocument(mechanism, builtinCatalog());
    EXPECT_TRUE(document);
    return *compileDocument(*document);
}

class MonitoredRun : public ::testing::Test {
protected:
    void begin(Real duration = 0.2) {
        RunOptions options;
        options.settings = model->getSettings();
        options.settings.duration = duration;
        options.settings.frameInterval = 0.01;
        options.monitor = monitor;
        run = std::make_unique<SimulationRun>(model, model->getInitialState(), options);
        run->start();
    }
    /// Waits for a pause after the given number; null if the run ends before.
    std::shared_ptr<const PauseInfo> stopAfter(long number) const {
        run->wait();
        const auto stop = monitor->getStop();
        return stop && stop->number > number ? stop : nullptr;
    }

    CompiledModelPtr model = compileMechanism();
    std::shared_ptr<RunMonitor> monitor = std::make_shared<RunMonitor>(model);
    std::unique_ptr<SimulationRun> run;
};

Breakpoint at(const char* kind, Stage stage) {
    Breakpoint b;
    b.kind = kind;
    b.stage = stage;
    return b;
}

std::vector<Real> allNumbers(const SimulationRun& run) {
    const TrajectoryStore& store = *run.getTrajectory();
    std::vector<Real> all;
    Vector y(store.getNY());
    for (std::size_t k = 0; k < store.size(); ++k) {
        store.copyY(k, y);
        all.push_back(store.getTime(k));
        all.insert(all.end(), y.data(), y.data() + y.size());
    }
    return all;
}

TEST_F(MonitoredRun, PausesWithinOneStageOfAnInvalidationWithItsCause) {
    monitor->setBreakpoints({at("stage-invalidated", Stage::Position)});
    begin();
    // Realizations at the start precede those of steps, which advance time.
    std::shared_ptr<const PauseInfo> stop = stopAfter(0);
    ASSERT_TRUE(stop);
    for (int i = 0; i < 20 && stop->time == 0; ++i) {
        monitor->resume();
        stop = stopAfter(stop->number);
        ASSERT_TRUE(stop);
    }
    EXPECT_GT(stop->time, 0);
    EXPECT_EQ(stop->stage, Stage::Time);
    EXPECT_EQ(stop->report.stage, Stage::Time);
    EXPECT_EQ(stop->cause, "Position was invalidated: time was written, by the integrator.");
    EXPECT_EQ(stop->activity, "integrator");
}

TEST_F(MonitoredRun, RealizesOneStageAtATimeUpToReport) {
    monitor->setBreakpoints({at("stage-realized", Stage::Time)});
    begin();
    auto stop = stopAfter(0);
    ASSERT_TRUE(stop);
    // The start realizes stages repeatedly; wait for the first of a step.
    for (int i = 0; i < 20 && stop->time == 0; ++i) {
        monitor->resume();
        stop = stopAfter(stop->number);
        ASSERT_TRUE(stop);
    }
    ASSERT_EQ(stop->stage, Stage::Time);
    monitor->setBreakpoints({});
    for (Stage stage = Stage::Position; stage <= Stage::Report; stage = stage.next()) {
        monitor->resumeOneStage();
        stop = stopAfter(stop->number);
        ASSERT_TRUE(stop);
        EXPECT_EQ(stop->stage, stage);
        EXPECT_EQ(stop->report.stage, stage);
        EXPECT_GT(stop->seconds[std::size_t(int(stage))], 0);
    }
    monitor->resume();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
}

TEST_F(MonitoredRun, CountsNoPauseAsWork) {
    // A clock that moves only while the worker is paused.
    static std::atomic<double> time;
    time = 0;
    monitor = std::make_shared<RunMonitor>(
        model, +[] { return time.load(); });
    monitor->setBreakpoints({at("stage-realized", Stage::Acceleration)});
    begin();
    auto stop = stopAfter(0);
    int pauses = 0;
    constexpr int many = 20;
    constexpr double hour = 3600;
    for (; pauses < many; ++pauses) {
        ASSERT_TRUE(stop);
        time = time + hour;
        monitor->resumeOneStage();
        stop = stopAfter(stop->number);
    }
    monitor->setBreakpoints({});
    monitor->resume();
    run->wait();
    ASSERT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
    EXPECT_EQ(run->getStatus().computeSeconds, 0);
    const TrajectoryStore& store = *run->getTrajectory();
    for (std::size_t k = 0; k < store.size(); ++k) EXPECT_EQ(store.getComputeSeconds(k), 0);
}

TEST_F(MonitoredRun, CountsEachSecondOfWork) {
    // A clock that advances by one second each time it is read.
    static std::atomic<double> time;
    time = 0;
    monitor = std::make_shared<RunMonitor>(
        model, +[] { return time += 1; });
    begin();
    run->wait();
    ASSERT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
    const TrajectoryStore& store = *run->getTrajectory();
    for (std::size_t k = 0; k < store.size(); ++k) EXPECT_GE(store.getComputeSeconds(k), 1);
    EXPECT_GE(run->getStatus().computeSeconds, static_cast<double>(store.size()));
}

TEST_F(MonitoredRun, TakesOneStepAtATime) {
    monitor->setBreakpoints({at("stage-realized", Stage::Acceleration)});
    begin();
    auto stop = stopAfter(0);
    ASSERT_TRUE(stop);
    monitor->setBreakpoints({});
    Real last = -1;
    for (int i = 0; i < 5; ++i) {
        monitor->resumeOneStep();
        stop = stopAfter(stop->number);
        ASSERT_TRUE(stop);
        EXPECT_GT(stop->time, last);
        EXPECT_EQ(stop->stage, Stage::Acceleration);
        last = stop->time;
    }
}

TEST_F(MonitoredRun, ResultsDoNotDependOnMonitoring) {
    begin();
    run->wait();
    const std::vector<Real> alone = allNumbers(*run);
    monitor = std::make_shared<RunMonitor>(model);
    monitor->setTracing(true);
    monitor->setProfiling(true);
    monitor->setRecordingDigests(true);
    monitor->setBreakpoints({at("stage-invalidated", Stage::Position)});
    begin();
    auto stop = stopAfter(0);
    EXPECT_TRUE(stop);
    for (int i = 0; i < 60 && stop; ++i) {
        if (i % 3 == 0)
            monitor->resumeOneStage();
        else if (i % 3 == 1)
            monitor->resumeOneStep();
        else
            monitor->resume();
        stop = stopAfter(stop->number);
    }
    monitor->setBreakpoints({});
    monitor->resume();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished);
    const std::vector<Real> watched = allNumbers(*run);
    ASSERT_EQ(watched.size(), alone.size());
    EXPECT_EQ(std::memcmp(watched.data(), alone.data(), alone.size() * sizeof(Real)), 0);
}

TEST_F(MonitoredRun, CanBeCanceledWhilePaused) {
    monitor->setBreakpoints({at("stage-realized", Stage::Position)});
    begin(1000);
    ASSERT_TRUE(stopAfter(0));
    run->cancel();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Canceled);
    EXPECT_FALSE(monitor->getStop());
}

TEST_F(MonitoredRun, PausesAtLimitsAndSmallSteps) {
    std::size_t energy = 0;
    while (model->getBasicOutputs()[energy].name != "kinetic energy") ++energy;
    Breakpoint b;
    b.kind = "output-above";
    b.output = energy;
    b.limit = 0.05;
    monitor->setBreakpoints({b});
    begin(5);
    auto stop = stopAfter(0);
    ASSERT_TRUE(stop);
    EXPECT_GT(model->calcBasicOutput(energy, stop->state), b.limit);
    EXPECT_EQ(stop->cause.rfind("kinetic energy is ", 0), 0u) << stop->cause;
    b = {};
    b.kind = "step-below";
    b.limit = 10;
    monitor->setBreakpoints({b});
    monitor->resume();
    stop = stopAfter(stop->number);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->cause.rfind("A step of ", 0), 0u) << stop->cause;
}

TEST_F(MonitoredRun, PausesWhenAConditionBecomesTrue) {
    Breakpoint b;
    b.kind = "condition-true";
    b.condition = "abs(Crank.q - 90 deg) > 10 deg && KE > 0";
    monitor->setBreakpoints({b});
    begin(5);
    run->wait();
    const auto stop = monitor->getStop();
    ASSERT_TRUE(stop) << "wait() returns when the run is paused";
    EXPECT_EQ(stop->cause, b.condition + " became true.");
    const Real degrees = std::acos(-1.) / 180;
    EXPECT_GT(std::abs(stop->state.getQ()[0] - 90 * degrees), 10 * degrees);
    EXPECT_EQ(stop->stage, Stage::Acceleration);
    // Not at the next step, where the condition still holds, but after it was false.
    monitor->resumeOneStep();
    const auto next = stopAfter(stop->number);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->cause, "One integrator step was taken.");
    monitor->resume();
    const auto later = stopAfter(next->number);
    if (!later) return;
    EXPECT_EQ(later->cause, stop->cause);
    const TrajectoryStore& frames = *run->getTrajectory();
    Vector y(frames.getNY());
    bool wasFalse = false;
    for (std::size_t k = frames.findFrame(next->time); k < frames.size(); ++k) {
        frames.copyY(k, y);
        wasFalse = wasFalse || std::abs(y[0] - 90 * degrees) <= 10 * degrees;
    }
    EXPECT_TRUE(wasFalse);
}

TEST_F(MonitoredRun, RunsToTheRequestedStage) {
    monitor->setBreakpoints({at("stage-realized", Stage::Acceleration)});
    begin();
    auto stop = stopAfter(0);
    ASSERT_TRUE(stop);
    monitor->setBreakpoints({});
    for (const Stage stage : {Stage::Velocity, Stage::Time, Stage::Acceleration, Stage::Report, Stage::Position}) {
        monitor->resumeToStage(stage);
        stop = stopAfter(stop->number);
        ASSERT_TRUE(stop) << stage.getName();
        EXPECT_EQ(stop->stage, stage);
    }
    run->cancel();
}

TEST_F(MonitoredRun, TracesStagesAndWriters) {
    monitor->setTracing(true);
    begin();
    run->wait();
    const RunMonitor::Trace trace = monitor->copyTrace();
    ASSERT_GT(trace.events.size(), 100u);
    EXPECT_LE(trace.events.size(), RunMonitor::traceCapacity());
    long realized = 0, lost = 0, steps = 0;
    for (const TraceEvent& e : trace.events) {
        EXPECT_LE(e.begin, e.end);
        realized += e.kind == TraceEvent::Kind::StageRealized;
        steps += e.kind == TraceEvent::Kind::StepTaken;
        if (e.kind != TraceEvent::Kind::StagesInvalidated) continue;
        ++lost;
        EXPECT_EQ(trace.texts.textOf(e.activity), "integrator");
        EXPECT_FALSE(trace.texts.textOf(e.cause).empty());
    }
    EXPECT_GT(realized, 0);
    EXPECT_GT(lost, 0);
    EXPECT_EQ(steps, run->getStatus().stepsTaken);
}

TEST_F(MonitoredRun, ObservesOnlyOnRequest) {
    begin();
    run->wait();
    EXPECT_EQ(monitor->copyProfile().stepsObserved, 0);
    EXPECT_TRUE(monitor->copyTrace().events.empty());
    monitor = std::make_shared<RunMonitor>(model);
    monitor->setProfiling(true);
    begin(5);
    run->wait();
    const RunProfile profile = monitor->copyProfile();
    EXPECT_GT(profile.stepsObserved, 0);
    EXPECT_LT(profile.stepsObserved, profile.steps);
    const CostCount& position = profile.system[std::size_t(int(Stage::Position))];
    EXPECT_GE(position.count, profile.stepsObserved);
    EXPECT_GT(position.seconds, 0);
    EXPECT_LE(position.seconds, profile.secondsObserved);
}

TEST_F(MonitoredRun, RestoredFrameHasItsRecordedDigest) {
    monitor->setRecordingDigests(true);
    begin();
    run->wait();
    for (const std::size_t frame : {std::size_t(0), std::size_t(7), run->getTrajectory()->size() - 1}) {
        State s = RecordedRun::of(*run).stateAt(frame);
        realize(*model, s, Stage::Report);
        const std::vector<EntryDigest> recorded = monitor->getDigests(frame), now = digestEntries(s);
        ASSERT_EQ(recorded.size(), now.size());
        EXPECT_EQ(differingEntries(s, recorded, now), std::vector<std::string>());
        EXPECT_GE(std::count_if(now.begin(), now.end(), [](const EntryDigest& d) { return d.digest != 0; }), 8);
        // The digests must differ.
        s.updQ()[0] += 1e-13;
        realize(*model, s, Stage::Report);
        EXPECT_FALSE(differingEntries(s, recorded, digestEntries(s)).empty());
    }
}

TEST_F(MonitoredRun, DivergenceReportsFrameStageAndEntry) {
    begin();
    run->wait();
    const RecordedRun a = RecordedRun::of(*run);
    begin();
    run->wait();
    EXPECT_FALSE(findDivergence(a, RecordedRun::of(*run)).diverges);
    RunOptions options = run->getOptions();
    options.settings.accuracy /= 100;
    options.monitor = nullptr;
    SimulationRun finer(model, model->getInitialState(), options);
    finer.start();
    finer.wait();
    const RunDivergence parted = findDivergence(a, RecordedRun::of(finer));
    EXPECT_TRUE(parted.diverges);
    EXPECT_GE(parted.frame, 1u);
    EXPECT_LE(parted.stage, Stage::Position);
    // The first step does not depend on the accuracy; the next ones do.
    EXPECT_EQ(parted.step, 2);
    EXPECT_EQ(parted.sentence.find("Step 2, from 0.01 s to "), 0u) << parted.sentence;
    EXPECT_NE(parted.sentence.find("The first cache entry to differ is 'position kinematics'"), std::string::npos)
        << parted.sentence;
    EXPECT_FALSE(parted.differences.empty());
}

TEST_F(MonitoredRun, DivergenceIsFoundInTheCausingStep) {
    begin();
    run->wait();
    const RecordedRun a = RecordedRun::of(*run);
    // Identical to the first run, except for a force on the rocker from 0.111 s on.
    RunOptions options = run->getOptions();
    options.monitor = nullptr;
    PullChange pull;
    pull.time = 0.111;
    pull.body = ElementId(3);
    pull.load.force = Vec3(0, 5, 0);
    options.pulls = {pull};
    SimulationRun pulled(model, model->getInitialState(), options);
    pulled.start();
    pulled.wait();
    TaskControl control;
    const RunDivergence parted = findDivergence(a, RecordedRun::of(pulled), &control);
    ASSERT_TRUE(parted.diverges) << parted.sentence;
    EXPECT_GT(parted.step, 1) << parted.sentence;
    // The step before the pull is cut short there; frames up to it are computed from steps that end elsewhere.
    EXPECT_GE(parted.frame, 1u);
    EXPECT_LE(parted.time, 0.12) << parted.sentence;
    EXPECT_NE(parted.sentence.find("0.111 s in B"), std::string::npos) << parted.sentence;
    EXPECT_GT(control.getProgress(), 0);
}

TEST_F(MonitoredRun, StatesOfModelsWithOtherElementsAreComparedByName) {
    const auto document = readDocument(
        testing::crankRockerText(
            R"(    {"id": 12, "family": "force", "type": "mobilityDamper", "name": "Damper", "references": {"joint": 4}},
)" + gravity),
        builtinCatalog());
    ASSERT_TRUE(document && document.diagnostics.empty());
    const CompiledModelPtr other = *compileDocument(*document);
    State a = model->getInitialState(), b = other->getInitialState();
    realize(*model, a, Stage::Report);
    realize(*other, b, Stage::Report);
    int alone = 0;
    for (const StateDifference& d : compareStates(*model, a, *other, b)) {
        EXPECT_NE(d.name, "'position kinematics' of subsystem 'matter'") << "the pose is the same";
        if (!d.a.empty() || d.isEntry) continue;
        EXPECT_NE(d.name.find("Damper"), std::string::npos) << d.name;
        ++alone;
    }
    EXPECT_EQ(alone, 2) << "its parameters, and whether it is enabled";
    EXPECT_TRUE(compareStates(*model, a, *model, a).empty());

    // The place within a value, with names of the model.
    State turned = a;
    turned.updU()[0] += 1;
    realize(*model, turned, Stage::Velocity);
    const auto differences = compareStates(*model, a, *model, turned);
    const auto velocity = std::find_if(differences.begin(), differences.end(), [](const StateDifference& d) {
        return d.name == "'velocity kinematics' of subsystem 'matter'";
    });
    ASSERT_NE(velocity, differences.end());
    EXPECT_NE(velocity->place.find("V_GB"), std::string::npos) << velocity->place;
    EXPECT_EQ(velocity->place.find('['), std::string::npos) << velocity->place;
    EXPECT_NE(velocity->thereA, velocity->thereB);

    // Also where only the last digits differ.
    State close = a;
    close.updU()[0] += 1e-9 * (1 + std::abs(a.getU()[0]));
    realize(*model, close, Stage::Velocity);
    for (const StateDifference& d : compareStates(*model, a, *model, close)) {
        if (d.place.empty()) continue;
        EXPECT_NE(d.thereA, d.thereB) << d.name;
    }
}

}  // namespace
}  // namespace trammel
