// SPDX-License-Identifier: Apache-2.0
// Quaternions or Euler angles: the same physics in either, and conversion from one to the other.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid top(MassProperties(1, Vec3(0, 0, 1), Inertia(2, 2.2, 1)));
    MobilizedBody::Ball ball(matter.Ground(), top);
    MobilizedBody::Free free(ball, Transform(Vec3(0, 0, 2)), top, Transform());

    State quaternions = system.realizeTopology();
    State angles = quaternions;
    system.realizeModel(quaternions);
    matter.setUseEulerAngles(angles, true);
    CHECK(angles.getSystemStage() < Stage::Model);
    system.realizeModel(angles);
    const Rotation pose(BodyRotationSequence, 0.4, XAxis, -0.3, YAxis, 0.8, ZAxis);
    for (State* s : {&quaternions, &angles}) {
        ball.setQToFitRotation(*s, pose);
        free.setQToFitTransform(*s, Transform(~pose, Vec3(1, 0, 0)));
        system.realize(*s, Stage::Position);
        ball.setUToFitAngularVelocity(*s, Vec3(1, 2, 3));
        free.setUToFitVelocity(*s, SpatialVec(Vec3(0, 1, 0), Vec3(1, 0, -1)));
        system.realize(*s, Stage::Acceleration);
    }
    CHECK(ball.getNumQ(quaternions) == 4 && ball.getNumQ(angles) == 3);
    CHECK(free.getNumQ(quaternions) == 7 && free.getNumQ(angles) == 6);
    CHECK(quaternions.getNQErr() == 2 && angles.getNQErr() == 0);  // the quaternions' lengths
    CHECK(quaternions.getNU() == 9 && angles.getNU() == 9);
    CHECK_NEAR(Vec3::getAs(&ball.getQAsVector(angles)[0]), Vec3(0.4, -0.3, 0.8), 1e-12);
    CHECK_NEAR(ball.getQAsVector(quaternions).norm(), 1, 1e-14);
    CHECK_NEAR(quaternions.getUDot(), angles.getUDot(), 1e-9);
    CHECK_NEAR(free.getBodyAcceleration(quaternions), free.getBodyAcceleration(angles), 1e-9);
    CHECK_NEAR(system.calcEnergy(quaternions), system.calcEnergy(angles), 1e-10);

    RungeKuttaMersonIntegrator one(system), two(system);
    one.setAccuracy(1e-8), two.setAccuracy(1e-8);
    TimeStepper first(system, one), second(system, two);
    first.initialize(quaternions), second.initialize(angles);
    first.stepTo(0.3), second.stepTo(0.3);
    CHECK_NEAR(free.getBodyOriginLocation(first.getState()), free.getBodyOriginLocation(second.getState()), 1e-5);

    // Conversion keeps the poses.
    State converted;
    matter.convertToEulerAngles(quaternions, converted);
    CHECK(matter.getUseEulerAngles(converted));
    system.realize(converted, Stage::Position);
    CHECK_NEAR(free.getBodyOriginLocation(converted), free.getBodyOriginLocation(quaternions), 1e-12);
    State back;
    matter.convertToQuaternions(angles, back);
    CHECK(!matter.getUseEulerAngles(back));
    system.realize(back, Stage::Position);
    CHECK_NEAR(ball.getBodyRotation(back).asMat33(), pose.asMat33(), 1e-12);
}

CHECK_MAIN(run)
