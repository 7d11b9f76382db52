// SPDX-License-Identifier: Apache-2.0
// A State numbers its subsystems, each with a name and a version, and has a stage for each of them and one for the
// whole.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void emptyState() {
    State state;
    CHECK(state.getSystemStage() == Stage::Empty);
    CHECK(state.getNumSubsystems() == 0);
}

static void registering() {
    State state;
    const SubsystemIndex tank = state.addSubsystem("tank", "2.1");
    const SubsystemIndex pump = state.addSubsystem(String("pump"), String("0.9-beta"));
    CHECK(tank == 0);
    CHECK(pump == 1);
    CHECK(state.getNumSubsystems() == 2);
    CHECK(state.getSubsystemName(tank) == "tank");
    CHECK(state.getSubsystemName(pump) == "pump");
    CHECK(state.getSubsystemVersion(tank) == "2.1");
    CHECK(state.getSubsystemVersion(pump) == "0.9-beta");
    CHECK(state.getSubsystemStage(tank) == Stage::Empty);
    CHECK(state.getSubsystemStage(pump) == Stage::Empty);
}

static void stagesAdvanceOneByOne() {
    State state;
    const SubsystemIndex a = state.addSubsystem("a", "1");
    const SubsystemIndex b = state.addSubsystem("b", "1");
    state.advanceSubsystemToStage(a, Stage::Topology);
    CHECK(state.getSubsystemStage(a) == Stage::Topology);
    CHECK(state.getSubsystemStage(b) == Stage::Empty);
    CHECK(state.getSystemStage() == Stage::Empty);
    state.advanceSubsystemToStage(b, Stage::Topology);
    state.advanceSystemToStage(Stage::Topology);
    CHECK(state.getSystemStage() == Stage::Topology);

    // The global stage is never above the lowest subsystem.
    for (Stage g = Stage::Model; g <= Stage::Report; g = g.next()) {
        state.advanceSubsystemToStage(a, g);
        CHECK(state.getSystemStage() == g.prev());
        state.advanceSubsystemToStage(b, g);
        state.advanceSystemToStage(g);
        CHECK(state.getSystemStage() == g);
        CHECK(state.getSubsystemStage(a) == g && state.getSubsystemStage(b) == g);
    }
}

static void slotsFirstNamesLater() {
    State state;
    state.addSubsystem("to be", "forgotten");
    state.setNumSubsystems(3);
    CHECK(state.getNumSubsystems() == 3);
    for (int i = 0; i < 3; ++i) state.initializeSubsystem(SubsystemIndex(i), "slot" + String(i), "v" + String(i));
    CHECK(state.getSubsystemName(SubsystemIndex(0)) == "slot0");
    CHECK(state.getSubsystemName(SubsystemIndex(2)) == "slot2");
    CHECK(state.getSubsystemVersion(SubsystemIndex(1)) == "v1");
    advanceByHand(state, Stage::Time);
    CHECK(state.getSystemStage() == Stage::Time);

    state.clear();
    CHECK(state.getNumSubsystems() == 0);
    CHECK(state.getSystemStage() == Stage::Empty);
}

static void run() {
    emptyState();
    registering();
    stagesAdvanceOneByOne();
    slotsFirstNamesLater();
}

CHECK_MAIN(run)
