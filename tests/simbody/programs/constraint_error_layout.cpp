// SPDX-License-Identifier: Apache-2.0
// Layout of the errors and multipliers of a whole System: holonomic, then nonholonomic, then acceleration-only;
// quaternion norms follow the position errors. Each constraint finds its own part.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Pin pushed(matter.Ground(), body);
    MobilizedBody::Pin driven(matter.Ground(), body);
    MobilizedBody::Free flying(matter.Ground(), body);
    // Declared in the opposite order on purpose.
    Constraint::ConstantAcceleration push(pushed, 2);
    Constraint::ConstantSpeed drive(driven, 3);
    Constraint::Rod rod(matter.Ground(), Vec3(0), flying, Vec3(0), 2);

    State state = system.realizeTopology();
    system.realizeModel(state);
    CHECK_THROWS(state.getNYErr());
    flying.setQToFitTranslation(state, Vec3(5, 0, 0));
    flying.setUToFitLinearVelocity(state, Vec3(1, 0, 0));
    driven.setRate(state, 4);
    const QIndex quaternion = flying.getFirstQIndex(state);
    for (int i = 0; i < 4; ++i) state.updQ()[quaternion + i] *= 1.5;  // no longer a unit quaternion

    system.realize(state, Stage::Instance);
    CHECK(state.getNQErr() == 2 && state.getNUErr() == 2 && state.getNUDotErr() == 3 && state.getNMultipliers() == 3);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(state.getQErr()[0], rod.getPositionError(state), 1e-15);
    CHECK(std::abs(state.getQErr()[0]) > 1);
    CHECK_NEAR(state.getQErr()[1], 0.5, 1e-12);  // excess length of the quaternion
    CHECK_NEAR(state.getUErr()[0], rod.getVelocityError(state), 1e-15);
    CHECK_NEAR(std::abs(state.getUErr()[1]), 1, 1e-12);
    CHECK(state.getYErr().size() == 4 && state.getYErr()[2] == state.getUErr()[0]);

    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(state.getUDotErr().norm(), 0, 1e-10);
    CHECK_NEAR(rod.getMultipliersAsVector(state)[0], state.getMultipliers()[0], 0);
    CHECK_NEAR(drive.getMultipliersAsVector(state)[0], state.getMultipliers()[1], 0);
    CHECK_NEAR(push.getMultipliersAsVector(state)[0], state.getMultipliers()[2], 0);
    CHECK_NEAR(pushed.getOneUDot(state, 0), 2, 1e-12);

    // Projection corrects all errors, the quaternion included.
    system.project(state, 1e-9);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(state.getQErr().norm(), 0, 1e-8);
    CHECK_NEAR(state.getUErr().norm(), 0, 1e-8);
    CHECK_NEAR(flying.getQAsVector(state)(0, 4).norm(), 1, 1e-8);
    CHECK_NEAR(flying.getBodyOriginLocation(state).norm(), 2, 1e-7);
}

CHECK_MAIN(run)
