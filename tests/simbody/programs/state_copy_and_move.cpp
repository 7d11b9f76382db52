// SPDX-License-Identifier: Apache-2.0
// Copying copies the variables, not the computed results; moving transfers both.
#include <utility>

#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static SubsystemIndex s;
static DiscreteVariableIndex color;
static CacheEntryIndex derived;

static State madeState() {
    State state;
    s = state.addSubsystem("paint", "3");
    color = state.allocateDiscreteVariable(s, Stage::Instance, new Value<String>("red"));
    advanceByHand(state, Stage::Topology);
    Vector q(3);
    q[0] = 1, q[1] = 2, q[2] = 3;
    state.allocateQ(s, q);
    state.allocateU(s, Vector(3, Real(4)));
    state.allocateZ(s, Vector(1, Real(5)));
    derived = state.allocateCacheEntry(s, Stage::Position, new Value<Real>(0.));
    advanceByHand(state, Stage::Position);
    state.setTime(1.25);
    advanceByHand(state, Stage::Report);
    return state;
}

static void run() {
    const State original = madeState();
    CHECK(original.getSystemStage() == Stage::Report);

    State copy(original);
    CHECK(copy.getSystemStage() < Stage::Position);  // no results
    CHECK(copy.getSystemStage() >= Stage::Model);    // but all variables
    CHECK(!copy.isCacheValueRealized(s, derived));
    CHECK(copy.getTime() == 1.25);
    CHECK_NEAR(copy.getY(), original.getY(), 0);
    CHECK(copy.getSubsystemName(s) == "paint" && copy.getSubsystemVersion(s) == "3");
    CHECK(Value<String>::downcast(copy.getDiscreteVariable(s, color)).get() == "red");

    // Deep: neither sees the other's changes.
    copy.updQ()[0] = -1;
    copy.setDiscreteVariable(s, color, Value<String>("blue"));
    CHECK(original.getQ()[0] == 1);
    CHECK(Value<String>::downcast(original.getDiscreteVariable(s, color)).get() == "red");
    CHECK(original.getSystemStage() == Stage::Report);
    advanceByHand(copy, Stage::Report);  // the copy is a full State of its own
    CHECK(copy.isCacheValueRealized(s, derived));

    // Assignment likewise, over any previous contents.
    State target;
    target.addSubsystem("something", "else");
    target = original;
    CHECK(target.getNumSubsystems() == 1 && target.getSubsystemName(s) == "paint");
    CHECK(target.getQ()[2] == 3 && target.getU()[0] == 4 && target.getZ()[0] == 5);
    CHECK(target.getSystemStage() < Stage::Position);
    target = target;
    CHECK(target.getQ()[1] == 2);

    // Below Model the variables are not carried, except those that belong to Topology.
    State early;
    const SubsystemIndex e = early.addSubsystem("early", "");
    const DiscreteVariableIndex flag = early.allocateDiscreteVariable(e, Stage::Model, new Value<bool>(true));
    advanceByHand(early, Stage::Topology);
    const State earlyCopy(early);
    CHECK(earlyCopy.getSystemStage() == Stage::Topology);
    CHECK(Value<bool>::downcast(earlyCopy.getDiscreteVariable(e, flag)).get());

    // Moves keep stage and results with the new owner.
    advanceByHand(copy, Stage::Report);
    State moved(std::move(copy));
    CHECK(moved.getSystemStage() == Stage::Report);
    CHECK(moved.getQ()[0] == -1 && moved.isCacheValueRealized(s, derived));
    State assigned;
    assigned = std::move(moved);
    CHECK(assigned.getSystemStage() == Stage::Report && assigned.getQ()[0] == -1);
    copy = original;  // a moved-from State takes a new value
    CHECK(copy.getQ()[0] == 1);

    assigned.clear();
    CHECK(assigned.getNumSubsystems() == 0 && assigned.getSystemStage() == Stage::Empty);
}

CHECK_MAIN(run)
