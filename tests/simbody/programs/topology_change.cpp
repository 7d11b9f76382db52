// SPDX-License-Identifier: Apache-2.0
// After a change of topology old States are refused, and realizeTopology() is required again.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    CHECK_THROWS(system.getDefaultState());  // nothing realized so far
    MobilizedBody::Pin first(matter.Ground(), body);
    State state = system.realizeTopology();
    system.realizeModel(state);
    const StageVersion version = system.getSystemTopologyCacheVersion();
    CHECK(state.getSystemTopologyStageVersion() == version);
    CHECK(system.getDefaultState().getSystemTopologyStageVersion() == version);

    const auto refused = [&](const char* change) {
        std::cout << change << std::endl;
        CHECK(!system.systemTopologyHasBeenRealized());
        CHECK_THROWS(system.getDefaultState());
        CHECK_THROWS(system.realizeModel(state));
        State fresh = system.realizeTopology();
        CHECK_THROWS(system.realizeModel(state));
        system.realizeModel(fresh);
        CHECK(system.getSystemTopologyCacheVersion() == fresh.getSystemTopologyStageVersion());
        state = fresh;
    };
    MobilizedBody::Slider second(first, Transform(), body, Transform());
    refused("another body");
    CHECK(state.getNQ() == 2);
    Constraint::ConstantSpeed speed(second, 1);
    refused("a constraint");
    Force::MobilityLinearSpring spring(forces, first, 0, 10, 0);
    refused("a force");
    first.setDefaultAngle(0.5);
    refused("a default value");
    CHECK(first.getAngle(state) == 0.5);
    speed.setDisabledByDefault(true);
    refused("a constraint's default");

    // Values in a State are not part of the topology.
    first.setAngle(state, 1);
    speed.enable(state);
    system.realize(state, Stage::Acceleration);
    CHECK(system.systemTopologyHasBeenRealized());

    // An empty State cannot be realized.
    State empty;
    CHECK_THROWS(system.realize(empty, Stage::Position));
    CHECK_THROWS(system.realizeModel(empty));
}

CHECK_MAIN(run)
