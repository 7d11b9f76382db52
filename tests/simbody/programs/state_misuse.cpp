// SPDX-License-Identifier: Apache-2.0
// Errors reported by State: access before the required stage, allocation after it, values of another type.
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

static void run() {
    State state;
    const SubsystemIndex s = state.addSubsystem("s", "");
    CHECK_THROWS(state.getNQ());
    CHECK_THROWS(state.getY());
    advanceByHand(state, Stage::Topology);
    const State& frozen = state;
    CHECK_THROWS(frozen.getQ());
    CHECK_THROWS(state.updU());
    CHECK_THROWS(frozen.getNZ(s));
    CHECK_THROWS(frozen.getQStart(s));
    // Whatever invalidates Model has to be there before Topology is reached.
    CHECK_THROWS(state.allocateDiscreteVariable(s, Stage::Model, new Value<int>(1)));
    state.allocateQ(s, Vector(1, Real(1)));
    state.allocateU(s, Vector(1, Real(1)));
    const DiscreteVariableIndex d = state.allocateDiscreteVariable(s, Stage::Time, new Value<Real>(2.));
    advanceByHand(state, Stage::Model);

    // Model is reached: no more variables.
    CHECK_THROWS(state.allocateQ(s, Vector(1, Real(0))));
    CHECK_THROWS(state.allocateU(s, Vector(1, Real(0))));
    CHECK_THROWS(state.allocateZ(s, Vector(1, Real(0))));
    CHECK_THROWS(state.allocateDiscreteVariable(s, Stage::Position, new Value<int>(0)));
    CHECK_THROWS(state.allocateAutoUpdateDiscreteVariable(s, Stage::Position, new Value<int>(0), Stage::Position));
    CHECK_THROWS(frozen.getNQErr());
    CHECK_THROWS(frozen.getNEventTriggers());
    frozen.allocateQErr(s, 1);
    frozen.allocateUErr(s, 1);
    frozen.allocateUDotErr(s, 1);
    advanceByHand(state, Stage::Instance);

    // Instance is reached: no more slots.
    CHECK_THROWS(frozen.allocateQErr(s, 1));
    CHECK_THROWS(frozen.allocateUErr(s, 1));
    CHECK_THROWS(frozen.allocateUDotErr(s, 1));
    CHECK_THROWS(frozen.allocateEventTrigger(s, Stage::Position, 1));
    CHECK_THROWS(frozen.allocateCacheEntry(s, Stage::Position, new Value<int>(0)));
    CHECK_THROWS(frozen.allocateLazyCacheEntry(s, Stage::Position, new Value<int>(0)));

    // Results before their stage.
    advanceByHand(state, Stage::Time);
    CHECK_THROWS(frozen.getQErr());
    CHECK_THROWS(frozen.getQDot());
    CHECK_THROWS(frozen.getUDot());
    CHECK_THROWS(frozen.getQDotDot());
    CHECK_THROWS(frozen.getYDot());
    CHECK_THROWS(frozen.getUErr());
    CHECK_THROWS(frozen.getYErr());
    CHECK_THROWS(frozen.getUDotErr());
    CHECK_THROWS(frozen.getMultipliers());
    advanceByHand(state, Stage::Position);
    (void)frozen.getQErr();
    CHECK_THROWS(frozen.getUErr());

    // A value of another type, and an update value of a variable that has none.
    CHECK_THROWS(Value<int>::downcast(frozen.getDiscreteVariable(s, d)));
    CHECK_THROWS(Value<Vec3>::updDowncast(state.updDiscreteVariable(s, d)));
    CHECK_THROWS(frozen.getDiscreteVarUpdateValue(s, d));

    // All this left the State usable.
    advanceByHand(state, Stage::Report);
    CHECK(Value<Real>::downcast(frozen.getDiscreteVariable(s, d)) == 2);
}

CHECK_MAIN(run)
