// SPDX-License-Identifier: Apache-2.0
// The built-in force elements, each checked against its force law.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid box(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation one(matter.Ground(), Transform(), box, Transform());
    MobilizedBody::Translation two(matter.Ground(), Transform(), box, Transform());
    MobilizedBody::Pin wheel(matter.Ground(), Transform(), box, Transform());

    Force::UniformGravity gravity(forces, matter, Vec3(0, 0, -5));
    Force::TwoPointLinearSpring spring(forces, one, Vec3(0), two, Vec3(0), 10, 1);
    Force::TwoPointLinearDamper damper(forces, one, Vec3(0), two, Vec3(0), 4);
    Force::TwoPointConstantForce push(forces, one, Vec3(0), two, Vec3(0), 0.5);
    Force::MobilityLinearSpring coil(forces, wheel, MobilizerQIndex(0), 6, 0.5);
    Force::MobilityLinearDamper brake(forces, wheel, MobilizerUIndex(0), 3);
    Force::MobilityConstantForce motor(forces, wheel, MobilizerUIndex(0), 7);
    Force::ConstantForce pull(forces, one, Vec3(0), Vec3(0, 1, 0));
    Force::ConstantTorque twist(forces, wheel, Vec3(9, 9, 2));
    Force::GlobalDamper drag(forces, matter, 0.25);
    CHECK(forces.getNumForces() == 10);

    State state = system.realizeTopology();
    system.realizeModel(state);
    two.setQ(state, Vec3(3, 0, 0));
    two.setU(state, Vec3(1, 2, 0));
    wheel.setAngle(state, 1);
    wheel.setRate(state, -1);
    system.realize(state, Stage::Acceleration);

    // Tension 10*(3-1) + 4*1, push apart with 0.5, drag -0.25 u.
    const Real tension = 10 * 2 + 4 * 1 - 0.5;
    CHECK_NEAR(one.getBodyOriginAcceleration(state), Vec3(tension, 1, -10) / 2, 1e-12);
    CHECK_NEAR(two.getBodyOriginAcceleration(state), Vec3(-tension - 0.25, -0.5, -10) / 2, 1e-12);
    const Real torque = -6 * 0.5 + 3 + 7 + 2 + 0.25;
    CHECK_NEAR(wheel.getOneUDot(state, 0), torque / 2, 1e-12);  // Inertia = mass times unit inertia

    CHECK_NEAR(spring.calcPotentialEnergyContribution(state), 10 * 4 / 2., 1e-12);
    CHECK_NEAR(coil.calcPotentialEnergyContribution(state), 6 * 0.25 / 2, 1e-12);
    CHECK_NEAR(damper.calcPotentialEnergyContribution(state), 0, 1e-12);

    // Forces of a single element can be computed separately.
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;
    spring.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
    CHECK(bodyForces.size() == matter.getNumBodies());
    CHECK_NEAR(bodyForces[one.getMobilizedBodyIndex()][1], Vec3(20, 0, 0), 1e-12);
    CHECK_NEAR(bodyForces[two.getMobilizedBodyIndex()][1], Vec3(-20, 0, 0), 1e-12);

    // Elements can be found again, and enabled and disabled in a State.
    CHECK(!forces.isForceDisabled(state, spring.getForceIndex()));
    forces.setForceIsDisabled(state, spring.getForceIndex(), true);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(one.getBodyOriginAcceleration(state), Vec3(3.5, 1, -10) / 2, 1e-12);
    spring.enable(state);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(one.getBodyOriginAcceleration(state), Vec3(tension, 1, -10) / 2, 1e-12);
    CHECK(forces.getForce(coil.getForceIndex()).getForceIndex() == coil.getForceIndex());
}

CHECK_MAIN(run)
