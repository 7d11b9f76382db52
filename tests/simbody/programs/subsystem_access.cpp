// SPDX-License-Identifier: Apache-2.0
// The State's access functions by subsystem are available in the Subsystem, without the index.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class AllGuts : public Subsystem::Guts {
public:
    AllGuts() : Guts("All", "1") {}
    AllGuts* cloneImpl() const override { return new AllGuts(*this); }
    mutable DiscreteVariableIndex plain, automatic;
    mutable CacheEntryIndex ranged, lazy, exact;
    mutable EventTriggerByStageIndex trigger;

    int realizeSubsystemTopologyImpl(State& s) const override {
        CHECK(getStage(s) == Stage::Empty);
        plain = allocateDiscreteVariable(s, Stage::Velocity, new Value<int>(5));
        return 0;
    }
    int realizeSubsystemModelImpl(State& s) const override {
        CHECK(getStage(s) == Stage::Topology);
        allocateZ(s, Vector(2, Real(1)));
        automatic = allocateAutoUpdateDiscreteVariable(s, Stage::Report, new Value<int>(6), Stage::Velocity);
        ranged = allocateCacheEntry(s, Stage::Position, Stage::Dynamics, new Value<int>(0));
        exact = allocateCacheEntry(s, Stage::Velocity, new Value<int>(0));
        lazy = allocateLazyCacheEntry(s, Stage::Time, new Value<int>(0));
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& s) const override {
        trigger = allocateEventTriggersByStage(s, Stage::Velocity, 2);
        return 0;
    }
    int realizeSubsystemVelocityImpl(const State& s) const override {
        updEventTriggersByStage(s, Stage::Velocity)[trigger + 1] = 4;
        Value<int>::updDowncast(updCacheEntry(s, exact)) = Value<int>::downcast(getDiscreteVariable(s, plain)) + 1;
        Value<int>::updDowncast(updDiscreteVarUpdateValue(s, automatic)) = 60;
        markDiscreteVarUpdateValueRealized(s, automatic);
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        updZDot(s) = 2 * getZ(s);
        return 0;
    }
    void look(State& s) const {
        CHECK(getName() == "All" && getVersion() == "1" && isInSystem());
        CHECK(getSystem().getNumSubsystems() > 1 && getMySubsystemIndex().isValid());
        CHECK(getStage(s) == Stage::Acceleration);
        CHECK(getNZ(s) == 2 && getNQ(s) == 0 && getNU(s) == 0 && getZStart(s) == 0);
        CHECK(getNQErr(s) == 0 && getNUErr(s) == 0 && getNUDotErr(s) == 0 && getNMultipliers(s) == 0);
        CHECK(getNEventTriggersByStage(s, Stage::Velocity) == 2);
        CHECK(getEventTriggersByStage(s, Stage::Velocity)[1] == 4);
        CHECK(getZDot(s)[0] == 2 && getZWeights(s)[1] == 1);
        CHECK(getQ(s).size() == 0 && getU(s).size() == 0);
        CHECK(isCacheValueRealized(s, ranged) && isCacheValueRealized(s, exact) && !isCacheValueRealized(s, lazy));
        CHECK(Value<int>::downcast(getCacheEntry(s, exact)) == 6);
        markCacheValueRealized(s, lazy);
        CHECK(isCacheValueRealized(s, lazy));
        markCacheValueNotRealized(s, lazy);
        CHECK(!isCacheValueRealized(s, lazy));
        CHECK(isDiscreteVarUpdateValueRealized(s, automatic) && getDiscreteVarUpdateIndex(s, automatic).isValid());
        CHECK(Value<int>::downcast(getDiscreteVarUpdateValue(s, automatic)) == 60);
        setZ(s, Vector(2, Real(9)));
        CHECK(getStage(s) == Stage::Velocity && getZ(s)[1] == 9);
        updZ(s)[0] = 8;
        Value<int>::updDowncast(updDiscreteVariable(s, plain)) = 50;
        CHECK(getStage(s) == Stage::Position);
        CHECK(getDiscreteVarLastUpdateTime(s, plain) == s.getTime());
    }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Subsystem handle;
    AllGuts* guts = new AllGuts();
    handle.adoptSubsystemGuts(guts);
    system.adoptSubsystem(handle);
    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    guts->look(state);
    system.realize(state, Stage::Acceleration);
    CHECK(handle.getZ(state)[0] == 8 && handle.getZDot(state)[1] == 18);
    CHECK(Value<int>::downcast(handle.getCacheEntry(state, guts->exact)) == 51);
    CHECK(Value<int>::downcast(handle.getDiscreteVariable(state, guts->plain)) == 50);
    CHECK(handle.getStage(state) == Stage::Acceleration);
    CHECK(&handle.getSubsystemGuts() == guts && &handle.updSubsystemGuts() == guts);
    CHECK(handle.hasGuts() && !handle.isEmptyHandle() && handle.isSameSubsystem(handle));
}

CHECK_MAIN(run)
