// SPDX-License-Identifier: Apache-2.0
// Errors are exceptions derived from std::exception whose text gives place and cause; objects remain usable.
#include <string>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static std::string textOf(void (*offense)()) {
    try {
        offense();
    } catch (const std::exception& e) {
        CHECK(*e.what() != '\0');
        return e.what();
    }
    CHECK(!"thrown at all");
    return "";
}

static void run() {
    // Too early: the text names the current and the required stage.
    const std::string early = textOf([] {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
        State state = system.realizeTopology();
        system.realize(state, Stage::Time);
        state.getUDot();
    });
    CHECK(early.find("Acceleration") != std::string::npos && early.find("Time") != std::string::npos);

    const std::string late = textOf([] {
        State state;
        const SubsystemIndex s = state.addSubsystem("s", "");
        state.advanceSubsystemToStage(s, Stage::Topology);
        state.advanceSystemToStage(Stage::Topology);
        state.advanceSubsystemToStage(s, Stage::Model);
        state.advanceSystemToStage(Stage::Model);
        state.allocateZ(s, Vector(1, Real(0)));
    });
    CHECK(late.find("Model") != std::string::npos);

    State bare;
    try {
        bare.getNQ();
        CHECK(!"thrown");
    } catch (const Exception::Base& e) {
        CHECK(!e.getMessage().empty());
    }

    textOf([] { Value<int>::downcast(Value<Real>(1)); });
    textOf([] {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        State none;
        system.realize(none, Stage::Position);
    });

    // A hook that throws ends the realization, and the exception is passed on.
    class BrokenForce : public Force::Custom::Implementation {
    public:
        void calcForce(const State& s, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {
            if (s.getTime() > 1) throw std::runtime_error("out of fuel");
        }
        Real calcPotentialEnergy(const State&) const override { return 0; }
    };
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    Force::Custom element(forces, new BrokenForce());
    State state = system.realizeTopology();
    state.setTime(2);
    CHECK_THROWS(system.realize(state, Stage::Acceleration));
    CHECK(state.getSystemStage() < Stage::Dynamics);
    state.setTime(0.5);
    system.realize(state, Stage::Acceleration);
    CHECK(state.getSystemStage() == Stage::Acceleration);
}

CHECK_MAIN(run)
