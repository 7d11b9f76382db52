// SPDX-License-Identifier: Apache-2.0
// Rigid contact of cylinders, cones, capsules and balls with boxes, the floor and each other, against closed forms.
#include <cmath>

#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

constexpr Real lying = 0, standing = -Pi / 2;

class RigidRound : public ::testing::TestWithParam<std::string> {
protected:
    Simulation simulate(const ModelBuilder& b, Real accuracy = 1e-8) {
        return {compiled(b.document()), accuracy, GetParam()};
    }
};
INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidRound, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

/// A table whose top is the plane y = 0 and that ends at x = 1, z = 0.5.
Element table() {
    return Element::draft("shape", "box", "Table").set("size", Vec3(4, 0.1, 1)).set("position", Vec3(-1, -0.05, 0));
}
Element roller(Real radius, Real length, Real mass) {
    return Element::draft("body", "cylinder", "Roller").set("radius", radius).set("length", length).set("mass", mass);
}
/// A slender rod with round ends along y.
ElementId addRod(ModelBuilder& b, const std::string& name, Real mass, Real radius, Real length, Real moment) {
    const ElementId id =
        b.add(rigidBody(name, mass, Vec3(0.), Vec3(moment, moment / 10, moment)).set("showBox", false));
    b.add(Element::draft("shape", "capsule", name + " shape").set("radius", radius).set("length", length), id);
    return id;
}

TEST_P(RigidRound, CylinderRollsDownABoxUpToThreeTimesItsFriction) {
    constexpr Real radius = 0.05, mu = 0.2, t = 0.5;
    for (const Real tangent : {0.9 * 3 * mu, 1.1 * 3 * mu}) {
        const Real slope = std::atan(tangent);
        ModelBuilder b;
        b.add(gravityAlong(Vec3(std::sin(slope), -std::cos(slope), 0), g));
        b.add(table());
        const ElementId id = b.add(roller(radius, 0.2, 2));
        b.add(freeJoint(id, Vec3(-1, radius, 0)).set("orientation", Vec3(lying, 0, 0)));
        b.add(withMu(rigid({}, id), mu, mu));
        Simulation run = simulate(b);
        run.goTo(t);
        const bool rolls = tangent < 3 * mu;
        const Real a = rolls ? 2. / 3 * g * std::sin(slope) : g * (std::sin(slope) - mu * std::cos(slope));
        EXPECT_NEAR(run.velocity("Roller")[1][0], a * t, 1e-7) << tangent;
        EXPECT_NEAR(read(run).normal, 2 * g * std::cos(slope), 1e-6) << tangent;
        EXPECT_EQ(read(run).closed, 2) << tangent;
        EXPECT_EQ(read(run).sticks, rolls) << tangent;
    }
}

/// A smooth body of this radius that reaches an edge of the given height at speed v leaves it where cos f = 2/3 + v²/(3 g r).
void expectLeavesTheEdge(Simulation& run, const std::string& body, Real radius, Real v, Real height) {
    const Real start = run.energy(), cosine = 2. / 3 + v * v / (3 * g * radius);
    for (int i = 1; run.pose(body).p()[1] > height; ++i) {
        run.goTo(0.01 * i);
        ASSERT_LT(i, 100);
    }
    EXPECT_NEAR(run.velocity(body)[1][0], std::sqrt(g * radius * cosine) * cosine, 1e-6);
    EXPECT_NEAR(run.energy(), start, 1e-7);
}

TEST_P(RigidRound, CylinderPivotsOverAnEdgeAndLeavesItWhereItsWeightNoLongerHoldsIt) {
    // Without friction: v² = v0² + 2 g R (1 - cos f), and it leaves where v² = g R cos f.
    constexpr Real radius = 0.1, v = 0.4;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(table());
    const ElementId id = b.add(roller(radius, 0.3, 1));
    b.add(freeJoint(id, Vec3(0.9, radius, 0), Vec3(v, 0, 0)));
    b.add(rigid({}, id));
    Simulation run = simulate(b);
    expectLeavesTheEdge(run, "Roller", radius, v, 0);
    EXPECT_NEAR(run.velocity("Roller")[0].norm(), 0, 1e-9);
}

TEST_P(RigidRound, BallSlidesOverTheRimOfACylinderThatStands) {
    // Without friction it leaves the rim as it would an edge.
    constexpr Real radius = 0.05, v = 0.3;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(Element::draft("shape", "cylinder", "Column").set("radius", 0.2).set("length", 0.4));
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(freeJoint(id, Vec3(0.1, 0.2 + radius, 0), Vec3(v, 0, 0)));
    b.add(rigid({}, id));
    Simulation run = simulate(b);
    expectLeavesTheEdge(run, "Ball", radius, v, 0.2);
}

TEST_P(RigidRound, CoinThatFallsFlatBouncesAndRestsAlsoBeyondTheEdge) {
    constexpr Real radius = 0.05, length = 0.01, drop = 0.1, e = 0.5;
    // Its center is above the table, and beyond its end.
    for (const Real x : {0., 0.96, 0.99, 1.01}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(table());
        const ElementId id = b.add(roller(radius, length, 0.1));
        b.add(freeJoint(id, Vec3(x, length / 2 + drop, 0)).set("orientation", Vec3(standing, 0, 0)));
        b.add(withMu(rigid({}, id).set("restitution", x < 1 ? e : 0.).set("restSpeed", 1e-4), 0.4, 0.4));
        Simulation run = simulate(b, 1e-6);
        const Real fall = std::sqrt(2 * drop / g);
        if (x == 0) {
            run.goTo(fall * (1 + e));
            EXPECT_NEAR(run.pose("Roller").p()[1], length / 2 + e * e * drop, 1e-7);
        }
        run.goTo(1);
        if (x < 1) {
            EXPECT_NEAR(Vec3(run.pose("Roller").p() - Vec3(x, length / 2, 0)).norm(), 0, 1e-6) << x;
            EXPECT_NEAR(run.velocity("Roller")[1].norm(), 0, 1e-9) << x;
            EXPECT_NEAR(read(run).normal, 0.1 * g, 1e-6) << x;
            EXPECT_GE(read(run).closed, 3) << x;
        } else {
            EXPECT_LT(run.pose("Roller").p()[1], -0.1) << x;
        }
        EXPECT_GT(read(run).gap, -1e-6) << x;
    }
}

TEST(RigidRoundGap, EqualsTheDistanceOfACylinderNearAndFar) {
    constexpr Real radius = 0.05, length = 0.01;
    for (const Real drop : {0.1, 1., 2.1, 2.13, 3., 10.}) {
        ModelBuilder b;
        b.add(table());
        const ElementId id = b.add(roller(radius, length, 0.1));
        b.add(freeJoint(id, Vec3(0, length / 2 + drop, 0)).set("orientation", Vec3(standing, 0, 0)));
        b.add(rigid({}, id));
        EXPECT_NEAR(read(Simulation(compiled(b.document()), 1e-6)).gap, drop, 1e-12);
    }
}

TEST_P(RigidRound, CapsuleRollsOnABoxWithItsInertia) {
    constexpr Real radius = 0.05, mass = 2, moment = 0.01, slope = 0.2, t = 0.5;
    ModelBuilder b;
    b.add(gravityAlong(Vec3(std::sin(slope), -std::cos(slope), 0), g));
    b.add(table());
    const ElementId id = addRod(b, "Rod", mass, radius, 0.2, moment);
    b.add(freeJoint(id, Vec3(-1, radius, 0)).set("orientation", Vec3(Pi / 2, 0, 0)));
    b.add(withMu(rigid({}, id), 0.4, 0.4));
    Simulation run = simulate(b);
    run.goTo(t);
    const Real a = g * std::sin(slope) / (1 + moment / 10 / (mass * radius * radius));
    EXPECT_NEAR(run.velocity("Rod")[1][0], a * t, 1e-7);
    EXPECT_NEAR(run.velocity("Rod")[0][2], -a * t / radius, 1e-6);
    EXPECT_EQ(read(run).closed, 2);
}

TEST_P(RigidRound, CapsuleTipsOverTheEndOfATable) {
    // Its center is the distance d beyond the edge, about which it begins to turn: a = g d/(k² + d² + r²).
    constexpr Real mass = 2, radius = 0.02, d = 0.03, moment = 0.01;
    for (const Real center : {1 - d, 1 + d}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(table());
        const ElementId id = addRod(b, "Rod", mass, radius, 0.3, moment);
        b.add(freeJoint(id, Vec3(center, radius, 0)).set("orientation", Vec3(0, 0, Pi / 2)));
        b.add(withMu(rigid({}, id), 2, 2));
        Simulation run = simulate(b);
        const bool tips = center > 1;
        const Real a = tips ? g * d / (moment / mass + d * d + radius * radius) : 0, t = 1e-3;
        run.goTo(t);
        EXPECT_NEAR(run.velocity("Rod")[0][2], -a * t, 1e-5 * a * t + 1e-12) << center;
        EXPECT_NEAR(read(run).normal, mass * (g - a * d), 1e-3) << center;
        EXPECT_NEAR(read(run).friction.norm(), mass * a * radius, 1e-3) << center;
        run.goTo(0.4);
        EXPECT_EQ(run.pose("Rod").p()[1] < 0, tips) << center;
        EXPECT_GT(read(run).gap, -1e-7) << center;
    }
}

TEST_P(RigidRound, EnergyNeverGrowsWhereTheyTumbleOnATableAndOverItsEdges) {
    for (int seed = 0; seed < 6; ++seed)
        for (const bool isCapsule : {false, true}) {
            const Real s = seed;
            ModelBuilder b;
            b.add(gravity(g));
            b.add(Element::draft("shape", "box", "Table")
                      .set("size", Vec3(1, 0.1, 1))
                      .set("position", Vec3(0, -0.05, 0)));
            const ElementId id = isCapsule ? addRod(b, "Body", 1, 0.03 + 0.005 * s, 0.1 + 0.03 * s, 0.004)
                                           : b.add(roller(0.03 + 0.008 * s, 0.25 - 0.04 * s, 1));
            b.add(freeJoint(id, Vec3(0.4 * std::sin(s), 0.35, 0.4 * std::cos(2 * s)), Vec3(0.3 * std::cos(s), 0, 0.3))
                      .set("orientation", Vec3(0.3 + s, 0.7 * s, 0.2 - s))
                      .set("angularVelocity", Vec3(3 - s, s, 2)));
            b.add(withMu(rigid({}, id).set("restitution", 0.3).set("restSpeed", 1e-3), 0.4, 0.4));
            Simulation run = simulate(b, 1e-5);
            Real energy = run.energy();
            for (int i = 1; i <= 20; ++i) {
                run.goTo(0.05 * i);
                ASSERT_EQ(run.time(), 0.05 * i) << seed << isCapsule;
                EXPECT_LE(run.energy(), energy + 1e-5) << seed << isCapsule << " at " << run.time();
                EXPECT_GT(read(run).gap, -1e-5) << seed << isCapsule << " at " << run.time();
                energy = run.energy();
            }
        }
}

TEST_P(RigidRound, CrossedCapsulesBounceOnEachOther) {
    constexpr Real radius = 0.05, drop = 0.2, e = 0.6;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId below = addRod(b, "Below", 1, radius, 0.4, 0.01), above = addRod(b, "Above", 1, radius, 0.4, 0.01);
    b.add(Element::draft("joint", "weld").plug("child", below).set("parentOrientation", Vec3(0, 0, Pi / 2)));
    b.add(freeJoint(above, Vec3(0, 2 * radius + drop, 0)).set("orientation", Vec3(Pi / 2, 0, 0)));
    b.add(rigid(below, above).set("restitution", e));
    Simulation run = simulate(b);
    EXPECT_NEAR(read(run).gap, drop, 1e-12);
    run.goTo(std::sqrt(2 * drop / g) * (1 + e));
    EXPECT_EQ(read(run).impacts, 1);
    EXPECT_NEAR(run.pose("Above").p()[1], 2 * radius + e * e * drop, 1e-7);
}

TEST_P(RigidRound, ConeRollsToAndFroAboutItsTipOnASlope) {
    // Lagrangian of a cone of half angle a that rolls about its tip:
    // 3/40 m h² (1 + 5 cos² a) f'² + 3/4 m g h cos a sin b cos f.
    constexpr Real radius = 0.05, height = 0.1, slope = 0.2, turn = 0.02, mass = 1;
    const Real half = std::atan2(radius, height), cosine = std::cos(half);
    ModelBuilder b;
    b.add(gravityAlong(Vec3(std::sin(slope), -std::cos(slope), 0), g));
    b.add(floorShape());
    const Real across = mass * (3. / 20 * square(radius) + 3. / 80 * square(height));
    const ElementId id =
        b.add(rigidBody("Cone", mass, Vec3(0, height / 4, 0), Vec3(across, mass * 0.3 * square(radius), across))
                  .set("showBox", false));
    b.add(Element::draft("shape", "cone", "Cone shape").set("radius", radius).set("height", height), id);
    // Its tip is at the origin; the line where it touches is turned from the line of steepest descent.
    Rotation lie(Pi / 2 + half, ZAxis);
    const Rotation R = Rotation(turn, YAxis) * lie;
    const Vec3 angles = R.convertRotationToBodyFixedXYZ();
    b.add(freeJoint(id, Vec3(-(R * Vec3(0, height, 0)))).set("orientation", angles));
    b.add(withMu(rigid({}, id), 0.8, 0.8));
    Simulation run = simulate(b);
    const Real frequency = std::sqrt(5 * g * std::sin(slope) * cosine / (height * (1 + 5 * cosine * cosine)));
    const Real period = 2 * Pi / frequency;
    const auto side = [&] {
        const Vec3 axis = run.pose("Cone").R() * Vec3(0, 1, 0);
        return std::atan2(axis[2], -axis[0]);
    };
    const Real first = side();
    run.goTo(period / 4);
    EXPECT_EQ(read(run).closed, 2);
    EXPECT_NEAR(side(), 0, 1e-4 * turn + 1e-6);
    run.goTo(period);
    EXPECT_NEAR(side(), first, 1e-3 * turn);
    EXPECT_NEAR(Vec3(run.pose("Cone") * Vec3(0, height, 0)).norm(), 0, 1e-7);
}

TEST_P(RigidRound, DoublePendulumThatHitsAWallTurnsItsLowerRodBack) {
    // Two rods of length L, straight down at the rate w: w1' = w (1 + (1 + e)/2), w2' = w (1 - 5 (1 + e)/2).
    constexpr Real L = 0.5, mass = 1, w = 2, e = 0.5, tip = 0.01, before = 0.05;
    ModelBuilder b;
    const Vec3 moments(mass * L * L / 12, 1e-6, mass * L * L / 12);
    ElementId parent;
    for (const char* const name : {"Upper", "Lower"}) {
        const ElementId id = b.add(rigidBody(name, mass, Vec3(0, -L / 2, 0), moments).set("showBox", false));
        b.add(pin(std::string(name) + " pin", parent, id, parent.isValid() ? Vec3(0, -L, 0) : Vec3(0.))
                  .set("angle", parent.isValid() ? 0. : -w * before)
                  .set("rate", parent.isValid() ? 0. : w));
        parent = id;
    }
    b.add(Element::draft("shape", "sphere", "Tip").set("radius", tip).set("position", Vec3(0, -L, 0)), parent);
    b.add(Element::draft("shape", "floor", "Wall")
              .set("position", Vec3(tip, 0, 0))
              .set("orientation", Vec3(0, 0, Pi / 2)));
    b.add(rigid({}, parent).set("restitution", e));
    Simulation run = simulate(b, 1e-10);
    // Without gravity it turns at a constant rate until then.
    run.goTo(before + 1e-6);
    EXPECT_EQ(read(run).impacts, 1);
    EXPECT_NEAR(run.velocity("Upper")[0][2], w * (1 + (1 + e) / 2), 1e-4);
    EXPECT_NEAR(run.velocity("Lower")[0][2], w * (1 - 5 * (1 + e) / 2), 1e-4);
}

TEST_P(RigidRound, BallDescendsASlopeInStepsThatGrowByItsRestitution) {
    // Bounces n = 0, 1, ... take 2 e^n v/(g cos b), while it accelerates along the slope by g sin b.
    constexpr Real radius = 0.05, e = 0.8, slope = 0.3, drop = 0.2;
    ModelBuilder b;
    b.add(gravityAlong(Vec3(std::sin(slope), -std::cos(slope), 0), g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(freeJoint(id, Vec3(0, radius + drop, 0)));
    b.add(rigid({}, id).set("restitution", e));
    Simulation run = simulate(b);
    const Real down = g * std::cos(slope), v = std::sqrt(2 * down * drop);
    // All bounces until it slides.
    const Real t = v / down * (1 + 2 * e / (1 - e));
    run.goTo(t + 0.1);
    EXPECT_NEAR(run.pose("Ball").p()[1], radius, 1e-8);
    EXPECT_NEAR(run.pose("Ball").p()[0], g * std::sin(slope) * square(t + 0.1) / 2, 1e-7);
    EXPECT_NEAR(read(run).lostEnergy, v * v / 2, 1e-6);
    EXPECT_EQ(read(run).closed, 1);
}

}  // namespace
}  // namespace trammel::test
