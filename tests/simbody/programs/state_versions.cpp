// SPDX-License-Identifier: Apache-2.0
// Version numbers show what has changed even when the State has been realized again since.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex s = state.addSubsystem("s", "");
    advanceByHand(state, Stage::Topology);
    state.allocateQ(s, Vector(1, Real(0)));
    state.allocateU(s, Vector(1, Real(0)));
    state.allocateZ(s, Vector(1, Real(0)));
    const DiscreteVariableIndex mode = state.allocateDiscreteVariable(s, Stage::Dynamics, new Value<int>(0));
    advanceByHand(state, Stage::Model);

    // Value versions count writable accesses.
    CHECK(state.getQValueVersion() >= 1 && state.getUValueVersion() >= 1 && state.getZValueVersion() >= 1);
    const ValueVersion q0 = state.getQValueVersion(), u0 = state.getUValueVersion(), z0 = state.getZValueVersion();
    (void)state.getQ();
    CHECK(state.getQValueVersion() == q0);
    state.updQ();
    CHECK(state.getQValueVersion() > q0 && state.getUValueVersion() == u0 && state.getZValueVersion() == z0);
    const ValueVersion q1 = state.getQValueVersion();
    state.updU(s);
    CHECK(state.getUValueVersion() > u0 && state.getQValueVersion() == q1);
    state.setZ(Vector(1, Real(1)));
    CHECK(state.getZValueVersion() > z0);
    const ValueVersion u1 = state.getUValueVersion(), z1 = state.getZValueVersion();
    state.updY();
    CHECK(state.getQValueVersion() > q1 && state.getUValueVersion() > u1 && state.getZValueVersion() > z1);

    // Stage versions.
    advanceByHand(state, Stage::Report);
    Array_<StageVersion> before;
    state.getSystemStageVersions(before);
    CHECK(state.getLowestSystemStageDifference(before) == Stage::Infinity);
    state.updU();
    CHECK(state.getLowestSystemStageDifference(before) == Stage::Velocity);  // first unrealized one
    advanceByHand(state, Stage::Report);
    CHECK(state.getLowestSystemStageDifference(before) == Stage::Velocity);  // realized again, but different
    state.getSystemStageVersions(before);
    Value<int>::updDowncast(state.updDiscreteVariable(s, mode)) = 1;
    advanceByHand(state, Stage::Report);
    CHECK(state.getLowestSystemStageDifference(before) == Stage::Dynamics);
    state.updTime();
    advanceByHand(state, Stage::Report);
    CHECK(state.getLowestSystemStageDifference(before) == Stage::Time);

    // Versions recorded at a low stage do not show changes above it.
    state.invalidateAllCacheAtOrAbove(Stage::Velocity);
    state.getSystemStageVersions(before);
    advanceByHand(state, Stage::Report);
    CHECK(state.getLowestSystemStageDifference(before) == Stage::Infinity);

    // The Topology version can be set by hand, which does not touch the realization level.
    const StageVersion topology = state.getSystemTopologyStageVersion();
    state.setSystemTopologyStageVersion(topology + 5);
    CHECK(state.getSystemTopologyStageVersion() == topology + 5);
    CHECK(state.getSystemStage() == Stage::Report);
}

CHECK_MAIN(run)
