// SPDX-License-Identifier: Apache-2.0
// The System as a whole: its parts, its energies, its default State, and results that do not depend on the order of
// realization.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    CHECK(system.hasMatterSubsystem());
    CHECK(system.getMatterSubsystem().isSameSubsystem(matter));
    CHECK(&MultibodySystem::downcast(matter.getSystem()) != nullptr);
    CHECK(matter.isInSystem() && forces.isInSystem());
    CHECK(matter.getMySubsystemIndex() != forces.getMySubsystemIndex());
    CHECK(system.getSubsystem(forces.getMySubsystemIndex()).isSameSubsystem(forces));

    Force::Gravity gravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid bob(MassProperties(1.0, Vec3(0), UnitInertia(1e-6)));
    MobilizedBody::Pin pendulum(matter.Ground(), Transform(Vec3(0)), bob, Transform(Vec3(0, 2, 0)));
    CHECK(pendulum.getMatterSubsystem().isSameSubsystem(matter));
    CHECK(matter.getMobilizedBody(pendulum.getMobilizedBodyIndex()).getMobilizedBodyIndex() ==
          pendulum.getMobilizedBodyIndex());
    CHECK(MobilizedBody::Pin::isInstanceOf(matter.getMobilizedBody(MobilizedBodyIndex(1))));
    CHECK(!MobilizedBody::Slider::isInstanceOf(matter.getMobilizedBody(MobilizedBodyIndex(1))));
    CHECK(pendulum.getBaseMobilizedBody().getMobilizedBodyIndex() == 1 && pendulum.getLevelInMultibodyTree() == 1);
    CHECK(pendulum.getParentMobilizedBody().getMobilizedBodyIndex() == GroundIndex);
    CHECK_NEAR(pendulum.getDefaultOutboardFrame().p(), Vec3(0, 2, 0), 0);

    State state = system.realizeTopology();
    system.realizeModel(state);
    const Real full = Pi / 3;
    pendulum.setAngle(state, full);
    system.realize(state, Stage::Acceleration);
    // q'' = -g/l sin q; potential energy from height zero.
    CHECK_NEAR(state.getUDot()[0], -5 * std::sin(full), 1e-4);
    CHECK_NEAR(system.calcPotentialEnergy(state), -20 * std::cos(full), 1e-9);
    CHECK_NEAR(system.calcKineticEnergy(state), 0, 0);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    const Real energy = system.calcEnergy(state);
    Real lowest = 1;
    for (int i = 1; i <= 40; ++i) {
        stepper.stepTo(0.05 * i);
        system.realize(stepper.getState(), Stage::Dynamics);
        CHECK_NEAR(system.calcEnergy(stepper.getState()), energy, 1e-4);
        lowest = std::min(lowest, pendulum.getAngle(stepper.getState()));
    }
    CHECK_NEAR(lowest, -full, 1e-2);

    // Results do not depend on whether a State is realized at once, stage by stage or after invalidations.
    State one = stepper.getState(), two = stepper.getState();
    system.realize(one, Stage::Acceleration);
    for (Stage g = Stage::Time; g <= Stage::Acceleration; g = g.next()) system.realize(two, g);
    const Real direct = one.getUDot()[0];
    CHECK(two.getUDot()[0] == direct);
    const Real u = two.getU()[0];
    two.updU()[0] = 77;
    system.realize(two, Stage::Acceleration);
    two.updU()[0] = u;
    system.realize(two, Stage::Acceleration);
    CHECK(two.getUDot()[0] == direct);
    CHECK(one.isConsistent(two));
    // A saved State restores the System.
    State saved = system.getDefaultState();
    saved = one;
    system.realize(saved, Stage::Acceleration);
    CHECK(saved.getUDot()[0] == direct && saved.getTime() == one.getTime());
}

CHECK_MAIN(run)
