// SPDX-License-Identifier: Apache-2.0
// Rigid contact with closed forms: bouncing, sliding, sticking, rolling, and impacts of several bodies.
#include "contact/rigid/rigid_contact.h"

#include <cmath>

#include "inspect/contact_reading.h"
#include "integrate/methods/registry.h"
#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

class RigidContacts : public ::testing::TestWithParam<std::string> {
protected:
    static constexpr Real accuracy = 1e-8;
    Simulation simulate(const ModelBuilder& b) { return {compiled(b.document()), accuracy, GetParam()}; }
};

TEST_P(RigidContacts, BouncingBallRestsAtTheTimeWhereImpactsAccumulate) {
    constexpr Real h = 0.5, e = 0.8, radius = 0.1;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(freeJoint(id, Vec3(0, radius + h, 0)));
    b.add(rigid({}, id).set("restitution", e));
    Simulation run = simulate(b);
    const Real fall = std::sqrt(2 * h / g), zeno = fall * (1 + e) / (1 - e);
    // The top after the first bounce.
    run.goTo(fall * (1 + e));
    EXPECT_NEAR(run.pose("Ball").p()[1], radius + e * e * h, 1e-7);
    EXPECT_EQ(read(run).impacts, 1);
    EXPECT_NEAR(read(run).lostEnergy, g * h * (1 - e * e), 1e-7);
    run.goTo(zeno - 1e-4);
    EXPECT_EQ(read(run).closed, 0);
    run.goTo(zeno + 1e-5);
    const RigidReading rest = read(run);
    EXPECT_EQ(rest.closed, 1);
    EXPECT_TRUE(rest.sticks);
    EXPECT_NEAR(rest.normal, g, 1e-9);
    EXPECT_NEAR(rest.gap, 0, 1e-12);
    EXPECT_NEAR(rest.lostEnergy, g * h, 1e-6);
    run.goTo(zeno + 2);
    EXPECT_NEAR(read(run).gap, 0, 1e-12);
    EXPECT_EQ(read(run).impacts, rest.impacts);
}

TEST_P(RigidContacts, BallThatStartsOnTheFloorRests) {
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", 0.1, 2));
    b.add(freeJoint(id, Vec3(0, 0.1, 0)));
    b.add(rigid({}, id).set("restitution", 0.5));
    Simulation run = simulate(b);
    run.goTo(1);
    EXPECT_NEAR(run.pose("Ball").p()[1], 0.1, 1e-12);
    EXPECT_NEAR(read(run).normal, 2 * g, 1e-9);
    EXPECT_EQ(read(run).impacts, 0);
}

/// Balls in a row along x, touching, the first ones with a speed of 1.
ModelBuilder cradle(int balls, int moving, const std::string& order) {
    ModelBuilder b;
    std::vector<ElementId> ids;
    for (int i = 0; i < balls; ++i) {
        const std::string name = "Ball " + std::to_string(i + 1);
        ids.push_back(b.add(ball(name, 0.05, 0.3)));
        b.add(slide(name + " guide", ids.back(), 0.1 * i - (i < moving ? 0.05 : 0), i < moving ? 1 : 0));
        if (i > 0)
            b.add(rigid(ids[std::size_t(i - 1)], ids.back(), "Pair " + std::to_string(i))
                      .set("restitution", 1.)
                      .set("multipleImpacts", order));
    }
    return b;
}

TEST_P(RigidContacts, NewtonsCradlePassesTheImpactOn) {
    for (const int moving : {1, 2}) {
        Simulation run = simulate(cradle(5, moving, "sequence"));
        run.goTo(0.2);
        for (int i = 0; i < 5; ++i)
            EXPECT_NEAR(run.velocity("Ball " + std::to_string(i + 1))[1][0], i < 5 - moving ? 0 : 1, 1e-10) << i;
        EXPECT_NEAR(run.energy(), 0.15 * moving, 1e-10);
    }
}

TEST_P(RigidContacts, ImpactsAtOnceThrowBackTheFirstBall) {
    // v2 - v1 = 1 and the others move together: m1 v1 + 2 m v2 = m.
    Simulation run = simulate(cradle(3, 1, "atOnce"));
    run.goTo(0.2);
    EXPECT_NEAR(run.velocity("Ball 1")[1][0], -1. / 3, 1e-10);
    EXPECT_NEAR(run.velocity("Ball 2")[1][0], 2. / 3, 1e-10);
    EXPECT_NEAR(run.velocity("Ball 3")[1][0], 2. / 3, 1e-10);
}

/// A cube on a slope of 30 degrees, with gravity turned in its place.
ModelBuilder blockOnSlope(Real mu, Real angle, Real speed = 0) {
    ModelBuilder b;
    b.add(gravityAlong(Vec3(std::sin(angle), -std::cos(angle), 0), g));
    b.add(floorShape());
    const ElementId id = b.add(box("Block", Vec3(0.2, 0.1, 0.2), 1));
    b.add(freeJoint(id, Vec3(0, 0.05, 0), Vec3(speed, 0, 0)));
    b.add(withMu(rigid({}, id), mu, mu));
    return b;
}

TEST_P(RigidContacts, BlockSlidesDownASteepSlope) {
    Simulation run = simulate(blockOnSlope(0.4, Pi / 6));
    run.goTo(1);
    constexpr Real a = 1.50671631555;
    EXPECT_NEAR(run.pose("Block").p()[0], a / 2, 1e-8);
    EXPECT_NEAR(run.velocity("Block")[1][0], a, 1e-8);
    EXPECT_NEAR(run.pose("Block").p()[1], 0.05, 1e-10);
    EXPECT_NEAR(read(run).normal, g * std::cos(Pi / 6), 1e-8);
    EXPECT_FALSE(read(run).sticks);
}

TEST_P(RigidContacts, BlockSticksToAGentleSlopeWithoutDrift) {
    Simulation run = simulate(blockOnSlope(0.4, 0.35));
    run.goTo(100);
    EXPECT_NEAR(run.pose("Block").p()[0], 0, 1e-11);
    EXPECT_TRUE(read(run).sticks);
    EXPECT_NEAR(read(run).friction.norm(), g * std::sin(0.35), 1e-9);
}

TEST_P(RigidContacts, BlockThatIsPushedUpASlopeStopsThere) {
    // Deceleration g (sin + mu cos); it then sticks.
    const Real angle = 0.35, mu = 0.4, v = 2, a = g * (std::sin(angle) + mu * std::cos(angle));
    Simulation run = simulate(blockOnSlope(mu, angle, -v));
    run.goTo(v / a - 1e-3);
    EXPECT_FALSE(read(run).sticks);
    run.goTo(v / a + 1e-3);
    EXPECT_TRUE(read(run).sticks);
    EXPECT_NEAR(run.pose("Block").p()[0], -v * v / (2 * a), 1e-9);
}

TEST_P(RigidContacts, BlockOnABeltSticksAndSlips) {
    constexpr Real speed = 0.2, mass = 1, k = 100, fixed = 0.5, sliding = 0.3, size = 0.1;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId belt = b.add(box("Belt", Vec3(0.01, 0.01, 0.01), 1).set("touches", false));
    b.add(floorShape(), belt);
    const ElementId drive = b.add(slide("Belt guide", belt, 0, speed));
    b.add(Element::draft("motion", "steady", "Drive").set("rate", speed).plug("joint", drive));
    const ElementId id = b.add(box("Block", Vec3(size, size, size), mass));
    b.add(freeJoint(id, Vec3(0, size / 2, 0), Vec3(speed, 0, 0)));
    // Far away, so that the spring stays horizontal.
    constexpr Real reach = 1000;
    b.add(Element::draft("force", "twoPointSpring", "Spring")
              .set("stiffness", k)
              .set("restLength", reach)
              .set("point1", Vec3(-reach, size / 2, 0))
              .set("point2", Vec3(0.))
              .plug("body2", id));
    b.add(withMu(rigid(belt, id), fixed, sliding));
    Simulation run = simulate(b);
    // It rides with the belt until k x = mu_s m g, then swings about mu_d m g/k until its speed is that of the belt again.
    const Real omega = std::sqrt(k / mass), onset = fixed * mass * g / k, middle = sliding * mass * g / k;
    const Real swing = (onset - middle) * omega / speed;
    const Real slip = 2 * (Pi - std::atan(swing)) / omega, first = onset / speed, stick = 2 * (onset - middle) / speed;
    for (int cycle = 0; cycle < 3; ++cycle) {
        const Real t = first + cycle * (slip + stick);
        run.goTo(t - 1e-5);
        EXPECT_TRUE(read(run).sticks) << cycle;
        EXPECT_NEAR(run.pose("Block").p()[0], onset, 1e-5);
        run.goTo(t + 1e-5);
        EXPECT_FALSE(read(run).sticks) << cycle;
        run.goTo(t + slip - 1e-5);
        EXPECT_FALSE(read(run).sticks) << cycle;
        run.goTo(t + slip + 1e-5);
        EXPECT_TRUE(read(run).sticks) << cycle;
        EXPECT_NEAR(run.pose("Block").p()[0], 2 * middle - onset, 1e-5);
    }
}

TEST_P(RigidContacts, BallSlidesThenRolls) {
    constexpr Real mu = 0.2, v = 2, r = 0.1;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", r, 1));
    b.add(freeJoint(id, Vec3(0, r, 0), Vec3(v, 0, 0)));
    b.add(withMu(rigid({}, id), mu, mu));
    Simulation run = simulate(b);
    constexpr Real t = 0.291247997670;
    run.goTo(t - 1e-6);
    EXPECT_FALSE(read(run).sticks);
    run.goTo(t + 1e-6);
    EXPECT_TRUE(read(run).sticks);
    EXPECT_NEAR(run.pose("Ball").p()[0], 0.499282281720, 2e-6);
    run.goTo(1);
    EXPECT_NEAR(run.velocity("Ball")[1][0], 10. / 7, 1e-8);
    EXPECT_NEAR(run.velocity("Ball")[0][2], -10. / 7 / r, 1e-7);
    EXPECT_NEAR(run.pose("Ball").p()[0], 0.499282281720 + (1 - t) * 10 / 7, 1e-7);
}

TEST_P(RigidContacts, BlockTipsOverItsEdgeOnASteepRoughSlope) {
    // b/h = 0.5 < tan 30 degrees: the corners uphill are released, and it turns about the other two.
    const Real angle = Pi / 6;
    ModelBuilder b;
    b.add(gravityAlong(Vec3(std::sin(angle), -std::cos(angle), 0), g));
    b.add(floorShape());
    const ElementId id = b.add(box("Block", Vec3(0.1, 0.2, 0.1), 1));
    b.add(freeJoint(id, Vec3(0, 0.1, 0)));
    b.add(withMu(rigid({}, id), 2, 2));
    Simulation run = simulate(b);
    const Real start = run.energy();
    run.goTo(0.05);
    EXPECT_EQ(read(run).closed, 2);
    EXPECT_TRUE(read(run).sticks);
    // m (l^2 + k^2) alpha = m g (h/2 sin - b/2 cos), with k^2 = (b^2 + h^2)/12 and l^2 = (b^2 + h^2)/4; at the start.
    const Real alpha = g * (0.1 * std::sin(angle) - 0.05 * std::cos(angle)) / (0.05 / 3);
    EXPECT_NEAR(run.velocity("Block")[0][2] / (-alpha * 0.05), 1, 0.03);
    EXPECT_NEAR(run.energy(), start, 1e-9);
    // About a corner: no slip.
    const Vec3 corner = Vec3(run.pose("Block") * Vec3(0.05, -0.1, 0.05));
    EXPECT_NEAR(Vec3(corner - Vec3(0.05, 0, 0.05)).norm(), 0, 1e-8);
}

TEST_P(RigidContacts, BoxThatFallsFlatBouncesFlat) {
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(box("Block", Vec3(0.2, 0.1, 0.3), 1));
    b.add(freeJoint(id, Vec3(0, 0.55, 0)));
    b.add(withMu(rigid({}, id).set("restitution", 0.6), 0.3, 0.3));
    Simulation run = simulate(b);
    run.goTo(std::sqrt(2 * 0.5 / g) * 1.6);
    EXPECT_NEAR(run.pose("Block").p()[1], 0.05 + 0.36 * 0.5, 1e-7);
    EXPECT_NEAR(run.velocity("Block")[0].norm(), 0, 1e-8);
    run.goTo(3);
    EXPECT_NEAR(run.pose("Block").p()[1], 0.05, 1e-10);
    EXPECT_NEAR(read(run).normal, g, 1e-7);
}

/// A slender rod of length 2 and mass 1 whose lower end, a small ball, slides on the floor toward the side it leans to. At the
/// angle of its axis to the floor, the ball is at the bottom left and the rod leans to the right.
CompiledModelPtr painleveRod(Real degrees, Real mu, Real speed) {
    const Real angle = degrees * Pi / 180;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId rod = b.add(rigidBody("Rod", 1, Vec3(0.), Vec3(1e-9, 1. / 3, 1. / 3)).set("touches", false));
    b.add(Element::draft("shape", "sphere", "Tip").set("radius", 1e-9).set("position", Vec3(-1, 0, 0)), rod);
    b.add(Element::draft("joint", "planar", "Rod joint")
              .set("x", std::cos(angle))
              .set("y", std::sin(angle))
              .set("angle", angle)
              .set("speedX", speed)
              .plug("child", rod));
    b.add(withMu(rigid({}, rod), mu, mu));
    return compiled(b.document());
}

TEST_P(RigidContacts, PainlevesRodIsStoppedByAnImpulseInTheWindowOfItsParadox) {
    // 1 + 3 cos² - 3 mu sin cos < 0, for a rod whose tip leads: from then on it turns about the tip, with inertia 4/3.
    constexpr Real speed = 5, inertia = 4. / 3, soon = 1e-6;
    for (const Real inside : {55.60, 60., 65., 69.93}) {
        Simulation run(painleveRod(inside, 1.4, -speed), 1e-8, GetParam());
        run.goTo(soon);
        const Real rate = speed * std::sin(inside * Pi / 180) / inertia;
        EXPECT_NEAR(run.velocity("Rod")[0][2], rate, 1e-4) << inside;
        EXPECT_EQ(read(run).impacts, 1) << inside;
        EXPECT_NEAR(read(run).lostEnergy, speed * speed / 2 - inertia * rate * rate / 2, 1e-4) << inside;
    }
    const auto slides = [&](Real degrees, Real mu, Real v) {
        Simulation run(painleveRod(degrees, mu, v), 1e-8, GetParam());
        run.goTo(soon);
        return read(run).impacts == 0 && std::abs(run.velocity("Rod")[1][0]) > 0.9 * speed;
    };
    for (const Real outside : {50., 55.57, 69.97, 75.}) EXPECT_TRUE(slides(outside, 1.4, -speed)) << outside;
    // Below 4/3 there is no such angle, and a trailing tip never jams.
    EXPECT_TRUE(slides(std::atan(2.) * 180 / Pi, 1.33, -speed));
    EXPECT_TRUE(slides(60, 1.4, speed));
}

/// The woodpecker toy with amplitudes smaller by the factor @p scale, where its motion is that of the linear model: so are
/// gravity, gaps and initial speeds.
CompiledModelPtr woodpecker(Real scale) {
    constexpr Real c = 0.0056, rM = 0.0031, hM = 0.0058, lM = 0.010, lG = 0.015, hS = 0.02, lS = 0.0201, tip = 1e-9;
    constexpr Real sleeveGap = 0.0006, beakGap = 0.0024;
    ModelBuilder b;
    b.add(gravity(g * scale));
    const Vec3 upright(0, 0, -Pi / 2);
    const auto pole = [&](const std::string& name, Real x, ElementId parent) {
        b.add(Element::draft("shape", "floor", name).set("position", Vec3(x, 0, 0)).set("orientation", upright),
              parent);
    };
    pole("Pole at the sleeve", rM - sleeveGap * scale - tip, {});
    const ElementId other = b.add(rigidBody("Pole", 1, Vec3(0.), Vec3(1.)).set("touches", false));
    b.add(Element::draft("joint", "weld", "Pole weld").plug("child", other));
    pole("Pole at the beak", lM + lG - lS - beakGap * scale - tip, other);

    const auto part = [&](const std::string& name, Real mass, const Vec3& center, Real inertia) {
        return b.add(rigidBody(name, mass, center, Vec3(inertia, inertia, inertia)).set("touches", false));
    };
    const auto point = [&](const std::string& name, const Vec3& at, ElementId on) {
        b.add(Element::draft("shape", "sphere", name).set("radius", tip).set("position", at), on);
    };
    const ElementId sleeve = part("Sleeve", 0.0003, Vec3(0.), 5e-9), bird = part("Bird", 0.0045, Vec3(lG, 0, 0), 7e-7);
    point("Lower edge", Vec3(rM, -hM, 0), sleeve);
    point("Upper edge", Vec3(rM, hM, 0), sleeve);
    point("Beak", Vec3(lG - lS, hS, 0), bird);
    const Real thetaM = -0.1036 * scale, thetaS = -0.2788 * scale;
    const ElementId guide = b.add(Element::draft("joint", "planar", "Sleeve joint")
                                      .set("angle", thetaM)
                                      .set("speedY", -0.3411 * scale)
                                      .plug("child", sleeve));
    b.add(Element::draft("constraint", "constantCoordinate", "On the pole").set("coordinate", 1).plug("joint", guide));
    const ElementId hinge = b.add(
        pin("Bird joint", sleeve, bird, Vec3(lM, 0, 0)).set("angle", thetaS - thetaM).set("rate", -7.4583 * scale));
    b.add(Element::draft("force", "mobilitySpring", "Spring").set("stiffness", c).plug("joint", hinge));
    const auto touch = [&](const std::string& name, ElementId first, ElementId second, Real restitution) {
        b.add(withMu(rigid(first, second, name), 0.3, 0.3)
                  .set("restitution", restitution)
                  .set("restSpeed", 1e-9)
                  .set("multipleImpacts", "atOnce"));
    };
    touch("Sleeve contact", {}, sleeve, 0);
    touch("Beak contact", other, bird, 0.5);
    return compiled(b.document());
}

TEST_P(RigidContacts, WoodpeckerDescendsInItsLimitCycle) {
    constexpr Real scale = 3e-3, step = 5e-4;
    Simulation run(woodpecker(scale), 1e-10, GetParam());
    // The first impact of the beak in each cycle.
    std::vector<Real> times, heights;
    int impacts = 0;
    for (int i = 1; i * step < 3; ++i) {
        run.goTo(i * step);
        const int now = read(run, "Beak contact").impacts;
        if (now > impacts && (times.empty() || run.time() > times.back() + 0.05)) {
            times.push_back(run.time());
            heights.push_back(run.pose("Sleeve").p()[1]);
        }
        impacts = now;
    }
    ASSERT_GT(times.size(), 15u);
    const std::size_t last = times.size() - 1, first = last - 10;
    EXPECT_NEAR((times[last] - times[first]) / 10, 0.14598, 0.00146);
    EXPECT_NEAR((heights[first] - heights[last]) / 10 / scale, 0.01945, 0.00019);
}

TEST_P(RigidContacts, ObliqueImpactSlidesOrRolls) {
    constexpr Real r = 0.1, e = 0.6, mass = 2, down = 3;
    for (const Real mu : {0.05, 0.9}) {
        constexpr Real along = 2;
        ModelBuilder b;
        b.add(floorShape());
        const ElementId id = b.add(ball("Ball", r, mass));
        b.add(freeJoint(id, Vec3(0, r + 0.3, 0), Vec3(along, -down, 0)));
        b.add(withMu(rigid({}, id).set("restitution", e), mu, mu));
        Simulation run = simulate(b);
        const Real before = run.energy();
        run.goTo(0.2);
        // Either the impulse of friction is mu times the normal one, or the ball leaves without slip.
        const bool slides = mu * (1 + e) * down < 2. / 7 * along;
        const Real after = slides ? along - mu * (1 + e) * down : 5. / 7 * along;
        EXPECT_NEAR(run.velocity("Ball")[1][0], after, 1e-9) << mu;
        EXPECT_NEAR(run.velocity("Ball")[1][1], e * down, 1e-9);
        EXPECT_NEAR(run.velocity("Ball")[0][2], -2.5 * (along - after) / r, 1e-7);
        EXPECT_NEAR(read(run).lostEnergy, before - run.energy(), 1e-9);
    }
}

TEST_P(RigidContacts, BallRestsInAGrooveOfTwoPlanes) {
    // Two planes at 45 degrees carry g/sqrt(2) each; without friction nothing else is possible.
    ModelBuilder b;
    b.add(gravity(g));
    for (const Real side : {-1., 1.}) b.add(floorShape().set("orientation", Vec3(0, 0, side * Pi / 4)));
    const ElementId id = b.add(ball("Ball", 0.1, 1));
    b.add(freeJoint(id, Vec3(0, 0.1 * std::sqrt(2.) + 0.05, 0)));
    b.add(rigid({}, id).set("restitution", 0.4));
    Simulation run = simulate(b);
    run.goTo(3);
    EXPECT_EQ(read(run).closed, 2);
    EXPECT_NEAR(run.pose("Ball").p()[1], 0.1 * std::sqrt(2.), 1e-7);
    EXPECT_NEAR(read(run).normal, 2 * g / std::sqrt(2.), 1e-6);
}

TEST_P(RigidContacts, ThrownBoxTumblesAndComesToRest) {
    for (int seed = 0; seed < 6; ++seed) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        SCOPED_TRACE(seed);
        addThrownBox(b, seed);
        Simulation run(compiled(b.document()), 1e-6, GetParam());
        expectTumblingLosesEnergy(run);
        EXPECT_NEAR(run.velocity("Block")[1].norm() + run.velocity("Block")[0].norm(), 0, 1e-4);
        EXPECT_GE(read(run).closed, 3);
        EXPECT_NEAR(read(run).normal, g, 1e-5);
    }
}

TEST(RigidContactSearch, ThrownBoxWithMuchFrictionComesToRest) {
    // Slow slip that friction jams stops; the directions of a slip that starts converge.
    for (const Real e : {0., 0.5}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        const ElementId id = b.add(box("Box", Vec3(0.2, 0.1, 0.3), 1));
        b.add(freeJoint(id, Vec3(0, 0.5, 0), Vec3(1, 0, 0.5))
                  .set("orientation", Vec3(0.4, 0.2, 0.3))
                  .set("angularVelocity", Vec3(3, 2, 1)));
        b.add(withMu(rigid({}, id).set("restitution", e).set("restSpeed", 1e-3), 10, 10));
        const CompiledModelPtr model = compiled(b.document());
        Simulation run(model, 1e-4);
        run.goTo(3);
        EXPECT_NEAR(run.velocity("Box")[1].norm() + run.velocity("Box")[0].norm(), 0, 1e-4) << e;
        EXPECT_NEAR(read(run).normal, g, 1e-5) << e;
    }
}

TEST(RigidContactSearch, PointThatWouldHaveToPullIfItStuckSlides) {
    // Three boxes that fall onto each other, many of whose points slide while others stick.
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    std::vector<ElementId> boxes;
    const auto add = [&](const Vec3& p, const Vec3& v, const Vec3& angles, const Vec3& w) {
        const std::string name = "Box " + std::to_string(boxes.size() + 1);
        const ElementId id = b.add(box(name, Vec3(0.2, 0.1, 0.3), 1));
        b.add(freeJoint(id, p, v).set("orientation", angles).set("angularVelocity", w));
        const auto touch = [&](ElementId other) {
            b.add(withMu(rigid(other, id).set("restitution", 0.3).set("restSpeed", 1e-3), 0.5, 0.4));
        };
        touch({});
        for (const ElementId other : boxes) touch(other);
        boxes.push_back(id);
    };
    add(Vec3(0.036286134905094122, 0.29999999999999999, -0.028403685918004698),
        Vec3(-0.22897911893732747, 0, -0.25154635023652949),
        Vec3(-0.60145717952586519, -0.32484964586034337, 2.723661451578856),
        Vec3(3.4868367623045255, 3.7289098626405277, -4.7818948978746665));
    add(Vec3(-0.046775650661289796, 0.69999999999999996, 0.020951178493865394),
        Vec3(0.3956965193469022, 0, -0.026731722293188764),
        Vec3(0.5230589429955641, -2.9989278730837459, -0.6508734257412625),
        Vec3(4.2682727372766056, 3.2558920627729151, 3.5546267381423267));
    add(Vec3(0.047224112189524187, 1.1000000000000001, -0.025153471691081543),
        Vec3(-0.390954001070556, 0, -0.34562161451527307),
        Vec3(0.13419364267084788, 1.0924503702919361, 2.6489433568147724),
        Vec3(2.2173528895529877, 1.4734811966500061, 2.6480054777031299));
    Simulation run(compiled(b.document()), 1e-4);
    run.goTo(1);
    EXPECT_LT(run.energy(), 3 * g * 0.7);
}

TEST(RigidContactReadings, ListCornersWithForcesAndState) {
    Simulation run(compiled(blockOnSlope(0.4, 0.35).document()), 1e-6);
    const auto idOf = [&](const std::string& name) { return run.model().getDocument().findByName(name)->id; };
    run.goTo(0.1);
    State s = run.state();
    run.model().getSystem().realize(s, Stage::Acceleration);
    const std::vector<ContactReading> readings = readContacts(run.model(), s);
    ASSERT_EQ(readings.size(), 4u);
    Real normal = 0;
    for (const ContactReading& r : readings) {
        ASSERT_TRUE(r.forces);
        EXPECT_TRUE(r.forces->sticks);
        EXPECT_NEAR(r.forces->use, std::tan(0.35) / 0.4, 1e-6);
        normal += r.forces->normal;
    }
    EXPECT_NEAR(normal, g * std::cos(0.35), 1e-8);
    EXPECT_EQ(explainNoContact(run.model(), s, idOf("Floor"), idOf("Block")), "");
    // Before the start event no contact is closed.
    State initial = run.model().getInitialState();
    run.model().getSystem().realize(initial, Stage::Acceleration);
    EXPECT_TRUE(readContacts(run.model(), initial).empty());
    EXPECT_EQ(explainNoContact(run.model(), initial, idOf("Floor"), idOf("Block")),
              "'Floor' and 'Block' touch: rigid contact acts from the start of a run.");
}

TEST(RigidContactPairs, UnsupportedOnesAreRefusedByName) {
    ModelBuilder b;
    const ElementId first = b.add(Element::draft("body", "cylinder", "First")),
                    second = b.add(Element::draft("body", "cylinder", "Second"));
    b.add(freeJoint(first, Vec3(0, 1, 0)));
    b.add(freeJoint(second, Vec3(0, 2, 0)));
    b.add(rigid(first, second));
    const Result<CompiledModelPtr> result = compileDocument(b.document());
    ASSERT_TRUE(result.diagnostics.hasErrors());
    std::string text;
    for (const Diagnostic& d : result.diagnostics) text += d.toString();
    EXPECT_NE(text.find("'First' and 'Second' cannot touch"), std::string::npos) << text;
    EXPECT_NE(text.find("between a cylinder and a cylinder"), std::string::npos) << text;
}

TEST(RigidContactStart, OverlapEndsTheRunByName) {
    ModelBuilder b;
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", 0.1, 1));
    b.add(freeJoint(id, Vec3(0, 0.09, 0)));
    b.add(rigid({}, id));
    const std::string end = endOf(compiled(b.document()), "rungeKuttaMerson", 0.1);
    EXPECT_NE(end.find("'Rigid': its surfaces overlap at the start"), std::string::npos) << end;
}

TEST(RigidContactStart, OverlapOfACapsuleWhoseEndsAreOutsideEndsTheRun) {
    for (const Real height : {0.1, 0.31}) {
        ModelBuilder b;
        b.add(Element::draft("shape", "box", "Table").set("size", Vec3(1, 0.1, 1)).set("position", Vec3(0, -0.05, 0)));
        const ElementId id = b.add(rigidBody("Rod", 1, Vec3(0.), Vec3(0.01)).set("showBox", false));
        b.add(Element::draft("shape", "capsule", "Rod shape").set("radius", 0.02).set("length", 0.5), id);
        b.add(freeJoint(id, Vec3(0, height, 0)));
        b.add(rigid({}, id));
        EXPECT_EQ(endOf(compiled(b.document()), "rungeKuttaMerson", 0.01).empty(), height > 0.3) << height;
    }
}

INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidContacts, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

TEST_P(RigidContacts, CamLeavesItsFollowerAtThePublishedAngle) {
    // The cam of the gallery, without compliance: it starts at the low point, and 129.055072 degrees later the follower
    // lifts off at 1.2 times the speed at which it just stays.
    constexpr Real limit = 89.3364427;
    const Document compliant = modelDocument("cam_by_touch");
    ModelBuilder b(without(compliant, "Contact"));
    b.add(rigid(compliant.findByName("Cam")->id, compliant.findByName("Follower")->id));
    const auto isClosedAt = [&](Real factor, Real degrees) {
        const Real rate = factor * limit;
        Simulation run(compiled(with(b.document(), "Motor", "rate", rate)), accuracy, GetParam());
        run.goTo(degrees * Pi / 180 / rate);
        return read(run).closed == 1;
    };
    EXPECT_TRUE(isClosedAt(1.2, 129.0550));
    EXPECT_FALSE(isClosedAt(1.2, 129.0551));
    EXPECT_TRUE(isClosedAt(0.9999, 180));
    EXPECT_FALSE(isClosedAt(1.0001, 180));
}

TEST_P(RigidContacts, GenevaWheelTurnsByQuartersWithThePublishedPeakRatio) {
    Simulation run(openModel("geneva_rigid"), 1e-6, GetParam());
    const Real drive = run["Driver axle.rate"];
    Real fastest = 0, steepest = 0, steepestAt = 0;
    for (int turn = 1; turn <= 2; ++turn) {
        // Full turns of the driver begin and end in the middle of a rest.
        const Real from = (turn - 1) * 2 * Pi / drive;
        for (int i = 1; i <= 400; ++i) {
            run.goTo(from + i * 2 * Pi / drive / 400);
            fastest = std::max(fastest, std::abs(run["Wheel axle.rate"]));
            // While the pin enters: of the half turn of the driver the middle is at i = 200.
            if (turn > 1 || i < 170 || i > 199) continue;
            run.model().getSystem().realize(run.state(), Stage::Acceleration);
            const Real bend = std::abs(run.state().getUDot()[0]) / square(drive);
            if (bend > steepest) steepest = bend, steepestAt = 180 - i * 360. / 400;
        }
        // The round lock leaves it some play.
        EXPECT_NEAR(run["Wheel axle.angle"], -turn * Pi / 2, 0.02);
    }
    EXPECT_NEAR(fastest / drive, 2.41421356, 0.01);
    EXPECT_NEAR(steepest, 5.40698103, 0.01);
    EXPECT_NEAR(steepestAt, 11.46375, 0.9) << "degrees before the middle";
}

}  // namespace
}  // namespace trammel::test
