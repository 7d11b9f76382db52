// SPDX-License-Identifier: Apache-2.0
// The State reports which entries depend on what, and describes single variables and entries.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex s = state.addSubsystem("s", "");
    advanceByHand(state, Stage::Topology);
    state.allocateQ(s, Vector(1, Real(1)));
    state.allocateU(s, Vector(1, Real(2)));
    state.allocateZ(s, Vector(1, Real(3)));
    const DiscreteVariableIndex d =
        state.allocateAutoUpdateDiscreteVariable(s, Stage::Dynamics, new Value<int>(4), Stage::Position);
    const CacheEntryIndex onQ =
        state.allocateCacheEntryWithPrerequisites(s, Stage::Time, Stage::Infinity, true, false, false,
                                                  Array_<DiscreteVarKey>(), Array_<CacheEntryKey>(), new Value<int>(0));
    const CacheEntryIndex onUZ = state.allocateCacheEntryWithPrerequisites(
        s, Stage::Time, Stage::Infinity, false, true, true, Array_<DiscreteVarKey>(1, DiscreteVarKey(s, d)),
        Array_<CacheEntryKey>(), new Value<int>(0));
    advanceByHand(state, Stage::Time);

    CHECK(state.getQDependents().size() == 1 && state.getQDependents().contains(CacheEntryKey(s, onQ)));
    CHECK(state.getUDependents().size() == 1 && state.getUDependents().contains(CacheEntryKey(s, onUZ)));
    CHECK(!state.getZDependents().empty() && !state.getZDependents().contains(CacheEntryKey(s, onQ)));

    CHECK(state.hasDiscreteVar(DiscreteVarKey(s, d)));
    (void)state.getCacheEntryInfo(CacheEntryKey(s, onQ));
    (void)state.updCacheEntryInfo(CacheEntryKey(s, onQ));
    (void)state.getDiscreteVarInfo(DiscreteVarKey(s, d));
    (void)state.getPerSubsystemInfo(s);
    CHECK(state.getDiscreteVarAllocationStage(s, d) < Stage::Instance);
    CHECK(state.getCacheEntryAllocationStage(s, onQ) < Stage::Instance);
    CHECK(state.hasCacheEntry(CacheEntryKey(s, state.getDiscreteVarUpdateIndex(s, d))));
}

CHECK_MAIN(run)
