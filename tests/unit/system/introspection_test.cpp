// SPDX-License-Identifier: Apache-2.0
// Introspection of a State: reports and observer notifications.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "system/state_report.h"
#include "system/variable_report.h"
#include "tests/unit/system/rig.h"
#include "tests/unit/system/spring_model.h"

namespace trammel::testing {
namespace {

template <class Rows>
const auto& row(const Rows& rows, const std::string& name) {
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.name == name; });
    if (it == rows.end()) throw std::runtime_error("there is no row " + name);
    return *it;
}
const SubsystemReport& springOf(const StateReport& report) { return row(report.subsystems, "spring"); }

TEST(StateReport, ListsEveryVariableWithItsStagesVersionsAndDependents) {
    const SpringModel model;
    State s = model.state();
    s.setTime(2);
    s.setDiscreteVariable(model.me, model.spring->stiffness, Value<Real>(40));
    const StateReport report = reportState(s, &model.system);
    const SubsystemReport& spring = springOf(report);
    EXPECT_EQ(spring.version, "2.0");
    EXPECT_EQ(spring.index, model.me);

    const VariableReport& q = row(spring.variables, "q");
    EXPECT_EQ(q.count, 1);
    EXPECT_EQ(q.invalidates, Stage(Stage::Position));
    EXPECT_EQ(q.elements, std::vector<std::string>{"q0 of spring"});
    EXPECT_EQ(q.dependents.front(), "'length' of subsystem 'spring'");
    EXPECT_EQ(row(spring.variables, "u weights").invalidates, Stage(Stage::Report));

    const VariableReport& k = row(spring.variables, "stiffness");
    EXPECT_EQ(k.type, "double");
    EXPECT_EQ(k.value, "40");
    EXPECT_EQ(k.allocated, Stage(Stage::Empty));
    EXPECT_EQ(k.invalidates, Stage(Stage::Dynamics));
    EXPECT_EQ(k.version, 2);
    EXPECT_EQ(k.lastUpdate, 2);
    EXPECT_EQ(k.bytes, sizeof(Real));
    EXPECT_EQ(k.dependents, std::vector<std::string>{"'force' of subsystem 'spring'"});
    EXPECT_EQ(row(spring.variables, "peak speed").kind, VariableReport::Kind::AutoUpdate);
    EXPECT_EQ(report.time.invalidates, Stage(Stage::Time));
}

TEST(StateReport, HasPartsThatAreReportedAlone) {
    const SpringModel model;
    State s = model.state();
    s.setDiscreteVariable(model.me, model.spring->stiffness, Value<Real>(40));
    for (const Stage stage : {Stage::Model, Stage::Acceleration}) {
        model.system.realize(s, stage);
        const StateReport whole = reportState(s), entries = reportEntries(s);
        ASSERT_EQ(entries.subsystems.size(), whole.subsystems.size());
        EXPECT_EQ(entries.countEntries(), whole.countEntries());
        EXPECT_EQ(entries.countValidEntries(), whole.countValidEntries());
        EXPECT_TRUE(springOf(entries).variables.empty());
        for (std::size_t i = 0; i < whole.subsystems.size(); ++i) {
            const auto &some = entries.subsystems[i].sharedCache, &all = whole.subsystems[i].sharedCache;
            EXPECT_TRUE(std::ranges::equal(some, all, {}, &SharedCacheReport::name, &SharedCacheReport::name));
        }
        const CacheEntryReport &force = row(springOf(entries).entries, "force"),
                               &same = row(springOf(whole).entries, "force");
        EXPECT_EQ(force.reason, same.reason);
        EXPECT_EQ(force.dependents, same.dependents);
        EXPECT_EQ(force.prerequisites.size(), same.prerequisites.size());
        EXPECT_EQ(entries.totalBytes() - entries.time.bytes + countVariableBytes(s), whole.totalBytes());
    }
    const VariableReport k = reportVariable(s, DiscreteVarKey{model.me, model.spring->stiffness});
    EXPECT_EQ(k.name, "stiffness");
    EXPECT_EQ(k.value, "40");
    EXPECT_EQ(k.invalidates, Stage(Stage::Dynamics));
    EXPECT_TRUE(k.dependents.empty());
}

TEST(StateReport, ListsEveryEntryWithPrerequisitesAndValidity) {
    const SpringModel model;
    State s = model.state();
    model.system.realize(s, Stage::Acceleration);
    s.setDiscreteVariable(model.me, model.spring->stiffness, Value<Real>(40));
    const StateReport report = reportState(s);
    const CacheEntryReport& force = row(springOf(report).entries, "force");
    ASSERT_EQ(force.prerequisites.size(), 3u);
    EXPECT_FALSE(row(force.prerequisites, "'enabled' of subsystem 'spring'").changedSince);
    EXPECT_TRUE(row(force.prerequisites, "'stiffness' of subsystem 'spring'").changedSince);
    EXPECT_FALSE(row(force.prerequisites, "'length' of subsystem 'spring'").changedSince);
    EXPECT_EQ(force.validity, CacheValidity::PrerequisiteChanged);
    EXPECT_TRUE(contains(force.reason, "'stiffness' changed")) << force.reason;
    EXPECT_EQ(force.version, 1);
    EXPECT_EQ(force.versionSeen, force.versionNow) << "its stage, Model, was not touched";

    const CacheEntryReport& length = row(springOf(report).entries, "length");
    EXPECT_EQ(length.validity, CacheValidity::Valid);
    EXPECT_EQ(length.earliest, Stage(Stage::Model));
    EXPECT_EQ(length.latest, Stage(Stage::Position));
    EXPECT_EQ(length.dependents, std::vector<std::string>{"'force' of subsystem 'spring'"});
    EXPECT_TRUE(row(springOf(report).entries, "power").lazy);
    EXPECT_TRUE(row(springOf(report).entries, "peak speed (update value)").nextValue);
    EXPECT_LT(report.countValidEntries(), report.countEntries());
    EXPECT_TRUE(row(springOf(report).sharedCache, "qdot").available);
    EXPECT_FALSE(row(springOf(report).sharedCache, "udot").available) << "Dynamics was lost";
    EXPECT_TRUE(contains(report.toString(), "entry 'force' (Model .. Dynamics) needs")) << report.toString();
}

TEST(StateReport, WorksAtAnyStage) {
    State empty;
    EXPECT_EQ(reportState(empty).subsystems.size(), 0u);
    const SpringModel model;
    State s = model.state();
    model.system.realize(s, Stage::Report);
    for (Stage g : {Stage::Report, Stage::Instance, Stage::Model, Stage::Topology}) {
        s.invalidateAll(g);
        EXPECT_EQ(springOf(reportState(s, &model.system)).stage, g.prev());
    }
}

/// Records notifications.
class Listener : public RealizationObserver {
public:
    std::vector<std::string> heard;
    std::map<std::string, double> seconds;

    void subsystemRealized(const State& s, SubsystemIndex ix, Stage g, double took) override {
        if (s.getSubsystemName(ix) != "spring") return;
        note(s, "realized " + g.getName());
        EXPECT_GE(took, 0);
    }
    void stagesInvalidated(const State& s, Stage lowest, const StateChange& change) override {
        note(s, "lost " + lowest.getName() + " by " + s.describe(change));
    }
    void entryInvalidated(const State& s, CacheEntryKey key, const StateChange& change) override {
        note(s, "outdated " + s.getCacheEntryInfo(key).getName() + " by " + s.describe(change));
    }
    void entryComputed(const State& s, CacheEntryKey key, double took) override {
        seconds[s.getCacheEntryInfo(key).getName()] = took;
        note(s, "computed " + s.getCacheEntryInfo(key).getName());
    }
    void entryReadWhileInvalid(const State& s, CacheEntryKey key) override {
        note(s, "misread " + s.getCacheEntryInfo(key).getName());
    }

private:
    void note(const State& s, const std::string& what) {
        heard.push_back(s.getActivity().empty() ? what : std::string(s.getActivity()) + ": " + what);
    }
};

TEST(Observer, ReceivesWritesInvalidationsAndActivity) {
    const SpringModel model;
    State s = model.state();
    model.system.realize(s, Stage::Dynamics);
    Listener listener;
    s.setObserver(&listener);
    {
        const State::ActivityScope edit(s, "user's edit");
        s.setDiscreteVariable(model.me, model.spring->stiffness, Value<Real>(40));
    }
    s.updU(model.me);
    EXPECT_EQ(listener.heard, (std::vector<std::string>{"user's edit: outdated force by 'stiffness'",
                                                        "user's edit: lost Dynamics by 'stiffness'",
                                                        "lost Velocity by speeds u of subsystem 'spring'"}));
}

TEST(Observer, ReceivesComputationTimes) {
    const SpringModel model;
    State s = model.state();
    model.system.realize(s, Stage::Instance);
    Listener listener;
    s.setObserver(&listener);
    const State::ActivityScope run(s, "run");
    model.system.realize(s, Stage::Position);
    EXPECT_EQ(listener.heard,
              (std::vector<std::string>{"run: realized Time", "run: computed length", "run: realized Position"}));
    EXPECT_GE(listener.seconds["length"], 0);
    EXPECT_LT(listener.seconds["length"], 10);
    listener.heard.clear();
    s.markCacheValueRealized(model.me, model.spring->length);
    EXPECT_TRUE(std::isnan(listener.seconds["length"])) << "not computed before";
    EXPECT_THROW(s.getCacheEntry(model.me, model.spring->force), CacheEntryOutOfDate);
    EXPECT_EQ(listener.heard.back(), "run: misread force");
}

TEST(Observer, ActivitiesNestAndEndWithTheirScope) {
    State s;
    EXPECT_TRUE(s.getActivity().empty());
    {
        const State::ActivityScope outer(s, "step");
        {
            const State::ActivityScope inner(s, "trial step");
            EXPECT_EQ(s.getActivity(), "trial step");
            s = State();
        }
        EXPECT_EQ(s.getActivity(), "step") << "assigning to the State does not end it";
    }
    EXPECT_TRUE(s.getActivity().empty());
}

}  // namespace
}  // namespace trammel::testing
