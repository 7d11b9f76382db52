// SPDX-License-Identifier: Apache-2.0
// With caching off, every realization recomputes everything, with bitwise identical results.
#include <gtest/gtest.h>

#include <map>

#include "tests/unit/system/rig.h"
#include "tests/unit/system/spring_model.h"

namespace trammel::testing {
namespace {

class EvaluationCounter : public RealizationObserver {
public:
    std::map<std::string, int> computed;
    void entryComputed(const State& s, CacheEntryKey key, double) override {
        ++computed[s.getCacheEntryInfo(key).getName()];
    }
};

TEST(CachingOff, EveryRealizationRecomputesAllEntries) {
    const SpringModel model;
    State s = model.state();
    EvaluationCounter counter;
    s.setObserver(&counter);
    for (int i = 0; i < 3; ++i) model.system.realize(s, Stage::Dynamics);
    EXPECT_EQ(counter.computed["force"], 1) << "with caching it is computed once";
    s.setCachingEnabled(false);
    counter.computed.clear();
    for (int i = 0; i < 3; ++i) model.system.realize(s, Stage::Dynamics);
    EXPECT_EQ(counter.computed["length"], 3);
    EXPECT_EQ(counter.computed["force"], 3);
}

TEST(CachingOff, KeepsTheRealizedStage) {
    const SpringModel model;
    State s = model.state();
    s.setCachingEnabled(false);
    model.system.realize(s, Stage::Acceleration);
    model.system.realize(s, Stage::Position);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Acceleration));
    Array_<StageVersion> before;
    s.getSystemStageVersions(before);
    model.system.realize(s, Stage::Time);
    EXPECT_EQ(s.getLowestSystemStageDifference(before), Stage(Stage::Infinity)) << "no variable was written";
}

TEST(CachingOff, NextRealizationInvalidatesLazyValues) {
    const SpringModel model;
    State s = model.state();
    s.setCachingEnabled(false);
    model.system.realize(s, Stage::Acceleration);
    model.spring->getPower(s);
    EXPECT_TRUE(s.isCacheValueRealized(model.me, model.spring->power)) << "within the same computation it is kept";
    model.system.realize(s, Stage::Acceleration);
    EXPECT_FALSE(s.isCacheValueRealized(model.me, model.spring->power));
}

TEST(CachingOff, NestedRealizationDoesNotInvalidate) {
    class Impatient : public Subsystem::Guts {
    public:
        Impatient() : Guts("impatient") {}
        Subsystem::Guts* cloneImpl() const override { return new Impatient(*this); }
        int realizeSubsystemAccelerationImpl(const State& s) const override {
            getSystem().realize(s, Stage::Position);
            return 0;
        }
    };
    System system;
    Subsystem handle;
    handle.adoptSubsystemGuts(new Impatient());
    system.adoptSubsystem(handle);
    State s = system.realizeTopology();
    s.setCachingEnabled(false);
    system.realize(s);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Report));
}

TEST(CachingOff, WorksAfterAFailedRealization) {
    class Moody : public Subsystem::Guts {
    public:
        Moody() : Guts("moody") {}
        Subsystem::Guts* cloneImpl() const override { return new Moody(*this); }
        int realizeSubsystemPositionImpl(const State& s) const override {
            if (s.getTime() > 0) throw std::runtime_error("not now");
            return 0;
        }
    };
    System system;
    Subsystem handle;
    handle.adoptSubsystemGuts(new Moody());
    system.adoptSubsystem(handle);
    State s = system.realizeTopology();
    s.setCachingEnabled(false);
    s.setTime(1);
    EXPECT_THROW(system.realize(s), std::runtime_error);
    s.setTime(0);
    system.realize(s);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Report));
}

TEST(CachingOff, ResultsAreBitwiseIdenticalAndSettingIsCopied) {
    const SpringModel model;
    const auto run = [&](bool caching) {
        State s = model.state();
        s.setCachingEnabled(caching);
        State copy = s;
        EXPECT_EQ(copy.isCachingEnabled(), caching);
        for (int i = 0; i < 300; ++i) {
            model.system.realize(copy, Stage::Acceleration);
            const Vector ydot = copy.getYDot();
            copy.autoUpdateDiscreteVariables();
            copy.setTime(copy.getTime() + 1e-3);
            copy.updY() += 1e-3 * ydot;
            if (i == 150) copy.setDiscreteVariable(model.me, model.spring->stiffness, Value<Real>(70));
        }
        return copy;
    };
    const State with = run(true), without = run(false);
    for (int i = 0; i < with.getNY(); ++i) EXPECT_EQ(without.getY()[i], with.getY()[i]) << i;
    const auto peak = [&](const State& s) {
        return Value<Real>::downcast(s.getDiscreteVariable(model.me, model.spring->peak)).get();
    };
    EXPECT_EQ(peak(without), peak(with)) << "values for the next step are not forgotten";
    EXPECT_GT(peak(with), 0.5);
}

}  // namespace
}  // namespace trammel::testing
