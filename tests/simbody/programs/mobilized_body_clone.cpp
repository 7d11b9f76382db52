// SPDX-License-Identifier: Apache-2.0
// A body with its joint, cloned on another parent.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-10;

const Body::Rigid brick(MassProperties(2, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2, .01, .02, .03)));
const Transform X_PF(Rotation(.3, UnitVec3(1, 2, 3)), Vec3(.1, .2, .3)), X_BM(Rotation(.7, XAxis), Vec3(0, .4, 0));

/// Two joints in series; the second is constructed separately or cloned from the first.
template <class Make>
Vector accelerationsOfTwo(Make makeSecond) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.8, .3));
    MobilizedBody::Screw first(matter.Ground(), X_PF, brick, X_BM, .4);
    makeSecond(first);
    CHECK(matter.getNumBodies() == 3);
    const MobilizedBody& second = matter.getMobilizedBody(MobilizedBodyIndex(2));
    CHECK(MobilizedBody::Screw::isInstanceOf(second));
    CHECK(second.getParentMobilizedBody().getMobilizedBodyIndex() == first.getMobilizedBodyIndex());
    State s = system.realizeTopology();
    s.updQ()[0] = .3;
    s.updQ()[1] = -.7;
    s.updU()[0] = 1;
    s.updU()[1] = -.4;
    system.realize(s, Stage::Acceleration);
    return s.getUDot();
}

void cloneMovesLikeSeparateJoint() {
    const Vector separate =
        accelerationsOfTwo([](MobilizedBody::Screw& first) { MobilizedBody::Screw(first, X_PF, brick, X_BM, .4); });
    const Vector copied = accelerationsOfTwo([](MobilizedBody::Screw& first) { first.cloneForNewParent(first); });
    CHECK(separate.size() == 2 && copied.size() == 2);
    for (int i = 0; i < 2; ++i) CHECK_NEAR(copied[i], separate[i], tolerance);
}

void cloneIsAHandleOfTheSameKind() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Ball ball(matter.Ground(), X_PF, brick, X_BM);
    MobilizedBody::Pin pin(ball, brick);
    MobilizedBody& again = ball.cloneForNewParent(pin);
    CHECK(MobilizedBody::Ball::isInstanceOf(again));
    CHECK(!MobilizedBody::Pin::isInstanceOf(again));
    State s = system.realizeTopology();
    CHECK(again.getNumQ(s) == 4 && again.getNumU(s) == 3);
    MobilizedBody::Ball::updDowncast(again).setQToFitRotation(s, Rotation(.4, ZAxis));
    system.realize(s, Stage::Position);
    CHECK_NEAR(again.getInboardFrame(s).p(), X_PF.p(), tolerance);
    CHECK_NEAR(again.getOutboardFrame(s).p(), X_BM.p(), tolerance);
    CHECK_NEAR(again.getBodyMass(s), 2, 0);
    CHECK(again.getMobilizerTransform(s).R().isSameRotationToWithinAngle(Rotation(.4, ZAxis), tolerance));
}

void run() {
    cloneMovesLikeSeparateJoint();
    cloneIsAHandleOfTheSameKind();
}

}  // namespace

CHECK_MAIN(run)
