// SPDX-License-Identifier: Apache-2.0
#include "integrate/time_stepper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <span>

#include "base/exceptions.h"
#include "integrate/methods/registry.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;
using Log = std::vector<std::string>;

std::string at(const char* what, const State& s) { return what + (" " + readable(s.getTime())); }

TEST(TimeStepper, CallsInitializationAndTerminationHandlersOnce) {
    Log log;
    auto e = test::decay();
    e.initialization = [&log](State& s) {
        log.push_back(at("start", s));
        s.updZ()[0] = 2;
    };
    e.termination = [&log](State& s) { log.push_back(at("end", s)); };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    integrator->setAccuracy(1e-6);
    integrator->setFinalTime(1);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(0.5), Integrator::ReachedReportTime);
    EXPECT_NEAR(stepper.getState().getZ()[0], 2 * std::exp(-0.5), 1e-5);
    EXPECT_EQ(stepper.stepTo(5), Integrator::EndOfSimulation);
    EXPECT_EQ(stepper.stepTo(5), Integrator::EndOfSimulation);
    EXPECT_EQ(log, (Log{"start 0", "end 1"}));
}

TEST(TimeStepper, NeedsAnIntegratorByTheTimeItIsInitialized) {
    const EquationsSystem system(test::oscillator());
    TimeStepper stepper(system);
    EXPECT_THROW(stepper.initialize(system.start()), Exception);
    EXPECT_THROW(stepper.getIntegrator(), Exception);
    const auto integrator = createIntegrator("rungeKutta3", system);
    stepper.setIntegrator(*integrator);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(1), Integrator::ReachedReportTime);
    EXPECT_EQ(&stepper.getIntegrator(), integrator.get());
    EXPECT_EQ(&stepper.getSystem(), &system);
}

TEST(TimeStepper, CallsPeriodicReportersAndHandlersReportsFirst) {
    Log log;
    auto e = test::decay();
    e.periodic.push_back({.interval = 0.5, .event = [&log](State& s) { log.push_back(at("event", s)); }, .report = {}});
    e.periodic.push_back(
        {.interval = 0.25, .event = {}, .report = [&log](const State& s) { log.push_back(at("report", s)); }});
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(0.8), Integrator::ReachedReportTime);
    EXPECT_EQ(stepper.getTime(), 0.8);
    EXPECT_EQ(log, (Log{"report 0", "event 0", "report 0.25", "report 0.5", "event 0.5", "report 0.75"}));
}

TEST(TimeStepper, CallsSimultaneousHandlersInTheOrderOfTheirSubsystems) {
    Log log;
    std::vector<Equations> both;
    for (const char* name : {"first", "second"}) {
        auto e = test::decay();
        e.name = name;
        e.periodic.push_back(
            {.interval = 0.5, .event = [&log, name](State& s) { log.push_back(at(name, s)); }, .report = {}});
        both.push_back(e);
    }
    const EquationsSystem system(both);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    stepper.stepTo(0.7);
    EXPECT_EQ(log, (Log{"first 0", "second 0", "first 0.5", "second 0.5"}));
}

TEST(TimeStepper, GivesTheHandlerTheLateSideOfAnEvent) {
    auto e = test::bouncingBall(1);
    Real seen = NaN, time = NaN;
    e.triggered = [&](State& s, int) {
        seen = s.getQ()[0];
        time = s.getTime();
        s.updU()[0] *= -1;
        return false;
    };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    stepper.stepTo(0.5);
    EXPECT_LE(seen, 0);
    // At 4.4 m/s a window of 1e-5 s is 4.4e-5 m wide.
    EXPECT_GE(seen, -4.5e-5);
    EXPECT_NEAR(time, std::sqrt(2 / 9.81), 1e-5);
}

TEST(TimeStepper, EndsWhenAHandlerRequestsIt) {
    auto e = test::bouncingBall(1);
    e.triggered = [](State&, int) { return true; };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(3), Integrator::EndOfSimulation);
    EXPECT_EQ(integrator->getTerminationReason(), Integrator::EventHandlerRequestedTermination);
    EXPECT_NEAR(stepper.getTime(), std::sqrt(2 / 9.81), 1e-5);
}

TEST(TimeStepper, FollowsABouncingBallPastManyImpacts) {
    const EquationsSystem system(test::bouncingBall(0.8));
    const auto integrator = test::merson(system);
    integrator->setAccuracy(1e-7);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    // B17: at t = 2 height 0.26074..., speed -0.16586...
    ASSERT_EQ(stepper.stepTo(2), Integrator::ReachedReportTime);
    EXPECT_NEAR(stepper.getState().getQ()[0], 0.2607417283270572, 1e-6);
    EXPECT_NEAR(stepper.getState().getU()[0], -0.1658691358364714, 1e-6);
}

TEST(TimeStepper, FindsImpactsToANanosecond) {
    const std::span<const Real> impacts(test::bouncingBallImpacts);
    std::vector<Real> found;
    const EquationsSystem system(test::recordedBouncingBall(found));
    const auto integrator = test::merson(system);
    integrator->setAccuracy(1e-8);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    ASSERT_EQ(stepper.stepTo(3), Integrator::ReachedReportTime);
    ASSERT_EQ(found.size(), impacts.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], impacts[i], 1e-9) << "impact " << i + 1;
}

TEST(TimeStepper, ReportsPrecedeTriggeredThenScheduledEvents) {
    // A witness function reaches zero exactly when a handler and a reporter are due.
    Log log;
    auto e = test::decay();
    e.witnesses.push_back({.value = [](const State& s) { return s.getTime() - 0.5; }});
    e.triggered = [&log](State&, int) {
        log.push_back("triggered");
        return false;
    };
    e.periodic.push_back({.interval = 0.5,
                          .event =
                              [&log](State& s) {
                                  if (s.getTime() > 0) log.push_back("scheduled");
                              },
                          .report = {}});
    e.periodic.push_back({.interval = 0.5, .event = {}, .report = [&log](const State& s) {
                              if (s.getTime() > 0) log.push_back("report");
                          }});
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    stepper.stepTo(0.7);
    EXPECT_EQ(log, (Log{"report", "triggered", "scheduled"}));
}

TEST(TimeStepper, RestartsOnlyFromTheLowestStageThatAHandlerChanged) {
    // Positions are recomputed only if the handler changed their dependencies.
    int positions = 0;
    Stage changed = Stage::Report;
    auto e = test::oscillator();
    e.witnesses.push_back({.stage = Stage::Position, .value = [&positions](const State&) {
                               ++positions;
                               return 1.;
                           }});
    e.periodic.push_back(
        {.interval = 0.5, .event = [&changed](State& s) { s.invalidateAllCacheAtOrAbove(changed); }, .report = {}});
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    const auto positionsForHandling = [&](Stage stage) {
        changed = stage;
        integrator->initialize(system.start());
        integrator->stepTo(0.5, 0.5);
        integrator->stepTo(0.5, 0.5);
        integrator->stepTo(1, 0.5);
        positions = 0;
        Array_<EventId> ids;
        Real t;
        system.calcTimeOfNextScheduledEvent(integrator->getAdvancedState(), t, ids, true);
        integrator->handleEvents(Event::Cause::Scheduled, ids);
        return positions;
    };
    EXPECT_EQ(positionsForHandling(Stage::Report), 0);
    EXPECT_EQ(positionsForHandling(Stage::Dynamics), 0);
    EXPECT_EQ(positionsForHandling(Stage::Velocity), 0);
    EXPECT_GT(positionsForHandling(Stage::Position), 0);
}

TEST(TimeStepper, RunsASampledControllerExactly) {
    // A held input updated ten times a second: z' = d, d = -z at the last sample.
    auto e = test::decay();
    e.z = Vector(2);
    e.z[0] = 1;
    e.rates = [](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        r.zdot[0] = z[1];
        r.zdot[1] = 0;
    };
    e.periodic.push_back({.interval = 0.1, .event = [](State& s) { s.updZ()[1] = -s.getZ()[0]; }, .report = {}});
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    stepper.stepTo(1);
    EXPECT_NEAR(stepper.getState().getZ()[0], std::pow(0.9, 10), 1e-14);
}

TEST(TimeStepper, DoesNotRestartWhenAHandlerChangesNothing) {
    auto e = test::oscillator();
    e.periodic.push_back({.interval = 100, .event = [](State&) {}, .report = {}});
    e.triggered = [](State&, int) { return false; };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(1), Integrator::StartOfContinuousInterval);
    EXPECT_EQ(stepper.stepTo(1), Integrator::ReachedScheduledEvent);
    EXPECT_EQ(stepper.stepTo(1), Integrator::ReachedReportTime);
}

TEST(TimeStepper, ReturnsBothSidesOfAnEventOnRequest) {
    const EquationsSystem system(test::bouncingBall(0.5));
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(0.6), Integrator::StartOfContinuousInterval);
    EXPECT_EQ(stepper.stepTo(0.6), Integrator::ReachedEventTrigger);
    const Real before = stepper.getState().getU()[0];
    EXPECT_EQ(stepper.stepTo(0.6), Integrator::StartOfContinuousInterval);
    EXPECT_NEAR(stepper.getState().getU()[0], -0.5 * before, 1e-3);
    EXPECT_EQ(stepper.stepTo(0.6), Integrator::ReachedReportTime);
}

TEST(TimeStepper, TimeAdvancedEventsFollowReturnedSteps) {
    int calls = 0;
    auto e = test::oscillator();
    e.timeAdvanced = [&calls](State&) { ++calls; };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    integrator->setReturnEveryInternalStep(true);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    stepper.stepTo(1);
    EXPECT_EQ(calls + 1, integrator->getNumStepsTaken());
}

TEST(TimeStepper, ResultsDoNotDependOnPauses) {
    const EquationsSystem system(test::bouncingBall(0.8));
    const auto once = test::merson(system), often = test::merson(system);
    TimeStepper a(system, *once), b(system, *often);
    a.initialize(system.start());
    b.initialize(system.start());
    often->setInternalStepLimit(1);
    a.stepTo(3);
    for (int k = 1; k <= 300; ++k)
        while (b.stepTo(k == 300 ? 3 : 0.01 * k) == Integrator::ReachedStepLimit) {
        }
    EXPECT_EQ(std::memcmp(a.getState().getY().data(), b.getState().getY().data(), 2 * sizeof(Real)), 0);
    EXPECT_EQ(once->getNumStepsTaken(), often->getNumStepsTaken());
}

TEST(TimeStepper, ScheduleThatDoesNotAdvanceThrows) {
    struct Stuck : test::EquationsGuts {
        using EquationsGuts::EquationsGuts;
        void calcTimeOfNextScheduledEventImpl(const State&, Real& t, Array_<EventId>& ids, bool) const override {
            t = 0.5;
            ids.assign(1, id);
        }
        int realizeSubsystemInstanceImpl(const State& s) const override {
            createScheduledEvent(s, id);
            return EquationsGuts::realizeSubsystemInstanceImpl(s);
        }
        mutable EventId id;
    };
    System system;
    Subsystem subsystem;
    subsystem.adoptSubsystemGuts(new Stuck(test::decay()));
    system.adoptSubsystem(subsystem);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.realizeTopology());
    EXPECT_THROW(stepper.stepTo(1), Exception);
}

}  // namespace
}  // namespace trammel
