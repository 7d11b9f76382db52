// SPDX-License-Identifier: Apache-2.0
// A Subsystem may allocate its own q, u and constraint error slots, fill in their derivatives and errors, and share the
// State's vectors with the matter subsystem.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// Two points on a line with a distance condition; only its values are checked, nothing is solved here.
class BeadsGuts : public Subsystem::Guts {
public:
    BeadsGuts() : Guts("Beads", "1") {}
    BeadsGuts* cloneImpl() const override { return new BeadsGuts(); }
    int realizeSubsystemTopologyImpl(State& state) const override {
        Vector places(2);
        places[0] = 1, places[1] = 4;
        q0_ = allocateQ(state, places);
        u0_ = allocateU(state, Vector(2, Real(0.5)));
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& state) const override {
        CHECK(allocateQErr(state, 1) == 0);
        CHECK(allocateUErr(state, 1) == 0);
        CHECK(allocateUDotErr(state, 1) == 0);
        return 0;
    }
    int realizeSubsystemPositionImpl(const State& state) const override {
        updQErr(state)[0] = getQ(state)[q0_ + 1] - getQ(state)[q0_] - 2;
        return 0;
    }
    int realizeSubsystemVelocityImpl(const State& state) const override {
        updQDot(state) = getU(state);
        updUErr(state)[0] = getU(state)[u0_ + 1] - getU(state)[u0_];
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& state) const override {
        updUDot(state)[0] = -1;
        updUDot(state)[1] = 2;
        updQDotDot(state) = updUDot(state);
        updUDotErr(state)[0] = 3;
        updMultipliers(state)[0] = 11;
        return 0;
    }

private:
    mutable QIndex q0_;
    mutable UIndex u0_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Subsystem beads;
    beads.adoptSubsystemGuts(new BeadsGuts());
    system.adoptSubsystem(beads);
    const SubsystemIndex me = beads.getMySubsystemIndex();

    State state = system.realizeTopology();
    system.realizeModel(state);
    CHECK(state.getNQ(me) == 2 && state.getNU(me) == 2 && beads.getNQ(state) == 2);
    beads.updU(state)[1] = 0.75;
    system.realize(state, Stage::Instance);
    CHECK(state.getNQErr(me) == 1 && state.getNUErr(me) == 1 && state.getNUDotErr(me) == 1);
    CHECK(state.getNMultipliers(me) == 1);
    system.realize(state, Stage::Position);
    CHECK_NEAR(state.getQErr(me)[0], 1, 1e-15);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(beads.getUErr(state)[0], 0.25, 1e-15);
    CHECK_NEAR(beads.getQDot(state)[1], 0.75, 1e-15);
    system.realize(state, Stage::Acceleration);
    CHECK(beads.getUDot(state)[1] == 2 && beads.getQDotDot(state)[0] == -1);
    CHECK(beads.getUDotErr(state)[0] == 3 && beads.getMultipliers(state)[0] == 11);
    CHECK(state.getYDot().size() == state.getNY());

    beads.updQ(state)[0] = 2;
    CHECK(state.getSystemStage() == Stage::Time);
    system.realize(state, Stage::Position);
    CHECK_NEAR(beads.getQErr(state)[0], 0, 1e-15);
}

CHECK_MAIN(run)
