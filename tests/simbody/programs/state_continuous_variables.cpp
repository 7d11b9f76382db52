// SPDX-License-Identifier: Apache-2.0
// Continuous variables: the q's of each subsystem are contiguous, as are its u's and z's; y = {q,u,z} is one vector,
// and the q, u and z of the State are views of it.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex left = state.addSubsystem("left", "1");
    const SubsystemIndex right = state.addSubsystem("right", "1");
    for (SubsystemIndex i(0); i < 2; ++i) state.advanceSubsystemToStage(i, Stage::Topology);
    state.advanceSystemToStage(Stage::Topology);

    Vector two(2), three(3);
    two[0] = 10, two[1] = 11;
    three[0] = 20, three[1] = 21, three[2] = 22;
    const QIndex ql0 = state.allocateQ(left, two);
    const QIndex qr0 = state.allocateQ(right, three);
    const QIndex ql1 = state.allocateQ(left, Vector(1, Real(12)));  // a second block of the same subsystem
    const UIndex ul0 = state.allocateU(left, Vector(2, Real(-1)));
    const UIndex ur0 = state.allocateU(right, Vector(1, Real(-2)));
    const ZIndex zr0 = state.allocateZ(right, Vector(2, Real(5)));

    // Indices are local to the subsystem: the second block follows the first regardless of allocations in between.
    CHECK(ql0 == 0 && ql1 == 2 && qr0 == 0);
    CHECK(ul0 == 0 && ur0 == 0 && zr0 == 0);

    advanceByHand(state, Stage::Model);
    CHECK(state.getNQ() == 6 && state.getNU() == 3 && state.getNZ() == 2 && state.getNY() == 11);
    CHECK(state.getNQ(left) == 3 && state.getNQ(right) == 3);
    CHECK(state.getNU(left) == 2 && state.getNU(right) == 1);
    CHECK(state.getNZ(left) == 0 && state.getNZ(right) == 2);

    // Global order inside y: q, then u, then z.
    CHECK(state.getQStart() == 0 && state.getUStart() == 6 && state.getZStart() == 9);
    CHECK(state.getQStart(left) == 0 && state.getQStart(right) == 3);
    CHECK(state.getUStart(left) == 0 && state.getUStart(right) == 2);
    CHECK(state.getZStart(right) == 0);

    const Real expected[] = {10, 11, 12, 20, 21, 22, -1, -1, -2, 5, 5};
    for (int i = 0; i < 11; ++i) CHECK(state.getY()[i] == expected[i]);
    CHECK(state.getQ().size() == 6 && state.getU().size() == 3 && state.getZ().size() == 2);
    CHECK(state.getQ(left)[2] == 12 && state.getQ(right)[0] == 20);
    CHECK(state.getU(right)[0] == -2 && state.getZ(right)[1] == 5);

    // All of these are views of the same numbers.
    state.updQ(right)[1] = 99;
    CHECK(state.getQ()[4] == 99 && state.getY()[4] == 99);
    state.updY()[6] = 7;
    CHECK(state.getU(left)[0] == 7 && state.getU()[0] == 7);
    state.updZ()[0] = -3;
    CHECK(state.getZ(right)[0] == -3 && state.getY()[9] == -3);
    state.updU(left)[1] = 0.5;
    state.updU()[2] = 0.25;
    CHECK(state.getY()[7] == 0.5 && state.getU(right)[0] == 0.25);
    state.updQ()[0] = 1;
    state.updZ(right)[1] = 2;
    CHECK(state.getQ(left)[0] == 1 && state.getY()[10] == 2);

    state.setQ(Vector(6, Real(1)));
    state.setU(Vector(3, Real(2)));
    state.setZ(Vector(2, Real(3)));
    CHECK_NEAR(state.getY().sum(), 6 * 1 + 3 * 2 + 2 * 3, 1e-14);
    Vector y(11);
    for (int i = 0; i < 11; ++i) y[i] = i * i;
    state.setY(y);
    CHECK(state.getQ(right)[2] == 25 && state.getU(right)[0] == 64 && state.getZ(right)[1] == 100);

    // Time starts at zero and is set either way.
    CHECK(state.getTime() == 0);
    state.setTime(2.5);
    CHECK(state.getTime() == 2.5);
    state.updTime() += 1;
    CHECK(state.getTime() == 3.5);
}

CHECK_MAIN(run)
