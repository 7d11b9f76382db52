// SPDX-License-Identifier: Apache-2.0
#include "system/system.h"

#include <gtest/gtest.h>

#include "base/exceptions.h"
#include "tests/unit/system/rig.h"

namespace trammel::testing {
namespace {

/// Records which hooks ran, as the guide's custom subsystem would.
class Recorder : public Subsystem::Guts {
public:
    Recorder(std::string name, std::vector<std::string>& log) : Guts(std::move(name)), log_(log) {}
    Subsystem::Guts* cloneImpl() const override { return new Recorder(*this); }
    int realizeSubsystemTopologyImpl(State&) const override { return note("Topology"); }
    int realizeSubsystemModelImpl(State& s) const override {
        allocateQ(s, Vector(1, 4.));
        return note("Model");
    }
    int realizeSubsystemInstanceImpl(const State&) const override { return note("Instance"); }
    int realizeSubsystemTimeImpl(const State&) const override { return note("Time"); }
    int realizeSubsystemPositionImpl(const State&) const override { return note("Position"); }
    int realizeSubsystemVelocityImpl(const State&) const override { return note("Velocity"); }
    int realizeSubsystemDynamicsImpl(const State&) const override { return note("Dynamics"); }
    int realizeSubsystemAccelerationImpl(const State&) const override { return note("Acceleration"); }
    int realizeSubsystemReportImpl(const State&) const override { return note("Report"); }

private:
    int note(const char* stage) const {
        log_.push_back(getName() + " " + stage);
        return 0;
    }
    std::vector<std::string>& log_;
};

class RecorderSubsystem : public Subsystem {
public:
    RecorderSubsystem(System& system, std::string name, std::vector<std::string>& log) {
        adoptSubsystemGuts(new Recorder(std::move(name), log));
        system.adoptSubsystem(*this);
    }
};

TEST(System, CallsEachHookOnceInOrderUpToTheRequestedStage) {
    std::vector<std::string> log;
    System system("demo");
    RecorderSubsystem a(system, "a", log), b(system, "b", log);
    State s = system.realizeTopology();
    EXPECT_EQ(log, (std::vector<std::string>{"a Topology", "b Topology", "a Model", "b Model"}));
    log.clear();
    system.realize(s, Stage::Position);
    EXPECT_EQ(log,
              (std::vector<std::string>{"a Instance", "b Instance", "a Time", "b Time", "a Position", "b Position"}));
    log.clear();
    system.realize(s, Stage::Position);
    EXPECT_TRUE(log.empty()) << "valid results are not recomputed";
    s.updQ()[0] = 1;
    system.realize(s);
    EXPECT_EQ(log.front(), "a Position");
    EXPECT_EQ(log.back(), "b Report");
}

TEST(System, RefusesAStateOfAnEarlierTopologyByName) {
    std::vector<std::string> log;
    System system("four-bar");
    RecorderSubsystem a(system, "a", log);
    State old = system.realizeTopology();
    system.realize(old, Stage::Position);
    RecorderSubsystem b(system, "b", log);
    const std::string before = messageOf([&] { system.realize(old, Stage::Velocity); });
    EXPECT_TRUE(contains(before, "four-bar")) << before;
    system.realizeTopology();
    EXPECT_THROW(system.realize(old, Stage::Velocity), StaleState);
    EXPECT_THROW(system.realizeModel(old), StaleState);
}

TEST(System, ATopologicalChangeInASubsystemMakesAllStatesStale) {
    std::vector<std::string> log;
    System system;
    RecorderSubsystem a(system, "a", log);
    State s = system.realizeTopology();
    a.getSubsystemGuts().invalidateSubsystemTopologyCache();
    EXPECT_FALSE(system.systemTopologyHasBeenRealized());
    EXPECT_THROW(system.getDefaultState(), StageTooLow);
    EXPECT_THROW(system.realize(s), StaleState);
}

TEST(System, NamesContinuousVariablesByTheirSubsystem) {
    std::vector<std::string> log;
    System system;
    RecorderSubsystem a(system, "a", log), b(system, "b", log);
    const State& s = system.realizeTopology();
    EXPECT_EQ(system.describeY(s, 1), "q0 of b");
    EXPECT_THROW(system.describeY(s, 2), IndexOutOfRange);
}

/// Counts observer notifications.
class Counter : public RealizationObserver {
public:
    int realized = 0, invalidated = 0;
    std::string lastCause;
    void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) override {
        ++realized;
        EXPECT_GE(seconds, 0);
    }
    void stagesInvalidated(const State&, Stage, const StateChange& change) override {
        ++invalidated;
        lastCause = change.name;
    }
};

TEST(System, ObserverReceivesRealizationsAndInvalidations) {
    std::vector<std::string> log;
    System system;
    RecorderSubsystem a(system, "a", log);
    State s = system.realizeTopology();
    Counter counter;
    s.setObserver(&counter);
    system.realize(s, Stage::Velocity);
    EXPECT_EQ(counter.realized, 2 * 4) << "four stages of this subsystem and of the default one";
    s.updQ();
    EXPECT_EQ(counter.invalidated, 1);
    EXPECT_EQ(counter.lastCause, "q");
    s.setObserver(nullptr);
    system.realize(s, Stage::Report);
    EXPECT_EQ(counter.realized, 2 * 4);
}

TEST(Subsystem, GutsAreOwnedByOneSystemOnly) {
    std::vector<std::string> log;
    System first, second;
    RecorderSubsystem a(first, "a", log);
    EXPECT_THROW(second.adoptSubsystem(a), Exception);
    Subsystem empty;
    EXPECT_THROW(empty.getName(), Exception);
}

}  // namespace
}  // namespace trammel::testing
