// SPDX-License-Identifier: Apache-2.0
// Gravity evaluates its forces at most once per configuration, on demand, and counts the evaluations.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run(bool alone) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid body(MassProperties(2, Vec3(0.5, 0, 0), Inertia(1)));
    MobilizedBody::Pin first(matter.Ground(), body);
    MobilizedBody::Pin second(first, Transform(Vec3(1, 0, 0)), body, Transform());
    if (!alone) Force::MobilityLinearSpring(forces, first, MobilizerQIndex(0), 3, 0);
    State state = system.realizeTopology();
    CHECK(gravity.getNumEvaluations() == 0);
    CHECK_THROWS(gravity.getBodyForces(state));
    system.realize(state, Stage::Position);
    CHECK(!gravity.isForceCacheValid(state));
    const Vector_<SpatialVec>& kept = gravity.getBodyForces(state);
    CHECK(gravity.isForceCacheValid(state));
    CHECK(kept.size() == 3);
    CHECK_NEAR(kept[1], SpatialVec(Vec3(0, 0, -10), Vec3(0, -20, 0)), 1e-12);
    CHECK_NEAR(kept[0], SpatialVec(Vec3(0), Vec3(0)), 0);
    CHECK(&gravity.getBodyForce(state, second) == &kept[2]);
    CHECK(gravity.getNumEvaluations() == 1);
    system.realize(state, Stage::Acceleration);
    CHECK(gravity.getNumEvaluations() == 1);
    const Real udot = state.getUDot()[0];

    // A change of speeds keeps them; a change of coordinates does not.
    state.updU()[0] = 0;
    CHECK(gravity.isForceCacheValid(state));
    system.realize(state, Stage::Acceleration);
    CHECK(gravity.getNumEvaluations() == 1);
    CHECK_NEAR(state.getUDot()[0], udot, 0);
    first.setAngle(state, Pi / 2);
    CHECK(!gravity.isForceCacheValid(state));
    system.realize(state, Stage::Acceleration);
    CHECK(gravity.getNumEvaluations() == 2);
    CHECK_NEAR(gravity.getBodyForce(state, first)[0], Vec3(0), 1e-12);

    // So do the parameters; without gravity there is nothing to compute.
    gravity.setMagnitude(state, 5);
    CHECK(!gravity.isForceCacheValid(state));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(gravity.getBodyForce(state, second)[1], Vec3(0, -10, 0), 1e-12);
    CHECK(gravity.getNumEvaluations() == 3);
    gravity.setMagnitude(state, 0);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(gravity.getBodyForce(state, second), SpatialVec(Vec3(0), Vec3(0)), 0);
    CHECK(gravity.getNumEvaluations() == 3);
    CHECK(gravity.getParticleForces(state).size() == 0);
}

static void runBoth() {
    run(true);
    run(false);
}

CHECK_MAIN(runBoth)
