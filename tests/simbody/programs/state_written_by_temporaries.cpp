// SPDX-License-Identifier: Apache-2.0
// Writable references from a State accept temporaries, and views of their parts remain valid. Derivatives
// may be written from Model stage on, errors, multipliers and triggers from Instance stage on.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    state.setNumSubsystems(1);
    const SubsystemIndex sub(0);
    state.initializeSubsystem(sub, "some", "1");
    const auto advance = [&](Stage g) {
        state.advanceSubsystemToStage(sub, g);
        state.advanceSystemToStage(g);
    };
    CHECK_THROWS(state.updQDot());
    advance(Stage::Topology);
    CHECK_THROWS(state.updYDot());
    state.allocateQ(sub, Vector(2, 1.));
    state.allocateU(sub, Vector(2, 2.));
    state.allocateZ(sub, Vector(1, 3.));
    advance(Stage::Model);

    state.updY() = Vector(5, 7.);
    CHECK_NEAR(state.getQ(), Vector(2, 7.), 0);
    CHECK_NEAR(state.getU(sub), Vector(2, 7.), 0);
    state.updQ()[0] = 4;
    CHECK_NEAR(state.getY()[0], 4, 0);
    state.updUWeights() = Vector(2, 5.);
    CHECK_NEAR(state.getUWeights(sub), Vector(2, 5.), 0);
    state.updYDot() = Vector(5, 9.);
    CHECK_NEAR(state.updZDot(sub), Vector(1, 9.), 0);
    state.updQDotDot() = Vector(2, 6.);
    CHECK_NEAR(state.updQDotDot(sub), Vector(2, 6.), 0);
    CHECK_NEAR(state.updUDot(sub), Vector(2, 9.), 0);
    CHECK_THROWS(state.updQErr());
    CHECK_THROWS(state.updMultipliers());
    CHECK_THROWS(state.updEventTriggers());

    state.allocateQErr(sub, 1);
    state.allocateUErr(sub, 2);
    state.allocateUDotErr(sub, 2);
    state.allocateEventTrigger(sub, Stage::Dynamics, 2);
    advance(Stage::Instance);
    state.updYErr() = Vector(3, 0.5);
    CHECK_NEAR(state.updUErr(sub), Vector(2, 0.5), 0);
    state.updMultipliers() = Vector(2, 0.25);
    CHECK_NEAR(state.updMultipliers(sub), Vector(2, 0.25), 0);
    state.updUDotErr() = Vector(2, 0.125);
    CHECK_NEAR(state.updUDotErr(sub), Vector(2, 0.125), 0);
    state.updEventTriggers() = Vector(2, 8.);
    CHECK_NEAR(state.updEventTriggersByStage(sub, Stage::Dynamics), Vector(2, 8.), 0);
    CHECK_THROWS(state.getQErr());
    CHECK_THROWS(state.getMultipliers());
    CHECK_THROWS(state.getEventTriggersByStage(Stage::Dynamics));
    state.updQErrWeights() = Vector(1, 2.);
    CHECK_NEAR(state.getQErrWeights(sub), Vector(1, 2.), 0);
}

CHECK_MAIN(run)
