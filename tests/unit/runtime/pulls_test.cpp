// SPDX-License-Identifier: Apache-2.0
// Pulls: their effect on the motion, recording, and reproducibility.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <thread>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/realization.h"
#include "runtime/run_branch.h"
#include "runtime/run_check.h"
#include "runtime/stored_run.h"
#include "runtime/wall_pace.h"
#include "tests/unit/runtime/run_rig.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;

constexpr Real Mass = 0.7;
constexpr Real Inertia = 0.03;
/// Explicit steps through constant forces are exact but for rounding.
constexpr Real Rounding = 1e-12;

/// A body that floats, a post that is welded to Ground, and nothing that acts on them.
CompiledModelPtr floatingBody() {
    return compileText(R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "rigid", "name": "Ball",
       "properties": {"mass": 0.7, "moments": [0.03, 0.03, 0.03]}},
      {"id": 2, "family": "body", "type": "bar", "name": "Post"},
      {"id": 3, "family": "joint", "type": "weld", "name": "Foot", "references": {"child": 2}}]})");
}
CompiledModelPtr pendulum(const std::string& pivotProperties = R"("angle": -0.5)", const std::string& more = "") {
    return compileText(R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6, "mass": 1}},
      {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {)" +
                       pivotProperties + R"(}, "references": {"child": 1}},
      {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"})" +
                       more + "]}");
}
const ElementId First{1};

RunOptions optionsFor(const CompiledModel& model, Real duration, PullTrack pulls = {}) {
    RunOptions options;
    options.settings = model.getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = 0.02;
    options.pulls = std::move(pulls);
    return options;
}
std::shared_ptr<SimulationRun> runOf(const CompiledModelPtr& model, const RunOptions& options) {
    auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished) << run->getStatus().message;
    return run;
}
PullChange loadFrom(Real time, int hand, ElementId body, const Vec3& force, const Vec3& torque,
                    const Vec3& station = Vec3(0.)) {
    PullChange change{time, hand, body, {}};
    change.load.force = force;
    change.load.torque = torque;
    change.load.station = station;
    return change;
}
State frameOf(const SimulationRun& run, std::size_t frame) {
    State state = run.getInitialState();
    run.restoreFrame(frame, state);
    realize(*run.getModel(), state, Stage::Velocity);
    return state;
}
State lastOf(const SimulationRun& run) { return frameOf(run, run.getTrajectory()->size() - 1); }

void expectSameFrames(const TrajectoryStore& a, const TrajectoryStore& b, std::size_t from = 0) {
    ASSERT_EQ(a.size(), b.size() + from);
    Vector ya(a.getNY()), yb(b.getNY());
    for (std::size_t k = 0; k < b.size(); ++k) {
        a.copyY(k + from, ya);
        b.copyY(k, yb);
        ASSERT_EQ(std::memcmp(ya.data(), yb.data(), std::size_t(ya.size()) * sizeof(Real)), 0) << "frame " << k;
    }
}
bool comesOutTheSame(const std::shared_ptr<SimulationRun>& run) {
    RunCheck check(run);
    check.wait();
    EXPECT_TRUE(check.isIdentical()) << check.getSentence();
    return check.isIdentical();
}

TEST(Pulls, ForceChangesSpeedByItsImpulse) {
    const auto model = floatingBody();
    const Vec3 force(0.3, -1.1, 0.45);
    // Neither begins nor ends at a recorded frame.
    const Real from = 0.1234, to = 0.5678, end = 1;
    const auto run =
        runOf(model, optionsFor(*model, end, {loadFrom(from, 1, First, force, Vec3(0.)), {to, 1, {}, {}}}));
    const State last = lastOf(*run);
    const Real dt = to - from;
    const Vec3 place = model->calcBodyPose(First, last).p();
    for (int i = 0; i < 3; ++i) {
        const Real a = force[i] / Mass;
        EXPECT_NEAR(last.getU()[3 + i], a * dt, Rounding);
        EXPECT_NEAR(place[i], a * (0.5 * dt * dt + dt * (end - to)), Rounding);
    }
    // Before the first frame of the pull nothing moves, and after the last one the motion is uniform.
    EXPECT_EQ(frameOf(*run, 6).getU().norm(), 0);
    EXPECT_NEAR(Vector(frameOf(*run, 29).getU() - last.getU()).norm(), 0, Rounding);
}

TEST(Pulls, TorqueChangesSpinByItsImpulse) {
    const auto model = floatingBody();
    const Real dt = 0.31;
    const auto run = runOf(
        model, optionsFor(*model, 0.5, {loadFrom(0.05, 1, First, Vec3(0.), Vec3(0, 0, 0.02)), {0.05 + dt, 1, {}, {}}}));
    const State last = lastOf(*run);
    const Vector& u = last.getU();
    EXPECT_NEAR(u[2], 0.02 * dt / Inertia, 1e-9);
    EXPECT_NEAR(Vec3(u[3], u[4], u[5]).norm(), 0, Rounding);
}

TEST(Pulls, BodyFixedLoadRotatesWithItsBody) {
    // A rod on a pin, without weight: a push across it at its end turns it ever faster, as a torque would.
    const auto model = compileText(R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6, "mass": 1}},
      {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}}]})");
    PullChange across = loadFrom(0, 1, First, Vec3(0, 2, 0), Vec3(0.), Vec3(0.5, 0, 0));
    across.load.inBodyAxes = true;
    const PullChange torque = loadFrom(0, 1, First, Vec3(0.), Vec3(0, 0, 1));
    const State pushed = lastOf(*runOf(model, optionsFor(*model, 1.5, {across})));
    const State turned = lastOf(*runOf(model, optionsFor(*model, 1.5, {torque})));
    ASSERT_GT(turned.getQ()[0], 3);
    EXPECT_NEAR(pushed.getQ()[0], turned.getQ()[0], 1e-6);
    // The load is reported and drawn in Ground.
    const auto reading = readPulls(*model, pushed);
    ASSERT_EQ(reading.size(), 1u);
    const Real angle = pushed.getQ()[0];
    EXPECT_NEAR(reading[0].force_G[0], -2 * std::sin(angle), 1e-9);
    EXPECT_NEAR(reading[0].force_G[1], 2 * std::cos(angle), 1e-9);
    // And comes back from its text.
    PullChange back;
    ASSERT_TRUE(readPull(writePull(across), back));
    EXPECT_EQ(back, across);
}

TEST(Pulls, ForcesOfSeveralHandsAddUp) {
    const auto model = floatingBody();
    const auto run = runOf(model, optionsFor(*model, 0.4,
                                             {loadFrom(0, 1, First, Vec3(1, 0, 0), Vec3(0.)),
                                              loadFrom(0.1, 2, First, Vec3(1, 0, 0), Vec3(0.)),
                                              {0.2, 1, {}, {}},
                                              {0.3, 2, {}, {}}}));
    EXPECT_NEAR(lastOf(*run).getU()[3], (0.2 + 0.2) / Mass, Rounding);
    const auto readings = readPulls(*model, frameOf(*run, 7));
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_EQ(readings[0].hand, 1);
    EXPECT_EQ(readings[1].body, First);
    EXPECT_TRUE(readPulls(*model, lastOf(*run)).empty());
}

TEST(Pulls, ASpringAtAPointBringsItToItsTarget) {
    const auto model = floatingBody();
    const Vec3 point_G(0.1, 0, 0);
    PullGrip grip = grabBody(*model, frameOf(*runOf(model, optionsFor(*model, 0.1)), 0), First, point_G);
    EXPECT_EQ(grip.heldReason, "");
    // Across its arm the body turns as well, so the point is lighter than the body: 1/m + r²/I.
    EXPECT_NEAR(1 / grip.apparentMass, 1 / Mass + 0.01 / Inertia, 1e-9);
    EXPECT_NEAR(grip.apparentInertia, Inertia, 1e-12);
    EXPECT_FALSE(grip.onlyAxis);
    EXPECT_NEAR(grip.spring.damping, 2 * std::sqrt(grip.spring.stiffness * grip.apparentMass), 1e-12);
    PullChange change{0, HandInView, First, grip.spring};
    change.load.target = Vec3(0.4, 0.2, 0);
    const auto run = runOf(model, optionsFor(*model, 4, {change}));
    const State last = lastOf(*run);
    const auto readings = readPulls(*model, last);
    ASSERT_EQ(readings.size(), 1u);
    EXPECT_LT(Vec3(readings[0].point_G - change.load.target).norm(), 1e-3);
    const auto first = readPulls(*model, frameOf(*run, 0));
    ASSERT_EQ(first.size(), 1u);
    EXPECT_NEAR(first[0].force_G.norm(), grip.spring.stiffness * Vec3(change.load.target - point_G).norm(), 1e-9);
}

TEST(Pulls, ImmovableBodyGivesTheReason) {
    const auto why = [](const CompiledModelPtr& model, ElementId body) {
        return grabBody(*model, model->getInitialState(), body, Vec3(0.1, 0, 0)).heldReason;
    };
    EXPECT_EQ(why(floatingBody(), {}), "Ground cannot move.");
    EXPECT_EQ(why(floatingBody(), ElementId{2}), "'Post' is welded to Ground and cannot move.");
    EXPECT_EQ(why(pendulum(), First), "");
    EXPECT_EQ(why(pendulum(R"("angle": -0.5, "locked": "position")"), First),
              "'Rod' cannot move: it is locked by 'Pivot'.");
    EXPECT_EQ(why(pendulum(R"("angle": -0.5)", R"(,
      {"id": 4, "family": "motion", "type": "steady", "name": "Motor", "references": {"joint": 2}})"),
                  First),
              "'Rod' is driven by 'Motor' and cannot be pulled.");
}

TEST(Pulls, ABodyOnAPinTurnsAboutItsAxisOnly) {
    const auto model = pendulum();
    const PullGrip grip = grabBody(*model, model->getInitialState(), First, Vec3(0.1, 0, 0));
    ASSERT_TRUE(grip.onlyAxis);
    EXPECT_NEAR(std::abs((*grip.onlyAxis)[2]), 1, 1e-9);
    EXPECT_TRUE(std::isfinite(grip.apparentInertia));
}

TEST(Pulls, MissingBodyIsReported) {
    const auto model = floatingBody();
    SimulationRun run(model, model->getInitialState(),
                      optionsFor(*model, 1, {loadFrom(0, 1, ElementId{99}, Vec3(1, 0, 0), Vec3(0.))}));
    run.start();
    run.wait();
    EXPECT_EQ(run.getStatus().phase, RunPhase::Failed);
    EXPECT_NE(run.getStatus().message.find("no longer exists"), std::string::npos) << run.getStatus().message;
}

TEST(Pulls, EntryRoundTripsThroughText) {
    PullChange change = loadFrom(0.1, 3, ElementId{17}, Vec3(1. / 3, -0., 2e-308), Vec3(1, 2, 3), Vec3(0.7, 0, 0));
    change.load.stiffness = 123.4;
    PullChange again;
    ASSERT_TRUE(readPull(writePull(change), again));
    EXPECT_EQ(again, change);
    EXPECT_FALSE(readPull("0.1 3", again));
    EXPECT_FALSE(readPull(writePull(change) + " 1", again));
}

TEST(Pulls, SpansListHandsBodiesAndTimes) {
    const Vec3 f(1, 0, 0), none(0.);
    const PullTrack track = {loadFrom(0.5, 0, First, f, none),
                             loadFrom(0.6, 0, First, 2 * f, none),
                             {0.9, 0, {}, {}},
                             loadFrom(0.2, 1, First, f, none)};
    const auto spans = spansOf(track);
    ASSERT_EQ(spans.size(), 2u);
    EXPECT_EQ(spans[0].hand, 1);
    EXPECT_EQ(spans[0].to, Infinity);
    EXPECT_EQ(spans[1].from, 0.5);
    EXPECT_EQ(spans[1].to, 0.9);
}

/// A run as the window makes it: pulled while it computes, and paced by the wall clock. It waits for late pulls.
class PulledRun : public ::testing::Test {
protected:
    void SetUp() override {
        options_ = optionsFor(*model_, 0.6);
        options_.pullInterval = 0.01;
        run_ = std::make_shared<SimulationRun>(model_, model_->getInitialState(), options_);
        run_->setPace(2);
        PullGrip grip = grabBody(*model_, model_->getInitialState(), First, Vec3(0.3, -0.3, 0));
        EXPECT_EQ(grip.heldReason, "");
        for (int i = 0; i < 8; ++i) {
            grip.spring.target = Vec3(0.5 - 0.05 * i, 0.1 * i, 0);
            pullFrom(0.1 + 0.03 * i, {0, HandInView, First, grip.spring});
        }
        pullFrom(0.45, {0, HandInView, {}, {}});
        run_->resume();
        run_->wait();
        ASSERT_EQ(run_->getStatus().phase, RunPhase::Finished) << run_->getStatus().message;
    }
    /// Pulls while the first frame after @p time is computed.
    void pullFrom(Real time, const PullChange& change) {
        const auto isEarlier = [&] {
            const RunStatus status = run_->getStatus();
            return status.time < time && (status.phase == RunPhase::Ready || status.phase == RunPhase::Paused);
        };
        for (; isEarlier(); run_->wait()) run_->stepOneFrame();
        run_->stepOneFrame();
        run_->pull(change);
        run_->wait();
    }
    const CompiledModelPtr model_ = pendulum();
    RunOptions options_;
    std::shared_ptr<SimulationRun> run_;
};

TEST_F(PulledRun, RecordedPullsReplayIdentically) {
    const PullTrack track = run_->getTrajectory()->copyPulls();
    ASSERT_GE(track.size(), 3u);
    const auto spans = spansOf(track);
    ASSERT_EQ(spans.size(), 1u);
    EXPECT_GT(spans[0].from, 0.05);
    EXPECT_LT(spans[0].to, 0.6);
    EXPECT_TRUE(comesOutTheSame(run_));
    // The pulls determine this run.
    RunOptions without = options_;
    const auto plain = runOf(model_, without);
    EXPECT_GT(Vector(lastOf(*plain).getY() - lastOf(*run_).getY()).norm(), 1e-3);
    // Also as planned pulls of an unpaced run.
    RunOptions planned = options_;
    planned.pulls = track;
    expectSameFrames(*run_->getTrajectory(), *runOf(model_, planned)->getTrajectory());
}

TEST_F(PulledRun, FileRoundTripKeepsPulls) {
    const fs::path file = fs::temp_directory_path() / "trammel-pulled.trun";
    ASSERT_TRUE(saveRun(*run_, {}, file).empty());
    const auto opened = openRun(file);
    fs::remove(file);
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_EQ(opened->run->getTrajectory()->copyPulls(), run_->getTrajectory()->copyPulls());
    EXPECT_EQ(opened->run->getOptions().pullInterval, 0.01);
    EXPECT_TRUE(comesOutTheSame(opened->run));
}

TEST_F(PulledRun, BranchKeepsPulls) {
    const auto spans = spansOf(run_->getTrajectory()->copyPulls());
    ASSERT_EQ(spans.size(), 1u);
    const std::size_t frame = run_->getTrajectory()->findFrame((spans[0].from + spans[0].to) / 2);
    const auto state = makeBranchState(*run_, frame, *model_);
    ASSERT_TRUE(state);
    // It is pulled at this time.
    State held = *state;
    realize(*model_, held, Stage::Velocity);
    ASSERT_EQ(readPulls(*model_, held).size(), 1u);
    RunOptions options = options_;
    options.pulls = makeBranchPulls(*run_, frame);
    options.settings.duration -= state->getTime();
    auto branch = std::make_shared<SimulationRun>(model_, *state, options);
    branch->start();
    branch->wait();
    EXPECT_EQ(branch->getTrajectory()->copyPulls(), options.pulls);
    EXPECT_TRUE(comesOutTheSame(branch));
    // The steps differ from those of the run, the pulls do not.
    EXPECT_NEAR(Vector(lastOf(*branch).getY() - lastOf(*run_).getY()).norm(), 0, 1e-3);
    EXPECT_TRUE(readPulls(*model_, lastOf(*branch)).empty());
}

TEST(WallPace, WaitsUntilTheWallClockIsDue) {
    WallPace pace;
    EXPECT_EQ(pace.calcWait(100, 5), 0) << "without a speed there is no limit";
    pace.setSpeed(2);
    EXPECT_EQ(pace.calcWait(100, 5), 0);
    EXPECT_DOUBLE_EQ(pace.calcWait(100, 6), 0.5);
    EXPECT_DOUBLE_EQ(pace.calcWait(100.25, 6), 0.25);
    EXPECT_EQ(pace.calcWait(100.5, 6), 0);
    // A little late: the next wait is shorter.
    EXPECT_EQ(pace.calcWait(100.51, 6), 0);
    EXPECT_NEAR(pace.calcWait(100.51, 7), 0.49, Rounding);
}

TEST(WallPace, DoesNotCatchUpWhenLateOrAfterAPause) {
    WallPace pace;
    pace.setSpeed(1);
    EXPECT_EQ(pace.calcWait(100, 0), 0);
    // A second late: measured from the next call on.
    EXPECT_EQ(pace.calcWait(101.1, 0.1), 0);
    EXPECT_EQ(pace.calcWait(101.1, 0.1), 0);
    EXPECT_NEAR(pace.calcWait(101.1, 0.2), 0.1, Rounding);
    pace.restart();
    EXPECT_EQ(pace.calcWait(200, 0.2), 0);
    EXPECT_NEAR(pace.calcWait(200, 0.5), 0.3, Rounding);
    // A changed speed takes effect from now on; an equal one changes nothing.
    pace.setSpeed(1);
    EXPECT_NEAR(pace.calcWait(200, 0.5), 0.3, Rounding);
    pace.setSpeed(0.5);
    EXPECT_EQ(pace.calcWait(200, 0.5), 0);
    EXPECT_NEAR(pace.calcWait(200, 1), 1, Rounding);
}

TEST(PulledRunPace, AWaitingWorkerPausesAndEndsAtOnce) {
    const auto model = pendulum();
    SimulationRun run(model, model->getInitialState(), optionsFor(*model, 100));
    // The second step is due years later.
    run.setPace(1e-9);
    run.start();
    while (run.getStatus().stepsTaken == 0) std::this_thread::yield();
    run.pause();
    run.wait();
    EXPECT_EQ(run.getStatus().phase, RunPhase::Paused);
    const Real reached = run.getStatus().time;
    run.resume();
    run.cancel();
    run.wait();
    EXPECT_EQ(run.getStatus().phase, RunPhase::Canceled);
    // At most the one step that starts measuring.
    EXPECT_LE(run.getStatus().time, reached + 0.1);
}

}  // namespace
}  // namespace trammel
