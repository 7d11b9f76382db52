// SPDX-License-Identifier: Apache-2.0
// Prescribed motion by Motion objects: steady speed, a sinusoid at position level, and a lock.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid body(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin rotor(matter.Ground(), body);
    MobilizedBody::Slider shaker(matter.Ground(), body);
    MobilizedBody::Slider rider(rotor, Transform(), body, Transform());
    MobilizedBody::Pin locked(matter.Ground(), body);
    Motion::Steady spin(rotor, 3);
    Motion::Sinusoid shake(shaker, Motion::Position, 0.5, 2, 0.1);  // 0.5 sin(2t + 0.1)
    locked.lockByDefault(Motion::Position);

    State state = system.realizeTopology();
    CHECK(!spin.isDisabled(state) && shake.getLevel(state) == Motion::Position);
    CHECK(spin.getLevel(state) == Motion::Velocity);
    state.setTime(0.25);
    system.realize(state, Stage::Time);
    system.prescribeQ(state);
    system.realize(state, Stage::Position);
    system.prescribeU(state);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(shaker.getLength(state), 0.5 * std::sin(0.6), 1e-14);
    CHECK_NEAR(shaker.getRate(state), std::cos(0.6), 1e-14);
    CHECK_NEAR(shaker.getOneUDot(state, 0), -2 * std::sin(0.6), 1e-13);
    CHECK_NEAR(rotor.getRate(state), 3, 1e-14);
    CHECK_NEAR(rotor.getOneUDot(state, 0), 0, 1e-14);
    CHECK(locked.isLocked(state));
    CHECK_NEAR(locked.getOneUDot(state, 0), 0, 1e-14);

    state = system.getDefaultState();
    system.realizeModel(state);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    const State& end = stepper.getState();
    CHECK_NEAR(rotor.getAngle(end), 3, 1e-9);
    CHECK_NEAR(shaker.getLength(end), 0.5 * std::sin(2.1), 1e-9);
    CHECK_NEAR(locked.getAngle(end), 0, 1e-14);

    // Unlocking in a State and switching a motion off.
    State loose = system.getDefaultState();
    system.realizeModel(loose);
    locked.unlock(loose);
    spin.disable(loose);
    system.realize(loose, Stage::Acceleration);
    CHECK(!locked.isLocked(loose) && spin.isDisabled(loose));
    rider.lock(loose);
    system.realize(loose, Stage::Instance);
    CHECK(rider.isLocked(loose) && rider.getLockLevel(loose) == Motion::Position);
}

CHECK_MAIN(run)
