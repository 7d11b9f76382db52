// SPDX-License-Identifier: Apache-2.0
// Rigid contact: rocking, tipping, rolling on what moves, percussion, piles of balls.
#include <cmath>

#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

class RigidMechanics : public ::testing::TestWithParam<std::string> {
protected:
    Simulation simulate(const ModelBuilder& b, Real accuracy = 1e-8) const {
        return {compiled(b.document()), accuracy, GetParam()};
    }
};
INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidMechanics, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

Element onPlane(ElementId child, Real x, Real y, const std::string& name = "Plane") {
    return Element::draft("joint", "planar", name).set("x", x).set("y", y).plug("child", child);
}

TEST_P(RigidMechanics, RockingBlockLosesSpeedAsHousnerSays) {
    // With each impact, w' = w (1 - 3/2 sin² a), where tan a is width by height.
    constexpr Real width = 0.3, height = 1, start = 0.15, M = 10;
    const Real alpha = std::atan(width / height), R = std::hypot(width, height) / 2;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(box("Block", Vec3(width, height, 0.3), M));
    // It leans by the angle on its lower right edge.
    b.add(onPlane(id, -R * std::sin(alpha - start), R * std::cos(alpha - start)).set("angle", -start));
    b.add(withMu(rigid({}, id), 2, 2));
    Simulation run = simulate(b);
    const Real kept = square(1 - 1.5 * square(std::sin(alpha)));
    const auto angle = [&] { return run["Plane.angle"]; };
    // The fall to the first impact, by its energy: 4/3 M R² w²/2 = M g R (cos(a - s) - cos(a - x)).
    Real energy = M * g * R * (std::cos(alpha - start) - std::cos(alpha));
    Real t = 0, side = 1;
    for (int impact = 1; impact <= 3; ++impact) {
        while (read(run).impacts == 0 || side * angle() < 0) run.goTo(t += 0.01);
        energy *= kept;
        Real most = 0;
        while (side * run["Plane.rate"] > 0) {
            most = std::abs(angle());
            run.goTo(t += 1e-3);
        }
        // At the turn, within a step of the search.
        EXPECT_NEAR(M * g * R * (std::cos(alpha - most) - std::cos(alpha)), energy, 1e-4 * M * g * R) << impact;
        side = -side;
    }
}

TEST_P(RigidMechanics, BoxThatIsPushedAboveItsMiddleTipsOrSlides) {
    // At the height h it slides beyond F = mu m g, and tips beyond m g b/(2 h) if it has not slid before.
    constexpr Real side = 0.2, M = 3;
    for (const Real mu : {0.3, 0.8}) {
        constexpr Real h = 0.18;
        const Real slides = mu * M * g, tips = M * g * side / (2 * h), first = std::min(slides, tips);
        for (const Real share : {0.99, 1.01}) {
            ModelBuilder b;
            b.add(gravity(g));
            b.add(floorShape());
            const ElementId id = b.add(box("Box", Vec3(side), M));
            b.add(freeJoint(id, Vec3(0, side / 2, 0)));
            b.add(withMu(rigid({}, id), mu, mu));
            b.add(Element::draft("force", "constantForce", "Push")
                      .set("force", Vec3(share * first, 0, 0))
                      .set("point", Vec3(0, h - side / 2, 0))
                      .plug("body", id));
            Simulation run = simulate(b);
            run.goTo(0.5);
            const Real turned = run.velocity("Box")[0].norm(), slid = run.pose("Box").p()[0];
            if (share < 1) {
                EXPECT_NEAR(turned, 0, 1e-9) << mu;
                EXPECT_NEAR(slid, 0, 1e-9) << mu;
            } else if (slides < tips) {
                EXPECT_NEAR(turned, 0, 1e-8) << mu;
                EXPECT_NEAR(slid, 0.01 * first / M * square(0.5) / 2, 1e-8) << mu;
            } else {
                EXPECT_GT(turned, 0.05) << mu;
            }
        }
    }
}

TEST_P(RigidMechanics, BallOnAnOscillatingTableKeepsThePhaseOfItsBounces) {
    // Once a period: A w cos p = pi g (1 - e)/(w (1 + e)), and it leaves at g T/2 above the mean.
    constexpr Real e = 0.7, A = 0.01, frequency = 5, w = 2 * Pi * frequency, radius = 0.02;
    constexpr Real tableSpeed = Pi * g * (1 - e) / (w * (1 + e));
    static_assert(tableSpeed < A * w);
    const Real phase = std::acos(tableSpeed / (A * w));
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId table = b.add(box("Table", Vec3(0.2, 0.02, 0.2), 1).set("touches", false));
    const ElementId lift = b.add(
        Element::draft("joint", "slider", "Lift").set("parentOrientation", Vec3(0, 0, Pi / 2)).plug("child", table));
    b.add(Element::draft("shape", "floor", "Top")
              .set("position", Vec3(0.01, 0, 0))
              .set("orientation", Vec3(0, 0, -Pi / 2)),
          table);
    // The table starts at the phase.
    b.add(Element::draft("motion", "sinusoid")
              .set("amplitude", A)
              .set("rate", w)
              .set("phase", phase)
              .plug("joint", lift));
    const ElementId id = b.add(ball("Ball", radius, 0.1));
    b.add(freeJoint(id, Vec3(0, A * std::sin(phase) + 0.01 + radius + 1e-12, 0), Vec3(0, g / frequency / 2, 0)));
    b.add(rigid(table, id).set("restitution", e));
    Simulation run = simulate(b, 1e-9);
    for (int period = 1; period <= 20; ++period) {
        run.goTo(period / frequency - 0.5 / frequency);
        EXPECT_EQ(read(run).impacts, period - 1);
        EXPECT_NEAR(run.pose("Ball").p()[1], A * std::sin(phase) + 0.01 + radius + g * square(1 / frequency) / 8, 1e-6)
            << period;
    }
}

TEST_P(RigidMechanics, RodThatHitsAtItsCenterOfPercussionTransmitsNothingToItsPin) {
    // The rod, pinned at one end, hits a ball at d: w' = w (I - e m d²)/(I + m d²).
    constexpr Real length = 0.6, M = 1, m = 0.2, e = 0.8, w = 3, radius = 0.03, thickness = 0.02;
    const Real d = 2. / 3 * length, I = M * (square(length) / 3 + square(thickness) / 12);
    ModelBuilder b;
    const ElementId rod = b.add(box("Rod", Vec3(length, thickness, 0.02), M));
    b.add(pin("Pin", {}, rod).set("childPoint", Vec3(-length / 2, 0, 0)).set("rate", w));
    const ElementId id = b.add(ball("Ball", radius, m));
    // Where the face of the rod is at its impact, the line to the center of the ball is perpendicular to the rod.
    constexpr Real turn = 0.3;
    const Vec3 place(d * std::cos(turn) - (thickness / 2 + radius) * std::sin(turn),
                     d * std::sin(turn) + (thickness / 2 + radius) * std::cos(turn), 0);
    b.add(freeJoint(id, place));
    b.add(rigid(rod, id).set("restitution", e));
    Simulation run = simulate(b);
    run.goTo(0.2);
    EXPECT_EQ(read(run).impacts, 1);
    EXPECT_NEAR(run["Pin.rate"], w * (I - e * m * square(d)) / (I + m * square(d)), 1e-8);
    EXPECT_NEAR(run.velocity("Ball")[1].norm(), w * d * I * (1 + e) / (I + m * square(d)), 1e-8);
}

TEST_P(RigidMechanics, PyramidOfFourBallsStandsWithFrictionBetweenThemBeyondItsLimit) {
    // The upper one presses with a third of its weight on each; the friction there is tan(b/2) of that, sin b = 1/sqrt 3.
    // The equilibrium is not stable: rounding grows, so that the test is short.
    constexpr Real R = 0.05, M = 0.4;
    const Real tilt = std::asin(1 / std::sqrt(3.)), limit = std::tan(tilt / 2);
    for (const Real share : {0.95, 1.2}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        std::vector<ElementId> lower;
        for (int i = 0; i < 3; ++i) {
            const Real angle = 2 * Pi * i / 3;
            lower.push_back(b.add(ball("Lower " + std::to_string(i + 1), R, M)));
            b.add(freeJoint(lower.back(),
                            2 * R / std::sqrt(3.) * Vec3(std::cos(angle), 0, std::sin(angle)) + Vec3(0, R, 0)));
            b.add(withMu(rigid({}, lower.back(), "Floor " + std::to_string(i + 1)), 1, 1));
        }
        const ElementId upper = b.add(ball("Upper", R, M));
        b.add(freeJoint(upper, Vec3(0, R + 2 * R * std::cos(tilt), 0)));
        for (int i = 0; i < 3; ++i)
            b.add(withMu(rigid(lower[std::size_t(i)], upper, "Contact " + std::to_string(i + 1)), share * limit,
                         share * limit));
        Simulation run = simulate(b, 1e-6);
        run.goTo(share > 1 ? 0.02 : 0.1);
        const Real fallen = R + 2 * R * std::cos(tilt) - run.pose("Upper").p()[1];
        if (share > 1) {
            EXPECT_NEAR(fallen, 0, 1e-7);
            EXPECT_NEAR(read(run, "Contact 1").normal, M * g / 3, 1e-4);
            EXPECT_NEAR(read(run, "Contact 1").friction.norm(), limit * M * g / 3, 1e-4);
        } else {
            EXPECT_GT(fallen, 1e-4);
        }
    }
}

TEST_P(RigidMechanics, DiskThatRollsToAndFroInAValleyRestsWhenItsPassagesAccumulate) {
    // Each passage leaves 2/3 of the speed between slopes of 30 degrees: it rests after 5 times the first roll.
    constexpr Real radius = 0.05, way = 0.8, slope = Pi / 6, M = 1;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId id = b.add(rigidBody("Disk", M, Vec3(0.), Vec3(M * square(radius) / 2)).set("showBox", false));
    b.add(Element::draft("shape", "sphere", "Rim").set("radius", radius), id);
    const Real bottom = radius / std::cos(slope);
    b.add(onPlane(id, -way * std::cos(slope), bottom + way * std::sin(slope)));
    for (const Real side : {-1., 1.})
        b.add(
            Element::draft("shape", "floor", side < 0 ? "Left" : "Right").set("orientation", Vec3(0, 0, side * slope)));
    b.add(withMu(rigid({}, id), 0.5, 0.5));
    // At this accuracy the last passages cannot be distinguished.
    Simulation run(compiled(b.document()), 1e-3, GetParam());
    const Real first = std::sqrt(2 * way / (2 * g * std::sin(slope) / 3));
    run.goTo(4.98 * first);
    EXPECT_GT(run.velocity("Disk")[1].norm(), 1e-3);
    run.goTo(5.02 * first);
    EXPECT_NEAR(run.velocity("Disk")[1].norm(), 0, 1e-9);
    EXPECT_EQ(read(run).closed, 2);
    EXPECT_NEAR(run.pose("Disk").p()[1], bottom, 1e-8);
}

TEST_P(RigidMechanics, CylinderRollsOnAnAcceleratedPlateWithAThirdOfItsAcceleration) {
    constexpr Real R = 0.1, M = 2, a = 1.5;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId belt = b.add(box("Belt", Vec3(4, 0.1, 0.3), 5));
    b.add(Element::draft("joint", "slider", "Drive").plug("child", belt));
    b.add(
        Element::draft("force", "constantForce", "Push").set("force", Vec3((5 + M / 3) * a, 0, 0)).plug("body", belt));
    const ElementId id =
        b.add(rigidBody("Roller", M, Vec3(0.), M * square(R) * Vec3(0.3, 0.3, 0.5)).set("showBox", false));
    b.add(Element::draft("shape", "cylinder", "Drum")
              .set("radius", R)
              .set("length", 0.2)
              .set("orientation", Vec3(Pi / 2, 0, 0)),
          id);
    b.add(onPlane(id, 0, 0.05 + R));
    b.add(withMu(rigid(belt, id), 0.5, 0.5));
    Simulation run = simulate(b);
    run.goTo(0.8);
    EXPECT_NEAR(run.velocity("Belt")[1][0], a * 0.8, 1e-7);
    EXPECT_NEAR(run.velocity("Roller")[1][0], a / 3 * 0.8, 1e-7);
    EXPECT_NEAR(run.velocity("Roller")[0][2], 2. / 3 * a / R * 0.8, 1e-6);
}

TEST_P(RigidMechanics, BoxPushesASmoothWedgeAwayAsItSlidesDown) {
    // The wedge moves with m g sin cos/(M + m sin²).
    constexpr Real slope = 0.5, m = 1, M = 3, t = 0.4;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId wedge = b.add(rigidBody("Wedge", M, Vec3(0.), Vec3(0.1)).set("showBox", false));
    b.add(Element::draft("joint", "slider", "Slide").plug("child", wedge));
    b.add(Element::draft("shape", "floor", "Face").set("orientation", Vec3(0, 0, slope)), wedge);
    const ElementId id = b.add(box("Box", Vec3(0.1), m));
    b.add(freeJoint(id, 0.05 * Vec3(-std::sin(slope), std::cos(slope), 0)).set("orientation", Vec3(0, 0, slope)));
    b.add(rigid(wedge, id));
    Simulation run = simulate(b);
    run.goTo(t);
    const Real s = std::sin(slope), c = std::cos(slope), a = m * g * s * c / (M + m * square(s));
    EXPECT_NEAR(run.pose("Wedge").p()[0], a * square(t) / 2, 1e-8);
    EXPECT_NEAR(run.velocity("Box")[1][0], -M / m * a * t, 1e-8);
    EXPECT_NEAR(run.velocity("Box")[1][1], -(M + m) * g * square(s) / (M + m * square(s)) * t, 1e-8);
}

}  // namespace
}  // namespace trammel::test
