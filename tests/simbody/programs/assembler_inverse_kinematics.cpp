// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics: a chain of two balls and a pin follows markers and orientation sensors from frame to frame.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid link(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Ball hip(matter.Ground(), Transform(), link, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Pin knee(hip, Transform(), link, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Ball ankle(knee, Transform(), link, Transform(Vec3(0, 0.2, 0)));
    State state = system.realizeTopology();
    system.realizeModel(state);

    // The reference poses to be reproduced, frame by frame.
    State truth = state;
    const auto pose = [&](Real t) {
        hip.setQToFitRotation(truth, Rotation(BodyRotationSequence, 0.3 + t, XAxis, 0.2 - t, YAxis, 0.1, ZAxis));
        knee.setAngle(truth, 0.5 + t);
        ankle.setQToFitRotation(truth, Rotation(0.4 - t, UnitVec3(1, 2, 0)));
        system.realize(truth, Stage::Position);
    };
    const Vec3 stations[] = {Vec3(0), Vec3(0.1, 0.5, 0), Vec3(0, 0.3, 0.2)};
    const Rotation mounted(0.7, UnitVec3(0, 1, 1));

    Assembler ik(system);
    ik.setAccuracy(1e-6);
    Markers* markers = new Markers();
    for (const Vec3& station : stations) {
        markers->addMarker(hip.getMobilizedBodyIndex(), station);
        markers->addMarker(knee.getMobilizedBodyIndex(), station, 2);
    }
    OrientationSensors* sensors = new OrientationSensors();
    const OrientationSensors::OSensorIx foot = sensors->addOSensor("foot", ankle.getMobilizedBodyIndex(), mounted, 3);
    CHECK(markers->getNumMarkers() == 6);
    CHECK(markers->getMarkerName(Markers::MarkerIx(0)) == "_UNNAMED_0");
    CHECK(sensors->getNumOSensors() == 1);
    CHECK(sensors->getOSensorName(foot) == "foot");
    CHECK(sensors->getOSensorWeight(foot) == 3);
    CHECK(sensors->getOSensorIx("foot") == foot);
    CHECK(!sensors->getOSensorIx("hand").isValid());
    ik.adoptAssemblyGoal(markers);
    ik.adoptAssemblyGoal(sensors, 0.5);
    ik.initialize(state);
    CHECK(markers->getNumObservations() == 6);
    CHECK(sensors->getNumObservations() == 1);
    CHECK(sensors->hasObservation(foot));

    for (int frame = 0; frame <= 10; ++frame) {
        const Real t = 0.05 * frame;
        pose(t);
        for (int i = 0; i < 3; ++i) {
            markers->moveOneObservation(Markers::ObservationIx(2 * i),
                                        hip.findStationLocationInGround(truth, stations[i]));
            markers->moveOneObservation(Markers::ObservationIx(2 * i + 1),
                                        knee.findStationLocationInGround(truth, stations[i]));
        }
        sensors->moveOneObservation(OrientationSensors::ObservationIx(0), ankle.getBodyRotation(truth) * mounted);
        const Real goal = frame == 0 ? ik.assemble() : ik.track(t);
        CHECK(goal < 1e-8);
        CHECK_NEAR(sensors->findCurrentOSensorError(foot), 0, 1e-3);
        CHECK_NEAR(markers->findCurrentMarkerError(Markers::MarkerIx(3)), 0, 1e-3);
        ik.updateFromInternalState(state);
        system.realize(state, Stage::Position);
        CHECK_NEAR(knee.getAngle(state), 0.5 + t, 1e-3);
        CHECK_NEAR((hip.getBodyRotation(state).asMat33() - hip.getBodyRotation(truth).asMat33()).norm(), 0, 1e-3);
    }
    CHECK(ik.getNumAssemblySteps() > 0);

    // Half of the knee's range is forbidden: the knee stays at the end of its range. The angle of a ball is locked by
    // its number among Euler angles.
    Assembler limited(system);
    limited.setAccuracy(1e-6);
    limited.restrictQ(knee.getMobilizedBodyIndex(), MobilizerQIndex(0), -0.3, 0.3);
    limited.lockQ(hip.getMobilizedBodyIndex(), MobilizerQIndex(2));
    limited.adoptAssemblyGoal(new QValue(knee.getMobilizedBodyIndex(), MobilizerQIndex(0), 0.8));
    limited.adoptAssemblyGoal(new QValue(hip.getMobilizedBodyIndex(), MobilizerQIndex(0), 0.4));
    State start = system.getDefaultState();
    const Real left = limited.assemble(start);
    CHECK_NEAR(left, 0.5 * 0.5 / 2, 1e-3);
    CHECK_NEAR(knee.getAngle(start), 0.3, 1e-3);
    system.realize(start, Stage::Position);
    const Vec3 angles = hip.getBodyRotation(start).convertRotationToBodyFixedXYZ();
    CHECK_NEAR(angles[0], 0.4, 1e-3);
    CHECK_NEAR(angles[2], 0, 1e-3);
}

CHECK_MAIN(run)
