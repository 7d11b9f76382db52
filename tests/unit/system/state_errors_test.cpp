// SPDX-License-Identifier: Apache-2.0
// Each misuse throws an exception of its kind whose text names the function, the object and the stages.
#include <gtest/gtest.h>

#include "tests/unit/system/rig.h"

namespace trammel::testing {
namespace {

/// The text of the exception of exactly this kind that the call must throw.
template <class Kind, class Call>
std::string textOf(Call call) {
    try {
        call();
    } catch (const Kind& e) {
        return e.what();
    } catch (const std::exception& e) {
        return std::string("another kind of exception: ") + e.what();
    }
    return "nothing was thrown";
}

void expectAll(const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_TRUE(contains(text, part)) << "'" << part << "' is not in: " << text;
}

struct ErrorRig : Rig {
    DiscreteVariableIndex stiffness;
    CacheEntryIndex length, power;

    ErrorRig() {
        stiffness = state.allocateDiscreteVariable(sub, Stage::Dynamics, new Value<Real>(1), "stiffness");
        length = state.allocateCacheEntry(sub, Stage::Position, Stage::Dynamics, new Value<Real>(0), "length");
        power = state.allocateLazyCacheEntry(sub, Stage::Velocity, new Value<Real>(0), "power");
        state.allocateQ(sub, Vector(1));
        to(Stage::Model);
    }
};

TEST(StateErrors, ReadingBeforeTheStageNamesTheValueAndBothStages) {
    ErrorRig rig;
    const State& s = rig.state;
    expectAll(textOf<StageTooLow>([&] { s.getQErr(rig.sub); }),
              {"State::getQErr()", "position errors", "'springs'", "Position", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.getUDot(); }), {"State::getUDot()", "udot", "Acceleration", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.getNYErr(); }), {"State::getNYErr()", "Instance", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.getNQErr(rig.sub); }),
              {"State::getNQErr()", "'springs'", "Instance", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.getEventTriggersByStage(Stage::Velocity); }),
              {"State::getEventTriggersByStage()", "event triggers of stage Velocity", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.getCacheEntry(rig.sub, rig.length); }),
              {"State::getCacheEntry()", "'length' of subsystem 'springs'", "Position", "Model"});
    Rig empty;
    expectAll(textOf<StageTooLow>([&] { empty.state.getQ(); }), {"State::getQ()", "Model", "Empty"});
    expectAll(textOf<StageTooLow>([&] { empty.state.updY(); }), {"State::updY()", "Model", "Empty"});
    expectAll(textOf<StageTooLow>([&] { empty.state.updU(empty.sub); }),
              {"State::updU()", "'springs'", "Model", "Empty"});
    expectAll(textOf<StageTooLow>([&] { empty.state.isConsistent(s); }),
              {"State::isConsistent()", "Instance", "Empty"});
}

TEST(StateErrors, ReadingAStaleEntryReportsTheReason) {
    ErrorRig rig;
    rig.to(Stage::Velocity);
    expectAll(textOf<CacheEntryOutOfDate>([&] { rig.state.getCacheEntry(rig.sub, rig.power); }),
              {"State::getCacheEntry()", "'power' of subsystem 'springs'", "never computed"});
    expectAll(textOf<CacheEntryOutOfDate>([&] { rig.state.getCacheEntry(rig.sub, rig.length); }),
              {"'length'", "never computed", "by stage Dynamics"});
}

TEST(StateErrors, WritingAConstCacheOutOfTurnNamesItAndBothStages) {
    ErrorRig rig;
    const State& s = rig.state;
    expectAll(textOf<StageTooLow>([&] { s.updQErr(rig.sub); }),
              {"State::updQErr()", "writing position errors", "'springs'", "Instance", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.updUDotErr(); }), {"State::updUDotErr()", "Instance", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.updEventTriggersByStage(rig.sub, Stage::Dynamics); }),
              {"State::updEventTriggersByStage()", "stage Dynamics", "'springs'", "Instance", "Model"});
    expectAll(textOf<StageTooLow>([&] { s.markCacheValueRealized(rig.sub, rig.power); }),
              {"State::markCacheValueRealized()", "'power' of subsystem 'springs'", "Velocity", "Model"});
    expectAll(textOf<StageNotAllowed>([&] { s.invalidateAllCacheAtOrAbove(Stage::Model); }),
              {"State::invalidateAllCacheAtOrAbove()", "Model", "Instance", "invalidateAll()"});
    expectAll(textOf<StageNotAllowed>([&] { rig.state.invalidateAll(Stage::Empty); }),
              {"State::invalidateAll()", "Empty"});
    expectAll(textOf<StageTooLow>([&] { rig.state.updQErrWeights(rig.sub); }),
              {"State::updQErrWeights()", "'springs'", "Instance", "Model"});
}

TEST(StateErrors, AllocatingTooLateNamesTheItemTheSubsystemAndBothStages) {
    ErrorRig rig;
    State& s = rig.state;
    expectAll(textOf<StageTooHigh>([&] { s.allocateQ(rig.sub, Vector(1)); }),
              {"State::allocateQ()", "generalized coordinates q", "'springs'", "before stage Model", "at stage Model"});
    expectAll(textOf<StageTooHigh>(
                  [&] { s.allocateDiscreteVariable(rig.sub, Stage::Dynamics, new Value<Real>(1), "damping"); }),
              {"State::allocateDiscreteVariable()", "'damping' of subsystem 'springs'", "Model"});
    rig.to(Stage::Instance);
    expectAll(textOf<StageTooHigh>([&] { s.allocateUErr(rig.sub, 1); }),
              {"State::allocateUErr()", "velocity errors", "'springs'", "Instance"});
    expectAll(textOf<StageTooHigh>([&] { s.allocateEventTrigger(rig.sub, Stage::Time, 1); }),
              {"State::allocateEventTrigger()", "event triggers", "'springs'", "Instance"});
    expectAll(
        textOf<StageTooHigh>([&] { s.allocateLazyCacheEntry(rig.sub, Stage::Time, new Value<int>(0), "torque"); }),
        {"State::allocateLazyCacheEntry()", "'torque' of subsystem 'springs'", "Instance"});
}

TEST(StateErrors, AModelVariableAllocatedDuringModelingIsRefusedByName) {
    Rig rig;
    rig.to(Stage::Topology);
    expectAll(textOf<StageTooHigh>([&] {
                  rig.state.allocateDiscreteVariable(rig.sub, Stage::Model, new Value<bool>(true), "use angles");
              }),
              {"State::allocateDiscreteVariable()", "'use angles' of subsystem 'springs'", "Topology"});
}

TEST(StateErrors, InvalidAllocationsAreDescribed) {
    Rig rig;
    State& s = rig.state;
    expectAll(textOf<BadAllocation>([&] { s.allocateDiscreteVariable(rig.sub, Stage::Time, nullptr, "void"); }),
              {"State::allocateDiscreteVariable()", "'void' of subsystem 'springs'", "value"});
    expectAll(textOf<BadAllocation>([&] { s.allocateCacheEntry(rig.sub, Stage::Time, nullptr, "void"); }),
              {"State::allocateCacheEntry()", "'void' of subsystem 'springs'", "value"});
    expectAll(textOf<BadAllocation>([&] { s.allocateQErr(rig.sub, -2); }),
              {"State::allocateQErr()", "'springs'", "-2"});
    expectAll(textOf<BadAllocation>(
                  [&] { s.allocateCacheEntry(rig.sub, Stage::Velocity, Stage::Time, new Value<int>(0), "backward"); }),
              {"'backward' of subsystem 'springs'", "Time", "Velocity"});
    expectAll(textOf<StageNotAllowed>(
                  [&] { s.allocateDiscreteVariable(rig.sub, Stage::Topology, new Value<int>(0), "shape"); }),
              {"'shape' of subsystem 'springs'", "from Model to Report", "Topology"});
    expectAll(
        textOf<StageNotAllowed>([&] {
            s.allocateAutoUpdateDiscreteVariable(rig.sub, Stage::Time, new Value<int>(0), Stage::Time, "peak");
        }),
        {"State::allocateAutoUpdateDiscreteVariable()", "'peak' of subsystem 'springs'", "from Position", "Time"});
    const auto late = s.allocateLazyCacheEntry(rig.sub, Stage::Dynamics, new Value<int>(0), "force");
    expectAll(textOf<BadAllocation>([&] {
                  s.allocateCacheEntryWithPrerequisites(rig.sub, Stage::Position, Stage::Infinity, true, false, false,
                                                        {}, {{rig.sub, late}}, new Value<int>(0), "length");
              }),
              {"State::allocateCacheEntryWithPrerequisites()", "'force'", "Dynamics", "'length'", "Position"});
}

TEST(StateErrors, AnEntryMustNotOutliveItsPrerequisite) {
    State s;
    const SubsystemIndex fast = s.addSubsystem("fast", "1"), slow = s.addSubsystem("slow", "1");
    s.advanceSubsystemToStage(fast, Stage::Topology);
    const auto v = s.allocateDiscreteVariable(fast, Stage::Time, new Value<int>(0), "fleeting");
    expectAll(textOf<BadAllocation>([&] {
                  s.allocateCacheEntryWithPrerequisites(slow, Stage::Time, Stage::Infinity, false, false, false,
                                                        {{fast, v}}, {}, new Value<int>(0), "lasting");
              }),
              {"'lasting' of subsystem 'slow'", "'fleeting' of subsystem 'fast'", "outlive"});
}

TEST(StateErrors, AdvancingOutOfOrderNamesTheSubsystemAndBothStages) {
    Rig rig;
    const State& s = rig.state;
    expectAll(textOf<StageTooLow>([&] { s.advanceSubsystemToStage(rig.sub, Stage::Model); }),
              {"State::advanceSubsystemToStage()", "'springs'", "Topology", "Empty"});
    expectAll(textOf<StageTooLow>([&] { s.advanceSystemToStage(Stage::Topology); }),
              {"State::advanceSystemToStage()", "'springs' lags", "Topology", "Empty"});
    rig.to(Stage::Topology);
    expectAll(textOf<StageTooHigh>([&] { s.advanceSubsystemToStage(rig.sub, Stage::Topology); }),
              {"State::advanceSubsystemToStage()", "'springs'", "Topology"});
    expectAll(textOf<StageTooLow>([&] { s.advanceSystemToStage(Stage::Time); }),
              {"State::advanceSystemToStage()", "Instance", "Topology"});
}

TEST(StateErrors, IndexOutOfRangeNamesItemAndCount) {
    ErrorRig rig;
    const State& s = rig.state;
    expectAll(textOf<IndexOutOfRange>([&] { s.getQ(SubsystemIndex(3)); }),
              {"State::getQ()", "subsystem", "'springs'", "3", "1"});
    expectAll(textOf<IndexOutOfRange>([&] { s.getSubsystemName(SubsystemIndex()); }),
              {"State::getSubsystemName()", "-1"});
    expectAll(textOf<IndexOutOfRange>([&] { s.getDiscreteVariable(rig.sub, DiscreteVariableIndex(9)); }),
              {"State::getDiscreteVariable()", "discrete variable of subsystem 'springs'", "9", "1"});
    expectAll(textOf<IndexOutOfRange>([&] { s.isCacheValueRealized(rig.sub, CacheEntryIndex(9)); }),
              {"State::isCacheValueRealized()", "cache entry of subsystem 'springs'", "9", "2"});
    expectAll(textOf<IndexOutOfRange>([&] {
                  s.getCacheEntryInfo({rig.sub, CacheEntryIndex(9)});
              }),
              {"State::getCacheEntryInfo()", "'springs'"});
}

TEST(StateErrors, AValueOfAnotherTypeIsRefusedWithTheNameOfItsVariableOrEntry) {
    ErrorRig rig;
    State& s = rig.state;
    expectAll(textOf<WrongValueType>([&] { s.setDiscreteVariable(rig.sub, rig.stiffness, Value<int>(1)); }),
              {"State::setDiscreteVariable()", "'stiffness' of subsystem 'springs'", "double", "int"});
    expectAll(textOf<WrongValueType>([&] { Value<int>::downcast(s.getDiscreteVariable(rig.sub, rig.stiffness)); }),
              {"discrete variable 'stiffness' of subsystem 'springs'", "double", "int"});
    expectAll(textOf<WrongValueType>([&] { Value<bool>::updDowncast(s.updCacheEntry(rig.sub, rig.power)); }),
              {"cache entry 'power' of subsystem 'springs'", "double", "bool"});
}

TEST(StateErrors, OnlyAutoUpdateVariablesHaveUpdateValues) {
    ErrorRig rig;
    expectAll(textOf<NotAutoUpdate>([&] { rig.state.getDiscreteVarUpdateValue(rig.sub, rig.stiffness); }),
              {"State::getDiscreteVarUpdateValue()", "'stiffness' of subsystem 'springs'"});
    EXPECT_FALSE(rig.state.getDiscreteVarUpdateIndex(rig.sub, rig.stiffness).isValid());
}

}  // namespace
}  // namespace trammel::testing
