// SPDX-License-Identifier: Apache-2.0
#include "integrate/event_isolation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/exceptions.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

/// Clocks that ring: witness i is a function of time.
Equations clocks(std::vector<std::function<Real(Real)>> functions) {
    auto e = test::decay();
    for (auto& f : functions)
        e.witnesses.push_back({.stage = Stage::Velocity, .value = [f](const State& s) { return f(s.getTime()); }});
    e.triggered = [](State&, int) { return false; };
    return e;
}

TEST(EventIsolation, BracketsACrossingWithinItsWindow) {
    // In one step of several seconds: z is constant.
    auto e = clocks({[](Real t) { return std::exp(t) - 10; }});
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates r) { r.zdot[0] = 0; };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system, 1e-5);
    integrator->setInitialStepSize(8);
    integrator->initialize(system.start());
    integrator->stepTo(20);
    ASSERT_EQ(integrator->stepTo(20), Integrator::ReachedEventTrigger);
    const EventWindow& window = integrator->getEventWindow();
    EXPECT_LE(window.low, std::log(10));
    EXPECT_GE(window.high, std::log(10));
    // accuracy · time scale · localization window
    EXPECT_LE(window.high - window.low, 1e-5 * 0.1 * 0.1 * (1 + 1e-9));
    EXPECT_EQ(integrator->getTime(), window.low);
    EXPECT_EQ(integrator->getAdvancedTime(), window.high);
    ASSERT_EQ(window.transitions.size(), 1u);
    EXPECT_EQ(window.transitions[0], Event::NegativeToPositive);
}

TEST(EventIsolation, FindsTheEarliestOfSeveralCrossings) {
    auto e = clocks({[](Real t) { return 0.7 - t; }, [](Real t) { return std::pow(t, 9) - std::pow(0.4, 9); },
                     [](Real t) { return t - 0.55; }});
    const EquationsSystem system(e);
    const auto integrator = test::merson(system, 1e-6);
    integrator->setInitialStepSize(0.5);
    integrator->initialize(system.start());
    integrator->stepTo(20);
    for (const Real expected : {0.4, 0.55, 0.7}) {
        ASSERT_EQ(integrator->stepTo(20), Integrator::ReachedEventTrigger);
        EXPECT_EQ(integrator->getTriggeredEvents().size(), 1);
        EXPECT_NEAR(integrator->getAdvancedTime(), expected, 1e-8);
        integrator->reinitialize(Stage::Infinity, false);
    }
    EXPECT_EQ(integrator->stepTo(20), Integrator::ReachedReportTime);
}

TEST(EventIsolation, ReportsSimultaneousCrossingsTogether) {
    const EquationsSystem system(clocks({[](Real t) { return 0.5 - t; }, [](Real t) { return 3 * (t - 0.5); }}));
    const auto integrator = test::merson(system, 1e-6);
    integrator->initialize(system.start());
    integrator->stepTo(20);
    ASSERT_EQ(integrator->stepTo(20), Integrator::ReachedEventTrigger);
    EXPECT_EQ(integrator->getTriggeredEvents().size(), 2);
    integrator->reinitialize(Stage::Infinity, false);
    EXPECT_EQ(integrator->stepTo(20), Integrator::ReachedReportTime);
}

TEST(EventIsolation, DetectsOnlyRequestedDirections) {
    auto e = clocks({[](Real t) { return std::sin(t); }});
    e.witnesses[0].rising = false;
    const EquationsSystem system(e);
    const auto integrator = test::merson(system, 1e-6);
    integrator->setMaximumStepSize(0.5);
    integrator->initialize(system.start());
    integrator->stepTo(12);
    for (const Real expected : {Pi, 3 * Pi}) {
        ASSERT_EQ(integrator->stepTo(12), Integrator::ReachedEventTrigger);
        EXPECT_NEAR(integrator->getAdvancedTime(), expected, 1e-8);
        EXPECT_EQ(integrator->getEventWindow().transitions[0], Event::PositiveToNegative);
    }
    EXPECT_EQ(integrator->stepTo(12), Integrator::ReachedReportTime);
}

TEST(EventIsolation, IgnoresACrossingThatStartsAtZeroAndCountsOneThatEndsThere) {
    // The witness is zero at the start, and exactly zero at the end of the second of the fixed steps.
    const EquationsSystem system(clocks({[](Real t) { return t * (t - 0.5); }}));
    const auto integrator = test::merson(system, 1e-6);
    integrator->setFixedStepSize(0.25);
    integrator->setEventCheckPoints(0);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedEventTrigger);
    EXPECT_NEAR(integrator->getAdvancedTime(), 0.5, 1e-8);
    EXPECT_EQ(integrator->stepTo(2), Integrator::ReachedReportTime);
}

TEST(EventIsolation, DetectsTwoCrossingsWithinOneStep) {
    // Negative only between 1.0 and 1.6; the step goes from 0 to 2.
    auto e = clocks({[](Real t) { return (t - 1) * (t - 1.6); }});
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates r) { r.zdot[0] = 0; };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system, 1e-6);
    integrator->setFixedStepSize(2);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedEventTrigger);
    EXPECT_NEAR(integrator->getAdvancedTime(), 1, 1e-8);
    ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedEventTrigger);
    EXPECT_NEAR(integrator->getAdvancedTime(), 1.6, 1e-8);
}

TEST(EventIsolation, LocatesDiscontinuousWitnesses) {
    const EquationsSystem system(clocks({[](Real t) { return t < 1. / 3 ? 1e6 : -1e-6; }}));
    const auto integrator = test::merson(system, 1e-6);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedEventTrigger);
    EXPECT_NEAR(integrator->getAdvancedTime(), 1. / 3, 1e-8);
}

TEST(EventIsolation, ServesReportsBeforeTheEventFirst) {
    const EquationsSystem system(clocks({[](Real t) { return t - 0.105; }}));
    const auto integrator = test::merson(system, 1e-6);
    integrator->setFixedStepSize(1);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    for (int k = 1; k <= 10; ++k) {
        ASSERT_EQ(integrator->stepTo(0.01 * k), Integrator::ReachedReportTime);
        EXPECT_NEAR(integrator->getState().getZ()[0], std::exp(-0.01 * k), 0.02);
    }
    EXPECT_EQ(integrator->stepTo(0.11), Integrator::ReachedEventTrigger);
}

TEST(EventIsolation, WatchesWitnessesOfEveryStage) {
    // The second subsystem watches at Position, so its slot comes before those of the first.
    auto first = test::oscillator();
    first.name = "first";
    first.triggered = [](State&, int) { return false; };
    first.witnesses.push_back(
        {.stage = Stage::Acceleration, .value = [](const State& s) { return s.getU()[0] + 0.5; }});
    auto second = first;
    second.name = "second";
    second.witnesses = {{.stage = Stage::Velocity, .value = [](const State& s) { return s.getU()[1] + 0.8; }},
                        {.stage = Stage::Position, .value = [](const State& s) { return s.getQ()[1] - 0.3; }}};
    const EquationsSystem system({first, second});
    const auto integrator = test::merson(system, 1e-6);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    for (const Real expected : {std::asin(0.5), std::asin(0.8), std::acos(0.3)}) {
        ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedEventTrigger);
        EXPECT_EQ(integrator->getTriggeredEvents().size(), 1);
        EXPECT_NEAR(integrator->getAdvancedTime(), expected, 1e-5);
    }
    EXPECT_EQ(integrator->stepTo(2), Integrator::ReachedReportTime);
}

TEST(EventIsolation, RefusesAWitnessWithoutADescription) {
    struct Undescribed : test::EquationsGuts {
        using EquationsGuts::EquationsGuts;
        void calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>&) const override {}
    };
    System system;
    Subsystem subsystem;
    subsystem.adoptSubsystemGuts(new Undescribed(clocks({[](Real t) { return t; }})));
    system.adoptSubsystem(subsystem);
    const auto integrator = test::merson(system, 1e-6);
    EXPECT_THROW(integrator->initialize(system.realizeTopology()), Exception);
}

}  // namespace
}  // namespace trammel
