// SPDX-License-Identifier: Apache-2.0
// The registry of breakpoint kinds: every row is complete, and its breakpoints pause a run or leave it unchanged.
#include <gtest/gtest.h>

#include <set>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "runtime/breakpoints/condition_true.h"
#include "runtime/breakpoints/entry_computed.h"
#include "runtime/breakpoints/entry_read_while_invalid.h"
#include "runtime/breakpoints/first_nan.h"
#include "runtime/breakpoints/stage_invalidated_by_others.h"
#include "runtime/run_monitor.h"
#include "runtime/simulation_run.h"

namespace trammel {
namespace {

class BreakpointKinds : public ::testing::Test {
protected:
    const CompiledModelPtr model = *compileDocument(*readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
        {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}]})",
                                                                  builtinCatalog()));

    /// A breakpoint that pauses each run of the model at one of the limits 1e9 and -1e9, except for kinds that find errors.
    Breakpoint breakpointOf(const BreakpointKind& kind, Real limit = 1e9) const {
        Breakpoint b;
        b.kind = kind.key;
        b.limit = limit;
        b.condition = "t > 0";
        const State& s = model->getInitialState();
        for (int i = 0; i < s.getNumSubsystems(); ++i)
            for (std::size_t e = 0; e < s.getPerSubsystemInfo(SubsystemIndex(i)).cacheEntries.size(); ++e)
                if (nameOf(s, CacheEntryKey{SubsystemIndex(i), CacheEntryIndex(e)}).find("position kinematics") !=
                    std::string::npos)
                    b.entry = {SubsystemIndex(i), CacheEntryIndex(e)};
        return b;
    }

    /// Why a run with this breakpoint pauses; empty if it ends without a pause.
    std::string causeOfPause(const Breakpoint& breakpoint) const {
        RunOptions options;
        options.settings = model->getSettings();
        options.settings.duration = 0.1;
        options.monitor = std::make_shared<RunMonitor>(model);
        options.monitor->setBreakpoints({breakpoint});
        SimulationRun run(model, model->getInitialState(), options);
        run.start();
        run.wait();
        const auto pause = options.monitor->getStop();
        run.cancel();
        run.wait();
        return pause ? pause->cause : std::string();
    }
};

TEST_F(BreakpointKinds, HaveUniqueKeysAndLabels) {
    std::set<std::string> keys, labels;
    for (const BreakpointKind& kind : breakpointKinds()) {
        EXPECT_TRUE(keys.insert(kind.key).second) << kind.key;
        EXPECT_TRUE(labels.insert(kind.label).second) << kind.label;
        EXPECT_EQ(findBreakpointKind(kind.key), &kind);
    }
    EXPECT_TRUE(findBreakpointKind(Breakpoint().kind)) << "the default";
}

TEST_F(BreakpointKinds, DescribeEachBreakpointDifferently) {
    std::set<std::string> texts;
    for (const BreakpointKind& kind : breakpointKinds()) {
        const std::string text = describe(breakpointOf(kind), *model);
        EXPECT_FALSE(text.empty()) << kind.key;
        EXPECT_TRUE(texts.insert(text).second) << text;
    }
}

TEST_F(BreakpointKinds, PauseRuns) {
    // Only errors of the program or the model are found by these.
    const std::set<std::string> quiet{EntryReadWhileInvalidBreakpoint::key, FirstNanBreakpoint::key,
                                      StageInvalidatedByOthersBreakpoint::key};
    for (const BreakpointKind& kind : breakpointKinds()) {
        const bool pauses =
            !causeOfPause(breakpointOf(kind, 1e9)).empty() || !causeOfPause(breakpointOf(kind, -1e9)).empty();
        EXPECT_NE(pauses, quiet.contains(kind.key))
            << kind.key << ": a kind that only finds errors is listed in 'quiet'";
    }
}

TEST_F(BreakpointKinds, ThatAreDisabledOrUnknownOrWrongDoNotPauseRuns) {
    Breakpoint b;
    b.enabled = false;
    EXPECT_EQ(causeOfPause(b), "");
    b = {};
    b.kind = "full moon";
    EXPECT_EQ(causeOfPause(b), "");
    EXPECT_EQ(describe(b, *model), "");
    EXPECT_NE(explainError(b, model), "");
    b.kind = ConditionTrueBreakpoint::key;
    b.condition = "Rdo.q > 1";
    EXPECT_EQ(causeOfPause(b), "");
    EXPECT_NE(explainError(b, model), "");
}

TEST_F(BreakpointKinds, AreInTheTableOfTheHelpPage) {
    for (const BreakpointKind& kind : breakpointKinds()) {
        const std::string row = "\n| " + kind.label + " | " + kind.doc + " |\n";
        EXPECT_NE(describeBreakpointKinds().find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace trammel
