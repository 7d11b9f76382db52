// SPDX-License-Identifier: Apache-2.0
// invalidateAll and invalidateAllCacheAtOrAbove invalidate all subsystems down to just below a stage, and release what
// was allocated above it; they do nothing if the State is already lower.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex a = state.addSubsystem("a", "");
    const SubsystemIndex b = state.addSubsystem("b", "");
    advanceByHand(state, Stage::Topology);
    state.allocateQ(a, Vector(2, Real(1)));
    state.allocateU(b, Vector(1, Real(1)));
    advanceByHand(state, Stage::Report);

    const State& frozen = state;
    for (Stage g = Stage::Report; g > Stage::Model; g = g.prev()) {
        advanceByHand(state, Stage::Report);
        frozen.invalidateAllCacheAtOrAbove(g);
        CHECK(state.getSystemStage() == g.prev());
        CHECK(state.getSubsystemStage(a) == g.prev() && state.getSubsystemStage(b) == g.prev());
        CHECK(state.getNQ() == 2 && state.getNU() == 1);
    }
    CHECK(state.getSystemStage() == Stage::Model);
    frozen.invalidateAllCacheAtOrAbove(Stage::Position);  // already below
    CHECK(state.getSystemStage() == Stage::Model);
    // Through a const State only from Instance on, since variables would be lost below.
    CHECK_THROWS(frozen.invalidateAllCacheAtOrAbove(Stage::Model));
    CHECK_THROWS(frozen.invalidateAllCacheAtOrAbove(Stage::Topology));

    // A subsystem at a higher stage than the system is invalidated too.
    state.advanceSubsystemToStage(a, Stage::Instance);
    frozen.invalidateAllCacheAtOrAbove(Stage::Instance);
    CHECK(state.getSubsystemStage(a) == Stage::Model);

    advanceByHand(state, Stage::Report);
    state.invalidateAll(Stage::Velocity);
    CHECK(state.getSystemStage() == Stage::Position);
    CHECK(state.getQ()[1] == 1);

    // Invalidating Model stage frees the continuous variables; realizeModel() may then allocate others.
    state.invalidateAll(Stage::Model);
    CHECK(state.getSystemStage() == Stage::Topology);
    state.allocateQ(b, Vector(3, Real(7)));
    advanceByHand(state, Stage::Model);
    CHECK(state.getNQ() == 3 && state.getNQ(a) == 0 && state.getNQ(b) == 3 && state.getNU() == 0);
    CHECK(state.getQ()[0] == 7);

    // Losing Topology leaves an Empty State that still knows its subsystems.
    state.invalidateAll(Stage::Topology);
    CHECK(state.getSystemStage() == Stage::Empty);
    CHECK(state.getNumSubsystems() == 2 && state.getSubsystemName(b) == "b");
}

CHECK_MAIN(run)
