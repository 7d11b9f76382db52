// SPDX-License-Identifier: Apache-2.0
// Modeling choices and instance variables: they are part of the State, and changing them invalidates low stages.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, -YAxis, 10);
    Body::Rigid ball(MassProperties(1.0, Vec3(0), UnitInertia(1)));
    MobilizedBody::Free floating(matter.Ground(), Transform(), ball, Transform());
    MobilizedBody::Slider rail(matter.Ground(), Transform(), ball, Transform());
    Constraint::ConstantSpeed drive(rail, 2);

    State state = system.realizeTopology();
    CHECK(!matter.getUseEulerAngles(state));
    CHECK(floating.getNumQ(state) == 7 && floating.getNumU(state) == 6);
    system.realize(state, Stage::Report);
    CHECK(matter.isUsingQuaternion(state, floating.getMobilizedBodyIndex()));
    CHECK(!matter.isUsingQuaternion(state, rail.getMobilizedBodyIndex()));
    CHECK(matter.getNumQuaternionsInUse(state) == 1);
    CHECK(state.getNMultipliers() == 1);

    // The choice of coordinates is a Model variable: the State falls below Model.
    matter.setUseEulerAngles(state, true);
    CHECK(state.getSystemStage() < Stage::Model);
    system.realizeModel(state);
    CHECK(matter.getUseEulerAngles(state));
    CHECK(floating.getNumQ(state) == 6);
    system.realize(state, Stage::Instance);
    CHECK(matter.getNumQuaternionsInUse(state) == 0);
    floating.setQToFitRotation(state, Rotation(0.5, ZAxis));
    system.realize(state, Stage::Position);
    CHECK_NEAR(floating.getBodyRotation(state).asMat33(), Rotation(0.5, ZAxis).asMat33(), 1e-12);

    // Which constraints are on is an Instance variable, and so the number of slots is known from Instance on.
    system.realize(state, Stage::Report);
    CHECK(!drive.isDisabled(state));
    drive.disable(state);
    CHECK(state.getSystemStage() < Stage::Instance);
    system.realize(state, Stage::Acceleration);
    CHECK(drive.isDisabled(state) && state.getNMultipliers() == 0);
    CHECK_NEAR(state.getUDot()[state.getNU() - 1], 0, 1e-12);
    drive.enable(state);
    system.realize(state, Stage::Acceleration);
    CHECK(state.getNMultipliers() == 1);

    // Two States of one System have independent choices.
    State other = system.getDefaultState();
    system.realizeModel(other);
    CHECK(!matter.getUseEulerAngles(other) && matter.getUseEulerAngles(state));

    // Gravity is a parameter kept in the State.
    gravity.setMagnitude(state, 3);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(floating.getBodyOriginAcceleration(state), Vec3(0, -3, 0), 1e-12);
    CHECK(gravity.getMagnitude(state) == 3 && gravity.getDefaultMagnitude() == 10);
    system.realize(other, Stage::Acceleration);
    CHECK_NEAR(floating.getBodyOriginAcceleration(other), Vec3(0, -10, 0), 1e-12);
}

CHECK_MAIN(run)
