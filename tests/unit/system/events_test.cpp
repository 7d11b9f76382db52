// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <thread>

#include "base/exceptions.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "system/default_system_subsystem.h"
#include "system/event_handler.h"
#include "system/event_reporter.h"
#include "tests/unit/integrate/small_systems.h"
#include "tests/unit/system/rig.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;
using Log = std::vector<std::string>;

/// A study with the default method.
struct Study {
    explicit Study(const System& system, Real accuracy = 1e-6)
        : integrator(createIntegrator("rungeKuttaMerson", system)), stepper(system, *integrator) {
        integrator->setAccuracy(accuracy);
    }
    Integrator::SuccessfulStepStatus run(const State& start, Real until) {
        stepper.initialize(start);
        return stepper.stepTo(until);
    }
    std::unique_ptr<Integrator> integrator;
    TimeStepper stepper;
};

struct Periodic : PeriodicEventHandler {
    Periodic(Real interval, std::function<void(State&)> act) : PeriodicEventHandler(interval), act(std::move(act)) {}
    void handleEvent(State& s, Real, bool&) const override { act(s); }
    std::function<void(State&)> act;
};
struct PeriodicReport : PeriodicEventReporter {
    PeriodicReport(Real interval, std::function<void(const State&)> act)
        : PeriodicEventReporter(interval), act(std::move(act)) {}
    void handleEvent(const State& s) const override { act(s); }
    std::function<void(const State&)> act;
};
struct Witness : TriggeredEventHandler {
    Witness(Stage stage, std::function<Real(const State&)> value, std::function<void(State&)> act)
        : TriggeredEventHandler(stage), value(std::move(value)), act(std::move(act)) {}
    Real getValue(const State& s) const override { return value(s); }
    void handleEvent(State& s, Real, bool&) const override { act(s); }
    std::function<Real(const State&)> value;
    std::function<void(State&)> act;
};
struct WitnessReport : TriggeredEventReporter {
    WitnessReport(Stage stage, std::function<Real(const State&)> value, std::function<void(const State&)> act)
        : TriggeredEventReporter(stage), value(std::move(value)), act(std::move(act)) {}
    Real getValue(const State& s) const override { return value(s); }
    void handleEvent(const State& s) const override { act(s); }
    std::function<Real(const State&)> value;
    std::function<void(const State&)> act;
};

std::string at(const char* what, const State& s) { return what + (" " + readable(s.getTime())); }

// --- Handlers and reporters ---

TEST(Events, PeriodicTimesAreExactMultiplesFromZeroOn) {
    EquationsSystem system(test::decay());
    std::vector<Real> times;
    system.addEventReporter(new PeriodicReport(0.1, [&](const State& s) { times.push_back(s.getTime()); }));
    Study study(system);
    study.run(system.realizeTopology(), 20);
    ASSERT_EQ(times.size(), 201U);
    for (int k = 0; k <= 200; ++k) EXPECT_EQ(times[std::size_t(k)], k * 0.1);
}

TEST(Events, AScheduledHandlerWhoseTimeIsPastIsNotCalledAgain) {
    struct Once : ScheduledEventHandler {
        explicit Once(int& calls) : calls(calls) {}
        Real getNextEventTime(const State&, bool) const override { return 0.3; }
        void handleEvent(State& s, Real, bool&) const override {
            ++calls;
            EXPECT_EQ(s.getTime(), 0.3);
        }
        int& calls;
    };
    EquationsSystem system(test::decay());
    int calls = 0;
    system.addEventHandler(new Once(calls));
    Study study(system);
    EXPECT_EQ(study.run(system.realizeTopology(), 2), Integrator::ReachedReportTime);
    EXPECT_EQ(calls, 1);
}

TEST(Events, AWitnessTriggersOnTheRequestedTransitions) {
    // cos t falls at pi/2 and rises at 3 pi/2.
    for (const int mask : {1, 2, 3}) {
        EquationsSystem system(test::oscillator());
        std::vector<Real> times;
        auto* witness = new Witness(
            Stage::Position, [](const State& s) { return s.getQ()[0]; },
            [&](State& s) { times.push_back(s.getTime()); });
        witness->getTriggerInfo().setTriggerOnFallingSignTransition(mask & 1).setTriggerOnRisingSignTransition(mask &
                                                                                                               2);
        system.addEventHandler(witness);
        Study study(system, 1e-8);
        study.run(system.realizeTopology(), 6);
        std::vector<Real> expected;
        if (mask & 1) expected.push_back(Pi / 2);
        if (mask & 2) expected.push_back(3 * Pi / 2);
        ASSERT_EQ(times.size(), expected.size()) << mask;
        for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], expected[i], 1e-6);
    }
}

TEST(Events, ABouncingPointMeetsTheGroundAtTheKnownTimes) {
    Equations ball = test::bouncingBall(0.5);
    ball.witnesses.clear();
    EquationsSystem system(ball);
    std::vector<Real> times;
    auto* bounce = new Witness(
        Stage::Position, [](const State& s) { return s.getQ()[0]; },
        [&](State& s) {
            times.push_back(s.getTime());
            s.updU()[0] *= -0.5;
        });
    bounce->getTriggerInfo().setTriggerOnRisingSignTransition(false);
    system.addEventHandler(bounce);
    Study study(system, 1e-8);
    study.run(system.realizeTopology(), 1.27);
    const Real first = std::sqrt(2 / 9.81);
    Real expected = first;
    ASSERT_EQ(times.size(), 4U);
    for (int k = 0; k < 4; ++k) {
        EXPECT_NEAR(times[std::size_t(k)], expected, 1e-7);
        expected += 2 * std::pow(0.5, k + 1) * first;
    }
}

TEST(Events, ASmallerWindowLocatesTheCrossingMoreClosely) {
    const auto error = [](Real window) {
        EquationsSystem system(test::oscillator());
        Real time = NaN;
        auto* witness = new Witness(
            Stage::Position, [](const State& s) { return s.getQ()[0]; }, [&](State& s) { time = s.getTime(); });
        witness->getTriggerInfo().setRequiredLocalizationTimeWindow(window);
        system.addEventHandler(witness);
        Study study(system, 1e-3);
        study.run(system.realizeTopology(), 2);
        const EventWindow& found = study.integrator->getEventWindow();
        EXPECT_LE(found.low, time);
        EXPECT_EQ(found.high, time);
        return found.high - found.low;
    };
    EXPECT_LE(error(0.1), 0.1 * 1e-3 * 0.1 * 1.001);
    EXPECT_LE(error(1e-6), 1e-6 * 1e-3 * 0.1 * 1.001);
}

TEST(Events, SimultaneousReportsPrecedeHandlersInOrder) {
    Log log;
    EquationsSystem system(test::decay());
    const auto change = [&](const char* name, Real by) {
        return [&log, name, by](State& s) {
            s.updZ()[0] += by;
            log.push_back(at(name, s));
        };
    };
    Real reported = NaN;
    system.addEventHandler(new Periodic(0.5, change("first", 1)));
    system.addEventReporter(new PeriodicReport(0.5, [&](const State& s) {
        reported = s.getZ()[0];
        log.push_back(at("report", s));
    }));
    system.addEventHandler(new Periodic(0.5, change("second", 2)));
    Study study(system);
    study.run(system.realizeTopology(), 0);
    EXPECT_EQ(reported, 1) << "what was before the handlers";
    EXPECT_EQ(study.stepper.stepTo(0.5), Integrator::ReachedReportTime);
    study.stepper.stepTo(0.6);
    EXPECT_EQ(log, (Log{"report 0", "first 0", "second 0", "report 0.5", "first 0.5", "second 0.5"}));
}

TEST(Events, TriggeredReporterSeesTheHandledStateRealized) {
    Equations ball = test::bouncingBall(1);
    ball.witnesses.clear();
    EquationsSystem system(ball);
    const auto height = [](const State& s) { return s.getQ()[0]; };
    Log log;
    auto* reporter = new WitnessReport(Stage::Position, height, [&](const State& s) {
        log.push_back(s.getU()[0] > 0 ? "rising" : "falling");
        EXPECT_NEAR(s.getUDot()[0], -9.81, 1e-12);
    });
    auto* handler = new Witness(Stage::Position, height, [&](State& s) {
        log.push_back("bounce");
        s.updU()[0] *= -1;
    });
    for (EventTriggerInfo* info : {&reporter->getTriggerInfo(), &handler->getTriggerInfo()})
        info->setTriggerOnRisingSignTransition(false);
    system.addEventReporter(reporter);
    system.addEventHandler(handler);
    Study study(system);
    study.run(system.realizeTopology(), 1);
    EXPECT_EQ(log, (Log{"bounce", "rising"}));
}

TEST(Events, LaterHandlerReceivesARealizedState) {
    EquationsSystem system(test::oscillator());
    Real acceleration = NaN;
    system.addEventHandler(new Periodic(10, [](State& s) { s.updQ()[0] = 5; }));
    system.addEventHandler(new Periodic(10, [&](State& s) { acceleration = s.getUDot()[0]; }));
    Study study(system);
    study.run(system.realizeTopology(), 0.1);
    EXPECT_EQ(acceleration, -5);
}

TEST(Events, HandlerChangesOfQAreProjected) {
    test::CartesianPendulum system;
    int calls = 0;
    system.addEventHandler(new Periodic(0.25, [&](State& s) {
        if (s.getTime() > 0) s.updQ() *= 1.01;
        ++calls;
    }));
    Study study(system);
    study.integrator->setReturnEveryInternalStep(true);
    study.run(system.realizeTopology(), 0.9);
    EXPECT_EQ(calls, 4);
    EXPECT_NEAR(study.stepper.getState().getQ().norm(), 1, 1e-6);
    const Vector& q = study.stepper.getState().getQ();
    EXPECT_NEAR(q.dot(study.stepper.getState().getU()), 0, 1e-6);
}

TEST(Events, AHandlerCanEndTheStudy) {
    struct Stop : PeriodicEventHandler {
        Stop() : PeriodicEventHandler(0.4) {}
        void handleEvent(State& s, Real accuracy, bool& shouldTerminate) const override {
            EXPECT_EQ(accuracy, 1e-6);
            shouldTerminate = s.getTime() > 0;
        }
    };
    EquationsSystem system(test::decay());
    system.addEventHandler(new Stop);
    Study study(system);
    EXPECT_EQ(study.run(system.realizeTopology(), 3), Integrator::EndOfSimulation);
    EXPECT_EQ(study.stepper.getTime(), 0.4);
    EXPECT_EQ(study.integrator->getTerminationReason(), Integrator::EventHandlerRequestedTermination);
}

TEST(Events, AHandlerThatChangesTheTimeIsNamed) {
    EquationsSystem system(test::decay());
    auto* handler = new Periodic(1, [](State& s) { s.updTime() += 1; });
    handler->setName("time machine");
    system.addEventHandler(handler);
    Study study(system);
    study.stepper.initialize(system.realizeTopology());
    const std::string message = testing::messageOf([&] { study.stepper.stepTo(1); });
    EXPECT_TRUE(testing::contains(message, "time machine")) << message;
}

TEST(Events, AHandlerIsNamedAfterItsClassUnlessItHasAName) {
    const Periodic handler(1, {});
    EXPECT_TRUE(testing::contains(handler.getName(), "Periodic")) << handler.getName();
}

TEST(Events, ImpossibleIntervalsAndStagesAreRefused) {
    Periodic handler(1, {});
    EXPECT_THROW(handler.setEventInterval(0), Exception);
    EXPECT_EQ(handler.getEventInterval(), 1);
    handler.setEventInterval(0.5);
    EXPECT_EQ(handler.getEventInterval(), 0.5);
    EXPECT_THROW(PeriodicReport(-1, {}), Exception);
    EXPECT_THROW(Witness(Stage::Model, {}, {}), Exception);
}

TEST(Events, AddingAHandlerMakesOldStatesStale) {
    EquationsSystem system(test::decay());
    State s = system.realizeTopology();
    system.addEventHandler(new Periodic(1, [](State&) {}));
    EXPECT_THROW(system.realize(s), StaleState);
}

TEST(Events, TheLowestChangedStageIsMeasured) {
    EquationsSystem system({test::oscillator(), test::decay()});
    std::function<void(State&)> change;
    auto* handler = new Periodic(1, [&](State& s) { change(s); });
    system.addEventHandler(handler);
    State s = system.realizeTopology();
    system.realize(s);
    Array_<EventId> ids;
    Real t = NaN;
    system.calcTimeOfNextScheduledEvent(s, t, ids, true);
    EXPECT_EQ(t, 0);
    const auto lowest = [&](std::function<void(State&)> by) {
        change = std::move(by);
        system.realize(s);
        HandleEventsResults results;
        system.handleEvents(s, Event::Cause::Scheduled, ids, HandleEventsOptions(1e-3), results);
        EXPECT_EQ(results.getExitStatus(), HandleEventsResults::Succeeded);
        return results.getLowestModifiedStage();
    };
    EXPECT_EQ(lowest([](State&) {}), Stage::Infinity);
    EXPECT_EQ(lowest([](State& x) { x.updZ()[0] = 3; }), Stage::Dynamics);
    EXPECT_EQ(lowest([](State& x) { x.updU()[0] = 3; }), Stage::Velocity);
    EXPECT_EQ(lowest([&](State& x) {
                  x.updQ()[0] = 3;
                  system.realize(x);
              }),
              Stage::Position)
        << "realizing again hides nothing";
}

// --- Subsystems with events of their own ---

/// A clock as in the guide: events are created at Instance, without further declarations.
class Clock : public Subsystem::Guts {
public:
    Clock(std::string name, Real due, Log& log) : Guts(std::move(name)), due_(due), log_(log) {}
    Guts* cloneImpl() const override { return new Clock(*this); }
    int realizeSubsystemTopologyImpl(State& s) const override {
        allocateZ(s, Vector(1, -1.));
        memory_ = allocateAutoUpdateDiscreteVariable(s, Stage::Report, new Value<int>(0), Stage::Time);
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& s) const override {
        createScheduledEvent(s, scheduled);
        createTriggeredEvent(s, triggered, slot_, Stage::Time);
        return 0;
    }
    int realizeSubsystemTimeImpl(const State& s) const override {
        updEventTriggersByStage(s, Stage::Time)[slot_] = s.getTime() - due_ / 2;
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& s) const override {
        updZDot(s)[0] = 1;
        Value<int>::updDowncast(updDiscreteVarUpdateValue(s, memory_)) = 1;
        markDiscreteVarUpdateValueRealized(s, memory_);
        return 0;
    }
    void calcTimeOfNextScheduledEventImpl(const State& s, Real& t, Array_<EventId>& ids, bool current) const override {
        const bool ahead = current ? s.getTime() <= due_ : s.getTime() < due_;
        t = ahead ? due_ : Infinity;
        if (ahead) ids.push_back(scheduled);
    }
    void handleEventsImpl(State& s, Event::Cause cause, const Array_<EventId>& ids, const HandleEventsOptions&,
                          HandleEventsResults&) const override {
        std::string what = getName() + " " + Event::getCauseName(cause) + " " + readable(s.getTime(), 3);
        for (const EventId id : ids) what += id == scheduled ? " scheduled" : id == triggered ? " triggered" : " alien";
        log_.push_back(what);
    }

    mutable EventId scheduled, triggered;

private:
    Real due_;
    Log& log_;
    mutable EventTriggerByStageIndex slot_;
    mutable DiscreteVariableIndex memory_;
};

struct ClockSystem : System {
    explicit ClockSystem(std::vector<Real> due) : System("clocks") {
        for (std::size_t i = 0; i < due.size(); ++i) {
            Subsystem sub;
            clocks.push_back(new Clock(std::string(1, char('a' + int(i))), due[i], log));
            sub.adoptSubsystemGuts(clocks.back());
            adoptSubsystem(sub);
        }
    }
    Log log;
    std::vector<Clock*> clocks;
};

TEST(Events, SubsystemsReceiveTheirEventsAndGlobalCauses) {
    ClockSystem system({0.5, 1});
    Study study(system);
    study.integrator->setFinalTime(1.5);
    study.run(system.realizeTopology(), 2);
    EXPECT_EQ(system.log, (Log{"a Initialization 0", "b Initialization 0", "a Triggered 0.25 triggered",
                               "b Triggered 0.5 triggered", "a Scheduled 0.5 scheduled", "b Scheduled 1 scheduled",
                               "a Termination 1.5", "b Termination 1.5"}))
        << ::testing::PrintToString(system.log);
}

TEST(Events, TimeAdvancedIsAnEventIfEnabled) {
    ClockSystem system({100});
    Study study(system);
    study.run(system.realizeTopology(), 1);
    EXPECT_EQ(system.log.size(), 1U) << "Initialization only";
    system.setHasTimeAdvancedEvents(true);
    study.run(system.getDefaultState(), 1);
    EXPECT_EQ(system.log.size(), 2U + std::size_t(study.integrator->getNumStepsTaken()) - 1U);
    EXPECT_TRUE(testing::contains(system.log.back(), "a TimeAdvanced"));
}

TEST(Events, ASignaledEventReachesItsSubsystem) {
    ClockSystem system({1, 2});
    State s = system.realizeTopology();
    system.realize(s);
    HandleEventsResults results;
    Array_<EventId> ids;
    ids.push_back(system.clocks[1]->scheduled);
    system.handleEvents(s, Event::Cause::Signaled, ids, HandleEventsOptions(), results);
    EXPECT_EQ(system.log, Log{"b Signaled 0 scheduled"});
}

TEST(Events, OnlyTheEarliestScheduledEventsAreReturned) {
    // The later event belongs to the subsystem that is queried first.
    ClockSystem system({3, 1, 1});
    State s = system.realizeTopology();
    system.realize(s, Stage::Instance);
    Real t = NaN;
    Array_<EventId> ids;
    system.calcTimeOfNextScheduledEvent(s, t, ids, true);
    EXPECT_EQ(t, 1);
    ASSERT_EQ(ids.size(), 2);
    EXPECT_EQ(ids[0], system.clocks[1]->scheduled);
    EXPECT_EQ(ids[1], system.clocks[2]->scheduled);
}

TEST(Events, IdsAreTheSameInEveryStateAndAfterRealizingInstanceAgain) {
    ClockSystem system({1, 2});
    State a = system.realizeTopology();
    system.realize(a);
    const EventId first = system.clocks[1]->scheduled, second = system.clocks[1]->triggered;
    EXPECT_NE(first, second);
    EXPECT_NE(first, system.clocks[0]->scheduled);
    for (int again = 0; again < 3; ++again) {
        a.invalidateAll(Stage::Instance);
        State b = a;
        system.realize(b);
        system.realize(a);
        EXPECT_EQ(system.clocks[1]->scheduled, first);
        EXPECT_EQ(system.clocks[1]->triggered, second);
    }
}

TEST(Events, AWitnessOfASubsystemMayRestrictItsDirection) {
    struct Rising : Clock {
        using Clock::Clock;
        void calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>& info) const override {
            info.push_back(EventTriggerInfo(triggered).setTriggerOnRisingSignTransition(false));
        }
    };
    Log log;
    System system;
    Subsystem sub;
    sub.adoptSubsystemGuts(new Rising("rising", 1, log));
    system.adoptSubsystem(sub);
    Study study(system);
    study.run(system.realizeTopology(), 0.8);
    EXPECT_EQ(log, Log{"rising Initialization 0"});
}

TEST(Events, TheGuidesNamesMayBeOverriddenToo) {
    struct Guide : Clock {
        using Clock::Clock;
        void calcTimeOfNextScheduledEvent(const State& s, Real& t, Array_<EventId>& ids, bool current) const override {
            Clock::calcTimeOfNextScheduledEventImpl(s, t, ids, current);
        }
        void handleEvents(State&, Event::Cause cause, const Array_<EventId>&, const HandleEventsOptions&,
                          HandleEventsResults& results) const override {
            if (cause == Event::Cause::Scheduled) results.setExitStatus(HandleEventsResults::ShouldTerminate);
        }
    };
    Log log;
    System system;
    Subsystem sub;
    sub.adoptSubsystemGuts(new Guide("guide", 0.7, log));
    system.adoptSubsystem(sub);
    Study study(system);
    EXPECT_EQ(study.run(system.realizeTopology(), 2), Integrator::EndOfSimulation);
    EXPECT_EQ(study.stepper.getTime(), 0.7);
}

TEST(Events, AHandlerThatFailsEndsTheStudyWithItsMessage) {
    struct Failing : Clock {
        using Clock::Clock;
        void handleEventsImpl(State&, Event::Cause cause, const Array_<EventId>&, const HandleEventsOptions&,
                              HandleEventsResults& results) const override {
            if (cause == Event::Cause::Scheduled)
                results.setExitStatus(HandleEventsResults::Failed).setMessage("The fuse is blown.");
        }
    };
    Log log;
    System system;
    Subsystem sub;
    sub.adoptSubsystemGuts(new Failing("failing", 0.7, log));
    system.adoptSubsystem(sub);
    Study study(system);
    EXPECT_EQ(study.run(system.realizeTopology(), 2), Integrator::StepFailed);
    EXPECT_TRUE(testing::contains(study.integrator->getFailure()->full(), "The fuse is blown."));
}

TEST(Events, AnEventThatWasNotCreatedIsRefusedWithTheSubsystemsName) {
    struct Impostor : Clock {
        using Clock::Clock;
        void calcTimeOfNextScheduledEventImpl(const State&, Real& t, Array_<EventId>& ids, bool) const override {
            t = 1;
            ids.push_back(EventId(77));
        }
    };
    Log log;
    System system;
    Subsystem sub;
    sub.adoptSubsystemGuts(new Impostor("impostor", 1, log));
    system.adoptSubsystem(sub);
    Study study(system);
    const std::string message = testing::messageOf([&] { study.run(system.realizeTopology(), 2); });
    EXPECT_TRUE(testing::contains(message, "impostor")) << message;
}

TEST(Events, EventsCannotBeCreatedAfterInstance) {
    ClockSystem system({1});
    State s = system.realizeTopology();
    system.realize(s, Stage::Instance);
    EventId id;
    EXPECT_THROW(system.clocks[0]->createScheduledEvent(s, id), StageTooHigh);
}

TEST(Events, EightThreadsHandleEventsOfOneSystem) {
    EquationsSystem system(test::oscillator());
    auto* witness = new Witness(
        Stage::Position, [](const State& s) { return s.getQ()[0]; }, [](State& s) { s.updU()[0] *= -0.5; });
    witness->getTriggerInfo().setTriggerOnRisingSignTransition(false);
    system.addEventHandler(witness);
    const State& start = system.realizeTopology();
    std::vector<Real> ends(8);
    std::vector<std::thread> threads;
    for (Real& end : ends)
        threads.emplace_back([&] {
            Study study(system);
            study.run(start, 5);
            end = study.stepper.getState().getQ()[0];
        });
    for (std::thread& t : threads) t.join();
    for (const Real end : ends) EXPECT_EQ(end, ends[0]);
}

TEST(Events, CausesAndTransitionsHaveNames) {
    EXPECT_STREQ(Event::getCauseName(Event::Cause::TimeAdvanced), "TimeAdvanced");
    EXPECT_EQ(Event::eventTriggerString(Event::Rising), "NegativeToPositive");
    EXPECT_EQ(Event::classifyTransition(1, 0), Event::PositiveToNegative);
    EXPECT_EQ(Event::classifyTransition(0, 1), Event::NoEventTrigger);
    EXPECT_EQ(Event::maskTransition(Event::Rising, Event::Falling), Event::NoEventTrigger);
}

// --- The default subsystem ---

TEST(DefaultSubsystem, IsSubsystemZeroAndTheConversionOfASystem) {
    System system("demo");
    EXPECT_EQ(system.getNumSubsystems(), 1);
    EXPECT_EQ(system.getDefaultSubsystem().getMySubsystemIndex(), 0);
    Subsystem& sub = system;
    EXPECT_TRUE(sub.isSameSubsystem(system.getSubsystem(SubsystemIndex(0))));
    EXPECT_TRUE(sub.isInSameSystem(system.getDefaultSubsystem()));
    EXPECT_FALSE(sub.subsystemTopologyHasBeenRealized());
    system.realizeTopology();
    EXPECT_TRUE(sub.subsystemTopologyHasBeenRealized());
    sub.invalidateSubsystemTopologyCache();
    EXPECT_FALSE(sub.subsystemTopologyHasBeenRealized());
}

TEST(Subsystem, TheHandleAccessesTheSubsystemsPartOfAState) {
    EquationsSystem system({test::oscillator(), test::decay()});
    State s = system.getDefaultState();
    system.realize(s);
    const Subsystem &first = system.getSubsystem(SubsystemIndex(1)), &second = system.getSubsystem(SubsystemIndex(2));
    EXPECT_EQ(first.getNQ(s), 1);
    EXPECT_EQ(first.getNZ(s), 0);
    EXPECT_EQ(second.getNZ(s), 1);
    EXPECT_EQ(second.getZStart(s), 0);
    EXPECT_EQ(second.getZDot(s)[0], -1);
    EXPECT_EQ(first.getUDot(s)[0], -1);
    EXPECT_EQ(second.getStage(s), Stage::Report);
    second.setZ(s, Vector(1, 7.));
    EXPECT_EQ(s.getZ()[0], 7);
    EXPECT_EQ(second.getStage(s), Stage::Velocity);
    EXPECT_THROW(second.setZ(s, Vector(2, 7.)), Exception);
    EXPECT_FALSE(first.isSameSubsystem(second));
}

}  // namespace
}  // namespace trammel
