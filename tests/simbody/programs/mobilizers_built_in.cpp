// SPDX-License-Identifier: Apache-2.0
// The built-in mobilizers: numbers and meaning of coordinates and speeds, and defaults set at construction.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1.0, Vec3(0), UnitInertia(1)));
    CHECK(body.getDefaultRigidBodyMassProperties().getMass() == 1);
    MobilizedBody::Pin pin(matter.Ground(), body);
    MobilizedBody::Slider slider(matter.Ground(), body);
    MobilizedBody::Universal universal(matter.Ground(), body);
    MobilizedBody::Cylinder cylinder(matter.Ground(), body);
    MobilizedBody::Planar planar(matter.Ground(), body);
    MobilizedBody::Gimbal gimbal(matter.Ground(), body);
    MobilizedBody::Ball ball(matter.Ground(), body);
    MobilizedBody::Translation translation(matter.Ground(), body);
    MobilizedBody::Free free(matter.Ground(), body);
    MobilizedBody::Bushing bushing(matter.Ground(), body);
    MobilizedBody::Screw screw(matter.Ground(), body, 0.25);
    MobilizedBody::BendStretch bendStretch(matter.Ground(), body);
    MobilizedBody::Weld weld(matter.Ground(), Transform(Vec3(1, 2, 3)), body, Transform());
    pin.setDefaultAngle(0.5);
    slider.setDefaultLength(1.5);
    translation.setDefaultTranslation(Vec3(7, 8, 9));
    ball.setDefaultRotation(Rotation(0.3, XAxis));
    CHECK(matter.getNumBodies() == 14);
    CHECK(matter.getGround().getMobilizedBodyIndex() == GroundIndex);

    State state = system.realizeTopology();
    system.realizeModel(state);
    const MobilizedBody* all[] = {&pin,         &slider, &universal, &cylinder, &planar,      &gimbal, &ball,
                                  &translation, &free,   &bushing,   &screw,    &bendStretch, &weld};
    const int nq[] = {1, 1, 2, 2, 3, 3, 4, 3, 7, 6, 1, 2, 0};
    const int nu[] = {1, 1, 2, 2, 3, 3, 3, 3, 6, 6, 1, 2, 0};
    for (int i = 0; i < 13; ++i) {
        CHECK(all[i]->getNumQ(state) == nq[i] && all[i]->getNumU(state) == nu[i]);
        CHECK(all[i]->getMobilizedBodyIndex() == MobilizedBodyIndex(i + 1));
        CHECK(all[i]->getParentMobilizedBody().isGround());
    }
    system.realize(state, Stage::Position);
    CHECK_NEAR(pin.getBodyRotation(state).asMat33(), Rotation(0.5, ZAxis).asMat33(), 1e-14);
    CHECK_NEAR(slider.getBodyOriginLocation(state), Vec3(1.5, 0, 0), 1e-14);
    CHECK_NEAR(translation.getBodyOriginLocation(state), Vec3(7, 8, 9), 1e-14);
    CHECK_NEAR(ball.getBodyRotation(state).asMat33(), Rotation(0.3, XAxis).asMat33(), 1e-14);
    CHECK_NEAR(weld.getBodyTransform(state).p(), Vec3(1, 2, 3), 0);
    CHECK_NEAR(free.getBodyTransform(state).p(), Vec3(0), 0);

    planar.setQ(state, Vec3(Pi / 2, 4, 5));  // angle about z, then x and y in the parent
    screw.setOneQ(state, 0, 2);              // angle about z with a pitch
    universal.setOneQ(state, 0, 0.2), universal.setOneQ(state, 1, 0.4);
    cylinder.setOneQ(state, 1, -1);
    system.realize(state, Stage::Position);
    CHECK_NEAR(planar.getBodyOriginLocation(state), Vec3(4, 5, 0), 1e-14);
    CHECK_NEAR(planar.getBodyRotation(state) * Vec3(1, 0, 0), Vec3(0, 1, 0), 1e-14);
    CHECK_NEAR(screw.getBodyOriginLocation(state), Vec3(0, 0, 0.5), 1e-14);
    CHECK_NEAR(universal.getBodyRotation(state).asMat33(), (Rotation(0.2, XAxis) * Rotation(0.4, YAxis)).asMat33(),
               1e-14);
    CHECK_NEAR(cylinder.getBodyOriginLocation(state), Vec3(0, 0, -1), 1e-14);

    // Fits and velocities; stations.
    free.setQToFitTransform(state, Transform(Rotation(0.7, UnitVec3(1, 1, 0)), Vec3(-1, 0, 2)));
    free.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, 2), Vec3(1, 0, 0)));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(free.getBodyVelocity(state), SpatialVec(Vec3(0, 0, 2), Vec3(1, 0, 0)), 1e-12);
    const Vec3 station(0, 1, 0), arm = free.getBodyRotation(state) * station;
    CHECK_NEAR(free.findStationLocationInGround(state, station), Vec3(-1, 0, 2) + arm, 1e-12);
    CHECK_NEAR(free.findStationVelocityInGround(state, station), Vec3(1, 0, 0) + Vec3(0, 0, 2) % arm, 1e-12);
    CHECK_NEAR(free.findStationAtGroundPoint(state, Vec3(-1, 0, 2) + arm), station, 1e-12);
    CHECK_NEAR(free.expressVectorInGroundFrame(state, station), arm, 1e-12);
    CHECK_NEAR(free.findStationLocationInAnotherBody(state, Vec3(0), weld), Vec3(-2, -2, -1), 1e-12);
    CHECK(free.getBodyMass(state) == 1);
    CHECK_NEAR(free.getBodyAngularAcceleration(state), Vec3(0), 1e-12);
}

CHECK_MAIN(run)
