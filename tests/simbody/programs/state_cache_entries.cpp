// SPDX-License-Identifier: Apache-2.0
// Cache entries: never valid below the depends-on stage, always valid from the computed-by stage on, and valid in
// between once marked valid.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex s = state.addSubsystem("s", "");
    advanceByHand(state, Stage::Model);
    const State& frozen = state;
    const CacheEntryIndex ranged =
        frozen.allocateCacheEntry(s, Stage::Position, Stage::Dynamics, new Value<Vec3>(Vec3(1, 2, 3)));
    const CacheEntryIndex exact = frozen.allocateCacheEntry(s, Stage::Velocity, new Value<Real>(0.));
    CHECK(ranged == 0 && exact == 1);

    // Below the depends-on stage.
    advanceByHand(state, Stage::Instance);
    CHECK(!frozen.isCacheValueRealized(s, ranged));
    CHECK_THROWS(frozen.getCacheEntry(s, ranged));

    // At the depends-on stage, but not yet computed.
    advanceByHand(state, Stage::Position);
    CHECK(!frozen.isCacheValueRealized(s, ranged));
    CHECK_THROWS(frozen.getCacheEntry(s, ranged));
    Value<Vec3>::updDowncast(frozen.updCacheEntry(s, ranged)) = Vec3(7);
    CHECK(!frozen.isCacheValueRealized(s, ranged));  // writing does not mark
    frozen.markCacheValueRealized(s, ranged);
    CHECK(frozen.isCacheValueRealized(s, ranged));
    CHECK(Value<Vec3>::downcast(frozen.getCacheEntry(s, ranged)).get() == Vec3(7));
    CHECK(state.getSystemStage() == Stage::Position);

    // Manual invalidation.
    frozen.markCacheValueNotRealized(s, ranged);
    CHECK(!frozen.isCacheValueRealized(s, ranged));
    CHECK_THROWS(frozen.getCacheEntry(s, ranged));
    frozen.markCacheValueRealized(s, ranged);

    // A change above the depends-on stage leaves the entry valid; one at or below it invalidates the entry.
    advanceByHand(state, Stage::Velocity);
    state.invalidateAllCacheAtOrAbove(Stage::Velocity);
    CHECK(frozen.isCacheValueRealized(s, ranged));
    state.invalidateAllCacheAtOrAbove(Stage::Position);
    CHECK(!frozen.isCacheValueRealized(s, ranged));
    advanceByHand(state, Stage::Velocity);
    CHECK(!frozen.isCacheValueRealized(s, ranged));  // coming back does not bring the value back

    // With one stage given, the entry is valid exactly from that stage on.
    CHECK(frozen.isCacheValueRealized(s, exact));
    Value<Real>::updDowncast(frozen.updCacheEntry(s, exact)) = 6;
    CHECK(Value<Real>::downcast(frozen.getCacheEntry(s, exact)) == 6);
    state.setTime(1);
    CHECK(!frozen.isCacheValueRealized(s, exact));
    CHECK_THROWS(frozen.getCacheEntry(s, exact));

    // At the computed-by stage the entry is presumed valid without markCacheValueRealized().
    advanceByHand(state, Stage::Velocity);
    CHECK(!frozen.isCacheValueRealized(s, ranged));
    advanceByHand(state, Stage::Dynamics);
    CHECK(frozen.isCacheValueRealized(s, ranged));
    (void)frozen.getCacheEntry(s, ranged);
}

CHECK_MAIN(run)
