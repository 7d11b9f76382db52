// SPDX-License-Identifier: Apache-2.0
// Parts of mobilized bodies: the class of Ground, a body changed in place, a motion removed and replaced, and the
// spatial inertia in Ground.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Ground& ground = matter.updGround();
    CHECK(ground.isGround());
    CHECK(ground.isSameMobilizedBody(matter.getGround()));
    ground.addBodyDecoration(Transform(Vec3(0, 0, 1)), DecorativeSphere(0.1));

    Body::Rigid brick(MassProperties(2, Vec3(0.1, 0.2, 0), UnitInertia(1, 2, 2.5)));
    MobilizedBody::Pin pin(ground, Transform(), brick, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Slider slider(pin, Transform(), brick, Transform());

    // The body itself, to be changed before the topology is realized.
    const Vec3 com(0.3, -0.1, 0.2);
    const UnitInertia perMass(3, 4, 5, 0.1, -0.2, 0.3);
    pin.updBody().setDefaultRigidBodyMassProperties(MassProperties(5, com, perMass));
    pin.updBody().addDecoration(Transform(), DecorativeBrick(Vec3(0.1, 0.2, 0.3)));
    CHECK_NEAR(pin.getDefaultMassProperties().getMass(), 5, 1e-15);
    CHECK_NEAR(pin.getBody().getDefaultRigidBodyMassProperties().getMassCenter(), com, 1e-15);
    CHECK_NEAR(slider.getDefaultMassProperties().getMass(), 2, 1e-15);
    // The original is unchanged: the handle holds a copy.
    CHECK_NEAR(brick.getDefaultRigidBodyMassProperties().getMass(), 2, 1e-15);

    // One motion at a time.
    CHECK(!pin.hasMotion());
    pin.clearMotion();
    Motion::Steady steady(pin, 3.);
    CHECK(pin.hasMotion());
    CHECK_THROWS(pin.adoptMotion(steady));
    CHECK_THROWS(Motion::Steady(pin, 1.));
    pin.clearMotion();
    CHECK(!pin.hasMotion());
    Motion::Sinusoid swinging(pin, Motion::Position, 0.5, 2, 0.3);
    CHECK(pin.hasMotion());

    State state = system.realizeTopology();
    state.setTime(0.7);
    system.realize(state, Stage::Time);
    system.prescribeQ(state);
    system.realize(state, Stage::Position);
    CHECK_NEAR(pin.getAngle(state), 0.5 * std::sin(2 * 0.7 + 0.3), 1e-14);
    system.prescribeU(state);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(pin.getRate(state), std::cos(2 * 0.7 + 0.3), 1e-14);
    CHECK_NEAR(pin.getOneUDot(state, 0), -2 * std::sin(2 * 0.7 + 0.3), 1e-13);

    const Rotation& R = pin.getBodyRotation(state);
    const SpatialInertia M = pin.getBodySpatialInertiaInGround(state);
    CHECK_NEAR(M.getMass(), 5, 1e-15);
    CHECK_NEAR(M.getMassCenter(), R * com, 1e-14);
    const Mat33 expected = R.asMat33() * perMass.toMat33() * ~R.asMat33();
    CHECK_NEAR(M.getUnitInertia().toMat33()(0), expected(0), 1e-13);
    CHECK_NEAR(M.getUnitInertia().toMat33()(1), expected(1), 1e-13);
    CHECK_NEAR(M.getUnitInertia().toMat33()(2), expected(2), 1e-13);

    // A further change applies to States created afterward.
    pin.updBody().setDefaultRigidBodyMassProperties(MassProperties(1, Vec3(0), perMass));
    CHECK(!system.systemTopologyHasBeenRealized());
    pin.clearMotion();
    state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(pin.getBodyMass(state), 1, 1e-15);
    CHECK_NEAR(pin.getOneUDot(state, 0), 0, 1e-14);

    // Ground has infinite mass.
    CHECK(matter.Ground().getBodyMass(state) == Infinity);
    CHECK_NEAR(matter.Ground().getBodyMassCenterStation(state), Vec3(0), 0);
}

CHECK_MAIN(run)
