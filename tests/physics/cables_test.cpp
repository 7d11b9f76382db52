// SPDX-License-Identifier: Apache-2.0
// Cables over via points, and externally set loads.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

/// A weight that moves up and down at (x, y).
ElementId addWeight(ModelBuilder& model, const std::string& name, Real mass, Real x, Real y) {
    const ElementId b = model.add(rigidBody(name, mass, Vec3(0.), Vec3(0.1)));
    model.add(Element::draft("joint", "slider", "Guide of " + name)
                  .set("parentPoint", Vec3(x, y, 0))
                  .set("parentOrientation", Vec3(0, 0, Pi / 2))
                  .set("childOrientation", Vec3(0, 0, Pi / 2))
                  .plug("child", b));
    return b;
}
/// A lossless cable from the first body over one eyelet of Ground to the second.
Element cable(ElementId first, ElementId second, const Vec3& eyelet, Real slackLength) {
    return Element::draft("force", "cable", "Cable")
        .plug("body1", first)
        .plug("body2", second)
        .set("via1", eyelet)
        .set("slackLength", slackLength)
        .set("dissipation", 0.);
}

/// Two weights on a cable over an eyelet two meters above both.
Document atwood(Real m1, Real m2, Real stretch, Real dissipation) {
    ModelBuilder model;
    const ElementId a = addWeight(model, "Left", m1, 0, 0), b = addWeight(model, "Right", m2, 0, 0);
    model.add(cable(a, b, Vec3(0, 2, 0), 4 - stretch).set("dissipation", dissipation));
    model.add(gravity(standardGravity));
    return model.document();
}

TEST(Cable, MatchesAtwoodsClosedForm) {
    constexpr Real m1 = 1, m2 = 1.5, stiffness = 1000;
    // Stretched by the tension of the steady motion, which it keeps.
    const Real tension = 2 * m1 * m2 * standardGravity / (m1 + m2),
               acceleration = standardGravity * (m2 - m1) / (m1 + m2);
    Simulation motion(compiled(atwood(m1, m2, tension / stiffness, 0)), closeAccuracy);
    const Real energy = motion.energy();
    for (Real t : {0.3, 0.6, 0.9}) {
        motion.goTo(t);
        EXPECT_NEAR(motion.pose("Left").p()[1], acceleration * t * t / 2, allowedError(closeAccuracy)) << t;
        EXPECT_NEAR(motion.pose("Right").p()[1], -acceleration * t * t / 2, allowedError(closeAccuracy)) << t;
        EXPECT_NEAR(motion.energy(), energy, allowedError(closeAccuracy)) << t;
    }
}

TEST(Cable, DissipatedEnergyMatchesTheLoss) {
    Simulation motion(compiled(atwood(1, 1.5, 0.05, 0.5)), closeAccuracy);
    const Real energy = motion.energy();
    motion.goTo(0.8);
    // Its auxiliary variable accumulates the heat.
    ASSERT_EQ(motion.state().getNZ(), 1);
    const Real heat = motion.state().getZ()[0];
    EXPECT_GT(heat, 0.1);
    EXPECT_NEAR(motion.energy() + heat, energy, 10 * allowedError(closeAccuracy));
}

TEST(Cable, StraightCableEqualsASpring) {
    const auto hanging = [&](bool withCable) {
        ModelBuilder model;
        const ElementId a = addWeight(model, "Weight", 2, 0, 0);
        // Both hang from (0, 2, 0); the eyelet is half way and pulls at nothing.
        if (withCable)
            model.add(cable({}, a, Vec3(0, 1.5, 0), 1.5).set("point1", Vec3(0, 2, 0)));
        else
            model.add(Element::draft("force", "twoPointSpring", "Spring")
                          .set("point1", Vec3(0, 2, 0))
                          .set("stiffness", 1000.)
                          .set("restLength", 1.5)
                          .plug("body2", a));
        model.add(gravity(standardGravity));
        return model.document();
    };
    Simulation one(compiled(hanging(true)), closeAccuracy), other(compiled(hanging(false)), closeAccuracy);
    for (Real t : {0.02, 0.04, 0.06}) {
        one.goTo(t);
        other.goTo(t);
        EXPECT_NEAR(one.pose("Weight").p()[1], other.pose("Weight").p()[1], allowedError(closeAccuracy)) << t;
    }
}

TEST(Cable, AroundAPulleyIsAsLongAsItsStraightPiecesAndItsArc) {
    // Both weights hang straight down from the rim of a pulley of Ground: two pieces of 2 m and half a turn.
    constexpr Real radius = 0.3, stiffness = 1000;
    const auto hung = [&](Real slackLength) {
        ModelBuilder model;
        const ElementId a = addWeight(model, "Left", 1, -radius, 0), b = addWeight(model, "Right", 1, radius, 0);
        model.add(cable(a, b, Vec3(0, 2, 0), slackLength).set("via1Radius", radius).set("via1Axis", Vec3(0, 0, -1)));
        return model.document();
    };
    constexpr Real length = 2 * 2 + Pi * radius;
    for (const Real stretch : {0.1, 0.01}) {
        Simulation motion(compiled(hung(length - stretch)), closeAccuracy);
        EXPECT_NEAR(motion.energy(), stiffness * stretch * stretch / 2, 1e-9) << stretch;
    }
    Simulation slack(compiled(hung(length + 0.01)), closeAccuracy);
    EXPECT_EQ(slack.energy(), 0);
}

TEST(Cable, AroundTwoPulleysConservesEnergy) {
    // A weight swings below a beam with two pulleys of different size, while the other one balances it.
    ModelBuilder model;
    const ElementId a = addWeight(model, "Left", 1, -0.8, 0);
    const ElementId b = model.add(rigidBody("Bob", 1.1, Vec3(0.), Vec3(0.1)));
    model.add(Element::draft("joint", "planar", "Plane of Bob").set("x", 1.2).set("y", 0.4).plug("child", b));
    model.add(cable(a, b, Vec3(-0.5, 2, 0), 4)
                  .set("viaPoints", std::int64_t(2))
                  .set("via1Radius", 0.3)
                  .set("via1Axis", Vec3(0, 0, -1))
                  .set("via2", Vec3(0.5, 2, 0))
                  .set("via2Radius", 0.15)
                  .set("via2Axis", Vec3(0, 0, -1)));
    model.add(gravity(standardGravity));
    Simulation motion(compiled(model.document()), closeAccuracy);
    const Real energy = motion.energy();
    // A derivative of the force jumps where the cable leaves a pulley: the error varies several times with the place of the
    // steps, which a change of the accuracy by a tenth moves.
    for (const Real t : {0.2, 0.4, 0.6}) {
        motion.goTo(t);
        EXPECT_NEAR(motion.energy(), energy, 50 * allowedError(closeAccuracy)) << t;
    }
}

TEST(Cable, WoundUpByAWinchLiftsItsLoad) {
    constexpr Real mass = 2, speed = 0.3, stiffness = 1000;
    ModelBuilder model;
    const ElementId a = addWeight(model, "Load", mass, 0, 0);
    // Stretched by the weight, and moving as fast as the winch winds, it continues like that.
    const Real stretch = mass * standardGravity / stiffness;
    model.add(cable({}, a, Vec3(0, 1.5, 0), 2 - stretch).set("point1", Vec3(0, 2, 0)).set("windingSpeed", speed));
    model.add(gravity(standardGravity));
    Simulation motion(compiled(with(model.document(), "Guide of Load", "rate", speed)), closeAccuracy);
    for (const Real t : {0.5, 1., 2.}) {
        motion.goTo(t);
        EXPECT_NEAR(motion.pose("Load").p()[1], speed * t, allowedError(closeAccuracy)) << t;
    }
}

TEST(Cable, EyeletReceivesTheResultantOfBothSegments) {
    // A weight hangs by an eyelet in the middle of a cable with both ends fixed: two segments carry it.
    constexpr Real half = 0.3, drop = 0.4, stiffness = 1000, mass = 2;
    const Real piece = std::hypot(half, drop), tension = mass * standardGravity / (2 * drop / piece);
    ModelBuilder model;
    const ElementId a = addWeight(model, "Weight", mass, 0, 0);
    model.add(cable({}, {}, Vec3(0.), 2 * piece - tension / stiffness)
                  .set("point1", Vec3(-half, drop, 0))
                  .set("point2", Vec3(half, drop, 0))
                  .plug("via1Body", a));
    model.add(gravity(standardGravity));
    Simulation motion(compiled(model.document()), closeAccuracy);
    motion.goTo(1);
    EXPECT_NEAR(motion.pose("Weight").p()[1], 0, allowedError(closeAccuracy));
}

TEST(Cable, SlackCableExertsNoForce) {
    ModelBuilder model;
    const ElementId a = addWeight(model, "Weight", 2, 0, 0);
    model.add(cable({}, a, Vec3(0, 1, 0), 2.5).set("point1", Vec3(0, 2, 0)));
    model.add(gravity(standardGravity));
    Simulation motion(compiled(model.document()), closeAccuracy);
    motion.goTo(0.3);
    EXPECT_NEAR(motion.pose("Weight").p()[1], -standardGravity * 0.09 / 2, allowedError(closeAccuracy));
}

TEST(LoadsSetFromOutside, ActImmediately) {
    ModelBuilder model;
    const ElementId b = model.add(rigidBody("Body", 2, Vec3(0.), Vec3(0.5)));
    model.add(Element::draft("joint", "free", "Way").plug("child", b));
    model.add(Element::draft("force", "discreteBodyForce", "Load").plug("body", b));
    const CompiledModelPtr compiledModel = compiled(model.document());
    Simulation before(compiledModel, closeAccuracy);
    before.goTo(1);
    EXPECT_EQ(before.pose("Body").p().norm(), 0);
    // As a property form sets it during a run.
    State s = before.state();
    const auto edited = compileDocument(with(model.document(), "Load", "force", Vec3(4, 0, 0)), compiledModel);
    ASSERT_TRUE(edited);
    applyParameters(**edited, s);
    Simulation after(*edited, s, closeAccuracy);
    after.goTo(2);
    EXPECT_NEAR(after.pose("Body").p()[0], 1, allowedError(closeAccuracy));
}

}  // namespace
}  // namespace trammel::test
