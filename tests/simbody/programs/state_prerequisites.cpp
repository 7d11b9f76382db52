// SPDX-License-Identifier: Apache-2.0
// An entry may declare what it depends on: q, u, z, discrete variables, other entries. A change of one of these
// invalidates it although the stage remains above the entry's depends-on stage.
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
    const DiscreteVariableIndex gain = state.allocateDiscreteVariable(s, Stage::Acceleration, new Value<Real>(1.));
    const DiscreteVarKey gainKey(s, gain);

    const CacheEntryIndex fromQ = state.allocateCacheEntryWithPrerequisites(
        s, Stage::Instance, Stage::Infinity, true, false, false, Array_<DiscreteVarKey>(), Array_<CacheEntryKey>(),
        new Value<Real>(0.));
    const CacheEntryKey fromQKey(s, fromQ);
    const CacheEntryIndex fromGain = state.allocateCacheEntryWithPrerequisites(
        s, Stage::Instance, Stage::Infinity, false, false, false, Array_<DiscreteVarKey>(1, gainKey),
        Array_<CacheEntryKey>(), new Value<Real>(0.));
    const CacheEntryIndex downstream = state.allocateCacheEntryWithPrerequisites(
        s, Stage::Instance, Stage::Infinity, false, true, false, Array_<DiscreteVarKey>(),
        Array_<CacheEntryKey>(1, fromQKey), new Value<Real>(0.));
    const CacheEntryIndex fromZ = state.allocateCacheEntryWithPrerequisites(
        s, Stage::Instance, Stage::Infinity, false, false, true, Array_<DiscreteVarKey>(), Array_<CacheEntryKey>(),
        new Value<Real>(0.));
    const CacheEntryIndex all[] = {fromQ, fromGain, downstream, fromZ};
    const auto validOnes = [&] {
        int mask = 0;
        for (int i = 0; i < 4; ++i)
            if (state.isCacheValueRealized(s, all[i])) mask |= 1 << i;
        return mask;
    };
    const auto markAll = [&] {
        advanceByHand(state, Stage::Report);
        for (CacheEntryIndex each : all) state.markCacheValueRealized(s, each);
        CHECK(validOnes() == 15);
    };

    CHECK(state.hasCacheEntry(fromQKey) && state.hasDiscreteVar(gainKey));
    CHECK(!state.hasCacheEntry(CacheEntryKey(s, CacheEntryIndex(400))));
    CHECK(!state.hasDiscreteVar(DiscreteVarKey(s, DiscreteVariableIndex(400))));

    markAll();
    state.updQ();
    CHECK(validOnes() == 2 + 8);  // fromQ is gone, and downstream with it
    markAll();
    state.updU();
    CHECK(validOnes() == 1 + 2 + 8);
    markAll();
    state.updZ();
    CHECK(validOnes() == 1 + 2 + 4);
    markAll();
    state.updY();
    CHECK(validOnes() == 2);
    markAll();
    state.updDiscreteVariable(s, gain);
    CHECK(validOnes() == 1 + 4 + 8);
    markAll();
    state.markCacheValueNotRealized(s, fromQ);
    CHECK(validOnes() == 2 + 8);
    markAll();
    state.updTime();  // no entry depends on time
    CHECK(validOnes() == 15);
    markAll();
    state.invalidateAllCacheAtOrAbove(Stage::Instance);  // the depends-on stage itself
    advanceByHand(state, Stage::Report);
    CHECK(validOnes() == 0);
}

CHECK_MAIN(run)
