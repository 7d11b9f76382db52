// SPDX-License-Identifier: Apache-2.0
#include "runtime/recorded_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "multibody/multibody_system.h"

namespace trammel {
namespace {

CompiledModelPtr compileText(const std::string& text) {
    const auto document = readDocument(text, builtinCatalog());
    EXPECT_TRUE(document);
    const auto model = compileDocument(*document);
    EXPECT_TRUE(model);
    return *model;
}

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

TEST(RecordedRun, CanBeCanceled) {
    const CompiledModelPtr model = parallelogram();
    int asked = 0;
    EXPECT_FALSE(makeRecordedRun(model, swing(*model, 0.5), [&](double) { return ++asked < 5; }));
    EXPECT_EQ(asked, 5);
}

}  // namespace
}  // namespace trammel
