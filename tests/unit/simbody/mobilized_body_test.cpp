// SPDX-License-Identifier: Apache-2.0
// Features of a body handle that the conformance tests do not cover.
#include <gtest/gtest.h>

#include "simbody/Simbody.h"

namespace SimTK {
namespace {

constexpr Real closeEnough = 1e-11;
// Central differences with this step: h^2 and rounding / h.
constexpr Real step = 1e-5, differenceTolerance = 1e-8;

struct Model {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Body::Rigid body{MassProperties(1.5, Vec3(0.1, -0.2, 0.3), UnitInertia(1, 1.2, 1.4))};
    const Transform X_PF{Rotation(0.4, UnitVec3(1, 2, -1)), Vec3(0.1, 0.2, -0.3)};
    const Transform X_BM{Rotation(-0.7, UnitVec3(0, 1, 1)), Vec3(-0.2, 0.1, 0.4)};

    State start() {
        State s = system.realizeTopology();
        system.realizeModel(s);
        return s;
    }
    /// The state after @p dt on the motion of @p s.
    State later(const State& s, Real dt) const {
        State t = s;
        t.updQ() = s.getQ() + dt * s.getQDot();
        t.updU() = s.getU() + dt * s.getUDot();
        system.realize(t, Stage::Velocity);
        return t;
    }
    static void fill(State& s) {
        for (int i = 0; i < s.getNQ(); ++i) s.updQ()[i] = 0.3 + 0.2 * std::sin(3. * i);
        for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = std::cos(2. * i);
    }
};

TEST(Fits, PositionFitMayRotateOrientationFitKeepsDistance) {
    Model m;
    MobilizedBody::BendStretch arm(m.matter.Ground(), m.body);
    State s = m.start();
    arm.setQ(s, Vec2(0.1, 2));
    arm.setQToFitTranslation(s, Vec3(0, 3, 0));
    EXPECT_LT((arm.getQ(s) - Vec2(Pi / 2, 3)).norm(), closeEnough);
    arm.setQToFitRotation(s, Rotation(0.4, ZAxis));
    EXPECT_LT((arm.getQ(s) - Vec2(0.4, 3)).norm(), 1e-9);
}

TEST(Fits, PartialFitKeepsIndependentParts) {
    Model m;
    MobilizedBody::Free free(m.matter.Ground(), m.X_PF, m.body, m.X_BM, MobilizedBody::Reverse);
    State s = m.start();
    const Transform X(Rotation(0.9, UnitVec3(1, 1, 0)), Vec3(1, 2, 3));
    const SpatialVec V(Vec3(0.1, 0.2, 0.3), Vec3(1, -1, 2));
    free.setQToFitTransform(s, X);
    free.setUToFitVelocity(s, V);
    free.setQToFitRotation(s, Rotation(0.2, XAxis));
    m.system.realize(s, Stage::Velocity);
    EXPECT_LT((free.getMobilizerTransform(s).p() - X.p()).norm(), closeEnough);
    EXPECT_LT((free.getMobilizerTransform(s).R() - Rotation(0.2, XAxis)).norm(), closeEnough);
    free.setQToFitTranslation(s, Vec3(-1, 0, 1));
    m.system.realize(s, Stage::Velocity);
    EXPECT_LT((free.getMobilizerTransform(s).p() - Vec3(-1, 0, 1)).norm(), closeEnough);
    EXPECT_LT((free.getMobilizerTransform(s).R() - Rotation(0.2, XAxis)).norm(), closeEnough);
}

TEST(Fits, PartialVelocityFitIsTheSmallestChange) {
    Model m;
    MobilizedBody::Free free(m.matter.Ground(), m.body);
    MobilizedBody::BendStretch arm(m.matter.Ground(), m.body);
    MobilizedBody::Pin pin(m.matter.Ground(), m.body);
    State s = m.start();
    arm.setQ(s, Vec2(0.5, 2));
    pin.setRate(s, 7);
    free.setUToFitVelocity(s, SpatialVec(Vec3(1, 2, 3), Vec3(4, 5, 6)));
    free.setUToFitAngularVelocity(s, Vec3(-1, 0, 0));
    arm.setUToFitLinearVelocity(s, Vec3(0.3, -0.4, 0));
    pin.setUToFitLinearVelocity(s, Vec3(1, 1, 1));
    m.system.realize(s, Stage::Velocity);
    EXPECT_LT((free.getMobilizerVelocity(s) - SpatialVec(Vec3(-1, 0, 0), Vec3(4, 5, 6))).norm(), closeEnough);
    EXPECT_LT((arm.getMobilizerVelocity(s)[1] - Vec3(0.3, -0.4, 0)).norm(), closeEnough);
    EXPECT_NEAR(pin.getRate(s), 7, closeEnough) << "no speed of a pin moves its point";
}

TEST(Fits, ReachPointsOnAnEllipsoidAndInSphericalCoordinates) {
    Model m;
    const Vec3 radii(1, 1.5, 2);
    MobilizedBody::Ellipsoid rider(m.matter.Ground(), m.body, radii);
    MobilizedBody::SphericalCoords polar(m.matter.Ground(), Transform(), m.body, Transform(), 0.3, true, -0.2, false,
                                         XAxis, true);
    State s = m.start();
    const Vec3 direction = UnitVec3(1, -1, 0.5),
               point(radii[0] * direction[0], radii[1] * direction[1], direction[2] * 2);
    rider.setQToFitTranslation(s, point);
    polar.setQToFitTranslation(s, Vec3(1, 2, 3));
    m.system.realize(s, Stage::Position);
    EXPECT_LT((rider.getMobilizerTransform(s).p() - point).norm(), 1e-8);
    EXPECT_LT((polar.getMobilizerTransform(s).p() - Vec3(1, 2, 3)).norm(), 1e-8);
}

TEST(MobilizedBodyHandle, MobilizerAccelerationIsTheDerivativeOfItsVelocity) {
    Model m;
    MobilizedBody::Gimbal first(m.matter.Ground(), m.X_PF, m.body, m.X_BM);
    MobilizedBody::BendStretch second(first, m.X_BM, m.body, m.X_PF, MobilizedBody::Reverse);
    State s = m.start();
    Model::fill(s);
    m.system.realize(s, Stage::Acceleration);
    const State before = m.later(s, -step), after = m.later(s, step);
    for (const MobilizedBody* b : std::initializer_list<const MobilizedBody*>{&first, &second}) {
        const SpatialVec A = (b->getMobilizerVelocity(after) - b->getMobilizerVelocity(before)) / (2 * step);
        EXPECT_LT((A - b->getMobilizerAcceleration(s)).norm(), differenceTolerance);
    }
}

TEST(MobilizedBodyHandle, RelativeVelocitiesAreDerivatives) {
    Model m;
    MobilizedBody::Ball first(m.matter.Ground(), m.X_PF, m.body, m.X_BM);
    MobilizedBody::Gimbal second(m.matter.Ground(), m.X_BM, m.body, m.X_PF);
    State s = m.start();
    Model::fill(s);
    m.system.realize(s, Stage::Acceleration);
    const Vec3 a(0.3, 0.1, -0.2), b(-0.4, 0.5, 0.6), v(0.7, -0.2, 0.4), acceleration(0.2, 0.3, -0.6);
    const State before = m.later(s, -step), after = m.later(s, step);
    const auto difference = [&](auto value) {
        using Quantity = std::decay_t<decltype(value(s, 0.))>;
        return Quantity((value(after, step) - value(before, -step)) / (2 * step));
    };

    EXPECT_NEAR(difference([&](const State& t, Real) { return first.calcStationToStationDistance(t, a, second, b); }),
                first.calcStationToStationDistanceTimeDerivative(s, a, second, b), differenceTolerance);
    EXPECT_NEAR(difference([&](const State& t, Real) {
                    return first.calcStationToStationDistanceTimeDerivative(t, a, second, b);
                }),
                first.calcStationToStationDistance2ndTimeDerivative(s, a, second, b), differenceTolerance);

    const auto pointAt = [&](Real dt) -> Vec3 { return a + dt * v + 0.5 * dt * dt * acceleration; };
    const Vec3 velocity = difference(
        [&](const State& t, Real dt) { return first.findStationLocationInAnotherBody(t, pointAt(dt), second); });
    EXPECT_LT((velocity - first.calcBodyMovingPointVelocityInBody(s, a, v, second)).norm(), differenceTolerance);
    const Vec3 second2 = difference([&](const State& t, Real dt) {
        return first.calcBodyMovingPointVelocityInBody(t, pointAt(dt), v + dt * acceleration, second);
    });
    EXPECT_LT((second2 - first.calcBodyMovingPointAccelerationInBody(s, a, v, acceleration, second)).norm(),
              differenceTolerance);

    const SpatialVec A =
        (first.findBodyVelocityInAnotherBody(after, second) - first.findBodyVelocityInAnotherBody(before, second)) /
        (2 * step);
    EXPECT_LT((A - first.findBodyAccelerationInAnotherBody(s, second)).norm(), differenceTolerance);
}

TEST(MobilizedBodyHandle, MomentumAndInertiaAgreeWithEachOther) {
    Model m;
    MobilizedBody::Free free(m.matter.Ground(), m.X_PF, m.body, m.X_BM);
    MobilizedBody::Pin other(m.matter.Ground(), m.body);
    State s = m.start();
    Model::fill(s);
    m.system.realize(s, Stage::Velocity);
    const SpatialVec P = free.calcBodyMomentumAboutBodyOriginInGround(s),
                     C = free.calcBodyMomentumAboutBodyMassCenterInGround(s);
    const Vec3 v = free.findStationVelocityInGround(s, free.getBodyMassCenterStation(s));
    EXPECT_LT((P[1] - 1.5 * v).norm(), closeEnough);
    EXPECT_LT((P[0] - C[0] - (free.getBodyRotation(s) * free.getBodyMassCenterStation(s)) % P[1]).norm(), closeEnough);
    EXPECT_NEAR(0.5 * dot(P, free.getBodyVelocity(s)),
                m.matter.calcKineticEnergy(s) -
                    0.5 * dot(other.calcBodyMomentumAboutBodyOriginInGround(s), other.getBodyVelocity(s)),
                closeEnough);
    const Vec3 here = free.findStationAtAnotherBodyMassCenter(s, free);
    EXPECT_LT((free.calcBodyInertiaAboutAnotherBodyStation(s, free, here).toMat33() -
               free.calcBodyCentralInertia(s, free).toMat33())
                  .norm(),
              closeEnough);
    EXPECT_LT((free.expressMassPropertiesInAnotherBodyFrame(s, free).getInertia().toMat33() -
               free.getBodyMassProperties(s).getInertia().toMat33())
                  .norm(),
              closeEnough);
}

TEST(MobilizedBodyHandle, EveryJointTakesADirection) {
    Model m;
    MobilizedBody& ground = m.matter.Ground();
    const auto reverse = MobilizedBody::Reverse;
    MobilizedBody::Pin(ground, m.body, reverse);
    MobilizedBody::Slider(ground, m.body, reverse);
    MobilizedBody::Screw(ground, m.body, 0.2, reverse);
    MobilizedBody::Universal(ground, m.body, reverse);
    MobilizedBody::Cylinder(ground, m.body, reverse);
    MobilizedBody::BendStretch(ground, m.body, reverse);
    MobilizedBody::Planar(ground, m.body, reverse);
    MobilizedBody::Gimbal(ground, m.body, reverse);
    MobilizedBody::Bushing(ground, m.body, reverse);
    MobilizedBody::Ball(ground, m.body, reverse);
    MobilizedBody::Translation(ground, m.body, reverse);
    MobilizedBody::Free(ground, m.body, reverse);
    MobilizedBody::LineOrientation(ground, m.body, reverse);
    MobilizedBody::FreeLine(ground, m.body, reverse);
    MobilizedBody::Ellipsoid(ground, m.body, Vec3(1, 2, 3), reverse);
    MobilizedBody::SphericalCoords(ground, m.body, reverse);
    MobilizedBody::CantileverFreeBeam(ground, m.body, 2, reverse);
    State s = m.start();
    Model::fill(s);
    m.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(m.matter.getNumBodies(), 18);
    for (int b = 1; b < m.matter.getNumBodies(); ++b)
        EXPECT_TRUE(m.matter.getMobilizedBody(MobilizedBodyIndex(b)).isReversed()) << b;
    EXPECT_FALSE(ground.isReversed());
}

TEST(MobilizedBodyHandle, AReversedPinTurnsTheOtherWayAndItsSpeedDoesTheSameWork) {
    Model m;
    MobilizedBody::Pin pin(m.matter.Ground(), m.X_PF, m.body, m.X_BM),
        back(m.matter.Ground(), m.X_PF, m.body, m.X_BM, MobilizedBody::Reverse);
    Force::Gravity(m.forces, m.matter, Vec3(0, -9.81, 0));
    State s = m.start();
    pin.setAngle(s, 0.6);
    pin.setRate(s, -1.2);
    back.setAngle(s, -0.6);
    back.setRate(s, 1.2);
    m.system.realize(s, Stage::Acceleration);
    EXPECT_LT((pin.getBodyTransform(s).p() - back.getBodyTransform(s).p()).norm(), closeEnough);
    EXPECT_LT((pin.getBodyVelocity(s) - back.getBodyVelocity(s)).norm(), closeEnough);
    EXPECT_LT((pin.getBodyAcceleration(s) - back.getBodyAcceleration(s)).norm(), closeEnough);
    EXPECT_NEAR(pin.getOneUDot(s, 0), -back.getOneUDot(s, 0), closeEnough);
}

TEST(MobilizedBodyHandle, DimensionsOfAJointMayChangeUntilTheSystemIsUsed) {
    Model m;
    MobilizedBody::Screw screw(m.matter.Ground(), m.body, 0.25, MobilizedBody::Reverse);
    MobilizedBody::Ellipsoid ellipsoid(m.matter.Ground(), m.body);
    MobilizedBody::SphericalCoords polar(m.matter.Ground(), m.body);
    MobilizedBody::CantileverFreeBeam beam(m.matter.Ground(), m.body, 3);
    EXPECT_EQ(screw.getDefaultPitch(), 0.25);
    EXPECT_EQ(ellipsoid.getDefaultRadii(), Vec3(1));
    screw.setDefaultPitch(0.5).setDefaultAngle(2);
    ellipsoid.setDefaultRadii(Vec3(1, 2, 3));
    polar.setRadialAxis(XAxis).setNegateRadial(true).setNegateAzimuth(true).setDefaultRadius(2);
    EXPECT_THROW(polar.setRadialAxis(YAxis), trammel::Exception);
    beam.setDefaultLength(1.5).setDefaultQ(Vec3(0.2, 0.1, 0));
    EXPECT_TRUE(screw.isReversed());
    EXPECT_TRUE(polar.getRadialAxis() == XAxis && polar.isRadialNegated() && !polar.isZenithNegated());
    State s = m.start();
    m.system.realize(s, Stage::Position);
    EXPECT_LT((screw.getBodyOriginLocation(s) - Vec3(0, 0, -1)).norm(), closeEnough);
    EXPECT_LT((ellipsoid.getBodyOriginLocation(s) - Vec3(0, 0, 3)).norm(), closeEnough);
    EXPECT_LT((polar.getBodyOriginLocation(s) - Vec3(-2, 0, 0)).norm(), closeEnough);
    EXPECT_LT((beam.getBodyOriginLocation(s) - Vec3(0.1, -0.2, 1.5 - 4. / 15 * 0.05 * 1.5)).norm(), closeEnough);
}

TEST(MobilizedBodyHandle, ReportsMotionMethods) {
    Model m;
    MobilizedBody::Pin pin(m.matter.Ground(), m.body), driven(m.matter.Ground(), m.body);
    Motion::Steady(driven, 2.);
    State s = m.start();
    EXPECT_EQ(pin.getQMotionMethod(s), Motion::Free);
    EXPECT_EQ(pin.getUDotMotionMethod(s), Motion::Free);
    EXPECT_EQ(driven.getQMotionMethod(s), Motion::Free);
    EXPECT_EQ(driven.getUMotionMethod(s), Motion::Prescribed);
    pin.lock(s);
    EXPECT_EQ(pin.getQMotionMethod(s), Motion::Prescribed);
    EXPECT_EQ(pin.getUMotionMethod(s), Motion::Zero);
}

/// Polar coordinates, implemented as operators on the State.
class OwnPolar : public MobilizedBody::Custom::Implementation {
public:
    explicit OwnPolar(SimbodyMatterSubsystem& matter) : Implementation(matter, 2, 2, 1) {}
    Implementation* clone() const override { return new OwnPolar(*this); }
    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        const Rotation R(q[0], ZAxis);
        return Transform(R, q[1] * R.x());
    }
    SpatialVec multiplyByHMatrix(const State& s, int, const Real* u) const override {
        const Transform X = getMobilizerTransform(s);
        const Vec3 w(0, 0, u[0]);
        return SpatialVec(w, w % X.p() + u[1] * X.x());
    }
    void multiplyByHTranspose(const State& s, const SpatialVec& F, int, Real* f) const override {
        const Transform X = getMobilizerTransform(s);
        f[0] = F[0][2] + (X.p() % F[1])[2];
        f[1] = dot(X.x(), F[1]);
    }
    SpatialVec multiplyByHDotMatrix(const State& s, int, const Real* u) const override {
        const Transform X = getMobilizerTransform(s);
        const SpatialVec V = getMobilizerVelocity(s);
        return SpatialVec(Vec3(0), Vec3(0, 0, u[0]) % V[1] + u[1] * (V[0] % X.x()));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real*) const override {}
};

TEST(CustomJoint, ReversedNeedsNoSpecialImplementation) {
    Model m;
    MobilizedBody::BendStretch arm(m.matter.Ground(), m.X_PF, m.body, m.X_BM, MobilizedBody::Reverse);
    MobilizedBody::Custom own(m.matter.Ground(), new OwnPolar(m.matter), m.X_PF, m.body, m.X_BM,
                              MobilizedBody::Reverse);
    Force::Gravity(m.forces, m.matter, Vec3(0, -9.81, 0));
    State s = m.start();
    const Vec2 q(0.3, 1.7), u(0.9, -0.4);
    for (const MobilizedBody* b : std::initializer_list<const MobilizedBody*>{&arm, &own})
        for (int i = 0; i < 2; ++i) b->setOneQ(s, i, q[i]), b->setOneU(s, i, u[i]);
    m.system.realize(s, Stage::Acceleration);
    EXPECT_TRUE(own.isReversed());
    EXPECT_LT((arm.getBodyTransform(s).p() - own.getBodyTransform(s).p()).norm(), closeEnough);
    EXPECT_LT((arm.getBodyVelocity(s) - own.getBodyVelocity(s)).norm(), closeEnough);
    EXPECT_LT((arm.getBodyAcceleration(s) - own.getBodyAcceleration(s)).norm(), closeEnough);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(arm.getOneUDot(s, i), own.getOneUDot(s, i), closeEnough);

    const Transform X = own.getMobilizerTransform(s);
    const SpatialVec V = own.getMobilizerVelocity(s);
    own.setQFromVector(s, Vector(Vec2(0, 1)));
    own.setQToFitTransform(s, X);
    own.setUToFitVelocity(s, V);
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(own.getOneQ(s, i), q[i], 1e-8);
        EXPECT_NEAR(own.getOneU(s, i), u[i], 1e-8);
    }
}

}  // namespace
}  // namespace SimTK
