// SPDX-License-Identifier: Apache-2.0
// Discrete variables hold any type, belong to one subsystem, and say at allocation which stage a write invalidates.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

struct Recipe {
    int eggs;
    double flour;
};

static void run() {
    State state;
    const SubsystemIndex kitchen = state.addSubsystem("kitchen", "1");
    const SubsystemIndex garden = state.addSubsystem("garden", "1");

    // While the subsystem is Empty: appears with Topology.
    const DiscreteVariableIndex layout = state.allocateDiscreteVariable(kitchen, Stage::Model, new Value<bool>(false));
    advanceByHand(state, Stage::Topology);
    // While at Topology: appears with Model.
    const DiscreteVariableIndex recipe =
        state.allocateDiscreteVariable(kitchen, Stage::Dynamics, new Value<Recipe>(Recipe{2, 0.5}));
    const DiscreteVariableIndex heat = state.allocateDiscreteVariable(kitchen, Stage::Position, new Value<Real>(180.));
    const DiscreteVariableIndex label =
        state.allocateDiscreteVariable(garden, Stage::Instance, new Value<String>("roses"));
    CHECK(layout == 0 && recipe == 1 && heat == 2);
    CHECK(label == 0);  // numbering starts again in every subsystem

    // The value can be read as soon as it is allocated.
    CHECK(Value<Real>::downcast(state.getDiscreteVariable(kitchen, heat)) == 180);
    advanceByHand(state, Stage::Report);

    CHECK(state.getDiscreteVarInvalidatesStage(kitchen, layout) == Stage::Model);
    CHECK(state.getDiscreteVarInvalidatesStage(kitchen, recipe) == Stage::Dynamics);
    CHECK(state.getDiscreteVarInvalidatesStage(garden, label) == Stage::Instance);
    CHECK(Value<Recipe>::downcast(state.getDiscreteVariable(kitchen, recipe)).get().eggs == 2);

    // A write takes the State to one stage below.
    Value<Recipe>::updDowncast(state.updDiscreteVariable(kitchen, recipe)).upd().eggs = 3;
    CHECK(state.getSystemStage() == Stage::Velocity);
    CHECK(Value<Recipe>::downcast(state.getDiscreteVariable(kitchen, recipe)).get().eggs == 3);
    advanceByHand(state, Stage::Report);
    Value<Real>::updDowncast(state.updDiscreteVariable(kitchen, heat)) = 200;
    CHECK(state.getSystemStage() == Stage::Time);
    CHECK(Value<Real>::downcast(state.getDiscreteVariable(kitchen, heat)) == 200);
    advanceByHand(state, Stage::Report);
    state.setDiscreteVariable(garden, label, Value<String>("tulips"));
    CHECK(state.getSystemStage() == Stage::Model);
    CHECK(Value<String>::downcast(state.getDiscreteVariable(garden, label)).get() == "tulips");

    // The time of the last write is kept.
    advanceByHand(state, Stage::Time);
    state.setTime(4.5);
    state.setDiscreteVariable(kitchen, heat, Value<Real>(210));
    CHECK(state.getDiscreteVarLastUpdateTime(kitchen, heat) == 4.5);
    state.setTime(6);
    CHECK(state.getDiscreteVarLastUpdateTime(kitchen, heat) == 4.5);
    Value<Real>::updDowncast(state.updDiscreteVariable(kitchen, heat)) = 220;
    CHECK(state.getDiscreteVarLastUpdateTime(kitchen, heat) == 6);

    // Not an auto-update variable: it has no update entry.
    CHECK(!state.getDiscreteVarUpdateIndex(kitchen, heat).isValid());

    // Invalidating Model removes what was allocated at Topology, and keeps what was allocated before.
    state.invalidateAll(Stage::Model);
    CHECK(state.getSystemStage() == Stage::Topology);
    CHECK(!Value<bool>::downcast(state.getDiscreteVariable(kitchen, layout)).get());
    const DiscreteVariableIndex again = state.allocateDiscreteVariable(kitchen, Stage::Time, new Value<int>(17));
    CHECK(again == 1);
    CHECK(Value<int>::downcast(state.getDiscreteVariable(kitchen, again)) == 17);
}

CHECK_MAIN(run)
