// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/exceptions.h"
#include "tests/unit/system/rig.h"

namespace trammel::testing {
namespace {

/// q, u; a discrete "stiffness" (Dynamics); entries: positions {q}, velocities {u, positions}, forces {stiffness, positions}.
struct CacheRig : Rig {
    DiscreteVariableIndex stiffness;
    CacheEntryIndex positions, velocities, forces, lazy, early;

    CacheRig() {
        early = state.allocateCacheEntry(sub, Stage::Position, Stage::Dynamics, new Value<double>(0), "spring lengths");
        lazy = state.allocateLazyCacheEntry(sub, Stage::Velocity, new Value<double>(0), "power");
        to(Stage::Topology);
        state.allocateQ(sub, Vector(1));
        state.allocateU(sub, Vector(1));
        stiffness = state.allocateDiscreteVariable(sub, Stage::Dynamics, new Value<double>(1), "stiffness");
        const auto entry = [&](Stage latest, bool q, bool u, std::vector<DiscreteVarKey> v,
                               std::vector<CacheEntryKey> e, const char* name) {
            return state.allocateCacheEntryWithPrerequisites(sub, Stage::Model, latest, q, u, false, v, e,
                                                             new Value<double>(0), name);
        };
        positions = entry(Stage::Position, true, false, {}, {}, "positions");
        velocities = entry(Stage::Velocity, false, true, {}, {{sub, positions}}, "velocities");
        forces = entry(Stage::Dynamics, false, false, {{sub, stiffness}}, {{sub, positions}}, "forces");
        to(Stage::Model);
    }
    bool valid(CacheEntryIndex e) const { return state.isCacheValueRealized(sub, e); }
    std::string why(CacheEntryIndex e) const { return state.explainCacheValidity({sub, e}); }
};

TEST(Cache, ValidityFollowsDependsOnAndComputedByStages) {
    CacheRig rig;
    rig.to(Stage::Time);
    EXPECT_FALSE(rig.valid(rig.early));
    EXPECT_THROW(rig.state.getCacheEntry(rig.sub, rig.early), StageTooLow);
    rig.to(Stage::Position);
    EXPECT_FALSE(rig.valid(rig.early));
    EXPECT_THROW(rig.state.getCacheEntry(rig.sub, rig.early), CacheEntryOutOfDate);
    rig.state.markCacheValueRealized(rig.sub, rig.early);
    EXPECT_TRUE(rig.valid(rig.early));
    rig.state.updQ();
    EXPECT_FALSE(rig.valid(rig.early));
    rig.to(Stage::Dynamics);
    EXPECT_TRUE(rig.valid(rig.early)) << "from its computed-by stage on a value is presumed valid";
}

TEST(Cache, LazyEntryIsValidFromMarkingToInvalidation) {
    CacheRig rig;
    rig.to(Stage::Report);
    EXPECT_FALSE(rig.valid(rig.lazy));
    rig.state.markCacheValueRealized(rig.sub, rig.lazy);
    rig.state.updZ();
    EXPECT_TRUE(rig.valid(rig.lazy)) << "z belongs to Dynamics, above its Velocity stage";
    rig.state.updU();
    rig.to(Stage::Report);
    EXPECT_FALSE(rig.valid(rig.lazy));
}

TEST(Cache, SubsystemViewReturnsValidValuesAndComputesOthersOnce) {
    CacheRig rig;
    rig.to(Stage::Instance);
    const State::SubsystemView view(rig.state, rig.sub);
    int computed = 0;
    const auto compute = [&](AbstractValue& value) {
        ++computed;
        Value<double>::updDowncast(value) = 7;
    };
    EXPECT_EQ(view.glance(rig.positions), nullptr);
    EXPECT_EQ(Value<double>::downcast(view.refresh(rig.positions, compute)).get(), 7);
    view.refresh(rig.positions, compute);
    EXPECT_EQ(computed, 1);
    EXPECT_EQ(view.glance(rig.positions), &rig.state.getCacheEntry(rig.sub, rig.positions));
    rig.state.updQ();
    EXPECT_EQ(view.glance(rig.positions), nullptr) << "a prerequisite was written";
    EXPECT_THROW(view.refresh(rig.early, compute), StageTooLow);
}

TEST(Cache, SubsystemViewOfAnObservedStateNotifies) {
    CacheRig rig;
    rig.to(Stage::Position);
    const State::SubsystemView view(rig.state, rig.sub);
    ASSERT_NE(view.glance(rig.positions), nullptr);
    RealizationObserver observer;
    rig.state.setObserver(&observer);
    EXPECT_TRUE(view.isWatched());
    EXPECT_EQ(view.glance(rig.positions), nullptr);
}

TEST(Cache, MarkingIsAllowedDuringRealizationOfTheDependsOnStage) {
    CacheRig rig;
    rig.to(Stage::Instance);
    EXPECT_THROW(rig.state.markCacheValueRealized(rig.sub, rig.early), StageTooLow);
    rig.to(Stage::Time);
    rig.state.markCacheValueRealized(rig.sub, rig.early);
    EXPECT_FALSE(rig.valid(rig.early)) << "counts only once the stage is reached";
    rig.to(Stage::Position);
    EXPECT_TRUE(rig.valid(rig.early));
}

TEST(Cache, ChangeInvalidatesExactlyItsDependents) {
    CacheRig rig;
    rig.to(Stage::Report);
    ASSERT_TRUE(rig.valid(rig.positions) && rig.valid(rig.velocities) && rig.valid(rig.forces));
    rig.state.updU();
    EXPECT_TRUE(rig.valid(rig.positions));
    EXPECT_FALSE(rig.valid(rig.velocities));
    EXPECT_TRUE(rig.valid(rig.forces));
    rig.to(Stage::Report);
    rig.state.updDiscreteVariable(rig.sub, rig.stiffness);
    EXPECT_TRUE(rig.valid(rig.positions));
    EXPECT_TRUE(rig.valid(rig.velocities));
    EXPECT_FALSE(rig.valid(rig.forces));
    rig.to(Stage::Report);
    rig.state.updQ();
    EXPECT_FALSE(rig.valid(rig.positions));
    EXPECT_FALSE(rig.valid(rig.velocities)) << "depends on q through positions";
    EXPECT_FALSE(rig.valid(rig.forces));
    rig.to(Stage::Report);
    rig.state.updTime();
    EXPECT_TRUE(rig.valid(rig.positions)) << "time is not among its prerequisites";
}

TEST(Cache, WritingYInvalidatesLikeWritingItsParts) {
    RealizationObserver attached;
    for (RealizationObserver* const observer : {static_cast<RealizationObserver*>(nullptr), &attached}) {
        for (const int part : {0, 1, 2}) {
            SCOPED_TRACE(std::string(1, "quz"[part]) + (observer ? " watched" : ""));
            Rig rig;
            rig.to(Stage::Topology);
            rig.state.allocateQ(rig.sub, Vector(1));
            rig.state.allocateU(rig.sub, Vector(1));
            rig.state.allocateZ(rig.sub, Vector(1));
            const CacheEntryIndex entry = rig.state.allocateCacheEntryWithPrerequisites(
                rig.sub, Stage::Model, Stage::Infinity, part == 0, part == 1, part == 2, {}, {}, new Value<double>(0));
            rig.to(Stage::Report);
            rig.state.setObserver(observer);
            rig.state.markCacheValueRealized(rig.sub, entry);
            const auto versions = [&] {
                return std::vector{rig.state.getQValueVersion(), rig.state.getUValueVersion(),
                                   rig.state.getZValueVersion()};
            };
            const auto before = versions();
            rig.state.updY();
            EXPECT_EQ(rig.state.getSystemStage(), Stage(Stage::Time));
            EXPECT_FALSE(rig.state.isCacheValueRealized(rig.sub, entry));
            const StateChange::Kind kind =
                std::vector{StateChange::Q, StateChange::U, StateChange::Z}[std::size_t(part)];
            const std::string why = rig.state.explainCacheValidity({rig.sub, entry});
            EXPECT_TRUE(contains(why, rig.state.describe({kind, SubsystemIndex(), -1, {}}))) << why;
            EXPECT_TRUE(rig.state.hasChangedSince({rig.sub, entry}, kind));
            for (std::size_t i = 0; i < before.size(); ++i) EXPECT_GT(versions()[i], before[i]);
        }
    }
}

TEST(Cache, IndirectDependentsAreInvalidatedThroughInvalidEntries) {
    CacheRig rig;
    rig.to(Stage::Report);
    rig.state.markCacheValueNotRealized(rig.sub, rig.positions);
    EXPECT_FALSE(rig.valid(rig.velocities));
    rig.state.markCacheValueRealized(rig.sub, rig.velocities);
    rig.state.updQ();
    EXPECT_FALSE(rig.valid(rig.velocities));
}

TEST(Cache, ListsOfDependentsHoldEachEntryOnceAlsoAfterRealizingAgain) {
    Rig rig;
    rig.to(Stage::Topology);
    const auto allocate = [&] {
        rig.state.allocateQ(rig.sub, Vector(1));
        const DiscreteVariableIndex gain =
            rig.state.allocateDiscreteVariable(rig.sub, Stage::Dynamics, new Value<double>(1), "gain");
        const auto entry = [&](bool q, const std::vector<DiscreteVarKey>& v,
                               const std::vector<CacheEntryIndex>& upstream) {
            std::vector<CacheEntryKey> keys;
            for (const CacheEntryIndex each : upstream) keys.push_back({rig.sub, each});
            return rig.state.allocateCacheEntryWithPrerequisites(rig.sub, Stage::Model, Stage::Infinity, q, false,
                                                                 false, v, keys, new Value<double>(0));
        };
        // Two ways lead from the last entry to the first, one of them direct.
        const CacheEntryIndex first = entry(true, {{rig.sub, gain}}, {});
        const CacheEntryIndex left = entry(true, {}, {first}), right = entry(false, {{rig.sub, gain}}, {first});
        entry(false, {}, {left, right, first});
        rig.to(Stage::Model);
    };
    const auto indices = [](const ListOfDependents& list) {
        std::vector<int> all{int(list.size())};
        for (const CacheEntryKey& key : list.all()) all.push_back(int(key.entry));
        return all;
    };
    const auto ofEntry = [&](int entry) {
        return indices(rig.state.getCacheEntryInfo({rig.sub, CacheEntryIndex(entry)}).getDependents());
    };
    for (int round = 0; round < 2; ++round) {
        allocate();
        // The number of declared dependents, these, and the others.
        EXPECT_EQ(indices(rig.state.getQDependents()), (std::vector{2, 0, 1, 2, 3}));
        EXPECT_EQ(indices(rig.state.getDiscreteVarInfo({rig.sub, DiscreteVariableIndex(0)}).getDependents()),
                  (std::vector{2, 0, 2, 1, 3}));
        EXPECT_EQ(ofEntry(0), (std::vector{3, 1, 2, 3}));
        EXPECT_EQ(ofEntry(1), (std::vector{1, 3}));
        EXPECT_EQ(ofEntry(2), (std::vector{1, 3}));
        EXPECT_EQ(ofEntry(3), (std::vector{0}));
        rig.state.invalidateAll(Stage::Model);
        EXPECT_FALSE(rig.state.hasCacheEntry({rig.sub, CacheEntryIndex(0)}));
    }
    EXPECT_TRUE(rig.state.getQDependents().all().empty());
}

TEST(Cache, EntryWhosePrerequisiteIsGoneMayBeAPrerequisite) {
    Rig rig;
    const SubsystemIndex other = rig.state.addSubsystem("other", "");
    for (const SubsystemIndex each : {rig.sub, other}) rig.state.advanceSubsystemToStage(each, Stage::Topology);
    rig.state.advanceSystemToStage(Stage::Topology);
    const auto allocateInOther = [&](CacheEntryKey upstream) {
        return CacheEntryKey(
            other, rig.state.allocateCacheEntryWithPrerequisites(other, Stage::Model, Stage::Infinity, false, false,
                                                                 false, {}, {upstream}, new Value<double>(0)));
    };
    const CacheEntryKey gone(rig.sub, rig.state.allocateLazyCacheEntry(rig.sub, Stage::Model, new Value<double>(0)));
    const CacheEntryKey left = allocateInOther(gone);
    // The other subsystem never reaches Model, as where its realization fails.
    rig.state.advanceSubsystemToStage(rig.sub, Stage::Model);
    rig.state.invalidateAll(Stage::Model);
    EXPECT_FALSE(rig.state.hasCacheEntry(gone));
    ASSERT_TRUE(rig.state.hasCacheEntry(left));
    const CacheEntryKey last = allocateInOther(left);
    EXPECT_TRUE(rig.state.getCacheEntryInfo(left).getDependents().all() == std::vector{last});
}

TEST(Cache, InvalidEntriesExplainTheReason) {
    CacheRig rig;
    EXPECT_TRUE(contains(rig.why(rig.early), "requires stage Position")) << rig.why(rig.early);
    rig.to(Stage::Position);
    EXPECT_TRUE(contains(rig.why(rig.early), "never computed")) << rig.why(rig.early);
    rig.to(Stage::Report);
    EXPECT_TRUE(contains(rig.why(rig.forces), "valid")) << rig.why(rig.forces);
    rig.state.updDiscreteVariable(rig.sub, rig.stiffness);
    EXPECT_TRUE(contains(rig.why(rig.forces), "'stiffness' changed")) << rig.why(rig.forces);
    EXPECT_EQ(rig.state.getCacheValidity({rig.sub, rig.forces}), CacheValidity::PrerequisiteChanged);
    rig.to(Stage::Report);
    rig.state.markCacheValueRealized(rig.sub, rig.lazy);
    rig.state.updU();
    rig.to(Stage::Velocity);
    EXPECT_TRUE(contains(rig.why(rig.lazy), "Velocity is at version")) << rig.why(rig.lazy);
    rig.state.markCacheValueNotRealized(rig.sub, rig.positions);
    EXPECT_EQ(rig.state.getCacheValidity({rig.sub, rig.positions}), CacheValidity::MarkedInvalid);
}

TEST(Cache, PrerequisiteMustNotBeLaterThanItsDependent) {
    Rig rig;
    const CacheEntryIndex late = rig.state.allocateLazyCacheEntry(rig.sub, Stage::Dynamics, new Value<int>(0), "late");
    const std::string text = messageOf([&] {
        rig.state.allocateCacheEntryWithPrerequisites(rig.sub, Stage::Position, Stage::Infinity, false, false, false,
                                                      {}, {{rig.sub, late}}, new Value<int>(0), "early");
    });
    EXPECT_TRUE(contains(text, "'late'") && contains(text, "'early'")) << text;
}

TEST(Cache, WrongTypeIsRejected) {
    CacheRig rig;
    rig.to(Stage::Report);
    EXPECT_THROW(Value<int>::downcast(rig.state.getCacheEntry(rig.sub, rig.positions)), WrongValueType);
}

TEST(Cache, CopyDropsValuesOfHigherStages) {
    CacheRig rig;
    rig.to(Stage::Report);
    State copy = rig.state;
    EXPECT_FALSE(copy.isCacheValueRealized(rig.sub, rig.positions));
    copy.markCacheValueRealized(rig.sub, rig.positions);
    copy.updQ();
    EXPECT_FALSE(copy.isCacheValueRealized(rig.sub, rig.positions)) << "dependencies are copied too";
    EXPECT_TRUE(rig.valid(rig.positions)) << "the original is not touched";
}

}  // namespace
}  // namespace trammel::testing
