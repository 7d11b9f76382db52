// SPDX-License-Identifier: Apache-2.0
// Witness values of events: collected stage by stage for all subsystems, each subsystem's being consecutive in a stage.
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
    const EventTriggerByStageIndex ap = frozen.allocateEventTrigger(a, Stage::Position, 2);
    const EventTriggerByStageIndex bp = frozen.allocateEventTrigger(b, Stage::Position, 1);
    const EventTriggerByStageIndex av = frozen.allocateEventTrigger(a, Stage::Velocity, 1);
    const EventTriggerByStageIndex bt = frozen.allocateEventTrigger(b, Stage::Time, 1);
    const EventTriggerByStageIndex ap2 = frozen.allocateEventTrigger(a, Stage::Position, 1);
    CHECK(ap == 0 && bp == 0 && av == 0 && bt == 0);  // local to subsystem and stage
    CHECK(ap2 == 2);
    advanceByHand(state, Stage::Instance);

    CHECK(frozen.getNEventTriggers() == 6);
    CHECK(frozen.getNEventTriggersByStage(Stage::Time) == 1);
    CHECK(frozen.getNEventTriggersByStage(Stage::Position) == 4);
    CHECK(frozen.getNEventTriggersByStage(Stage::Velocity) == 1);
    CHECK(frozen.getNEventTriggersByStage(Stage::Dynamics) == 0);
    CHECK(frozen.getNEventTriggersByStage(a, Stage::Position) == 3);
    CHECK(frozen.getNEventTriggersByStage(b, Stage::Position) == 1);
    CHECK(frozen.getNEventTriggersByStage(b, Stage::Velocity) == 0);
    // One block per stage, one after the other.
    CHECK(frozen.getEventTriggerStartByStage(Stage::Time) == 0);
    CHECK(frozen.getEventTriggerStartByStage(Stage::Position) == 1);
    CHECK(frozen.getEventTriggerStartByStage(Stage::Velocity) == 5);
    CHECK(frozen.getEventTriggerStartByStage(a, Stage::Position) == 0);
    CHECK(frozen.getEventTriggerStartByStage(b, Stage::Position) == 3);

    advanceByHand(state, Stage::Position);
    frozen.updEventTriggersByStage(a, Stage::Position)[ap2] = 0.75;
    frozen.updEventTriggersByStage(b, Stage::Position)[bp] = -1;
    frozen.updEventTriggersByStage(Stage::Position)[0] = 0.5;
    CHECK(frozen.getEventTriggersByStage(Stage::Position).size() == 4);
    CHECK(frozen.getEventTriggersByStage(Stage::Position)[2] == 0.75);
    CHECK(frozen.getEventTriggersByStage(Stage::Position)[3] == -1);
    CHECK(frozen.getEventTriggersByStage(a, Stage::Position)[0] == 0.5);
    advanceByHand(state, Stage::Velocity);
    frozen.updEventTriggersByStage(a, Stage::Velocity)[av] = 8;
    advanceByHand(state, Stage::Acceleration);
    CHECK(frozen.getEventTriggers().size() == 6);
    CHECK(frozen.getEventTriggers()[1] == 0.5 && frozen.getEventTriggers()[3] == 0.75);
    CHECK(frozen.getEventTriggers()[4] == -1 && frozen.getEventTriggers()[5] == 8);
    frozen.updEventTriggers()[0] = 3;
    CHECK(frozen.getEventTriggersByStage(b, Stage::Time)[bt] == 3);
}

CHECK_MAIN(run)
