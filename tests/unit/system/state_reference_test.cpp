// SPDX-License-Identifier: Apache-2.0
// The State reference, member by member: what other tests of this folder do not cover.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/system/rig.h"

namespace trammel::testing {
namespace {

TEST(StateReference, ValueVersionsOfContinuousVariablesGrowWithEveryWriteAccess) {
    Rig rig;
    rig.to(Stage::Topology);
    rig.state.allocateQ(rig.sub, Vector(1));
    rig.state.allocateU(rig.sub, Vector(1));
    rig.state.allocateZ(rig.sub, Vector(1));
    rig.to(Stage::Model);
    State& s = rig.state;
    EXPECT_GE(s.getQValueVersion(), 1);
    const ValueVersion q = s.getQValueVersion(), u = s.getUValueVersion(), z = s.getZValueVersion();
    s.updQ();
    s.updU(rig.sub);
    EXPECT_EQ(s.getQValueVersion(), q + 1);
    EXPECT_EQ(s.getUValueVersion(), u + 1);
    EXPECT_EQ(s.getZValueVersion(), z);
    s.updY();
    EXPECT_EQ(s.getQValueVersion(), q + 2);
    EXPECT_EQ(s.getUValueVersion(), u + 2);
    EXPECT_EQ(s.getZValueVersion(), z + 1);
    s.updTime();
    EXPECT_EQ(s.getQValueVersion(), q + 2);
}

TEST(StateReference, IndicesSubscriptTheSubsystemsOwnVectors) {
    State s;
    const SubsystemIndex first = s.addSubsystem("first", "1"), second = s.addSubsystem("second", "1");
    const QIndex a = s.allocateQ(first, Vector(2, 1.)), b = s.allocateQ(first, Vector(1, 2.));
    const QIndex c = s.allocateQ(second, Vector(2, 3.));
    const ZIndex z = s.allocateZ(second, Vector(1, 4.));
    EXPECT_EQ(int(a), 0);
    EXPECT_EQ(int(b), 2);
    EXPECT_EQ(int(c), 0) << "indices are local to the subsystem";
    for (Stage g : {Stage::Topology, Stage::Model, Stage::Instance}) {
        s.advanceSubsystemToStage(first, g);
        s.advanceSubsystemToStage(second, g);
        s.advanceSystemToStage(g);
    }
    EXPECT_EQ(s.getQ(first)[b], 2);
    s.updQ(second)[c] = 30;
    EXPECT_EQ(s.getQ()[s.getQStart(second) + c], 30);
    EXPECT_EQ(s.getY()[s.getZStart() + s.getZStart(second) + z], 4);
    EXPECT_EQ(s.getNZ(first), 0);
    EXPECT_EQ(s.getQ(second).size(), s.getNQ(second));
}

TEST(StateReference, CopiedVectorIsIndependent) {
    Rig rig;
    rig.state.allocateQ(rig.sub, Vector(2, 1.));
    rig.to(Stage::Model);
    Vector copy = rig.state.getQ();
    copy[0] = 9;
    EXPECT_EQ(rig.state.getQ()[0], 1);
    rig.state.setQ(copy);
    EXPECT_EQ(rig.state.getQ(rig.sub)[0], 9);
}

TEST(StateReference, TheStageDifferenceLooksOnlyAtStagesRecorded) {
    Rig rig;
    rig.state.allocateU(rig.sub, Vector(1));
    rig.to(Stage::Time);
    Array_<StageVersion> before;
    rig.state.getSystemStageVersions(before);
    EXPECT_EQ(rig.state.getLowestSystemStageDifference(before), Stage(Stage::Infinity));
    rig.to(Stage::Report);
    EXPECT_EQ(rig.state.getLowestSystemStageDifference(before), Stage(Stage::Infinity))
        << "more valid stages than before change nothing that the caller cared about";
    rig.state.getSystemStageVersions(before);
    rig.state.updU();
    EXPECT_EQ(rig.state.getLowestSystemStageDifference(before), Stage(Stage::Velocity))
        << "realized less far: the first stage missing";
    rig.to(Stage::Report);
    EXPECT_EQ(rig.state.getLowestSystemStageDifference(before), Stage(Stage::Velocity));
}

TEST(StateReference, VariablesAllocatedForAStageAreRemovedAndRestoredWithIt) {
    Rig rig;
    State& s = rig.state;
    const auto early = s.allocateDiscreteVariable(rig.sub, Stage::Model, new Value<int>(1), "early");
    s.allocateQ(rig.sub, Vector(1));
    rig.to(Stage::Topology);
    const auto late = s.allocateDiscreteVariable(rig.sub, Stage::Dynamics, new Value<int>(2), "late");
    s.allocateQ(rig.sub, Vector(2));
    rig.to(Stage::Model);
    EXPECT_EQ(s.getDiscreteVarAllocationStage(rig.sub, early), Stage(Stage::Empty));
    EXPECT_EQ(s.getDiscreteVarAllocationStage(rig.sub, late), Stage(Stage::Topology));
    EXPECT_EQ(s.getNQ(), 3);
    s.updDiscreteVariable(rig.sub, early);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Topology));
    EXPECT_TRUE(s.hasDiscreteVar({rig.sub, early}));
    EXPECT_FALSE(s.hasDiscreteVar({rig.sub, late})) << "it was allocated while Model was being realized";
    rig.to(Stage::Model);
    EXPECT_EQ(s.getNQ(), 1);
    s.invalidateAll(Stage::Topology);
    EXPECT_FALSE(s.hasDiscreteVar({rig.sub, early}));
}

TEST(StateReference, CacheEntriesMayBeAllocatedUntilInstanceAndRememberWhen) {
    Rig rig;
    const State& s = rig.state;
    std::vector<CacheEntryIndex> entries;
    for (Stage g : {Stage::Empty, Stage::Topology, Stage::Model}) {
        rig.to(g);
        entries.push_back(s.allocateCacheEntry(rig.sub, Stage::Position, new Value<int>(0)));
        EXPECT_EQ(s.getCacheEntryAllocationStage(rig.sub, entries.back()), g);
    }
    rig.to(Stage::Instance);
    EXPECT_THROW(s.allocateCacheEntry(rig.sub, Stage::Position, new Value<int>(0)), StageTooHigh);
    s.invalidateAllCacheAtOrAbove(Stage::Instance);
    EXPECT_FALSE(s.hasCacheEntry({rig.sub, entries[2]}));
    EXPECT_TRUE(s.hasCacheEntry({rig.sub, entries[1]}));
    rig.state.invalidateAll(Stage::Model);
    EXPECT_FALSE(s.hasCacheEntry({rig.sub, entries[1]}));
    EXPECT_TRUE(s.hasCacheEntry({rig.sub, entries[0]}));
}

TEST(StateReference, ACopyOmitsStagesNotReached) {
    Rig rig;
    rig.state.allocateDiscreteVariable(rig.sub, Stage::Model, new Value<int>(1), "of Topology");
    rig.to(Stage::Topology);
    rig.state.allocateQ(rig.sub, Vector(2));
    rig.state.allocateDiscreteVariable(rig.sub, Stage::Dynamics, new Value<int>(2), "of Model");
    State copy = rig.state;
    EXPECT_TRUE(copy.hasDiscreteVar({rig.sub, DiscreteVariableIndex(0)}));
    EXPECT_FALSE(copy.hasDiscreteVar({rig.sub, DiscreteVariableIndex(1)}));
    copy.advanceSubsystemToStage(rig.sub, Stage::Model);
    copy.advanceSystemToStage(Stage::Model);
    EXPECT_EQ(copy.getNQ(), 0);
    rig.to(Stage::Model);
    EXPECT_EQ(rig.state.getNQ(), 2);
}

TEST(StateReference, TriggersAreWrittenByEitherNameAndReadFromTheirStageOn) {
    Rig rig;
    const State& s = rig.state;
    s.allocateEventTrigger(rig.sub, Stage::Velocity, 2);
    const auto slot = s.allocateEventTrigger(rig.sub, Stage::Position, 1);
    EXPECT_THROW(s.updEventsByStage(rig.sub, Stage::Position), StageTooLow) << "slots are there from Instance on";
    rig.to(Stage::Instance);
    EXPECT_EQ(s.getNEventTriggers(), 3);
    EXPECT_EQ(s.getNEventTriggersByStage(Stage::Velocity), 2);
    EXPECT_EQ(int(s.getEventTriggerStartByStage(Stage::Velocity)), 1) << "lower stages come first";
    s.updEventsByStage(rig.sub, Stage::Position)[slot] = 7;
    EXPECT_THROW(s.getEventTriggersByStage(rig.sub, Stage::Position), StageTooLow);
    rig.to(Stage::Position);
    EXPECT_EQ(s.getEventTriggersByStage(rig.sub, Stage::Position)[slot], 7);
    s.updEventsByStage(Stage::Position)[0] = 8;
    rig.to(Stage::Acceleration);
    EXPECT_EQ(s.getEventTriggers()[0], 8);
}

TEST(StateReference, WeightsAreOneUntilSetAndErrorWeightsAreKeptWhenInstanceIsRealizedAgain) {
    Rig rig;
    rig.state.allocateU(rig.sub, Vector(1));
    rig.state.allocateQErr(rig.sub, 2);
    rig.to(Stage::Instance);
    EXPECT_EQ(rig.state.getUWeights()[0], 1);
    EXPECT_EQ(rig.state.getQErrWeights(rig.sub)[1], 1);
    rig.state.updQErrWeights()[1] = 5;
    rig.to(Stage::Report);
    rig.state.updQErrWeights();
    EXPECT_EQ(rig.state.getSystemStage(), Stage(Stage::Time));
    rig.to(Stage::Report);
    rig.state.updUErrWeights();
    EXPECT_EQ(rig.state.getSystemStage(), Stage(Stage::Position));
    rig.state.invalidateAll(Stage::Instance);
    rig.to(Stage::Instance);
    EXPECT_EQ(rig.state.getQErrWeights()[1], 5);
}

TEST(StateReference, AValueComputedAheadOfItsStageDoesNotOutliveAWriteInBetween) {
    Rig rig;
    rig.state.allocateQ(rig.sub, Vector(1));
    const auto lazy = rig.state.allocateLazyCacheEntry(rig.sub, Stage::Position, new Value<int>(0), "ahead");
    rig.to(Stage::Time);
    rig.state.markCacheValueRealized(rig.sub, lazy);
    rig.state.updQ();
    rig.to(Stage::Position);
    EXPECT_FALSE(rig.state.isCacheValueRealized(rig.sub, lazy));
}

TEST(StateReference, KeysComeFromPairsAndTheInfoOfAnEntryIsReachable) {
    Rig rig;
    const auto e = rig.state.allocateLazyCacheEntry(rig.sub, Stage::Time, new Value<int>(3), "three");
    const CacheEntryKey key(std::make_pair(rig.sub, e));
    EXPECT_TRUE(rig.state.hasCacheEntry(key));
    EXPECT_EQ(&rig.state.updCacheEntryInfo(key), &rig.state.getCacheEntryInfo(CacheEntryKey(rig.sub, e)));
    EXPECT_FALSE(rig.state.hasCacheEntry(CacheEntryKey(rig.sub, CacheEntryIndex(7))));
    EXPECT_FALSE(rig.state.hasDiscreteVar(DiscreteVarKey()));
}

TEST(StateReference, ClearAndSetNumSubsystemsResetTheState) {
    Rig rig;
    rig.state.allocateQ(rig.sub, Vector(1));
    rig.to(Stage::Instance);
    rig.state.setNumSubsystems(2);
    EXPECT_EQ(rig.state.getNumSubsystems(), 2);
    EXPECT_EQ(rig.state.getSystemStage(), Stage(Stage::Empty));
    rig.state.initializeSubsystem(SubsystemIndex(1), "beta", "2.1");
    EXPECT_EQ(rig.state.getSubsystemVersion(SubsystemIndex(1)), "2.1");
    rig.state.clear();
    EXPECT_EQ(rig.state.getNumSubsystems(), 0);
}

TEST(StateReference, MovingTakesEverythingAlongAndLeavesAStateThatCanBeUsedAgain) {
    Rig rig;
    rig.state.allocateQ(rig.sub, Vector(1, 4.));
    rig.to(Stage::Report);
    State moved(std::move(rig.state));
    EXPECT_EQ(moved.getSystemStage(), Stage(Stage::Report));
    const State again = rig.state;
    EXPECT_EQ(again.getNumSubsystems(), 0);
    rig.state = std::move(moved);
    EXPECT_EQ(rig.state.getQ()[0], 4);
    rig.state.setQ(Vector(1, 5.));
    EXPECT_EQ(rig.state.getY()[0], 5);
}

TEST(StateReference, TextShowsVariablesAndTheValidityOfEachEntry) {
    Rig rig;
    rig.state.allocateQ(rig.sub, Vector(1, 0.5));
    rig.state.allocateDiscreteVariable(rig.sub, Stage::Dynamics, new Value<Vec3>(Vec3(1, 2, 3)), "anchor");
    rig.state.allocateLazyCacheEntry(rig.sub, Stage::Time, new Value<int>(0), "lengths");
    rig.to(Stage::Model);
    std::ostringstream text;
    text << rig.state;
    for (const char* part : {"springs", "0.5", "'anchor'", "[ 1 2 3 ]", "'lengths'", "requires stage Time"})
        EXPECT_TRUE(contains(text.str(), part)) << part << " is not in\n" << text.str();
}

TEST(Value, IsReachedThroughDowncastsAsTheGuideWritesThem) {
    Value<Real> held(2.5);
    AbstractValue& value = held;
    Value<Real>::updDowncast(value) = 3;
    EXPECT_EQ(Value<Real>::downcast(value).get(), 3);
    Value<Real>::updDowncast(value).upd() += 1;
    const Real& direct = Value<Real>::downcast(value);
    EXPECT_EQ(direct, 4);
    const auto byReference = [](AbstractValue& v) -> Real& { return Value<Real>::updDowncast(v); };
    byReference(value) = 6;
    EXPECT_EQ(direct, 6);
    EXPECT_TRUE(Value<Real>::isA(value));
    EXPECT_FALSE(Value<int>::isA(value));
}

}  // namespace
}  // namespace trammel::testing
