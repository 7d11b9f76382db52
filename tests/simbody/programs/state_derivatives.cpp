// SPDX-License-Identifier: Apache-2.0
// Derivatives are cache entries allocated with the variables: qdot, udot, zdot are views of ydot, qdotdot has its own
// storage. They are writable through a const State, and readable from the stage that computes them.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex a = state.addSubsystem("a", "");
    const SubsystemIndex b = state.addSubsystem("b", "");
    advanceByHand(state, Stage::Topology);
    state.allocateQ(a, Vector(1, Real(1)));
    state.allocateQ(b, Vector(2, Real(2)));
    state.allocateU(a, Vector(1, Real(3)));
    state.allocateU(b, Vector(2, Real(4)));
    state.allocateZ(a, Vector(2, Real(5)));
    advanceByHand(state, Stage::Position);

    const State& reader = state;
    reader.updQDot(a)[0] = 0.1;
    reader.updQDot(b)[0] = 0.2;
    reader.updQDot()[2] = 0.3;
    advanceByHand(state, Stage::Velocity);
    CHECK(reader.getQDot().size() == 3);
    CHECK(reader.getQDot()[0] == 0.1 && reader.getQDot()[1] == 0.2);
    CHECK(reader.getQDot(b)[1] == 0.3);

    reader.updZDot(a)[0] = 7;
    reader.updZDot()[1] = 8;
    advanceByHand(state, Stage::Dynamics);
    CHECK(reader.getZDot()[0] == 7 && reader.getZDot(a)[1] == 8);

    reader.updUDot(a)[0] = -1;
    reader.updUDot(b)[1] = -3;
    reader.updUDot()[1] = -2;
    reader.updQDotDot(a)[0] = 100;
    reader.updQDotDot(b)[0] = 101;
    reader.updQDotDot()[2] = 102;
    advanceByHand(state, Stage::Acceleration);
    CHECK(reader.getUDot(b)[0] == -2 && reader.getUDot()[2] == -3 && reader.getUDot(a)[0] == -1);
    CHECK(reader.getQDotDot()[1] == 101 && reader.getQDotDot(b)[1] == 102 && reader.getQDotDot(a)[0] == 100);

    // ydot = {qdot, udot, zdot}.
    const Real expected[] = {0.1, 0.2, 0.3, -1, -2, -3, 7, 8};
    CHECK(reader.getYDot().size() == state.getNY());
    for (int i = 0; i < 8; ++i) CHECK(reader.getYDot()[i] == expected[i]);
    reader.updYDot()[6] = 9;
    CHECK(reader.getZDot(a)[0] == 9);

    // None of that changed a variable or a stage.
    CHECK(state.getSystemStage() == Stage::Acceleration);
    CHECK(state.getQ(a)[0] == 1 && state.getU(b)[0] == 4 && state.getZ(a)[1] == 5);
}

CHECK_MAIN(run)
