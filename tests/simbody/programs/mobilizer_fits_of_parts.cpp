// SPDX-License-Identifier: Apache-2.0
// Fits of an orientation, a position, an angular or a linear velocity alone; dimensions of joints; other members of the
// handles.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1.5, Vec3(0.1, -0.2, 0.3), UnitInertia(1, 1.2, 1.4)));
    MobilizedBody::Free free(matter.Ground(), body);
    MobilizedBody::BendStretch arm(matter.Ground(), body);
    MobilizedBody::Pin pin(matter.Ground(), body);
    MobilizedBody::Slider slider(matter.Ground(), body);
    MobilizedBody::Screw screw(matter.Ground(), body, 0.25);
    MobilizedBody::Planar planar(matter.Ground(), body);
    MobilizedBody::SphericalCoords polar(matter.Ground(), Transform(), body, Transform(), 0.3, true, -0.2, false, XAxis,
                                         true);
    MobilizedBody::Ball ball(free, Transform(Vec3(1, 0, 0)), body, Transform(Vec3(0, 1, 0)), MobilizedBody::Reverse);
    planar.setDefaultAngle(0.2).setDefaultTranslation(Vec2(3, 4));
    screw.setDefaultPitch(0.5);
    State state = system.realizeTopology();

    free.setQToFitTransform(state, Transform(Rotation(0.9, UnitVec3(1, 1, 0)), Vec3(1, 2, 3)));
    free.setQToFitRotation(state, Rotation(0.2, XAxis));
    CHECK_NEAR(free.getQ(state).getSubVec<3>(4), Vec3(1, 2, 3), 1e-12);
    free.setQToFitTranslation(state, Vec3(-1, 0, 1));
    system.realize(state, Stage::Position);
    CHECK_NEAR(free.getMobilizerTransform(state).R().asMat33(), Rotation(0.2, XAxis).asMat33(), 1e-12);
    CHECK_NEAR(free.getMobilizerTransform(state).p(), Vec3(-1, 0, 1), 1e-12);

    arm.setOneQ(state, 0, 0.1), arm.setOneQ(state, 1, 2);
    arm.setQToFitTranslation(state, Vec3(0, 3, 0));
    CHECK_NEAR(arm.getOneQ(state, 0), Pi / 2, 1e-9);
    CHECK_NEAR(arm.getOneQ(state, 1), 3, 1e-9);
    arm.setQToFitRotation(state, Rotation(0.4, ZAxis));
    CHECK_NEAR(arm.getOneQ(state, 0), 0.4, 1e-9);
    CHECK_NEAR(arm.getOneQ(state, 1), 3, 1e-9);
    pin.setAngle(state, 0.7);
    pin.setQToFitTranslation(state, Vec3(1, 2, 3));
    CHECK_NEAR(pin.getAngle(state), 0.7, 1e-12);
    slider.setLength(state, 0.7);
    slider.setQToFitRotation(state, Rotation(1, XAxis));
    CHECK_NEAR(slider.getLength(state), 0.7, 1e-12);
    screw.setQToFitTranslation(state, Vec3(0, 0, 1));
    CHECK_NEAR(screw.getOneQ(state, 0), 2, 1e-9);

    system.realize(state, Stage::Position);
    free.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 3), Vec3(4, 5, 6)));
    free.setUToFitAngularVelocity(state, Vec3(-1, 0, 0));
    arm.setUToFitLinearVelocity(state, Rotation(0.4, ZAxis) * Vec3(0.3, 0.6, 0));
    pin.setRate(state, 7);
    pin.setUToFitLinearVelocity(state, Vec3(1, 1, 1));
    ball.setUToFitAngularVelocity(state, Vec3(0.1, 0.2, 0.3));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(free.getMobilizerVelocity(state), SpatialVec(Vec3(-1, 0, 0), Vec3(4, 5, 6)), 1e-12);
    CHECK_NEAR(arm.getOneU(state, 0), 0.2, 1e-9);
    CHECK_NEAR(arm.getOneU(state, 1), 0.3, 1e-9);
    CHECK_NEAR(pin.getRate(state), 7, 1e-12);
    CHECK_NEAR(ball.getMobilizerVelocity(state)[0], Vec3(0.1, 0.2, 0.3), 1e-12);

    CHECK_NEAR(planar.getTranslation(state), Vec2(3, 4), 0);
    CHECK_NEAR(planar.getDefaultAngle(), 0.2, 0);
    CHECK_NEAR(screw.getDefaultPitch(), 0.5, 0);
    polar.setAngles(state, Vec2(0.4, -0.3));
    polar.setRadius(state, 2);
    system.realize(state, Stage::Acceleration);
    const Rotation R = Rotation(0.3 - 0.4, ZAxis) * Rotation(-0.2 - 0.3, YAxis);
    CHECK_NEAR(polar.getBodyRotation(state).asMat33(), R.asMat33(), 1e-12);
    CHECK_NEAR(polar.getBodyOriginLocation(state), Vec3(R * Vec3(-2, 0, 0)), 1e-12);

    // Relative velocities and accelerations between bodies.
    const SpatialVec P = free.calcBodyMomentumAboutBodyOriginInGround(state);
    CHECK_NEAR(P[1], 1.5 * free.findStationVelocityInGround(state, free.getBodyMassCenterStation(state)), 1e-12);
    const SpatialVec P2 = free.calcBodySpatialInertiaMatrixInGround(state) * free.getBodyVelocity(state);
    CHECK_NEAR(P, P2, 1e-12);
    CHECK_NEAR(free.findMassCenterLocationInAnotherBody(state, free), Vec3(0.1, -0.2, 0.3), 1e-12);
    CHECK_NEAR(free.findStationAtAnotherBodyOrigin(state, matter.getGround()),
               free.findStationAtGroundPoint(state, Vec3(0)), 1e-12);
    const SpatialVec A = ball.findBodyAccelerationInAnotherBody(state, free);
    CHECK_NEAR(A[0], ball.findBodyAngularAccelerationInAnotherBody(state, free), 1e-12);
    CHECK_NEAR(A[1], ball.findStationAccelerationInAnotherBody(state, Vec3(0), free), 1e-12);
    // The frames of the ball are those of the bodies but for their origins: motion across the joint equals that between
    // the bodies.
    CHECK_NEAR(ball.getH_FMCol(state, MobilizerUIndex(0))[1], Vec3(0), 1e-12);
    CHECK_NEAR(ball.getHCol(state, MobilizerUIndex(1))[0],
               free.expressVectorInGroundFrame(state, ball.getH_FMCol(state, MobilizerUIndex(1))[0]), 1e-12);
    Vec3 location, velocity, acceleration;
    free.findStationLocationVelocityAndAccelerationInGround(state, Vec3(1, 2, 3), location, velocity, acceleration);
    CHECK_NEAR(acceleration, free.findStationAccelerationInGround(state, Vec3(1, 2, 3)), 1e-12);
    CHECK_NEAR(free.findFrameAccelerationInGround(state, Transform(Vec3(1, 2, 3)))[1], acceleration, 1e-12);
    CHECK(free.getQMotionMethod(state) == Motion::Free);
}

CHECK_MAIN(run)
