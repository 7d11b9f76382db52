// SPDX-License-Identifier: Apache-2.0
// Contact constraints: rolling and sliding against closed forms.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

Element ball(const std::string& name, Real radius, Real mass = 1) {
    return Element::draft("body", "sphere", name).set("radius", radius).set("mass", mass);
}
Element contact(const std::string& type, ElementId second, bool rolls) {
    return Element::draft("constraint", type, "Contact").set("enforceRolling", rolls).plug("body2", second);
}
/// Multipliers in the order holonomic, nonholonomic.
Vector multipliers(const Simulation& motion) {
    State s = motion.state();
    motion.model().getSystem().realize(s, Stage::Acceleration);
    return s.getMultipliers();
}

/// A ball on a plane that falls off toward +x, at rest at first.
Document inclined(Real slope, Real radius, bool rolls) {
    ModelBuilder model;
    const Vec3 normal(std::sin(slope), std::cos(slope), 0);
    const ElementId b = model.add(ball("Ball", radius));
    model.add(Element::draft("joint", "free", "Way").set("position", Vec3(radius * normal)).plug("child", b));
    model.add(contact("sphereOnPlaneContact", b, rolls).set("normal", normal).set("radius", radius));
    model.add(gravity(standardGravity));
    return model.document();
}

TEST(SphereOnPlane, RollsDownASlopeWithFiveSeventhsOfTheAccelerationOfSliding) {
    constexpr Real slope = 0.3, radius = 0.05, t = 2;
    const Vec3 down(std::cos(slope), -std::sin(slope), 0), normal(std::sin(slope), std::cos(slope), 0);
    for (bool rolls : {true, false}) {
        Simulation motion(compiled(inclined(slope, radius, rolls)), closeAccuracy);
        motion.goTo(t);
        const Real acceleration = (rolls ? 5. / 7 : 1.) * standardGravity * std::sin(slope);
        const Vec3 expected = radius * normal + acceleration * t * t / 2 * down;
        EXPECT_LT(Vec3(motion.pose("Ball").p() - expected).norm(), allowedError(closeAccuracy)) << rolls;
        // Backward about z, as fast as it goes.
        EXPECT_NEAR(motion.velocity("Ball")[0][2], rolls ? -acceleration * t / radius : 0,
                    allowedError(closeAccuracy) / radius);
        EXPECT_NEAR(motion.energy(), standardGravity * radius * std::cos(slope), allowedError(closeAccuracy));
        // The ball is subject to the normal component of its weight and, when rolling, 2/7 of the tangential one.
        const Vector lambda = multipliers(motion);
        EXPECT_NEAR(lambda[0], -standardGravity * std::cos(slope), allowedError(closeAccuracy));
        if (rolls) {
            EXPECT_NEAR(std::hypot(lambda[1], lambda[2]), 2. / 7 * standardGravity * std::sin(slope),
                        allowedError(closeAccuracy));
        } else {
            EXPECT_EQ(lambda.size(), 1);
        }
    }
}

TEST(SphereOnPlane, CirclesOnATurntableWithTwoSeventhsOfItsSpeed) {
    // The gallery model: vdot = 2/7 Omega × v, so the ball circles about a point other than the axis.
    const Document document = modelDocument("rolling_ball");
    const Real rate = 2. / 7 * realOf(document, "Motor", "rate");
    const Vec3 start = vec3Of(document, "Way of the ball", "position"),
               velocity = vec3Of(document, "Way of the ball", "velocity");
    const Vec3 up(0, 1, 0), arm = velocity.cross(up) / rate, center = start - arm;
    Simulation motion(compiled(document), closeAccuracy);
    for (Real t = 1; t <= 10; ++t) {
        motion.goTo(t);
        const Vec3 expected = center + Rotation(rate * t, up) * arm;
        EXPECT_LT(Vec3(motion.pose("Ball").p() - expected).norm(), allowedError(closeAccuracy)) << "t " << t;
    }
}

TEST(SphereOnSphere, WithoutFrictionMovesLikeARodBetweenTheCenters) {
    constexpr Real r1 = 0.2, r2 = 0.1;
    const auto pendulum = [&](bool rod) {
        ModelBuilder model;
        const ElementId b = model.add(ball("Ball", r2));
        model.add(Element::draft("joint", "free", "Way")
                      .set("position", Vec3((r1 + r2) * Vec3(0.6, 0, 0.8)))
                      .set("velocity", Vec3(0, 0.5, 0))
                      .set("angularVelocity", Vec3(1, 2, 3))
                      .plug("child", b));
        if (rod)
            model.add(Element::draft("constraint", "rod", "Rod").set("length", r1 + r2).plug("body2", b));
        else
            model.add(contact("sphereOnSphereContact", b, false).set("radius1", r1).set("radius2", r2));
        model.add(gravity(standardGravity));
        return model.document();
    };
    Simulation touching(compiled(pendulum(false)), closeAccuracy), tied(compiled(pendulum(true)), closeAccuracy);
    for (Real t = 0.25; t <= 2; t += 0.25) {
        touching.goTo(t);
        tied.goTo(t);
        EXPECT_LT(Vec3(touching.pose("Ball").p() - tied.pose("Ball").p()).norm(), allowedError(closeAccuracy)) << t;
        // Constant spin without torque.
        EXPECT_LT(Vec3(touching.velocity("Ball")[0] - Vec3(1, 2, 3)).norm(), allowedError(closeAccuracy)) << t;
        EXPECT_NEAR(multipliers(touching)[0], multipliers(tied)[0], 1000 * allowedError(closeAccuracy)) << t;
    }
}

TEST(SphereOnSphere, RollsOffAsIfItHadSevenFifthsOfItsMass) {
    // In the plane: 7/5 (r1 + r2) theta'' = g sin theta, theta from the top. Energy gives the speed.
    constexpr Real r1 = 0.5, r2 = 0.1, theta = 0.1;
    ModelBuilder model;
    const ElementId b = model.add(ball("Ball", r2));
    model.add(Element::draft("joint", "free", "Way")
                  .set("position", Vec3((r1 + r2) * Vec3(std::sin(theta), std::cos(theta), 0)))
                  .plug("child", b));
    model.add(contact("sphereOnSphereContact", b, true).set("radius1", r1).set("radius2", r2));
    model.add(gravity(standardGravity));
    Simulation motion(compiled(model.document()), closeAccuracy);
    motion.goTo(1);
    const Vec3 p = motion.pose("Ball").p(), v = motion.velocity("Ball")[1];
    const Real fallen = (r1 + r2) * std::cos(theta) - p[1];
    EXPECT_GT(fallen, 0.1);
    EXPECT_NEAR(p.norm(), r1 + r2, allowedError(closeAccuracy));
    EXPECT_NEAR(v.squaredNorm(), 10. / 7 * standardGravity * fallen, allowedError(closeAccuracy));
    EXPECT_NEAR(motion.velocity("Ball")[0][2], -v.norm() / r2, allowedError(closeAccuracy) / r2);
}

TEST(PointOnPlane, HoldsAStandingBodyAndLetsItTip) {
    // A pole on its foot: a pendulum about the contact point.
    constexpr Real length = 1, lean = 0.2;
    ModelBuilder model, pinned;
    for (ModelBuilder* m : {&model, &pinned}) {
        const ElementId pole =
            m->add(rigidBody("Pole", 1, Vec3(length / 2, 0, 0), Vec3(0.001, length / 12, length / 12)));
        m->add(gravity(standardGravity));
        if (m == &pinned) {
            m->add(pin("Foot", {}, pole).set("angle", Pi / 2 - lean));
            continue;
        }
        m->add(
            Element::draft("joint", "free", "Way").set("orientation", Vec3(0, 0, Pi / 2 - lean)).plug("child", pole));
        m->add(Element::draft("constraint", "pointOnPlaneContact", "Contact").plug("body2", pole));
    }
    Simulation standing(compiled(model.document()), closeAccuracy), turning(compiled(pinned.document()), closeAccuracy);
    standing.goTo(1);
    turning.goTo(1);
    EXPECT_LT(Vec3(standing.pose("Pole").p()).norm(), allowedError(closeAccuracy));
    EXPECT_LT((standing.pose("Pole").R() - turning.pose("Pole").R()).norm(), allowedError(closeAccuracy));
}

TEST(LineOnLine, KeepsATranslatingEdgeInThePlaneOfBothDirections) {
    // Edges with constant orientation: the normal is constant, and sliding is as on an incline.
    const Vec3 d1(1, -0.5, 0.2), d2(0.3, 0.1, 1);
    const Vec3 n = Vec3(d2.cross(d1)).normalized();
    ASSERT_GT(n[1], 0);
    const auto falling = [&](bool rolls) {
        ModelBuilder model;
        const ElementId b = model.add(rigidBody("Body", 2, Vec3(0.), Vec3(0.1)));
        model.add(Element::draft("joint", "translation", "Way").plug("child", b));
        model.add(contact("lineOnLineContact", b, rolls)
                      .set("direction1", d1)
                      .set("direction2", d2)
                      .set("point1", Vec3(0.3 * d1))
                      .set("point2", Vec3(-0.2 * d2)));
        model.add(gravity(standardGravity));
        return model.document();
    };
    const Vec3 weight(0, -standardGravity, 0);
    Simulation slipping(compiled(falling(false)), closeAccuracy), sticking(compiled(falling(true)), closeAccuracy);
    for (Real t : {0.5, 1.}) {
        slipping.goTo(t);
        const Vec3 expected = t * t / 2 * (weight - n * n.dot(weight));
        EXPECT_LT(Vec3(slipping.pose("Body").p() - expected).norm(), allowedError(closeAccuracy)) << t;
        EXPECT_NEAR(multipliers(slipping)[0], 2 * n.dot(weight), allowedError(closeAccuracy)) << t;
    }
    sticking.goTo(1);
    EXPECT_LT(Vec3(sticking.pose("Body").p()).norm(), allowedError(closeAccuracy));
    EXPECT_NEAR(multipliers(sticking).norm(), 2 * standardGravity, allowedError(closeAccuracy));
}

TEST(Contacts, AreFiniteAtSingularPoses) {
    // Concentric spheres and parallel edges define no direction.
    for (const char* type : {"sphereOnSphereContact", "lineOnLineContact"}) {
        ModelBuilder model;
        const ElementId b = model.add(rigidBody("Body", 2, Vec3(0.), Vec3(0.1)));
        model.add(Element::draft("joint", "free", "Way").set("velocity", Vec3(0.1, 0.2, 0.3)).plug("child", b));
        Element draft = contact(type, b, true);
        if (std::string(type) == "lineOnLineContact") draft.set("direction2", Vec3(1, 0, 0));
        model.add(draft.set("enabled", false));
        model.add(gravity(standardGravity));
        const CompiledModelPtr compiledModel = compiled(model.document());
        State s = compiledModel->getInitialState();
        const MultibodySystem& system = compiledModel->getSystem();
        system.getMatterSubsystem().setConstraintIsDisabled(s, ConstraintIndex(0), false);
        system.realize(s, Stage::Acceleration);
        EXPECT_EQ(s.getNMultipliers(), 3) << type;
        EXPECT_TRUE(s.getQErr().allFinite() && s.getUErr().allFinite() && s.getUDot().allFinite()) << type;
        EXPECT_TRUE(s.getMultipliers().allFinite()) << type;
    }
}

}  // namespace
}  // namespace trammel::test
