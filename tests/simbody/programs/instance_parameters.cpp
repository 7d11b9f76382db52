// SPDX-License-Identifier: Apache-2.0
// Parameters kept in the State: lengths, stations and strengths differ between States of one System, and writing them
// invalidates what depends on them.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation bob(matter.Ground(), body);
    MobilizedBody::Pin wheel(matter.Ground(), body);
    Constraint::Rod rod(matter.Ground(), Vec3(0), bob, Vec3(0), 2);
    Constraint::ConstantSpeed speed(wheel, 5);
    Force::MobilityLinearSpring spring(forces, wheel, MobilizerQIndex(0), 10, 0.25);

    State first = system.realizeTopology();
    system.realizeModel(first);
    bob.setQ(first, Vec3(0, 3, 0));
    State second = first;
    system.realize(first, Stage::Acceleration);
    system.realize(second, Stage::Acceleration);

    rod.setRodLength(second, 3);
    CHECK(second.getSystemStage() < Stage::Position);
    CHECK(first.getSystemStage() == Stage::Acceleration);
    CHECK(rod.getRodLength(first) == 2 && rod.getRodLength(second) == 3 && rod.getDefaultRodLength() == 2);
    system.realize(second, Stage::Position);
    CHECK_NEAR(rod.getPositionError(first), 1, 1e-14);
    CHECK_NEAR(rod.getPositionError(second), 0, 1e-14);

    speed.setSpeed(second, 7);
    CHECK(speed.getSpeed(second) == 7 && speed.getSpeed(first) == 5 && speed.getDefaultSpeed() == 5);
    wheel.setRate(second, 7);
    system.realize(second, Stage::Velocity);
    CHECK_NEAR(speed.getVelocityError(second), 0, 1e-14);
    CHECK_NEAR(std::abs(speed.getVelocityError(first)), 5, 1e-14);

    spring.setStiffness(second, 20);
    spring.setQZero(second, 0.5);
    CHECK(second.getSystemStage() < Stage::Dynamics);
    CHECK(spring.getStiffness(second) == 20 && spring.getQZero(second) == 0.5);
    CHECK(spring.getStiffness(first) == 10 && spring.getDefaultStiffness() == 10);
    system.realize(second, Stage::Dynamics);
    CHECK_NEAR(system.calcPotentialEnergy(first), 10 * 0.0625 / 2, 1e-14);
    CHECK_NEAR(system.calcPotentialEnergy(second), 20 * 0.25 / 2, 1e-14);
    speed.disable(second);
    system.realize(second, Stage::Acceleration);
    CHECK_NEAR(wheel.getOneUDot(second, 0), 20 * 0.5 / 2, 1e-13);

    // A copy carries them, the default State does not.
    State third = second;
    CHECK(rod.getRodLength(third) == 3 && spring.getStiffness(third) == 20 && speed.isDisabled(third));
    State fourth = system.getDefaultState();
    CHECK(rod.getRodLength(fourth) == 2 && !speed.isDisabled(fourth));
}

CHECK_MAIN(run)
