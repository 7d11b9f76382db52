// SPDX-License-Identifier: Apache-2.0
#include "runtime/recorded_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "multibody/multibody_system.h"
#include "runtime/run_check.h"
#include "runtime/run_comparison.h"
#include "runtime/stored_run.h"
#include "tests/unit/runtime/run_rig.h"

namespace trammel {
namespace {

/// A parallelogram of two cranks of 1 m and a rod of 2 m.
CompiledModelPtr parallelogram() {
    return compileText(R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 1}},
      {"id": 2, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": 1}},
      {"id": 3, "family": "joint", "type": "pin", "name": "A", "references": {"child": 1}, "properties": {"angle": 1}},
      {"id": 4, "family": "joint", "type": "pin", "name": "B", "references": {"child": 2},
       "properties": {"parentPoint": [2, 0, 0], "angle": 1}},
      {"id": 5, "family": "constraint", "type": "rod", "name": "Rod", "references": {"body1": 1, "body2": 2},
       "properties": {"point1": [1, 0, 0], "point2": [1, 0, 0], "length": 2}}]})");
}

RecordedCoordinates swing(const CompiledModel& model, Real rate) {
    RecordedCoordinates recorded;
    RecordedCoordinates::OfCoordinate column;
    for (const NamedCoordinate& known : coordinatesOf(model))
        if (known.name == "A.angle") column.coordinate = known;
    for (int i = 0; i <= 20; ++i) {
        recorded.times.push_back(2 + 0.05 * i);
        column.values.push_back(1 + rate * 0.05 * i);
    }
    recorded.coordinates.push_back(column);
    return recorded;
}

TEST(RecordedRun, HasAFrameForEachTimeWithLoopsClosed) {
    const CompiledModelPtr model = parallelogram();
    const auto run = makeRecordedRun(model, swing(*model, 0.5));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->getStatus().phase, RunPhase::Finished);
    ASSERT_EQ(run->getTrajectory()->size(), 21u);
    EXPECT_EQ(run->getTrajectory()->getStartTime(), 2);
    EXPECT_NEAR(run->getTrajectory()->getEndTime(), 3, 1e-14);
    State state = run->getInitialState();
    for (const std::size_t frame : {0u, 10u, 20u}) {
        run->restoreFrame(frame, state);
        model->getSystem().realize(state, Stage::Velocity);
        const Real angle = 1 + 0.5 * 0.05 * Real(frame);
        EXPECT_NEAR(state.getQ()[0], angle, 1e-7) << frame;
        EXPECT_NEAR(state.getQ()[1], angle, 1e-7) << frame;
        EXPECT_NEAR(state.getU()[0], 0.5, 1e-6) << frame;
        EXPECT_NEAR(state.getU()[1], 0.5, 1e-6) << frame;
    }
}

/// An empty folder of its own, removed at the end.
struct Folder {
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "trammel_recorded_XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
};

TEST(RecordedRun, IsNotRecomputedAlsoFromItsFile) {
    const CompiledModelPtr model = parallelogram();
    const auto run = makeRecordedRun(model, swing(*model, 0.5));
    ASSERT_TRUE(run);
    const Folder folder;
    const std::filesystem::path file = folder.path / "record.trun";
    ASSERT_FALSE(saveRun(*run, {}, file).hasErrors());
    const Result<OpenedRun> opened = openRun(file);
    ASSERT_TRUE(opened);
    for (const std::shared_ptr<SimulationRun>& each : {run, opened->run}) {
        RunCheck check(each);
        check.wait();
        EXPECT_FALSE(check.isIdentical());
        EXPECT_EQ(check.getSentence(), "A recorded motion cannot be recomputed: its frames were measured.");
        EXPECT_TRUE(each->getStatus().message.starts_with("Recorded motion: "));
    }
}

TEST(RecordedRun, IsComparedByItsFramesOnly) {
    const CompiledModelPtr model = parallelogram();
    const auto run = makeRecordedRun(model, swing(*model, 0.5));
    auto turned = swing(*model, 0.5);
    turned.coordinates[0].values.back() += 0.1;
    const auto other = makeRecordedRun(model, turned);
    const RunDivergence found = findDivergence(RecordedRun::of(*run), RecordedRun::of(*other));
    EXPECT_TRUE(found.diverges);
    // The speed of a frame depends on its neighbors.
    EXPECT_EQ(found.frame, 19u);
    EXPECT_EQ(found.step, 0);
    EXPECT_TRUE(found.sentence.ends_with("A recorded motion has no steps to look into.")) << found.sentence;
}

TEST(RecordedRun, CanBeCanceled) {
    const CompiledModelPtr model = parallelogram();
    int asked = 0;
    EXPECT_FALSE(makeRecordedRun(model, swing(*model, 0.5), [&](double) { return ++asked < 5; }));
    EXPECT_EQ(asked, 5);
}

}  // namespace
}  // namespace trammel
