// SPDX-License-Identifier: Apache-2.0
// Problems of mechanics with rigid contact whose answers are closed forms.
#include <cmath>

#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

class RigidProblems : public ::testing::TestWithParam<std::string> {
protected:
    Simulation simulate(const ModelBuilder& b, Real accuracy = 1e-8) const {
        return {compiled(b.document()), accuracy, GetParam()};
    }
};
INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidProblems, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

Element planar(ElementId child, Real x, Real y) {
    return Element::draft("joint", "planar").set("x", x).set("y", y).plug("child", child);
}

TEST_P(RigidProblems, BallLeavesASmoothBallAtTwoThirdsOfItsHeight) {
    // It leaves at cos a = 2/3 cos a0, and keeps its horizontal speed from there.
    constexpr Real base = 0.5, radius = 0.1, start = 0.02, reach = base + radius;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(Element::draft("shape", "sphere", "Base").set("radius", base));
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(planar(id, reach * std::sin(start), reach * std::cos(start)));
    b.add(rigid({}, id));
    Simulation run = simulate(b);
    run.goTo(1.5);
    const Real leaving = 2. / 3 * std::cos(start);
    EXPECT_GT(read(run).gap, 0.01);
    EXPECT_NEAR(run.velocity("Ball")[1][0], std::sqrt(g * reach * cube(leaving)), 1e-7);
}

TEST_P(RigidProblems, SmallBallOnADroppedBallReboundsBeyondItsFall) {
    // The large ball rebounds first, and then they meet at twice the speed V of the fall: the small one leaves with nearly 3 V.
    constexpr Real drop = 1, between = 1e-3, M = 1, m = 0.1, time = 0.6;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId large = b.add(ball("Large", 0.1, M)), small = b.add(ball("Small", 0.05, m));
    b.add(planar(large, 0, 0.1 + drop));
    b.add(planar(small, 0, 0.25 + drop + between));
    b.add(rigid({}, large, "Floor").set("restitution", 1.));
    b.add(rigid(large, small, "Balls").set("restitution", 1.));
    Simulation run = simulate(b);
    run.goTo(time);
    const Real V = std::sqrt(2 * g * drop), meet = V / g + between / (2 * V), later = g * (time - V / g);
    EXPECT_NEAR(run.velocity("Small")[1][1], -V + 4 * M / (M + m) * V - later, 1e-6);
    EXPECT_NEAR(run.velocity("Large")[1][1], V - 4 * m / (M + m) * V - later, 1e-6);
    EXPECT_LT(meet, time);
    EXPECT_EQ(read(run, "Balls").impacts, 1);
}

TEST_P(RigidProblems, RodFallsOnASmoothFloorByItsEnergy) {
    // Its center falls straight down: w² = 12 g (cos a0 - cos a)/(L (1 + 3 sin² a)).
    constexpr Real length = 1, radius = 1e-3, start = 0.05;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(
        rigidBody("Rod", 1, Vec3(0.), Vec3(square(length) / 12, 1e-6, square(length) / 12)).set("showBox", false));
    b.add(Element::draft("shape", "capsule", "Bar").set("radius", radius).set("length", length), id);
    b.add(planar(id, 0, length / 2 * std::cos(start) + radius).set("angle", -start));
    b.add(rigid({}, id));
    Simulation run = simulate(b);
    const auto angle = [&] { return std::acos(clamp(-1, run.pose("Rod").R()(1, 1), 1)); };
    for (Real t = 0.02; angle() < 1.2; t += 0.02) {
        run.goTo(t);
        ASSERT_LT(t, 2);
    }
    const Real square_w =
        12 * g * (std::cos(start) - std::cos(angle())) / (length * (1 + 3 * square(std::sin(angle()))));
    EXPECT_NEAR(-run.velocity("Rod")[0][2], std::sqrt(square_w), 1e-6);
    EXPECT_NEAR(run.pose("Rod").p()[0], 0, 1e-9);
    run.goTo(run.time() + 1);
    EXPECT_NEAR(run.pose("Rod").p()[1], radius, 1e-8) << "lies flat";
}

TEST_P(RigidProblems, LadderLeavesTheWallAtTwoThirdsOfItsHeight) {
    // From cos a = 2/3 cos a0 on, its speed away from the wall stays.
    constexpr Real length = 2, radius = 1e-3, start = 0.5, M = 5;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId wall = b.add(box("Wall", Vec3(0.1), 1).set("touches", false));
    b.add(Element::draft("joint", "weld", "Weld").plug("child", wall));
    b.add(Element::draft("shape", "floor", "Face").set("orientation", Vec3(0, 0, -Pi / 2)), wall);
    const ElementId id =
        b.add(rigidBody("Ladder", M, Vec3(0.), Vec3(1, 1e-6, 1) * (M * square(length) / 12)).set("showBox", false));
    b.add(Element::draft("shape", "capsule", "Bar").set("radius", radius).set("length", length), id);
    b.add(planar(id, length / 2 * std::sin(start) + radius, length / 2 * std::cos(start) + radius).set("angle", start));
    b.add(rigid({}, id, "Foot"));
    b.add(rigid(wall, id, "Head"));
    Simulation run = simulate(b);
    run.goTo(0.6);
    EXPECT_GT(read(run, "Head").gap, 0.01);
    EXPECT_NEAR(run.velocity("Ladder")[1][0], std::sqrt(g * length * cube(std::cos(start))) / 3, 1e-7);
}

TEST_P(RigidProblems, BallThatRollsOffABallLeavesItAtTenSeventeenthsOfItsHeight) {
    // Friction enough to roll until shortly before: it slips last where it hardly presses.
    constexpr Real base = 0.5, radius = 0.1, start = 0.3, reach = base + radius, mu = 200;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(Element::draft("shape", "sphere", "Base").set("radius", base));
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(planar(id, reach * std::sin(start), reach * std::cos(start)));
    b.add(withMu(rigid({}, id), mu, mu));
    Simulation run = simulate(b);
    run.goTo(1);
    EXPECT_GT(read(run).gap, 0.01);
    const Real leaving = 10. / 17 * std::cos(start);
    EXPECT_NEAR(run.velocity("Ball")[1][0], std::sqrt(g * reach * cube(leaving)), 2e-4);
}

TEST_P(RigidProblems, BallThatBouncesObliquelySlipsOrGripsByItsSlope) {
    // Grips if 2/7 of the slip is less than mu (1 + e) v: then it leaves rolling.
    constexpr Real radius = 0.05, down = 2, e = 0.8, mu = 0.25;
    for (const Real along : {1., 6.}) {
        for (const Real spin : {0., 15.}) {
            ModelBuilder b;
            b.add(floorShape());
            const ElementId id = b.add(ball("Ball", radius, 0.3));
            b.add(freeJoint(id, Vec3(0, radius + 0.01, 0), Vec3(along, -down, 0))
                      .set("angularVelocity", Vec3(0, 0, spin)));
            b.add(withMu(rigid({}, id).set("restitution", e), mu, mu));
            Simulation run = simulate(b);
            run.goTo(0.02);
            const Real slip = along + radius * spin, most = mu * (1 + e) * down;
            const Real change = std::min(2. / 7 * slip, most);
            EXPECT_EQ(change < most, along == 1.) << along;
            EXPECT_NEAR(run.velocity("Ball")[1][0], along - change, 1e-9);
            EXPECT_NEAR(run.velocity("Ball")[1][1], e * down, 1e-9);
            EXPECT_NEAR(run.velocity("Ball")[0][2], spin - 5 * change / (2 * radius), 1e-8);
        }
    }
}

TEST_P(RigidProblems, FrictionThrowsTheObjectBallOffTheLineOfCenters) {
    // By atan mu while the cue ball slips on it; by 2/7 of the tangent of the cut, over 1 + e, where it grips.
    constexpr Real radius = 0.0286, mu = 0.06, e = 0.95, speed = 3;
    for (const Real cut : {0.1, 0.6}) {
        ModelBuilder b;
        const ElementId cue = b.add(ball("Cue", radius, 0.17)), object = b.add(ball("Object", radius, 0.17));
        b.add(freeJoint(cue, Vec3(-2.5 * radius, 0, 0), speed * Vec3(std::cos(cut), std::sin(cut), 0)));
        // They meet on the x axis: the object ball moves back along the path of the cue ball.
        b.add(freeJoint(object,
                        Vec3(-2.5 * radius, 0, 0) + Vec3(2 * radius, 0, 0) + 0.5 * radius * Vec3(1, std::tan(cut), 0)));
        b.add(withMu(rigid(cue, object).set("restitution", e), mu, mu));
        Simulation run = simulate(b);
        run.goTo(0.02);
        const Vec3 v = run.velocity("Object")[1];
        EXPECT_NEAR(v[1] / v[0], std::min(mu, 2. / 7 * std::tan(cut) / (1 + e)), 1e-8) << cut;
        EXPECT_NEAR(v[0], (1 + e) / 2 * speed * std::cos(cut), 1e-8);
    }
}

TEST_P(RigidProblems, BallClimbsAStepOnlyBeyondTheSpeedOfItsImpact) {
    // It loses what does not turn it about the edge: w' = w (1 - 5 h/(7 r)), and then has to rise by h.
    constexpr Real radius = 0.1, h = 0.02, mu = 50;
    const Real limit = std::sqrt(10. / 7 * g * h) / (1 - 5 * h / (7 * radius));
    for (const Real factor : {0.98, 1.02}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        const ElementId step = b.add(box("Step", Vec3(1, 2 * h, 1), 1));
        b.add(Element::draft("joint", "weld", "Weld").set("parentPoint", Vec3(0.7, 0, 0)).plug("child", step));
        const ElementId id = b.add(ball("Ball", radius, 1));
        const Real v = factor * limit;
        b.add(planar(id, 0, radius).set("speedX", v).set("rate", -v / radius));
        b.add(withMu(rigid({}, id, "Floor"), mu, mu));
        b.add(withMu(rigid(step, id, "Edge"), mu, mu));
        Simulation run = simulate(b);
        run.goTo(1.2);
        EXPECT_EQ(run.pose("Ball").p()[1] > radius + 0.9 * h, factor > 1) << factor;
    }
}

TEST_P(RigidProblems, BallWithSidespinCurvesAndRollsOnWithItsAngularMomentum) {
    // About the place of contact: v = 5/7 v0 + 2/7 r w0 × y, and its slip keeps its direction.
    constexpr Real radius = 0.0286, mu = 0.15;
    const Vec3 v0(2, 0, 0), w0(40, 30, 20), up(0, 1, 0);
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", radius, 0.17));
    b.add(freeJoint(id, Vec3(0, radius, 0), v0).set("angularVelocity", w0));
    b.add(withMu(rigid({}, id), mu, mu));
    Simulation run = simulate(b);
    const Vec3 slip = v0 - radius * w0.cross(up), rolling = 5. / 7 * v0 + 2. / 7 * radius * w0.cross(up);
    const Real until = 2 * slip.norm() / (7 * mu * g);
    run.goTo(until / 2);
    const Vec3 halfway = v0 * (until / 2) - mu * g / slip.norm() * square(until / 2) / 2 * slip;
    EXPECT_NEAR(Vec3(run.pose("Ball").p() - Vec3(0, radius, 0) - halfway).norm(), 0, 1e-8);
    run.goTo(1.2 * until);
    EXPECT_NEAR(Vec3(run.velocity("Ball")[1] - rolling).norm(), 0, 1e-8);
}

}  // namespace
}  // namespace trammel::test
