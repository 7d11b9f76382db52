// SPDX-License-Identifier: Apache-2.0
// A State of a multibody System: what each stage makes available, and what each write invalidates.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid bob(MassProperties(2.0, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin arm(matter.Ground(), Transform(), bob, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Slider car(arm, Transform(), bob, Transform());

    CHECK(!system.systemTopologyHasBeenRealized());
    State state = system.realizeTopology();
    CHECK(system.systemTopologyHasBeenRealized());
    CHECK(state.getSystemStage() >= Stage::Topology);
    CHECK(state.getSystemTopologyStageVersion() == system.getSystemTopologyCacheVersion());

    system.realizeModel(state);
    CHECK(state.getSystemStage() == Stage::Model);
    CHECK(state.getNQ() == 2 && state.getNU() == 2 && state.getNZ() == 0);
    CHECK(state.getNumSubsystems() == system.getNumSubsystems());

    // Positions not before Position, velocities not before Velocity, accelerations not before Acceleration.
    system.realize(state, Stage::Time);
    CHECK(state.getSystemStage() == Stage::Time);
    CHECK_THROWS(car.getBodyOriginLocation(state));
    arm.setAngle(state, Pi / 2);
    car.setLength(state, 0.5);
    system.realize(state, Stage::Position);
    CHECK_NEAR(arm.getBodyOriginLocation(state), Vec3(1, 0, 0), 1e-12);
    CHECK_NEAR(car.getBodyOriginLocation(state), Vec3(1, 0.5, 0), 1e-12);
    CHECK_THROWS(car.getBodyVelocity(state));
    arm.setRate(state, 2);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(arm.getBodyOriginVelocity(state), Vec3(0, 2, 0), 1e-12);
    CHECK_NEAR(car.getBodyVelocity(state)[0], Vec3(0, 0, 2), 1e-12);
    CHECK_THROWS(state.getUDot());
    system.realize(state, Stage::Dynamics);
    CHECK_NEAR(system.calcPotentialEnergy(state), 2.0 * 10 * 0.5, 1e-10);
    CHECK_NEAR(system.calcEnergy(state), system.calcPotentialEnergy(state) + system.calcKineticEnergy(state), 1e-10);
    system.realize(state, Stage::Acceleration);
    CHECK(state.getUDot().size() == 2);
    CHECK_NEAR(state.getQDot()[0], 2, 1e-15);
    system.realize(state, Stage::Report);
    CHECK(state.getSystemStage() == Stage::Report);

    // Realizing to the current stage changes nothing.
    const Real before = state.getUDot()[0];
    system.realize(state, Stage::Acceleration);
    CHECK(state.getSystemStage() == Stage::Report && state.getUDot()[0] == before);

    // Invalidation through the State or through the bodies.
    state.updU()[0] = 0;
    CHECK(state.getSystemStage() == Stage::Position);
    CHECK_NEAR(arm.getBodyOriginLocation(state), Vec3(1, 0, 0), 1e-12);  // still there
    CHECK_THROWS(arm.getBodyVelocity(state));
    system.realize(state, Stage::Acceleration);
    car.setOneU(state, 0, 1);
    CHECK(state.getSystemStage() == Stage::Position);
    system.realize(state, Stage::Acceleration);
    arm.setOneQ(state, 0, 0);
    CHECK(state.getSystemStage() == Stage::Time);
    system.realize(state);
    state.setTime(3);
    CHECK(state.getSystemStage() == Stage::Instance);
    CHECK(state.getTime() == 3);
}

CHECK_MAIN(run)
