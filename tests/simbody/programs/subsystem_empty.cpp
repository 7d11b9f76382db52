// SPDX-License-Identifier: Apache-2.0
// The smallest Subsystem: a Guts with cloneImpl and a handle that adopts it. It participates in everything and does
// nothing.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class IdleGuts : public Subsystem::Guts {
public:
    IdleGuts() : Guts("Idle", "4.2") {}
    Subsystem::Guts* cloneImpl() const override { return new IdleGuts(); }
    int answer() const { return 42; }
};

class Idle : public Subsystem {
public:
    explicit Idle(MultibodySystem& system) {
        adoptSubsystemGuts(new IdleGuts());
        system.adoptSubsystem(*this);
    }
    int answer() const { return dynamic_cast<const IdleGuts&>(getSubsystemGuts()).answer(); }
};

class NamelessGuts : public Subsystem::Guts {
public:
    NamelessGuts* cloneImpl() const override { return new NamelessGuts(); }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const int before = system.getNumSubsystems();
    SubsystemIndex where;
    {
        Idle idle(system);
        CHECK(system.getNumSubsystems() == before + 1);
        CHECK(idle.getName() == "Idle" && idle.getVersion() == "4.2");
        CHECK(idle.isInSystem() && idle.isInSameSystem(matter));
        CHECK(&idle.getSystem() == &idle.getSystem());
        CHECK(idle.answer() == 42);
        CHECK(idle.hasGuts());
        where = idle.getMySubsystemIndex();
    }
    // The handle is destroyed, the Subsystem remains.
    CHECK(system.getNumSubsystems() == before + 1);
    CHECK(system.getSubsystem(where).getName() == "Idle");

    Subsystem nameless;
    CHECK(!nameless.hasGuts());
    nameless.adoptSubsystemGuts(new NamelessGuts());
    system.adoptSubsystem(nameless);
    CHECK(system.getNumSubsystems() == before + 2);

    State state = system.realizeTopology();
    system.realize(state, Stage::Report);
    CHECK(state.getSubsystemName(where) == "Idle" && state.getSubsystemVersion(where) == "4.2");
    CHECK(state.getSubsystemStage(where) == Stage::Report);
    CHECK(state.getNQ(where) == 0 && state.getNU(where) == 0 && state.getNZ(where) == 0);
}

CHECK_MAIN(run)
