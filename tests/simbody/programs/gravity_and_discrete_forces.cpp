// SPDX-License-Identifier: Apache-2.0
// Forces whose values are variables of the State: gravity and discrete forces, changed between and during runs.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, UnitVec3(0, 0, -1), 9.81, 1.5);  // zero height at 1.5
    Force::DiscreteForces pokes(forces, matter);
    Body::Rigid body(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation a(matter.Ground(), body), b(matter.Ground(), body);
    MobilizedBody::Pin c(matter.Ground(), body);
    Force::MobilityDiscreteForce turn(forces, c, MobilizerUIndex(0), 0);

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(a.getBodyOriginAcceleration(state), Vec3(0, 0, -9.81), 1e-12);
    CHECK_NEAR(gravity.getGravityVector(state), Vec3(0, 0, -9.81), 1e-14);
    CHECK_NEAR(gravity.getDownDirection(state), Vec3(0, 0, -1), 1e-15);
    CHECK_NEAR(system.calcPotentialEnergy(state), 3 * 2 * 9.81 * -1.5, 1e-10);

    gravity.setGravityVector(state, Vec3(4, 0, 0));
    gravity.setBodyIsExcluded(state, b, true);
    CHECK(gravity.getBodyIsExcluded(state, b) && !gravity.getBodyIsExcluded(state, a));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(a.getBodyOriginAcceleration(state), Vec3(4, 0, 0), 1e-12);
    CHECK_NEAR(b.getBodyOriginAcceleration(state), Vec3(0), 1e-12);
    CHECK_NEAR(gravity.getBodyForce(state, a)[1], Vec3(8, 0, 0), 1e-12);

    pokes.setOneBodyForce(state, b, SpatialVec(Vec3(0), Vec3(0, 6, 0)));
    turn.setMobilityForce(state, 3);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(b.getBodyOriginAcceleration(state), Vec3(0, 3, 0), 1e-12);
    CHECK_NEAR(c.getOneUDot(state, 0), 1.5, 1e-12);
    CHECK(turn.getMobilityForce(state) == 3);
    pokes.clearAllForces(state);
    pokes.addForceToBodyPoint(state, b, Vec3(0), Vec3(0, 0, 2));
    pokes.setOneMobilityForce(state, c, MobilizerUIndex(0), 1);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(b.getBodyOriginAcceleration(state), Vec3(0, 0, 1), 1e-12);
    CHECK_NEAR(c.getOneUDot(state, 0), 2, 1e-12);

    // Other States are not affected.
    State other = system.getDefaultState();
    system.realize(other, Stage::Acceleration);
    CHECK_NEAR(b.getBodyOriginAcceleration(other), Vec3(0, 0, -9.81), 1e-12);
    CHECK_NEAR(c.getOneUDot(other, 0), 0, 1e-12);
}

CHECK_MAIN(run)
