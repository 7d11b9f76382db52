// SPDX-License-Identifier: Apache-2.0
// Writing a variable takes the State back to the stage just before the one that variable belongs to; reading never does.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static SubsystemIndex only(0);

static State& refreshed(State& state) {
    advanceByHand(state, Stage::Report);
    return state;
}

static void stands(const State& state, Stage g) {
    CHECK(state.getSystemStage() == g);
    CHECK(state.getSubsystemStage(only) == g);
}

static void run() {
    State state;
    state.addSubsystem("only", "1");
    advanceByHand(state, Stage::Topology);
    state.allocateQ(only, Vector(2, Real(0)));
    state.allocateU(only, Vector(2, Real(0)));
    state.allocateZ(only, Vector(1, Real(0)));
    advanceByHand(state, Stage::Model);
    state.allocateQErr(only, 1);
    state.allocateUErr(only, 1);

    // t -> Instance, q and y -> Time, u -> Position, z -> Velocity.
    refreshed(state).updTime() = 1;
    stands(state, Stage::Instance);
    refreshed(state).setTime(2);
    stands(state, Stage::Instance);
    refreshed(state).updQ()[0] = 1;
    stands(state, Stage::Time);
    refreshed(state).updQ(only)[1] = 1;
    stands(state, Stage::Time);
    refreshed(state).setQ(Vector(2, Real(3)));
    stands(state, Stage::Time);
    refreshed(state).updU()[0] = 1;
    stands(state, Stage::Position);
    refreshed(state).updU(only)[0] = 1;
    stands(state, Stage::Position);
    refreshed(state).setU(Vector(2, Real(3)));
    stands(state, Stage::Position);
    refreshed(state).updZ()[0] = 1;
    stands(state, Stage::Velocity);
    refreshed(state).updZ(only)[0] = 1;
    stands(state, Stage::Velocity);
    refreshed(state).setZ(Vector(1, Real(3)));
    stands(state, Stage::Velocity);
    refreshed(state).updY()[0] = 1;
    stands(state, Stage::Time);
    refreshed(state).setY(Vector(5, Real(3)));
    stands(state, Stage::Time);

    // Weights: only reports for u, the constraint level for the errors.
    refreshed(state).updUWeights()[0] = 2;
    stands(state, Stage::Acceleration);
    refreshed(state).updUWeights(only)[0] = 2;
    stands(state, Stage::Acceleration);
    refreshed(state).updZWeights(only)[0] = 2;
    stands(state, Stage::Acceleration);
    refreshed(state).updQErrWeights()[0] = 2;
    stands(state, Stage::Time);
    refreshed(state).updUErrWeights()[0] = 2;
    stands(state, Stage::Position);

    // A State that is below already stays where it is.
    refreshed(state).setTime(3);
    state.updU()[0] = 4;
    state.updZ()[0] = 4;
    stands(state, Stage::Instance);

    // Reading is free, and so is writing into the cache.
    refreshed(state);
    (void)state.getY(), (void)state.getTime(), (void)state.getYDot(), (void)state.getYErr();
    state.updYDot()[0] = 1;
    state.updQErr()[0] = 1;
    stands(state, Stage::Report);
}

CHECK_MAIN(run)
