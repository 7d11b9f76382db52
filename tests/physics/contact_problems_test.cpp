// SPDX-License-Identifier: Apache-2.0
// Published problems of bodies that touch, with two integrators each.
#include <array>
#include <cmath>

#include "contact/contact_force.h"
#include "contact_models.h"

namespace trammel::test {
namespace {

class ContactProblem : public ::testing::TestWithParam<const char*> {
protected:
    Simulation simulate(const CompiledModelPtr& model, Real accuracy) const {
        return Simulation(model, accuracy, GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Methods, ContactProblem, ::testing::Values("rungeKuttaMerson", "dormandPrince"),
                         [](const auto& each) { return std::string(each.param); });

Element restitutionOne(Element e) {
    return std::move(e.set("restitutionFrom", "numbers").set("restitution", 1.0).set("restitutionSpeed", 1.0));
}

// --- Statics of one place ---

TEST(CrossedSteelCylinders, PressWithThePublishedForce) {
    // Johnson, Contact Mechanics, chapter 4: radii of 10 and 20 mm.
    ModelBuilder model;
    const auto cylinder = [&](const char* name, Real radius) {
        const ElementId body = model.add(rigidBody(name, 1, Vec3(0.), Vec3(0.01)).set("showBox", false));
        model.add(Element::draft("shape", "capsule", std::string("Shape of ") + name).set("radius", radius), body);
        return body;
    };
    const ElementId a = cylinder("A", 0.01), b = cylinder("B", 0.02);
    model.add(freeJoint(a, Vec3(0.)));
    model.add(freeJoint(b, Vec3(0.03 - 3.08241832467e-6, 0, 0)).set("orientation", Vec3(Pi / 2, 0, 0)));
    model.add(withoutFriction(contact(a, b)).set("stiffness", "material"));
    const CompiledModelPtr compiledModel = compiled(model.document());
    State s = compiledModel->getInitialState();
    compiledModel->getSystem().realize(s, Stage::Dynamics);
    const TouchForces& forces = contactIn(*compiledModel).getForces(s);
    ASSERT_EQ(forces.touches.size(), 1u);
    EXPECT_NEAR(forces.touches[0].normal, 100, 1e-6);
}

// --- Rolling ---

/// The stone of the validation page on a floor of steel that it touches, in place of its rolling constraint.
CompiledModelPtr rattlebackByTouch(Real transitionSpeed) {
    const Document rolling =
        without(with(modelDocument("validation/rattleback"), "Bar", "touches", false), "Rolling contact");
    ModelBuilder b(rolling);
    b.add(Element::draft("shape", "ellipsoid", "Surface").set("radii", Vec3(0.2, 0.03, 0.02)),
          rolling.findByName("Stone")->id);
    b.add(floorShape());
    b.add(withFriction(everythingTouches(), 10).set("stiffness", "material").set("transitionSpeed", transitionSpeed));
    return compiled(b.document());
}

/// When the spin about the axis of the stone, which points down, turns positive, s.
Real findReversal(Simulation& run) {
    Real before = 2.345;
    const auto spinAt = [&](Real t) {
        run.goTo(t);
        return run.velocity("Stone")[0].dot(Vec3(run.pose("Stone").R().z()));
    };
    for (Real early = spinAt(before), late; before < 2.36; before += 5e-4, early = late) {
        late = spinAt(before + 5e-4);
        if (early < 0 && late >= 0) return before + 5e-4 * early / (early - late);
    }
    return Infinity;
}

// Kane and Levinson (1982). The stone creeps in proportion to the transition speed.
constexpr Real rattlebackReversal = 2.352731;

TEST(RattlebackByTouch, ReversesAtTheReferenceTimeAsCreepVanishes) {
    Real last = Infinity;
    for (const Real creep : {5e-4, 1.25e-4}) {
        Simulation run(rattlebackByTouch(creep), 1e-6, "cvodeBdf");
        const Real error = std::abs(findReversal(run) - rattlebackReversal);
        // Steel is slightly compliant, too.
        EXPECT_LT(error, 1.5 * creep + 5e-5) << creep;
        EXPECT_LT(error, last / 2.5) << creep;
        last = error;
    }
}

TEST(RattlebackByTouch, MovesTheSameWithAnExplicitMethod) {
    constexpr Real creep = 2e-3, time = 0.2;
    Simulation implicit(rattlebackByTouch(creep), 1e-7, "cvodeBdf"), run(rattlebackByTouch(creep), 1e-5);
    implicit.goTo(time);
    run.goTo(time);
    EXPECT_NEAR(Vec3(run.velocity("Stone")[0] - implicit.velocity("Stone")[0]).norm(), 0, 1e-3);
    EXPECT_NEAR(Vec3(run.pose("Stone").p() - implicit.pose("Stone").p()).norm(), 0, 1e-5);
}

// --- Impacts ---

TEST_P(ContactProblem, WaveInAGranularChainHasThePublishedSpeed) {
    // Unit masses and forces x^1.5: speed in beads per time = 0.90747 v_peak^(1/5). Nesterenko; Coste 1997.
    constexpr int beads = 30, from = 20, to = 25;
    ModelBuilder model;
    for (int i = 0; i < beads; ++i) {
        const std::string number = std::to_string(i + 1);
        const ElementId b = model.add(ball("Bead " + number, 1, 1));
        model.add(slide("Guide " + number, b, 2 * i, i == 0 ? 0.01 : 0));
    }
    model.add(withoutFriction(Element::draft("force", "impactContactEverything", "Contacts"))
                  .set("stiffness", 1.0)
                  .set("fullDampingDepth", 1.0)
                  .set("damping", 0.0));
    Simulation motion = simulate(compiled(model.document()), 1e-7);
    constexpr Real step = 0.05;
    struct Peak {
        Real before = 0, value = 0, time = 0, last = 0;
    };
    std::array<Peak, 2> peaks;
    const std::string names[] = {"Guide " + std::to_string(from) + ".rate", "Guide " + std::to_string(to) + ".rate"};
    for (int k = 1; k * step < 80; ++k) {
        motion.goTo(k * step);
        for (std::size_t i = 0; i < 2; ++i) {
            Peak& p = peaks[i];
            const Real now = motion[names[i]];
            // Parabola through the highest value and its neighbors.
            if (p.last > p.value && p.last >= now) {
                const Real bend = p.before - 2 * p.last + now, rise = (now - p.before) / 2;
                p.value = p.last - rise * rise / (2 * bend);
                p.time = (k - 1 - rise / bend) * step;
            }
            p.before = p.last;
            p.last = now;
        }
    }
    const Real speed = (to - from) / (peaks[1].time - peaks[0].time);
    EXPECT_NEAR(peaks[0].value, peaks[1].value, 1e-6);
    EXPECT_NEAR(speed / std::pow(peaks[1].value, 0.2), 0.90747, 1e-4);
}

TEST_P(ContactProblem, RollingCueBallLeavesAHalfBallHitAtThePublishedAngle) {
    // Alciatore: 33.6704965 degrees, once it rolls again.
    constexpr Real radius = 0.0286, weight = 0.17, v = 1, sinkage = 1e-4;
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId cue = model.add(ball("Cue", radius, weight)), object = model.add(ball("Object", radius, weight));
    const Real y = radius * (1 - sinkage), gap = 0.02;
    model.add(freeJoint(cue, Vec3(-gap, y, 0), Vec3(v, 0, 0)).set("angularVelocity", Vec3(0, 0, -v / radius)));
    model.add(freeJoint(object, Vec3(2 * radius * std::cos(Pi / 6), y, -2 * radius * std::sin(Pi / 6))));
    for (const ElementId b : {cue, object})
        model.add(withFriction(contact({}, b, b == cue ? "Cue on table" : "Object on table"), 0.2)
                      .set("sinkage", sinkage)
                      .set("transitionSpeed", 1e-3));
    model.add(restitutionOne(withoutFriction(contact(cue, object, "Hit"))).set("stiffness", "material"));
    Simulation motion = simulate(compiled(model.document()), 1e-6);
    motion.goTo(1.5);
    const Vec3 velocity = motion.velocity("Cue")[1];
    EXPECT_NEAR(std::atan2(std::abs(velocity[2]), velocity[0]) * 180 / Pi, 33.6704965, 0.1);
}

TEST_P(ContactProblem, BreakOfBallsKeepsMomentumAndEnergyWithHeat) {
    constexpr Real radius = 0.03, accuracy = 1e-6;
    ModelBuilder model;
    int number = 0;
    const auto add = [&](const Vec3& position, const Vec3& velocity) {
        const ElementId b = model.add(ball("Ball " + std::to_string(++number), radius, 0.2));
        model.add(freeJoint(b, position, velocity));
    };
    add(Vec3(-0.2, 0.004, 0), Vec3(2, 0, 0));
    for (int row = 0; row < 4; ++row)
        for (int i = 0; i <= row; ++i)
            add(Vec3(row * radius * std::sqrt(3.0), (2 * i - row) * radius, 0.001 * i), Vec3(0.));
    model.add(everythingTouches().set("keepsHeat", true));
    Simulation motion = simulate(compiled(model.document()), accuracy);
    const Real before = motion.energy();
    const SpatialVec momentum = motion.momentum();
    motion.goTo(0.5);
    const Real heat = motion.state().getZ()[0];
    EXPECT_GT(heat, 0.01);
    EXPECT_NEAR(motion.energy() + heat, before, 10 * accuracy);
    EXPECT_LT(Vec3(motion.momentum()[1] - momentum[1]).norm(), 1e-12);
    EXPECT_LT(Vec3(motion.momentum()[0] - momentum[0]).norm(), 1e-12);
}

// --- Rolling, sliding and tipping ---

TEST_P(ContactProblem, BallsOnAPushedBoxHaveThePublishedAccelerations) {
    // SimBenchmark "rolling": 25 balls on a box that is pushed with 150 N over the ground.
    constexpr Real radius = 0.05, height = 0.1, push = 150, sinkage = 1e-4;
    // Depths at rest: the box bears 3.5 times its weight on its face, a ball rests on the compliance of the box.
    const Real size = Vec3(1, height / 2, 1).norm(), below = 3.5 * sinkage * cube(size) / 4;
    const Real above = std::pow(0.1 * square(size) * std::pow(sinkage, 1.5) / std::sqrt(radius), 2. / 3);
    const auto damped = [&](Element e, Real friction) {
        return withFriction(std::move(e), friction)
            .set("transitionSpeed", 0.005)
            .set("sinkage", sinkage)
            .set("restitutionFrom", "numbers")
            .set("restitution", 0.1)
            .set("restitutionSpeed", 0.01);
    };
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId carrier = model.add(box("Box", Vec3(2, height, 2), 10));
    model.add(freeJoint(carrier, Vec3(0, height / 2 - below, 0)));
    model.add(Element::draft("force", "constantForce", "Push").set("force", Vec3(push, 0, 0)).plug("body", carrier));
    model.add(damped(contact({}, carrier, "Ground"), 0.4));
    for (int i = 0; i < 25; ++i) {
        const std::string number = std::to_string(i + 1);
        const ElementId b = model.add(ball("Ball " + number, radius, 1));
        model.add(freeJoint(b, Vec3(0.3 * (i % 5 - 2), height - below + radius - above, 0.3 * (i / 5 - 2))));
        model.add(damped(contact(carrier, b, "Contact " + number), 0.8));
    }
    Simulation motion = simulate(compiled(model.document()), 1e-4);
    motion.goTo(0.3);
    const Real boxEarly = motion.velocity("Box")[1][0], ballEarly = motion.velocity("Ball 7")[1][0];
    motion.goTo(0.6);
    EXPECT_NEAR((motion.velocity("Box")[1][0] - boxEarly) / 0.3, 0.7385, 0.002);
    EXPECT_NEAR((motion.velocity("Ball 7")[1][0] - ballEarly) / 0.3, 0.2110, 0.002);
}

TEST_P(ContactProblem, BallOnASlopeRollsOnlyAboveTwoSeventhsOfItsTangent) {
    constexpr Real slope = 20 * Pi / 180, radius = 0.1, limit = 0.103991495505;
    for (const Real factor : {0.97, 1.03}) {
        ModelBuilder model;
        model.add(gravity(roundGravity).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
        model.add(floorShape());
        const ElementId b = model.add(ball("Ball", radius, 1));
        model.add(Element::draft("joint", "planar", "Plane").set("y", radius).plug("child", b));
        model.add(withFriction(contact({}, b), factor * limit).set("sinkage", 1e-5).set("transitionSpeed", 1e-4));
        Simulation motion = simulate(compiled(model.document()), 1e-5);
        motion.goTo(1);
        const Real slip = motion["Plane.speedX"] + radius * motion["Plane.rate"];
        if (factor > 1)
            EXPECT_LT(slip, 1e-3);
        else
            EXPECT_GT(slip, 0.02);
    }
}

TEST_P(ContactProblem, BoxTipsBeyondTheRatioOfItsSides) {
    constexpr Real width = 0.1, height = 0.2;
    for (const Real factor : {0.9, 1.1}) {
        const Real slope = std::atan(factor * width / height);
        ModelBuilder model;
        model.add(gravity(roundGravity).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
        model.add(floorShape());
        const ElementId b = model.add(box("Box", Vec3(width, height, 0.1), 1));
        model.add(Element::draft("joint", "planar", "Plane").set("y", height / 2 - 2e-6).plug("child", b));
        model.add(withFriction(contact({}, b), 0.8)
                      .set("sinkage", 1e-5)
                      .set("frictionModel", "stiction")
                      .set("restitutionFrom", "numbers")
                      .set("restitution", 0.1)
                      .set("restitutionSpeed", 0.01));
        Simulation motion = simulate(compiled(model.document()), 1e-4);
        motion.goTo(1.5);
        if (factor > 1)
            EXPECT_LT(motion["Plane.angle"], -0.3);
        else
            EXPECT_NEAR(motion["Plane.angle"], 0, 0.01);
    }
}

TEST_P(ContactProblem, TippeTopKeepsJellettsIntegralAndTurnsOver) {
    // Leine and Glocker 2003.
    constexpr Real I1 = 8e-7, I3 = 7e-7, R1 = 0.015, a1 = 0.003, R2 = 0.005, a2 = 0.016, spin = 180, lean = 0.1;
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId top = model.add(rigidBody("Top", 0.006, Vec3(0.), Vec3(I1, I3, I1)).set("showBox", false));
    for (const bool stem : {false, true}) {
        model.add(Element::draft("shape", "sphere", stem ? "Stem" : "Bowl")
                      .set("radius", stem ? R2 : R1)
                      .set("position", Vec3(0, stem ? a2 : a1, 0)),
                  top);
    }
    const Vec3 axis(-std::sin(lean), std::cos(lean), 0);
    model.add(freeJoint(top, Vec3(0, R1 - a1 * std::cos(lean), 0))
                  .set("orientation", Vec3(0, 0, lean))
                  .set("angularVelocity", Vec3(spin * axis)));
    model.add(withFriction(contact({}, top), 0.3).set("sinkage", 1e-4));
    const CompiledModelPtr compiledModel = compiled(model.document());
    Simulation motion = simulate(compiledModel, 1e-7);
    const auto jellett = [&] {
        const Rotation& R = motion.pose("Top").R();
        const Vec3 w = ~R * motion.velocity("Top")[0], L(I1 * w[0], I3 * w[1], I1 * w[2]);
        return Vec3(R * L).dot(Vec3(a1 * R.y() - Vec3(0, R1, 0)));
    };
    EXPECT_NEAR(jellett(), -1.502566e-6, 1e-11);
    bool turnedOver = false;
    for (int i = 1; i <= 80 && !turnedOver; ++i) {
        motion.goTo(0.1 * i);
        const Real up = motion.pose("Top").R().y()[1];
        const bool stemTouches = motion.pose("Top").p()[1] + a2 * up < 1.05 * R2;
        turnedOver = stemTouches || up < -0.5;
        if (turnedOver) break;
        EXPECT_NEAR(jellett() / -1.502566e-6, 1, 1e-4) << motion.time();
    }
    EXPECT_TRUE(turnedOver);
    motion.goTo(motion.time() + 2);
    EXPECT_LT(motion.pose("Top").R().y()[1], -0.5);
}

TEST_P(ContactProblem, EulersDiskPrecessesAtThePublishedRate) {
    // Moffatt 2000: Omega^2 sin(alpha) = 4 g/a; 77.627169 rad/s at 10 degrees.
    constexpr Real a = 0.0375, thickness = 4e-4, alpha = 10 * Pi / 180, rate = 77.627169;
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId disk = model.add(
        Element::draft("body", "cylinder", "Disk").set("radius", a).set("length", thickness).set("mass", 0.1));
    // The axis z leans toward +x: lowest there, along (cos alpha, -sin alpha, 0).
    const Vec3 lowest(std::cos(alpha), -std::sin(alpha), 0);
    model.add(freeJoint(disk, Vec3(0, a * std::sin(alpha) + thickness / 2 * std::cos(alpha) - 1e-5, 0))
                  .set("orientation", Vec3(-Pi / 2, alpha, 0))
                  .set("angularVelocity", Vec3(rate * std::sin(alpha) * lowest)));
    model.add(withoutFriction(contact({}, disk)).set("sinkage", 1e-8));
    Simulation motion = simulate(compiled(model.document()), 1e-7);
    EXPECT_NEAR(motion.pose("Disk").R().z()[0], std::sin(alpha), 1e-9);
    Real turned = 0, last = std::atan2(motion.pose("Disk").R().z()[2], motion.pose("Disk").R().z()[0]);
    for (int i = 1; i <= 100; ++i) {
        motion.goTo(0.002 * i);
        const Vec3 axis = motion.pose("Disk").R().z();
        EXPECT_NEAR(std::acos(axis[1]), alpha, 0.01);
        const Real angle = std::atan2(axis[2], axis[0]);
        turned += std::remainder(angle - last, 2 * Pi);
        last = angle;
    }
    EXPECT_NEAR(std::abs(turned) / 0.2 / rate, 1, 0.01);
}

TEST_P(ContactProblem, PainlevesRodJamsAndStopsAtOnceInTheWindowOfItsParadox) {
    // A slender rod of length 2 whose leading tip slides with a coefficient of 1.4: between 55.5858108 and 69.9518670 degrees
    // rigid bodies have no motion. With compliance the force grows until the tip stops, about which the rod then turns.
    constexpr Real speed = 5, radius = 0.01;
    for (const Real degrees : {50., 57., 65., 75.}) {
        const Real angle = degrees * Pi / 180;
        ModelBuilder b;
        b.add(gravity(roundGravity));
        b.add(floorShape());
        const ElementId rod = b.add(rigidBody("Rod", 1, Vec3(0.), Vec3(1e-9, 1. / 3, 1. / 3)).set("showBox", false));
        b.add(Element::draft("shape", "sphere", "Tip").set("radius", radius).set("position", Vec3(-1, 0, 0)), rod);
        b.add(Element::draft("joint", "planar", "Plane")
                  .set("x", std::cos(angle))
                  .set("y", std::sin(angle) + radius)
                  .set("angle", angle)
                  .set("speedX", -speed)
                  .plug("child", rod));
        b.add(withFriction(everythingTouches(), 1.4)
                  .set("stiffness", "material")
                  .set("restitutionFrom", "numbers")
                  .set("restitution", 0.1)
                  .set("restitutionSpeed", 1.0));
        Simulation motion = simulate(compiled(b.document()), 1e-7);
        const Real energy = motion.energy();
        motion.goTo(0.005);
        const Real slip = motion["Plane.speedX"] + std::sin(motion["Plane.angle"]) * motion["Plane.rate"];
        EXPECT_LT(motion.energy(), energy);
        if (degrees > 55.6 && degrees < 69.9)
            EXPECT_NEAR(slip, 0, 0.02 * speed) << degrees;
        else
            EXPECT_LT(slip, -0.6 * speed) << degrees;
    }
}

// --- Mechanisms of the gallery ---

TEST_P(ContactProblem, CamLeavesItsFollowerAtThePublishedSpeed) {
    // Eccentricity 10 mm, follower 1 kg with its weight, 2000 N/m, preload 30 N: 89.3364427 rad/s.
    constexpr Real limit = 89.3364427;
    const auto isLeft = [&](Real factor) {
        const Document document = with(modelDocument("cam_by_touch"), "Motor", "rate", factor * limit);
        const CompiledModelPtr model = compiled(document);
        const ContactForce& touch = contactIn(*model);
        Simulation motion = simulate(model, 1e-6);
        motion.goTo(0.3);
        for (int i = 0; i < 300; ++i) {
            motion.goTo(0.3 + 0.0005 * i);
            if (touch.getPlaces(motion.state()).touches.empty()) return true;
        }
        return false;
    };
    EXPECT_FALSE(isLeft(0.97));
    EXPECT_TRUE(isLeft(1.03));
}

TEST_P(ContactProblem, GenevaWheelTurnsByQuartersWithThePublishedPeakRatio) {
    const CompiledModelPtr model = openModel("geneva_wheel");
    Simulation motion = simulate(model, 1e-5);
    const Real drive = motion["Driver axle.rate"];
    Real fastest = 0;
    for (int turn = 1; turn <= 2; ++turn) {
        // Full turns of the driver begin and end in the middle of a rest.
        const Real from = (turn - 1) * 2 * Pi / drive;
        for (int i = 1; i <= 400; ++i) {
            motion.goTo(from + i * 2 * Pi / drive / 400);
            fastest = std::max(fastest, std::abs(motion["Wheel axle.rate"]));
        }
        // The round lock leaves it some play.
        EXPECT_NEAR(motion["Wheel axle.angle"], -turn * Pi / 2, 0.02);
    }
    EXPECT_NEAR(fastest / drive, 2.41421356, 0.1);
}

TEST_P(ContactProblem, TouchingGearsKeepTheRatioOfTheirTeethInTheMean) {
    Simulation motion = simulate(openModel("touching_gears"), 1e-5);
    const Real drive = motion["Pinion axle.rate"], tooth = 2 * Pi / 12 / drive;
    motion.goTo(2 * tooth);
    const Real from = motion["Wheel axle.angle"];
    Real slowest = Infinity, fastest = 0;
    for (int i = 1; i <= 200; ++i) {
        motion.goTo(2 * tooth + 10 * tooth * i / 200);
        const Real ratio = -motion["Wheel axle.rate"] / drive;
        slowest = std::min(slowest, ratio);
        fastest = std::max(fastest, ratio);
    }
    EXPECT_NEAR(from - motion["Wheel axle.angle"], 10 * 2 * Pi / 18, 2e-4);
    EXPECT_GT(slowest, 0.6);
    EXPECT_LT(fastest, 0.74);
}

TEST_P(ContactProblem, DominoesOfFourTimesTheSizeFallInTwiceTheTime) {
    // Lengths x 4, stiffness x 4, transition speed x 2, dissipation / 2: speeds x 2.
    const auto row = [](Real scale) {
        const Real speed = std::sqrt(scale);
        ModelBuilder model;
        model.add(gravity(roundGravity));
        model.add(floorShape());
        for (int i = 0; i < 4; ++i) {
            const std::string number = std::to_string(i + 1);
            const ElementId b =
                model.add(box("Domino " + number, scale * Vec3(0.01, 0.05, 0.025), 0.01 * scale * scale * scale));
            model.add(Element::draft("joint", "planar", "Plane " + number)
                          .set("x", 0.025 * scale * i)
                          .set("y", 0.025 * scale)
                          .set("rate", i == 0 ? -6 / speed : 0.0)
                          .plug("child", b));
        }
        model.add(withFriction(everythingTouches(), 0.3)
                      .set("sinkage", 0.01)
                      .set("transitionSpeed", 0.02 * speed)
                      .set("restitutionFrom", "numbers")
                      .set("restitution", 0.5)
                      .set("restitutionSpeed", speed));
        return compiled(model.document());
    };
    Simulation small = simulate(row(1), 1e-7), large = simulate(row(4), 1e-7);
    small.goTo(0.25);
    large.goTo(0.5);
    EXPECT_LT(small["Plane 3.angle"], -0.1) << "the wave has come that far";
    for (const char* number : {"1", "2", "3", "4"}) {
        const std::string plane = std::string("Plane ") + number;
        EXPECT_NEAR(large[plane + ".angle"], small[plane + ".angle"], 1e-3) << number;
        EXPECT_NEAR(large[plane + ".x"] / 4, small[plane + ".x"], 1e-4) << number;
    }
}

// --- Balls that slip and roll ---

/// Contact of all with so little creep and depth that five digits are those of rigid bodies.
Element nearlyRigid(Real friction) {
    return withFriction(everythingTouches(), friction).set("transitionSpeed", 1e-4).set("sinkage", 1e-5);
}

TEST_P(ContactProblem, ABallWithBackspinRollsOnAtTheSpeedOfItsMomentumAboutTheFloor) {
    // v = (5 v0 - 2 r w0) / 7.
    constexpr Real radius = 0.1, v0 = 1, spin = 13;
    ModelBuilder model;
    model.add(gravity(9.81));
    model.add(floorShape());
    const ElementId b = model.add(ball("Ball", radius, 1));
    model.add(freeJoint(b, Vec3(0, radius, 0), Vec3(v0, 0, 0)).set("angularVelocity", Vec3(0, 0, spin)));
    model.add(nearlyRigid(0.25));
    Simulation motion = simulate(compiled(model.document()), 1e-6);
    // It slips for 2 (v0 + r w0) / (7 mu g) = 0.268 s.
    motion.goTo(0.4);
    EXPECT_NEAR(motion.velocity("Ball")[1][0], (5 * v0 - 2 * radius * spin) / 7, 1e-5);
}

TEST_P(ContactProblem, AHollowBallRollsDownAtThreeFifthsOfTheSlope) {
    constexpr Real radius = 0.1, slope = 12 * Pi / 180, time = 0.5;
    ModelBuilder model;
    model.add(gravity(9.81).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
    model.add(floorShape());
    const ElementId b = model.add(rigidBody("Ball", 1, Vec3(0.), Vec3(2. / 3 * square(radius))).set("showBox", false));
    model.add(Element::draft("shape", "sphere", "Shell").set("radius", radius), b);
    model.add(freeJoint(b, Vec3(0, radius, 0)));
    model.add(nearlyRigid(0.5));
    Simulation motion = simulate(compiled(model.document()), 1e-6);
    motion.goTo(time);
    const Real way = 0.6 * 9.81 * std::sin(slope) * square(time) / 2;
    EXPECT_NEAR(motion.pose("Ball").p()[0], way, 1e-4 * way);
}

TEST_P(ContactProblem, ABallOnATurntableCirclesAtTwoSeventhsOfItsSpeed) {
    // Weckesser, Am. J. Phys. 65 (1997) 736.
    constexpr Real turn = 3.5, time = 1;
    ModelBuilder model;
    model.add(gravity(9.81));
    const ElementId disk =
        model.add(Element::draft("body", "cylinder", "Disk").set("radius", 2.0).set("length", 0.1).set("mass", 50.0));
    const ElementId axle = model.add(Element::draft("joint", "pin", "Axle")
                                         .set("parentOrientation", Vec3(-Pi / 2, 0, 0))
                                         .set("rate", turn)
                                         .plug("child", disk));
    model.add(Element::draft("motion", "steady").set("rate", turn).plug("joint", axle));
    const ElementId b = model.add(ball("Ball", 0.1, 1));
    model.add(freeJoint(b, Vec3(0.5, 0.15, 0)));
    model.add(nearlyRigid(0.9));
    Simulation motion = simulate(compiled(model.document()), 1e-6);
    // Past the start, at which it slips: the velocity turns steadily.
    const auto directionAt = [&](Real t) {
        motion.goTo(t);
        const Vec3 v = motion.velocity("Ball")[1];
        return std::atan2(-v[2], v[0]);
    };
    const Real start = directionAt(time / 2), end = directionAt(time);
    EXPECT_NEAR(std::abs(end - start) / (time / 2), 2 * turn / 7, 2e-3);
}

}  // namespace
}  // namespace trammel::test
