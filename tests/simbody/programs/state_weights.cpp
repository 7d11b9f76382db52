// SPDX-License-Identifier: Apache-2.0
// Weights of u and z: one after Model, settable per subsystem or as a whole, and copied with the State.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex a = state.addSubsystem("a", "");
    const SubsystemIndex b = state.addSubsystem("b", "");
    advanceByHand(state, Stage::Topology);
    state.allocateU(a, Vector(1, Real(0)));
    state.allocateU(b, Vector(2, Real(0)));
    state.allocateZ(a, Vector(2, Real(0)));
    state.allocateZ(b, Vector(1, Real(0)));
    advanceByHand(state, Stage::Model);

    CHECK_NEAR(state.getUWeights(), Vector(3, Real(1)), 0);
    CHECK_NEAR(state.getZWeights(), Vector(3, Real(1)), 0);
    CHECK(state.getUWeights(b).size() == 2 && state.getZWeights(a).size() == 2);

    state.updUWeights(b)[1] = 0.5;
    state.updUWeights()[0] = 4;
    state.updZWeights(b)[0] = 10;
    state.updZWeights()[1] = 20;
    CHECK(state.getUWeights()[2] == 0.5 && state.getUWeights(a)[0] == 4 && state.getUWeights()[1] == 1);
    CHECK(state.getZWeights()[2] == 10 && state.getZWeights(a)[1] == 20);

    // They are variables, so a copy has them.
    const State copy(state);
    CHECK_NEAR(copy.getUWeights(), state.getUWeights(), 0);
    CHECK_NEAR(copy.getZWeights(), state.getZWeights(), 0);

    // They do not affect derivatives, which stay valid.
    advanceByHand(state, Stage::Acceleration);
    state.updUWeights()[2] = 9;
    CHECK(state.getSystemStage() == Stage::Acceleration);
}

CHECK_MAIN(run)
