// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/outputs.h"
#include "runtime/simulation_run.h"

namespace trammel {
namespace {

TEST(RunEvents, NameTheirElements) {
    // Thrown onto the first stop, it bounces to the second, which it leaves.
    const auto document = readDocument(R"({"trammel": 1, "name": "Slide", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "box", "name": "Block", "properties": {"mass": 1.0}},
 {"id": 2, "family": "joint", "type": "slider", "name": "Rail", "properties": {"position": 0.5, "rate": -1.0}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "jointImpactStop", "name": "Left end", "properties": {"limit": 0.0, "restitution": 1.0}, "references": {"joint": 2}},
 {"id": 4, "family": "force", "type": "jointImpactStop", "name": "Right end", "properties": {"limit": 1.0, "side": "above", "restitution": 0.5}, "references": {"joint": 2}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document && document.diagnostics.empty());
    const auto model = compileDocument(*document);
    ASSERT_TRUE(model) << model.diagnostics.items().front().toString();
    RunOptions options;
    options.settings = (*model)->getSettings();
    options.settings.duration = 2;
    TrajectoryStore store((*model)->getInitialState().getNY());
    const RunStatus status = runToEnd(**model, (*model)->getInitialState(), options, store);
    ASSERT_EQ(status.phase, RunPhase::Finished) << status.message;
    ASSERT_EQ(store.getEvents().size(), 2u);
    EXPECT_EQ(store.getEvents()[0].what, "Left end: impact");
    EXPECT_NEAR(store.getEvents()[0].time, 0.5, 1e-6);
    EXPECT_EQ(store.getEvents()[1].what, "Right end: impact");
    EXPECT_NEAR(store.getEvents()[1].time, 1.5, 1e-6);
}

TEST(RunEvents, AStopHasAForceWhileABodyRestsAtIt) {
    // A block falls 0.3 m onto a stop without restitution.
    const auto document = readDocument(R"({"trammel": 1, "name": "Drop", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "box", "name": "Block", "properties": {"mass": 2.0}},
 {"id": 2, "family": "joint", "type": "slider", "name": "Rail", "properties": {"position": 0.3}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "jointImpactStop", "name": "Floor", "properties": {"limit": 0.0, "restitution": 0.0}, "references": {"joint": 2}},
 {"id": 4, "family": "force", "type": "jointImpactStop", "name": "Ceiling", "properties": {"limit": 1.0, "side": "above"}, "references": {"joint": 2}},
 {"id": 5, "family": "force", "type": "gravity", "name": "Gravity", "properties": {"magnitude": 10.0, "direction": [-1.0, 0.0, 0.0]}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document && document.diagnostics.empty()) << document.diagnostics.items().front().toString();
    const auto model = compileDocument(*document);
    ASSERT_TRUE(model) << model.diagnostics.items().front().toString();
    RunOptions options;
    options.settings = (*model)->getSettings();
    options.settings.duration = 0.5;
    options.settings.frameInterval = 0.1;
    SimulationRun run(*model, (*model)->getInitialState(), options);
    run.start();
    run.wait();
    ASSERT_EQ(run.getStatus().phase, RunPhase::Finished) << run.getStatus().message;
    const Outputs all(*model);
    const auto valueAt = [&](const char* name, std::size_t frame) {
        const auto index = all.find(name);
        EXPECT_TRUE(index) << name;
        State state = run.getInitialState();
        run.restoreFrame(frame, state);
        Real value = NaN;
        if (index) all.calc({&*index, 1}, state, {&value, 1});
        return value;
    };
    // It arrives after 0.245 s.
    EXPECT_EQ(valueAt("Floor.force at rest", 1), 0);
    EXPECT_EQ(valueAt("Rail.locked", 1), 0);
    EXPECT_NEAR(valueAt("Floor.force at rest", 4), 20, 1e-9);
    EXPECT_EQ(valueAt("Ceiling.force at rest", 4), 0);
    EXPECT_EQ(valueAt("Rail.locked", 4), 1);
    EXPECT_TRUE(all.getAll()[*all.find("Rail.locked")].inSteps);
    EXPECT_FALSE(all.getAll()[*all.find("Floor.force at rest")].inSteps);
    EXPECT_EQ(valueAt("Gravity enabled", 0), 1);
    EXPECT_TRUE(all.getAll()[*all.find("Gravity enabled")].inSteps);
}

}  // namespace
}  // namespace trammel
