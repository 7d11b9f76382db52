// SPDX-License-Identifier: Apache-2.0
// One hook per stage, called once when that stage is realized, in order, and again only after the stage was lost.
#include <string>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class DiaryGuts : public Subsystem::Guts {
public:
    DiaryGuts() : Guts("Diary", "1") {}
    DiaryGuts* cloneImpl() const override { return new DiaryGuts(*this); }
    mutable std::string diary;

    int realizeSubsystemTopologyImpl(State&) const override { return note('T'); }
    int realizeSubsystemModelImpl(State&) const override { return note('M'); }
    int realizeSubsystemInstanceImpl(const State& s) const override { return note('I', s, Stage::Model); }
    int realizeSubsystemTimeImpl(const State& s) const override { return note('t', s, Stage::Instance); }
    int realizeSubsystemPositionImpl(const State& s) const override { return note('p', s, Stage::Time); }
    int realizeSubsystemVelocityImpl(const State& s) const override { return note('v', s, Stage::Position); }
    int realizeSubsystemDynamicsImpl(const State& s) const override { return note('d', s, Stage::Velocity); }
    int realizeSubsystemAccelerationImpl(const State& s) const override { return note('a', s, Stage::Dynamics); }
    int realizeSubsystemReportImpl(const State& s) const override { return note('r', s, Stage::Acceleration); }

private:
    int note(char what) const {
        diary += what;
        return 0;
    }
    int note(char what, const State& s, Stage reached) const {
        CHECK(s.getSystemStage() == reached);  // still the stage before while this one is being realized
        return note(what);
    }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Planar puck(matter.Ground(), Transform(), body, Transform());
    Subsystem handle;
    DiaryGuts* guts = new DiaryGuts();
    handle.adoptSubsystemGuts(guts);
    system.adoptSubsystem(handle);

    State state = system.realizeTopology();
    CHECK(guts->diary.substr(0, 1) == "T");
    system.realizeModel(state);
    guts->diary.clear();
    system.realize(state, Stage::Time);
    CHECK(guts->diary == "It");
    system.realize(state, Stage::Report);
    CHECK(guts->diary == "Itpvdar");

    guts->diary.clear();
    system.realize(state, Stage::Report);
    CHECK(guts->diary.empty());

    const auto after = [&](const char* expected) {
        system.realize(state, Stage::Report);
        CHECK(guts->diary == expected);
        if (guts->diary != expected) std::cerr << guts->diary << std::endl;
        guts->diary.clear();
    };
    state.updU()[0] = 1;
    after("vdar");
    state.updQ()[0] = 1;
    after("pvdar");
    state.updTime() = 1;
    after("tpvdar");
    state.invalidateAllCacheAtOrAbove(Stage::Acceleration);
    after("ar");
    state.invalidateAllCacheAtOrAbove(Stage::Instance);
    after("Itpvdar");
}

CHECK_MAIN(run)
