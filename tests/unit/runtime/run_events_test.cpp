// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "runtime/simulation_run.h"

namespace trammel {
namespace {

TEST(RunEvents, SayWhoseTheyAre) {
    // Thrown onto the first stop, it bounces to the second, which it leaves for good.
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

}  // namespace
}  // namespace trammel
