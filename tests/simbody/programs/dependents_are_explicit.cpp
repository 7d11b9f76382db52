// SPDX-License-Identifier: Apache-2.0
// Only entries that declare a prerequisite are listed as its dependents; what depends on those is invalidated as well.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex s = state.addSubsystem("s", "");
    advanceByHand(state, Stage::Topology);
    state.allocateU(s, Vector(1, Real(2)));
    const Array_<DiscreteVarKey> none;
    const CacheEntryIndex onU = state.allocateCacheEntryWithPrerequisites(
        s, Stage::Time, Stage::Infinity, false, true, false, none, Array_<CacheEntryKey>(), new Value<int>(0));
    const CacheEntryIndex onThat =
        state.allocateCacheEntryWithPrerequisites(s, Stage::Time, Stage::Infinity, false, false, false, none,
                                                  Array_<CacheEntryKey>(1, CacheEntryKey(s, onU)), new Value<int>(0));
    advanceByHand(state, Stage::Time);
    CHECK(state.getUDependents().size() == 1);
    CHECK(state.getUDependents().contains(CacheEntryKey(s, onU)));
    CHECK(!state.getUDependents().contains(CacheEntryKey(s, onThat)));
    CHECK(state.getQDependents().empty());

    state.markCacheValueRealized(s, onU);
    state.markCacheValueRealized(s, onThat);
    CHECK(state.isCacheValueRealized(s, onThat));
    state.updU();
    CHECK(!state.isCacheValueRealized(s, onU) && !state.isCacheValueRealized(s, onThat));
}

CHECK_MAIN(run)
