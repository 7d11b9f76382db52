// SPDX-License-Identifier: Apache-2.0
// Rigid contact of boxes with each other, of fast bodies, and beside joint impact stops.
#include <cmath>

#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

class RigidSolids : public ::testing::TestWithParam<std::string> {
protected:
    Simulation simulate(const ModelBuilder& b) { return {compiled(b.document()), 1e-8, GetParam()}; }
};
INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidSolids, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

/// A box that is part of Ground.
Element block(const Vec3& size, const Vec3& position) {
    return Element::draft("shape", "box", "Base").set("size", size).set("position", position);
}

TEST(RigidSolidsGap, DoesNotFallToZeroWhereBoundingSpheresPart) {
    constexpr Real half = 0.05, beyond = 1e-7;
    const Real box1 = std::sqrt(3.) * half, rod = std::sqrt(2.) * half;
    for (const bool isRod : {false, true}) {
        ModelBuilder b;
        b.add(block(Vec3(2 * half), Vec3(0.)));
        const ElementId id =
            b.add(isRod ? Element::draft("body", "cylinder", "Rod").set("radius", half).set("length", 2 * half)
                        : box("Box", Vec3(2 * half), 1));
        b.add(freeJoint(id, Vec3(0, box1 + (isRod ? rod : box1) + beyond, 0)));
        b.add(rigid({}, id));
        EXPECT_GT(read(Simulation(compiled(b.document()), 1e-6)).gapToArrival, half) << isRod;
    }
}

TEST_P(RigidSolids, BoxBouncesFlatOnABoxOfItsSizeAndRests) {
    constexpr Real e = 0.6, drop = 0.3;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(block(Vec3(0.2, 0.1, 0.2), Vec3(0.)));
    const ElementId id = b.add(box("Box", Vec3(0.2, 0.1, 0.2), 2));
    b.add(freeJoint(id, Vec3(0, 0.1 + drop, 0)));
    b.add(withMu(rigid({}, id).set("restitution", e), 0.3, 0.3));
    Simulation run = simulate(b);
    const Real fall = std::sqrt(2 * drop / g);
    run.goTo(fall * (1 + e));
    EXPECT_NEAR(run.pose("Box").p()[1], 0.1 + e * e * drop, 1e-7);
    EXPECT_NEAR(run.velocity("Box")[0].norm(), 0, 1e-8);
    EXPECT_NEAR(read(run).gap, e * e * drop, 1e-7);
    run.goTo(fall * (1 + e) / (1 - e) + 0.5);
    EXPECT_NEAR(run.pose("Box").p()[1], 0.1, 1e-9);
    EXPECT_NEAR(read(run).normal, 2 * g, 1e-6);
    EXPECT_NEAR(read(run).lostEnergy, 2 * g * drop, 1e-5);
    EXPECT_TRUE(read(run).sticks);
}

TEST_P(RigidSolids, EdgesThatCrossBounceOnEachOther) {
    // Each rests on an edge; the edges cross at a right angle above the centers, and neither turns.
    constexpr Real e = 0.5, side = 0.1, half = side * 0.70710678118654752, drop = 0.2;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(block(Vec3(side), Vec3(0.)).set("orientation", Vec3(Pi / 4, 0, 0)));
    const ElementId id = b.add(box("Box", Vec3(side), 1));
    b.add(freeJoint(id, Vec3(0, 2 * half + drop, 0)).set("orientation", Vec3(0, 0, Pi / 4)));
    b.add(rigid({}, id).set("restitution", e));
    Simulation run = simulate(b);
    EXPECT_NEAR(read(run).gap, drop, 1e-12);
    const Real fall = std::sqrt(2 * drop / g);
    run.goTo(fall * (1 + e));
    EXPECT_EQ(read(run).impacts, 1);
    EXPECT_NEAR(run.pose("Box").p()[1], 2 * half + e * e * drop, 1e-7);
    EXPECT_NEAR(run.velocity("Box")[0].norm(), 0, 1e-7);
}

TEST_P(RigidSolids, BoxSlidesOverTheEndOfAnotherAndTipsThere) {
    // Without friction it keeps its speed until its center is above the edge.
    constexpr Real v = 1, length = 0.4;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(block(Vec3(2, 0.1, 0.2), Vec3(-1, -0.05, 0)));
    const ElementId id = b.add(box("Box", Vec3(length, 0.1, 0.1), 1));
    b.add(freeJoint(id, Vec3(-0.5, 0.05, 0), Vec3(v, 0, 0)));
    b.add(rigid({}, id));
    Simulation run = simulate(b);
    const Real start = run.energy();
    for (const Real t : {0.1, 0.35, 0.49}) {
        run.goTo(t);
        EXPECT_NEAR(read(run).normal, g, 1e-7) << t;
        EXPECT_NEAR(run.velocity("Box")[0].norm(), 0, 1e-8) << t;
        EXPECT_NEAR(run.pose("Box").p()[0], -0.5 + v * t, 1e-8);
    }
    run.goTo(0.6);
    // It tips about the edge, clockwise.
    EXPECT_LT(run.velocity("Box")[0][2], -0.5);
    EXPECT_NEAR(run.energy(), start, 1e-6);
    EXPECT_GT(read(run).gap, -1e-8);
}

TEST_P(RigidSolids, ThrownBoxTumblesOnABoxAndComesToRest) {
    for (int seed = 0; seed < 6; ++seed) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(block(Vec3(6, 0.2, 6), Vec3(0, -0.1, 0)));
        SCOPED_TRACE(seed);
        addThrownBox(b, seed);
        Simulation run(compiled(b.document()), 1e-6, GetParam());
        expectTumblingLosesEnergy(run);
        EXPECT_NEAR(run.velocity("Block")[1].norm() + run.velocity("Block")[0].norm(), 0, 1e-4);
        EXPECT_NEAR(read(run).normal, g, 1e-5);
    }
}

TEST_P(RigidSolids, StackOfBoxesCarriesTheWeightsAbove) {
    constexpr int n = 5;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    ElementId below;
    for (int i = 0; i < n; ++i) {
        const std::string number = std::to_string(i + 1);
        const ElementId id = b.add(box("Box " + number, Vec3(0.2), 1));
        b.add(freeJoint(id, Vec3(0, 0.1 + 0.2 * i, 0)));
        b.add(withMu(rigid(below, id, "Rigid " + number), 0.4, 0.4));
        below = id;
    }
    Simulation run = simulate(b);
    run.goTo(10);
    for (int i = 0; i < n; ++i) {
        EXPECT_NEAR(read(run, "Rigid " + std::to_string(i + 1)).normal, (n - i) * g, 1e-6) << i;
        EXPECT_NEAR(Vec3(run.pose("Box " + std::to_string(i + 1)).p() - Vec3(0, 0.1 + 0.2 * i, 0)).norm(), 0, 1e-9);
    }
}

TEST_P(RigidSolids, DominoesFallAndComeToRest) {
    constexpr int n = 2;
    const Vec3 size(0.0075, 0.048, 0.024);
    for (const Real mu : {0.1, 0.8}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        ElementId before;
        for (int i = 0; i < n; ++i) {
            const std::string number = std::to_string(i + 1);
            const ElementId id = b.add(box("Domino " + number, size, 0.01));
            Element joint = freeJoint(id, Vec3(0.022 * i, size[1] / 2, 0));
            // The first one turns about its lower edge.
            if (i == 0)
                joint.set("angularVelocity", Vec3(0, 0, -3.)).set("velocity", Vec3(1.5 * size[1], -1.5 * size[0], 0));
            b.add(joint);
            const auto touching = [&](ElementId other, const std::string& name) {
                b.add(withMu(rigid(other, id, name).set("restSpeed", 1e-3), mu, mu));
            };
            touching({}, "Floor " + number);
            if (i > 0) touching(before, "Pair " + number);
            before = id;
        }
        Simulation run(compiled(b.document()), 1e-4, GetParam());
        Real energy = run.energy();
        const Real start = energy;
        for (int i = 1; i <= 70; ++i) {
            run.goTo(0.01 * i);
            EXPECT_LE(run.energy(), energy + 1e-6 * start) << mu << " at " << run.time();
            energy = run.energy();
        }
        for (int i = 0; i < n; ++i) {
            const std::string number = std::to_string(i + 1);
            // Fallen, and supported by the next one or the floor.
            const Vec3 up = run.pose("Domino " + number).R() * Vec3(0, 1, 0);
            EXPECT_GT(up[0], 0.7) << mu << ": " << number;
            EXPECT_GT(read(run, "Floor " + number).gap, -1e-6) << mu << ": " << number;
            EXPECT_LT(run.velocity("Domino " + number)[1].norm(), 0.01) << mu << ": " << number;
        }
    }
}

TEST_P(RigidSolids, CylinderRollsOnASlopeAndStandsOnItsEnd) {
    constexpr Real radius = 0.05, length = 0.2, mu = 0.3;
    const auto cylinder = [&](const Vec3& orientation, Real height, const Vec3& down, Real friction) {
        ModelBuilder b;
        b.add(gravityAlong(down, g));
        b.add(floorShape());
        const ElementId id = b.add(
            Element::draft("body", "cylinder", "Roller").set("radius", radius).set("length", length).set("mass", 2.));
        b.add(freeJoint(id, Vec3(0, height, 0)).set("orientation", orientation));
        b.add(withMu(rigid({}, id), friction, friction));
        return compiled(b.document());
    };
    const Vec3 lying(0.), standing(-Pi / 2, 0, 0);
    const Real slope = 0.3, t = 0.5;
    const Vec3 down(std::sin(slope), -std::cos(slope), 0);
    {
        Simulation run(cylinder(lying, radius, down, mu), 1e-8, GetParam());
        run.goTo(t);
        const Real a = 2. / 3 * g * std::sin(slope);
        EXPECT_NEAR(run.velocity("Roller")[1][0], a * t, 1e-7);
        EXPECT_NEAR(run.velocity("Roller")[0][2], -a * t / radius, 1e-6);
        EXPECT_NEAR(read(run).normal, 2 * g * std::cos(slope), 1e-6);
        EXPECT_EQ(read(run).closed, 2);
    }
    {
        // Less friction than tan/3: it slips.
        const Real little = std::tan(slope) / 6;
        Simulation run(cylinder(lying, radius, down, little), 1e-8, GetParam());
        run.goTo(t);
        EXPECT_NEAR(run.velocity("Roller")[1][0], g * (std::sin(slope) - little * std::cos(slope)) * t, 1e-7);
    }
    {
        Simulation run(cylinder(standing, length / 2, down, 0.6), 1e-8, GetParam());
        run.goTo(3);
        EXPECT_NEAR(run.pose("Roller").p()[0], 0, 1e-9);
        EXPECT_NEAR(read(run).normal, 2 * g * std::cos(slope), 1e-6);
    }
}

TEST_P(RigidSolids, CylinderThatRocksOnItsRimComesToRestOnItsEnd) {
    constexpr Real radius = 0.05, length = 0.2;
    // From a wider angle it may begin to roll on its rim, which rigid bodies do without end.
    for (const Real tilt : {0.02, 0.1}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        const ElementId id = b.add(
            Element::draft("body", "cylinder", "Roller").set("radius", radius).set("length", length).set("mass", 2.));
        b.add(freeJoint(id, Vec3(0, length / 2 * std::cos(tilt) + radius * std::sin(tilt), 0))
                  .set("orientation", Vec3(tilt - Pi / 2, 0, 0)));
        b.add(withMu(rigid({}, id).set("restSpeed", 1e-3), 0.4, 0.4));
        Simulation run(compiled(b.document()), 1e-4, GetParam());
        Real energy = run.energy();
        for (int i = 1; i <= 30; ++i) {
            run.goTo(0.1 * i);
            EXPECT_LE(run.energy(), energy + 1e-5) << tilt << " at " << run.time();
            energy = run.energy();
        }
        EXPECT_NEAR(run.pose("Roller").p()[1], length / 2, 1e-6) << tilt;
        EXPECT_LT(run.velocity("Roller")[0].norm(), 1e-3) << tilt;
        EXPECT_NEAR(read(run).normal, 2 * g, 1e-3) << tilt;
    }
}

TEST_P(RigidSolids, FastBallsDoNotPassEachOther) {
    constexpr Real fast = 1000;
    ModelBuilder b;
    const ElementId first = b.add(ball("First", 0.01, 1)), second = b.add(ball("Second", 0.01, 1));
    b.add(slide("First guide", first, -1, fast));
    b.add(slide("Second guide", second, 0.3, 0));
    b.add(rigid(first, second).set("restitution", 1.));
    Simulation run = simulate(b);
    run.goTo(1);
    EXPECT_NEAR(run.velocity("First")[1][0], 0, 1e-6);
    EXPECT_NEAR(run.velocity("Second")[1][0], fast, 1e-6);
}

TEST_P(RigidSolids, ContactDoesNotPullWhenAStopThrowsOneBodyBack) {
    // The carriage pushes a ball that a force holds against it; the stop throws the carriage back, and the ball continues.
    constexpr Real speed = 2, way = 0.1, push = 1, e = 0.5;
    ModelBuilder b;
    const ElementId carriage = b.add(box("Carriage", Vec3(0.2), 1)), id = b.add(ball("Ball", 0.05, 1));
    const ElementId guide = b.add(slide("Guide", carriage, way, -speed));
    b.add(slide("Ball guide", id, way - 0.15, -speed));
    b.add(Element::draft("force", "constantForce", "Push").set("force", Vec3(push, 0, 0)).plug("body", id));
    b.add(Element::draft("force", "jointImpactStop", "Stop").set("restitution", e).plug("joint", guide));
    b.add(rigid(carriage, id));
    Simulation run = simulate(b);
    // way = v t - a t^2/2 with both masses.
    constexpr Real a = push / 2;
    const Real t = (speed - std::sqrt(speed * speed - 2 * a * way)) / a, v = speed - a * t;
    run.goTo(t - 1e-4);
    EXPECT_EQ(read(run).closed, 1);
    EXPECT_NEAR(read(run).normal, a, 1e-7);
    run.goTo(t + 1e-4);
    EXPECT_NEAR(run.velocity("Carriage")[1][0], e * v, 1e-6);
    EXPECT_NEAR(run.velocity("Ball")[1][0], -v + push * 1e-4, 1e-6);
    EXPECT_EQ(read(run).closed, 0);
}

TEST_P(RigidSolids, BallRollsDownARampAndOverItsEdge) {
    constexpr Real radius = 0.05, height = 0.5, length = 1;
    const Real slope = std::atan(height / length), along = std::hypot(length, height);
    ModelBuilder b;
    b.add(gravity(g));
    b.add(Element::draft("shape", "ramp", "Ramp").set("length", length).set("height", height));
    const ElementId id = b.add(ball("Ball", radius, 1));
    const Vec3 down(-std::cos(slope), -std::sin(slope), 0), out(-std::sin(slope), std::cos(slope), 0);
    b.add(freeJoint(id, Vec3(0.9 * along * Vec3(-down) + radius * out)));
    b.add(withMu(rigid({}, id), 0.5, 0.5));
    Simulation run = simulate(b);
    EXPECT_NEAR(read(run).gap, 0, 1e-12);
    const Real a = 5. / 7 * g * std::sin(slope), t = 0.5;
    run.goTo(t);
    EXPECT_NEAR(run.velocity("Ball")[1].dot(down), a * t, 1e-7);
    EXPECT_NEAR(run.velocity("Ball")[0].norm(), a * t / radius, 1e-6);
    EXPECT_TRUE(read(run).sticks);
    EXPECT_NEAR(read(run).normal, g * std::cos(slope), 1e-6);
    // At the end of the slope it passes the edge and falls.
    run.goTo(std::sqrt(2 * 0.9 * along / a) + 0.2);
    EXPECT_EQ(read(run).closed, 0);
    EXPECT_LT(run.pose("Ball").p()[1], 0);
}

TEST_P(RigidSolids, BallBouncesOnAMeshOfABoxAsOnTheBox) {
    // On a face, an edge and a corner.
    const char* const cube =
        "-0.1 -0.1 -0.1,0.1 -0.1 -0.1,0.1 0.1 -0.1,-0.1 0.1 -0.1,-0.1 -0.1 0.1,0.1 -0.1 0.1,0.1 0.1 0.1,-0.1 0.1 0.1;"
        "0 2 1,0 3 2,4 5 6,4 6 7,0 1 5,0 5 4,3 7 6,3 6 2,0 4 7,0 7 3,1 2 6,1 6 5";
    for (const Vec3& above : {Vec3(0.03, 0.5, 0.02), Vec3(0.11, 0.5, 0.02), Vec3(0.11, 0.5, 0.12)}) {
        Vec3 speeds[2];
        for (const bool isMesh : {false, true}) {
            ModelBuilder b;
            b.add(gravity(g));
            const ElementId base =
                b.add(isMesh ? Element::draft("body", "mesh", "Base").set("mesh", cube) : box("Base", Vec3(0.2), 1));
            b.add(Element::draft("joint", "weld").plug("child", base));
            const ElementId id = b.add(ball("Ball", 0.04, 1));
            b.add(freeJoint(id, above));
            b.add(withMu(rigid(base, id).set("restitution", 0.7), 0.2, 0.2));
            Simulation run = simulate(b);
            run.goTo(0.4);
            EXPECT_EQ(read(run).impacts, 1);
            speeds[isMesh] = run.velocity("Ball")[1];
        }
        EXPECT_NEAR(Vec3(speeds[0] - speeds[1]).norm(), 0, 1e-9) << above[0];
    }
}

}  // namespace
}  // namespace trammel::test
