// SPDX-License-Identifier: Apache-2.0
// An auto-update variable has an update value in the cache. When a stepper accepts a step the two are swapped, and no
// stage is invalidated by it; an explicit write is an ordinary write.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static Real now(const State& s, SubsystemIndex i, DiscreteVariableIndex v) {
    return Value<Real>::downcast(s.getDiscreteVariable(i, v));
}

static void run() {
    State state;
    const SubsystemIndex log = state.addSubsystem("log", "");
    advanceByHand(state, Stage::Topology);
    const DiscreteVariableIndex plain = state.allocateDiscreteVariable(log, Stage::Position, new Value<Real>(-1.));
    const DiscreteVariableIndex peak =
        state.allocateAutoUpdateDiscreteVariable(log, Stage::Dynamics, new Value<Real>(0.), Stage::Position);
    advanceByHand(state, Stage::Position);

    const CacheEntryIndex update = state.getDiscreteVarUpdateIndex(log, peak);
    CHECK(update.isValid());
    CHECK(!state.getDiscreteVarUpdateIndex(log, plain).isValid());
    CHECK(state.getDiscreteVarInvalidatesStage(log, peak) == Stage::Dynamics);

    // No update value yet: reading it fails, and an auto-update leaves the variable alone.
    CHECK(!state.isDiscreteVarUpdateValueRealized(log, peak));
    CHECK_THROWS(state.getDiscreteVarUpdateValue(log, peak));
    state.autoUpdateDiscreteVariables();
    CHECK(now(state, log, peak) == 0);

    Value<Real>::updDowncast(state.updDiscreteVarUpdateValue(log, peak)) = 3;
    CHECK(!state.isDiscreteVarUpdateValueRealized(log, peak));  // writing alone does not count
    state.markDiscreteVarUpdateValueRealized(log, peak);
    CHECK(state.isDiscreteVarUpdateValueRealized(log, peak));
    CHECK(state.isCacheValueRealized(log, update));  // the same entry under its cache name
    CHECK(Value<Real>::downcast(state.getDiscreteVarUpdateValue(log, peak)) == 3);
    CHECK(Value<Real>::downcast(state.getCacheEntry(log, update)) == 3);
    CHECK(now(state, log, peak) == 0);  // until the step is accepted

    advanceByHand(state, Stage::Report);
    state.autoUpdateDiscreteVariables();
    CHECK(now(state, log, peak) == 3);
    CHECK(state.getSystemStage() == Stage::Report);
    CHECK(!state.isDiscreteVarUpdateValueRealized(log, peak));
    // A swap: the old value sits where the update value was.
    CHECK(Value<Real>::downcast(state.updDiscreteVarUpdateValue(log, peak)) == 0);
    CHECK(now(state, log, plain) == -1);

    // Losing the stage the update depends on invalidates the update value.
    state.markDiscreteVarUpdateValueRealized(log, peak);
    CHECK(state.isDiscreteVarUpdateValueRealized(log, peak));
    state.setTime(1);
    advanceByHand(state, Stage::Position);
    CHECK(!state.isDiscreteVarUpdateValueRealized(log, peak));

    // So does an explicit write, which also invalidates the variable's own stage.
    state.markDiscreteVarUpdateValueRealized(log, peak);
    advanceByHand(state, Stage::Report);
    Value<Real>::updDowncast(state.updDiscreteVariable(log, peak)) = 9;
    CHECK(state.getSystemStage() == Stage::Velocity);
    CHECK(!state.isDiscreteVarUpdateValueRealized(log, peak));
    state.autoUpdateDiscreteVariables();
    CHECK(now(state, log, peak) == 9);
    CHECK(state.getDiscreteVarLastUpdateTime(log, peak) == 1);
}

CHECK_MAIN(run)
