// SPDX-License-Identifier: Apache-2.0
// Constraint error slots: yerr = {qerr, uerr} is one vector, udoterr is separate and has a multiplier per slot. The
// slots can be allocated through a const State until Instance stage and exist once it is reached.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex a = state.addSubsystem("a", "");
    const SubsystemIndex b = state.addSubsystem("b", "");
    advanceByHand(state, Stage::Model);
    const State& frozen = state;
    const QErrIndex qa = frozen.allocateQErr(a, 2);
    const QErrIndex qb = frozen.allocateQErr(b, 1);
    const QErrIndex qa2 = frozen.allocateQErr(a, 1);
    const UErrIndex ua = frozen.allocateUErr(a, 1);
    const UErrIndex ub = frozen.allocateUErr(b, 3);
    const UDotErrIndex wa = frozen.allocateUDotErr(a, 2);
    const UDotErrIndex wb = frozen.allocateUDotErr(b, 4);
    CHECK(qa == 0 && qb == 0 && qa2 == 2 && ua == 0 && ub == 0 && wa == 0 && wb == 0);
    advanceByHand(state, Stage::Instance);

    CHECK(frozen.getNQErr() == 4 && frozen.getNUErr() == 4 && frozen.getNYErr() == 8);
    CHECK(frozen.getNUDotErr() == 6 && frozen.getNMultipliers() == 6);
    CHECK(frozen.getNQErr(a) == 3 && frozen.getNQErr(b) == 1);
    CHECK(frozen.getNUErr(a) == 1 && frozen.getNUErr(b) == 3);
    CHECK(frozen.getNUDotErr(b) == 4 && frozen.getNMultipliers(b) == 4);
    CHECK(frozen.getQErrStart() == 0 && frozen.getUErrStart() == 4);
    CHECK(frozen.getQErrStart(b) == 3 && frozen.getUErrStart(b) == 1);
    CHECK(frozen.getUDotErrStart(b) == 2 && frozen.getMultipliersStart(b) == 2);

    // Weights are initially one.
    CHECK(frozen.getQErrWeights().size() == 4 && frozen.getUErrWeights().size() == 4);
    CHECK_NEAR(frozen.getQErrWeights(), Vector(4, Real(1)), 0);
    CHECK_NEAR(frozen.getUErrWeights(b), Vector(3, Real(1)), 0);
    state.updQErrWeights(b)[0] = 10;
    state.updUErrWeights(a)[0] = 20;
    CHECK(frozen.getQErrWeights()[3] == 10 && frozen.getQErrWeights(b)[0] == 10);
    CHECK(frozen.getUErrWeights()[0] == 20);

    advanceByHand(state, Stage::Position);
    frozen.updQErr(b)[0] = 0.5;
    frozen.updQErr()[0] = 0.25;
    CHECK(frozen.getQErr()[3] == 0.5 && frozen.getQErr(a)[0] == 0.25);
    advanceByHand(state, Stage::Velocity);
    frozen.updUErr(b)[2] = 3;
    frozen.updUErr()[0] = 4;
    CHECK(frozen.getUErr()[3] == 3 && frozen.getUErr(a)[0] == 4);
    CHECK(frozen.getYErr().size() == 8);
    CHECK(frozen.getYErr()[3] == 0.5 && frozen.getYErr()[7] == 3 && frozen.getYErr()[4] == 4);
    frozen.updYErr()[1] = 0.125;
    CHECK(frozen.getQErr(a)[1] == 0.125);

    advanceByHand(state, Stage::Dynamics);
    frozen.updUDotErr(b)[3] = 6;
    frozen.updUDotErr()[0] = 7;
    frozen.updMultipliers(b)[0] = -1;
    frozen.updMultipliers()[5] = -2;
    advanceByHand(state, Stage::Acceleration);
    CHECK(frozen.getUDotErr()[5] == 6 && frozen.getUDotErr(a)[0] == 7);
    CHECK(frozen.getMultipliers()[2] == -1 && frozen.getMultipliers(b)[3] == -2);

    // The slots are released when Instance is invalidated: allocated again, they are numbered from zero.
    state.invalidateAllCacheAtOrAbove(Stage::Instance);
    CHECK(state.getSystemStage() == Stage::Model);
    state.allocateQErr(a, 5);
    advanceByHand(state, Stage::Instance);
    CHECK(state.getNQErr(a) == 5 && state.getNQErr(b) == 0 && state.getNUErr() == 0);
}

CHECK_MAIN(run)
