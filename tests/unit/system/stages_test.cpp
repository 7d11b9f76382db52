// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/exceptions.h"
#include "tests/unit/system/rig.h"

namespace trammel::testing {
namespace {

Rig withVariables() {
    Rig rig;
    rig.to(Stage::Topology);
    rig.state.allocateQ(rig.sub, Vector(2, 1.));
    rig.state.allocateU(rig.sub, Vector(2, 2.));
    rig.state.allocateZ(rig.sub, Vector(1, 3.));
    rig.to(Stage::Model);
    return rig;
}

TEST(Stages, WritingAVariableBacksUpToJustBelowItsStage) {
    Rig rig = withVariables();
    const auto after = [&](auto write) {
        rig.to(Stage::Report);
        write(rig.state);
        return rig.state.getSystemStage();
    };
    EXPECT_EQ(after([](State& s) { s.updTime() = 1; }), Stage(Stage::Instance));
    EXPECT_EQ(after([](State& s) { s.updQ()[0] = 1; }), Stage(Stage::Time));
    EXPECT_EQ(after([](State& s) { s.updY()[0] = 1; }), Stage(Stage::Time));
    EXPECT_EQ(after([](State& s) { s.updU()[0] = 1; }), Stage(Stage::Position));
    EXPECT_EQ(after([](State& s) { s.updZ()[0] = 1; }), Stage(Stage::Velocity));
    EXPECT_EQ(after([](State& s) { s.updUWeights()[0] = 1; }), Stage(Stage::Acceleration));
    EXPECT_EQ(after([](State& s) { s.updZWeights()[0] = 1; }), Stage(Stage::Acceleration));
}

TEST(Stages, YIsContiguousInTheOrderQUZAndItsPartsAreViews) {
    Rig rig = withVariables();
    ASSERT_EQ(rig.state.getNY(), 5);
    EXPECT_EQ(rig.state.getQ().data(), rig.state.getY().data());
    EXPECT_EQ(rig.state.getU().data(), rig.state.getY().data() + 2);
    EXPECT_EQ(rig.state.getZ().data(), rig.state.getY().data() + 4);
    rig.state.updU(rig.sub)[1] = 17;
    EXPECT_EQ(rig.state.getY()[3], 17);
    EXPECT_EQ(rig.state.getUStart(), SystemYIndex(2));
}

TEST(Stages, TimeIsNaNWhenEmptyAndZeroFromTopologyOn) {
    Rig rig;
    EXPECT_THROW(rig.state.getTime(), StageTooLow);
    rig.to(Stage::Topology);
    EXPECT_EQ(rig.state.getTime(), 0);
}

TEST(Stages, OnlyOneStageAtATimeAndTheSystemLast) {
    Rig rig;
    EXPECT_THROW(rig.state.advanceSubsystemToStage(rig.sub, Stage::Model), Exception);
    EXPECT_THROW(rig.state.advanceSystemToStage(Stage::Topology), StageTooLow);
}

TEST(Stages, InvalidationIncrementsVersionsOfTheStageAndAbove) {
    Rig rig = withVariables();
    rig.to(Stage::Report);
    Array_<StageVersion> before;
    rig.state.getSystemStageVersions(before);
    rig.state.updU()[0] = 5;
    EXPECT_EQ(rig.state.getLowestSystemStageDifference(before), Stage(Stage::Velocity));
    rig.to(Stage::Report);
    EXPECT_EQ(rig.state.getLowestSystemStageDifference(before), Stage(Stage::Velocity));
}

TEST(Stages, InvalidationRemovesAllocationsOfTheStage) {
    Rig rig = withVariables();
    rig.state.allocateQErr(rig.sub, 3);
    rig.to(Stage::Instance);
    EXPECT_EQ(rig.state.getNQErr(), 3);
    rig.state.invalidateAll(Stage::Instance);
    rig.to(Stage::Instance);
    EXPECT_EQ(rig.state.getNQErr(), 0);
    rig.state.invalidateAll(Stage::Model);
    rig.to(Stage::Model);
    EXPECT_EQ(rig.state.getNQ(), 0);
}

TEST(Stages, AllocatingTooLateIsRefusedByName) {
    Rig rig = withVariables();
    const std::string text = messageOf([&] { rig.state.allocateQ(rig.sub, Vector(1)); });
    EXPECT_TRUE(contains(text, "springs")) << text;
    EXPECT_TRUE(contains(text, "Model")) << text;
    rig.to(Stage::Instance);
    EXPECT_THROW(rig.state.allocateQErr(rig.sub, 1), StageTooHigh);
    EXPECT_THROW(rig.state.allocateLazyCacheEntry(rig.sub, Stage::Position, new Value<int>(0)), StageTooHigh);
}

TEST(Stages, ReadingTooEarlyNamesRequiredAndCurrentStage) {
    Rig rig = withVariables();
    const std::string text = messageOf([&] { rig.state.getUDot(); });
    EXPECT_TRUE(contains(text, "State::getUDot()")) << text;
    EXPECT_TRUE(contains(text, "Acceleration")) << text;
    EXPECT_TRUE(contains(text, "Model")) << text;
    EXPECT_THROW(rig.state.getSubsystemStage(SubsystemIndex(9)), IndexOutOfRange);
}

TEST(Stages, ConstInvalidationAffectsCacheOnly) {
    Rig rig = withVariables();
    rig.to(Stage::Report);
    const State& state = rig.state;
    EXPECT_THROW(state.invalidateAllCacheAtOrAbove(Stage::Model), Exception);
    state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
    EXPECT_EQ(state.getSystemStage(), Stage(Stage::Velocity));
    EXPECT_EQ(state.getQ()[0], 1);
}

TEST(Stages, ACopyHasAllVariablesAndIsAtInstanceAtMost) {
    Rig rig = withVariables();
    rig.to(Stage::Report);
    rig.state.updQ()[1] = 42;
    rig.to(Stage::Report);
    const State copy = rig.state;
    EXPECT_EQ(copy.getSystemStage(), Stage(Stage::Instance));
    EXPECT_EQ(copy.getQ()[1], 42);
    EXPECT_NE(copy.getQ().data(), rig.state.getQ().data());
    EXPECT_EQ(copy.getU().data(), copy.getY().data() + 2);
    EXPECT_TRUE(copy.isConsistent(rig.state));
}

TEST(Stages, AMovedFromStateIsLikeNew) {
    Rig rig = withVariables();
    const State moved = std::move(rig.state);
    EXPECT_EQ(moved.getNQ(), 2);
    EXPECT_EQ(rig.state.getSystemStage(), Stage(Stage::Empty));
    EXPECT_EQ(rig.state.getNumSubsystems(), 0);
}

}  // namespace
}  // namespace trammel::testing
