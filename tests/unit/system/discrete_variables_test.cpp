// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/exceptions.h"
#include "tests/unit/system/rig.h"

namespace trammel::testing {
namespace {

double valueOf(const State& s, SubsystemIndex sub, DiscreteVariableIndex v) {
    return Value<double>::downcast(s.getDiscreteVariable(sub, v));
}

TEST(DiscreteVariables, WritingInvalidatesTheStageItWasAllocatedWith) {
    Rig rig;
    std::vector<std::pair<Stage, DiscreteVariableIndex>> variables;
    for (Stage g : {Stage::Instance, Stage::Time, Stage::Position, Stage::Velocity, Stage::Dynamics,
                    Stage::Acceleration, Stage::Report})
        variables.push_back({g, rig.state.allocateDiscreteVariable(rig.sub, g, new Value<double>(1))});
    for (const auto& [g, v] : variables) {
        rig.to(Stage::Report);
        rig.state.updDiscreteVariable(rig.sub, v);
        EXPECT_EQ(rig.state.getSystemStage(), g.prev());
        EXPECT_EQ(rig.state.getSubsystemStage(rig.sub), g.prev());
        EXPECT_EQ(rig.state.getDiscreteVarInvalidatesStage(rig.sub, v), g);
        EXPECT_EQ(rig.state.getDiscreteVarAllocationStage(rig.sub, v), Stage(Stage::Empty));
    }
}

TEST(DiscreteVariables, AModelStageVariableMustExistBeforeTopologyIsRealized) {
    Rig rig;
    rig.to(Stage::Topology);
    const std::string text = messageOf(
        [&] { rig.state.allocateDiscreteVariable(rig.sub, Stage::Model, new Value<bool>(true), "use angles"); });
    EXPECT_TRUE(contains(text, "use angles") && contains(text, "springs")) << text;
    EXPECT_THROW(rig.state.allocateDiscreteVariable(rig.sub, Stage::Topology, new Value<bool>(true)), Exception);
}

TEST(DiscreteVariables, TheTimeOfTheLastWriteIsRemembered) {
    Rig rig;
    const auto v = rig.state.allocateDiscreteVariable(rig.sub, Stage::Dynamics, new Value<double>(1));
    rig.to(Stage::Report);
    rig.state.setTime(2.5);
    rig.to(Stage::Report);
    rig.state.setDiscreteVariable(rig.sub, v, Value<double>(9));
    EXPECT_EQ(valueOf(rig.state, rig.sub, v), 9);
    EXPECT_EQ(rig.state.getDiscreteVarLastUpdateTime(rig.sub, v), 2.5);
    EXPECT_THROW(rig.state.setDiscreteVariable(rig.sub, v, Value<int>(9)), WrongValueType);
}

TEST(DiscreteVariables, AutoUpdateSwapsValidValuesWithoutInvalidatingAnything) {
    Rig rig;
    const auto v = rig.state.allocateAutoUpdateDiscreteVariable(rig.sub, Stage::Velocity, new Value<double>(1),
                                                                Stage::Position, "anchor");
    rig.to(Stage::Report);
    rig.state.autoUpdateDiscreteVariables();
    EXPECT_EQ(valueOf(rig.state, rig.sub, v), 1) << "no valid update, no swap";
    Value<double>::updDowncast(rig.state.updDiscreteVarUpdateValue(rig.sub, v)) = 7;
    rig.state.markDiscreteVarUpdateValueRealized(rig.sub, v);
    rig.state.autoUpdateDiscreteVariables();
    EXPECT_EQ(valueOf(rig.state, rig.sub, v), 7);
    EXPECT_EQ(rig.state.getSystemStage(), Stage(Stage::Report));
    EXPECT_FALSE(rig.state.isDiscreteVarUpdateValueRealized(rig.sub, v));
}

TEST(DiscreteVariables, ExplicitWriteDiscardsThePendingUpdate) {
    Rig rig;
    const auto v = rig.state.allocateAutoUpdateDiscreteVariable(rig.sub, Stage::Velocity, new Value<double>(1),
                                                                Stage::Position, "anchor");
    rig.to(Stage::Report);
    rig.state.markDiscreteVarUpdateValueRealized(rig.sub, v);
    rig.state.updDiscreteVariable(rig.sub, v);
    EXPECT_FALSE(rig.state.isDiscreteVarUpdateValueRealized(rig.sub, v));
    EXPECT_THROW(rig.state.allocateAutoUpdateDiscreteVariable(rig.sub, Stage::Time, new Value<int>(1), Stage::Time),
                 Exception);
}

}  // namespace
}  // namespace trammel::testing
