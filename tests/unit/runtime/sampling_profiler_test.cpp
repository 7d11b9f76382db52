// SPDX-License-Identifier: Apache-2.0
#include "runtime/sampling_profiler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "inspect/realization.h"
#include "system/observer.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {
namespace {

/// Passes observations of a State to the profiler, as the monitor of a run does.
class Watched : public ::testing::Test, public RealizationObserver {
protected:
    Watched() {
        realize(*model, state, Stage::Report);
        state.setObserver(this);
        counter.beginStep(true);
    }
    void subsystemRealized(const State&, SubsystemIndex s, Stage stage, double seconds) override {
        counter.subsystemRealized(s, stage, seconds);
    }
    void systemRealized(const State& s, Stage stage, double seconds) override {
        counter.systemRealized(s, stage, seconds);
    }
    void stagesInvalidated(const State&, Stage lowest, const StateChange&) override {
        counter.stagesInvalidated(lowest);
    }
    void entryInvalidated(const State&, CacheEntryKey key, const StateChange&) override {
        counter.entryInvalidated(key);
    }
    void entryComputed(const State& s, CacheEntryKey key, double seconds) override {
        counter.entryComputed(s, key, seconds);
    }
    void entryRead(const State&, CacheEntryKey key) override { counter.entryRead(key); }

    CacheEntryKey key(const std::string& name) const {
        for (int s = 0; s < state.getNumSubsystems(); ++s) {
            const auto& entries = state.getPerSubsystemInfo(SubsystemIndex(s)).cacheEntries;
            for (std::size_t e = 0; e < entries.size(); ++e)
                if (entries[e].getName() == name) return {SubsystemIndex(s), CacheEntryIndex(e)};
        }
        ADD_FAILURE() << name;
        return {};
    }
    const RunProfile::Entry& entry(const std::string& name) const {
        const CacheEntryKey k = key(name);
        return counter.profile().entries[std::size_t(int(k.subsystem))][std::size_t(int(k.entry))];
    }
    const CostCount& stage(Stage s) const { return counter.profile().system[std::size_t(int(s))]; }

    CompiledModelPtr model = *compileDocument(testing::fourBar());
    State state = model->getInitialState();
    SamplingProfiler counter;
};

TEST_F(Watched, WritingEqualBitsCountsAsSameInputs) {
    state.updQ();
    realize(*model, state, Stage::Position);
    EXPECT_EQ(stage(Stage::Position).count, 1);
    EXPECT_EQ(stage(Stage::Position).sameInputs, 0) << "what was before was not seen";
    state.updQ();
    realize(*model, state, Stage::Position);
    EXPECT_EQ(stage(Stage::Position).sameInputs, 1);
    EXPECT_EQ(entry("position kinematics").computed.sameInputs, 1);
    EXPECT_EQ(entry("body inertias in Ground").computed.sameInputs, 1) << "its inputs are those of the poses";
    state.updQ()[0] += 1e-15;
    realize(*model, state, Stage::Position);
    EXPECT_EQ(stage(Stage::Position).count, 3);
    EXPECT_EQ(stage(Stage::Position).sameInputs, 1);
    EXPECT_EQ(entry("position kinematics").computed.sameInputs, 1);
}

TEST_F(Watched, UnrelatedChangesKeepInputsIdentical) {
    state.updQ();
    realize(*model, state, Stage::Velocity);
    state.updU()[0] += 1;
    state.invalidateAllCacheAtOrAbove(Stage::Instance);
    realize(*model, state, Stage::Velocity);
    EXPECT_EQ(stage(Stage::Position).sameInputs, 1);
    EXPECT_EQ(stage(Stage::Velocity).sameInputs, 0);
}

TEST_F(Watched, ValuesInvalidatedUnreadAreCounted) {
    for (int i = 0; i < 4; ++i) {
        state.updQ()[0] += 0.01;
        realize(*model, state, Stage::Position);
    }
    // The last one is still valid; poses are read when inertias are computed.
    EXPECT_EQ(entry("body inertias in Ground").unread, 3);
    EXPECT_EQ(entry("position kinematics").unread, 0);
    const long before = entry("body inertias in Ground").read;
    realize(*model, state, Stage::Dynamics);
    EXPECT_GT(entry("body inertias in Ground").read, before) << "by gravity";
    state.updQ()[0] += 0.01;
    EXPECT_EQ(entry("body inertias in Ground").unread, 3);
}

TEST_F(Watched, CountsAgreeWithTheVersionsThatTheStateKeeps) {
    std::vector<ValueVersion> before;
    const std::string names[] = {"position kinematics", "velocity kinematics", "body accelerations",
                                 "applied body forces", "position-dependent forces"};
    for (const std::string& name : names) before.push_back(state.getCacheEntryInfo(key(name)).getValueVersion());
    for (int i = 0; i < 7; ++i) {
        if (i % 2 == 0) state.updQ()[0] += 0.01;
        state.updU()[0] += 0.1;
        realize(*model, state, Stage::Acceleration);
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_EQ(entry(names[i]).computed.count, state.getCacheEntryInfo(key(names[i])).getValueVersion() - before[i])
            << names[i];
    // Position-dependent forces: computed at every new pose, found valid otherwise.
    const RunProfile::Entry& kept = entry("position-dependent forces");
    EXPECT_EQ(kept.computed.count, 4);
    EXPECT_NEAR(kept.hitRate(), double(kept.read) / double(kept.read + 4), 1e-15);
    EXPECT_GE(kept.read, 3);
    EXPECT_EQ(kept.unread, 0) << "each was found when only speeds had changed";
    EXPECT_TRUE(std::isnan(RunProfile::Entry().hitRate()));
}

TEST(SamplingProfiler, ObservesFewerStepsIfObservationIsExpensive) {
    const auto observe = [](double plain, double observed) {
        static double now = 0;
        SamplingProfiler counter([] { return now; });
        long asked = 0, longest = 0, row = 0;
        for (int i = 0; i < 3000; ++i) {
            const bool watched = counter.beginStep(false);
            now += watched ? observed : plain;
            counter.endStep(i * 0.01);
            asked += watched;
            row = watched ? row + 1 : 0;
            longest = std::max(longest, row);
        }
        EXPECT_GE(longest, 2) << "recomputation is observed only between steps";
        EXPECT_EQ(counter.profile().steps, 3000);
        EXPECT_EQ(counter.profile().stepsObserved, asked);
        EXPECT_FALSE(counter.profile().slices.empty());
        return asked;
    };
    const long cheap = observe(20e-6, 21e-6), dear = observe(20e-6, 80e-6);
    EXPECT_GT(cheap, 2 * dear);
    // (4 - 1) of 20 us for each.
    EXPECT_LE(double(dear) * 3 / 3000, 0.05);
}

TEST(SamplingProfiler, SlicesAreShortWhenAllStepsAreObserved) {
    static double now = 0;
    SamplingProfiler counter([] { return now; });
    for (int i = 1; i <= 100; ++i) {
        counter.beginStep(true);
        now += 1e-5;
        counter.endStep(i * 0.01);
    }
    const auto& slices = counter.profile().slices;
    ASSERT_GE(slices.size(), 24u);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        // An activity that started before a burst ends with it.
        EXPECT_LE(slices[i].steps, 4 + 3) << i;
        if (i > 0) {
            EXPECT_EQ(slices[i].begin, slices[i - 1].end) << i;
        }
    }
}

}  // namespace
}  // namespace trammel
