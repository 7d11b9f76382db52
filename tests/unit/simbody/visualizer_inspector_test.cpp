// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <functional>
#include <thread>

#include "live/activity_log.h"
#include "pair_of_bodies.h"
#include "tests/unit/live/live_rig.h"

namespace SimTK::test {

namespace live = trammel::live;

/// A program with a Visualizer and the window that asks to see its State.
class InspectorTest : public live::LiveTest {
protected:
    InspectorTest() {
        setenv("TRAMMEL_RECORDING", "none", 1);
        viz = std::make_unique<Visualizer>(pair.system);
        viz->addInputListener(silo);
        window = std::make_unique<live::WindowByHand>(live::socketPath(getpid()));
        window->send(live::Ready{});
        viz->report(state);
    }

    /// A user who presses a key and continues each time the program is held; returns what was displayed.
    std::vector<live::Inspection> holdsWhile(const std::function<void()>& work) {
        std::vector<live::Inspection> holds;
        std::atomic<bool> done{false};
        std::thread user([&] {
            while (!done) {
                window->connection->wait(std::chrono::milliseconds(20));
                for (const live::Inspection& seen : window->read<live::Inspection>()) {
                    if (!seen.held) continue;
                    holds.push_back(seen);
                    window->send(live::KeyHit{'k', 0});
                    window->send(live::HoldOrder{live::HoldOrder::Kind::Continue});
                }
            }
        });
        work();
        done = true;
        user.join();
        return holds;
    }
    /// Asks for the State with hold points, and returns the answer.
    live::Inspection ask(std::vector<live::HoldPoint> points = {}) {
        window->send(live::InspectRequest{false, {}});
        viz->report(state);
        window->send(live::InspectRequest{true, std::move(points)});
        viz->report(state);
        const std::vector<live::Inspection> shown = window->read<live::Inspection>();
        EXPECT_EQ(shown.size(), 1u);
        return shown.empty() ? live::Inspection() : shown[0];
    }

    Pair pair;
    State state = pair.at(Vec3(1, 0, 0), Vec3(0), Vec3(0));
    std::unique_ptr<Visualizer> viz;
    Visualizer::InputSilo* const silo = new Visualizer::InputSilo;
    std::unique_ptr<live::WindowByHand> window;
};

TEST_F(InspectorTest, NothingIsShownUnlessRequested) {
    viz->report(state);
    EXPECT_TRUE(window->read<live::Inspection>().empty());
    EXPECT_EQ(state.getObserver(), nullptr);
    window->send(live::InspectRequest{true, {}});
    viz->report(state);
    EXPECT_NE(state.getObserver(), nullptr);
    window->send(live::InspectRequest{false, {}});
    viz->report(state);
    EXPECT_EQ(state.getObserver(), nullptr);
}

TEST_F(InspectorTest, ShowsStagesEntriesWithReasonsAndVariablesByName) {
    state.setTime(2);
    pair.system.realize(state, Stage::Position);
    const live::Inspection seen = ask();
    EXPECT_FALSE(seen.held);
    EXPECT_EQ(seen.time, 2);
    ASSERT_EQ(seen.subsystems.size(), std::size_t(1 + pair.system.getNumSubsystems()));
    EXPECT_EQ(seen.subsystems[0].stage, int(Stage::Position));
    const auto isValid = [](const live::EntryView& e) { return e.valid; };
    EXPECT_TRUE(std::any_of(seen.entries.begin(), seen.entries.end(), isValid));
    EXPECT_FALSE(std::all_of(seen.entries.begin(), seen.entries.end(), isValid));
    for (const live::EntryView& e : seen.entries) EXPECT_FALSE(e.reason.empty()) << e.name;
    ASSERT_GE(seen.variables.size(), std::size_t(1 + state.getNY()));
    EXPECT_EQ(seen.variables[0].value, "2");
    EXPECT_EQ(seen.variables[1].name, pair.system.describeY(state, 0));
}

TEST_F(InspectorTest, HoldsBetweenTwoStagesUntilTheWindowContinues) {
    ask({{live::HoldPoint::Kind::StageRealized, int(Stage::Velocity), 0, 0}});
    const auto holds = holdsWhile([&] {
        state.updQ()[4] = 0.5;
        pair.system.realize(state, Stage::Acceleration);
    });
    ASSERT_EQ(holds.size(), 1u);
    EXPECT_EQ(holds[0].cause, "Stage Velocity was realized.");
    EXPECT_EQ(holds[0].subsystems[0].stage, int(Stage::Velocity));
    EXPECT_EQ(state.getSystemStage(), Stage::Acceleration);
    // A key that was pressed meanwhile is not lost.
    unsigned key = 0, modifiers = 0;
    EXPECT_TRUE(silo->takeKeyHit(key, modifiers));
    EXPECT_EQ(key, unsigned('k'));
}

TEST_F(InspectorTest, HoldsWhenAnEntryIsComputedAndWhenAStageIsInvalidated) {
    const live::Inspection seen = ask();
    const auto entry = std::find_if(seen.entries.begin(), seen.entries.end(), [](const live::EntryView& e) {
        return e.latest == int(Stage::Velocity) && e.valid;
    });
    ASSERT_NE(entry, seen.entries.end());
    ask({{live::HoldPoint::Kind::EntryComputed, 0, entry->subsystem, entry->entry},
         {live::HoldPoint::Kind::StageInvalidated, int(Stage::Position), 0, 0}});
    const auto holds = holdsWhile([&] {
        state.updQ()[4] = 0.7;
        pair.system.realize(state, Stage::Dynamics);
    });
    ASSERT_EQ(holds.size(), 2u);
    EXPECT_EQ(holds[0].cause, "Stage Position was invalidated.");
    EXPECT_NE(holds[1].cause.find(entry->name), std::string::npos) << holds[1].cause;
}

TEST_F(InspectorTest, HoldsARunWhereItComputesAndNotOnlyAtReports) {
    // Far less than a step: reported States are interpolated, and never realized to Dynamics.
    constexpr Real interval = 1e-4;
    for (const bool byReporter : {false, true}) {
        SCOPED_TRACE(byReporter);
        window->send(live::InspectRequest{false, {}});
        viz->report(state);
        if (byReporter) pair.system.addEventReporter(new Visualizer::Reporter(*viz, interval));
        state = pair.at(Vec3(1, 0, 0), Vec3(0), Vec3(0, 0, 1));
        RungeKuttaMersonIntegrator integrator(pair.system);
        TimeStepper stepper(pair.system, integrator);
        stepper.initialize(state);
        stepper.stepTo(1.5 * interval);
        window->send(live::InspectRequest{true, {{live::HoldPoint::Kind::StageRealized, int(Stage::Dynamics), 0, 0}}});
        const auto holds = holdsWhile([&] {
            for (Real t = 2; t < 6; ++t) {
                stepper.stepTo(t * interval);
                if (!byReporter) viz->report(stepper.getState());
            }
            stepper.stepTo(0.5);
        });
        ASSERT_FALSE(holds.empty());
        EXPECT_EQ(holds[0].cause, "Stage Dynamics was realized.");
        EXPECT_EQ(holds[0].subsystems[0].stage, int(Stage::Dynamics));
    }
}

TEST_F(InspectorTest, CountsAndTracesTheStateWhileTheWindowInspectsIt) {
    pair.system.realize(state, Stage::Acceleration);
    ask();
    constexpr int rounds = 3;
    for (int i = 0; i < rounds; ++i) {
        state.updQ()[4] = 0.1 * i;
        pair.system.realize(state, Stage::Velocity);
        pair.matter.getMobilizedBody(MobilizedBodyIndex(1)).getBodyTransform(state);
    }
    window->send(live::HoldOrder{live::HoldOrder::Kind::Hold});
    const auto holds = holdsWhile([&] {
        viz->report(state);
        pair.system.realize(state, Stage::Dynamics);
    });
    ASSERT_EQ(holds.size(), 1u);
    const live::Inspection& seen = holds[0];
    ASSERT_EQ(seen.stageCosts.size(), std::size_t(Stage::NValid));
    EXPECT_EQ(seen.stageCosts[Stage::Position].computed, rounds);
    EXPECT_GT(seen.stageCosts[Stage::Position].seconds, 0);
    EXPECT_EQ(seen.stageCosts[Stage::Model].computed, 0);
    const auto wasComputedEachTime = [](const live::EntryView& e) {
        return e.latest == int(Stage::Position) && e.cost.computed == rounds && e.cost.read > 0;
    };
    EXPECT_TRUE(std::any_of(seen.entries.begin(), seen.entries.end(), wasComputedEachTime));
    ASSERT_FALSE(seen.trace.empty());
    using Kind = live::TraceLine::Kind;
    EXPECT_TRUE(seen.trace.back().kind == Kind::StageRealized && seen.trace.back().subject == "Dynamics");
    int losses = 0;
    for (const live::TraceLine& line : seen.trace) {
        EXPECT_FALSE(line.subject.empty());
        if (line.kind != Kind::StagesInvalidated) continue;
        ++losses;
        EXPECT_EQ(line.subject, "Position");
        EXPECT_EQ(line.cause, "q");
    }
    EXPECT_EQ(losses, rounds);
    // A new request counts from zero.
    EXPECT_EQ(ask().stageCosts[Stage::Position].computed, 0);
}

TEST_F(InspectorTest, TheTraceKeepsTheLastEvents) {
    ask();
    for (int i = 0; i < 300; ++i) {
        state.updQ()[4] = 1e-3 * i;
        pair.system.realize(state, Stage::Position);
    }
    window->send(live::InspectRequest{true, {{live::HoldPoint::Kind::StageRealized, int(Stage::Velocity), 0, 0}}});
    const auto holds = holdsWhile([&] {
        viz->report(state);
        pair.system.realize(state, Stage::Velocity);
    });
    ASSERT_EQ(holds.size(), 1u);
    EXPECT_EQ(holds[0].trace.size(), live::ActivityLog::capacity());
    EXPECT_EQ(holds[0].trace.back().subject, "Velocity");
    EXPECT_EQ(holds[0].stageCosts[Stage::Position].computed, 300);
}

TEST_F(InspectorTest, AWindowThatLeavesHoldsNothing) {
    ask({{live::HoldPoint::Kind::StageRealized, int(Stage::Velocity), 0, 0}});
    window.reset();
    state.updQ()[4] = 0.5;
    pair.system.realize(state, Stage::Acceleration);
    EXPECT_EQ(state.getSystemStage(), Stage::Acceleration);
}

TEST_F(InspectorTest, AStateMayOutliveTheVisualizer) {
    ask();
    EXPECT_NE(state.getObserver(), nullptr);
    viz.reset();
    state.updQ()[4] = 0.5;
    pair.system.realize(state, Stage::Acceleration);
    EXPECT_EQ(state.getSystemStage(), Stage::Acceleration);
}

}  // namespace SimTK::test
