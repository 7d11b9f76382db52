// SPDX-License-Identifier: Apache-2.0
// Bodies that touch, by force laws and rigidly: problems of textbooks with closed answers, two integrators each.
#include <cmath>
#include <ostream>

#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

struct Way {
    const char* method;
    bool isRigid;
    friend void PrintTo(const Way& way, std::ostream* out) { *out << way.method << (way.isRigid ? ", rigid" : ""); }
};

class ContactClassic : public ::testing::TestWithParam<Way> {
protected:
    bool isRigid() const { return GetParam().isRigid; }
    /// Everything touches, without rebound; by force laws with so little creep and depth that digits are those of rigid
    /// bodies.
    Element touching(Real mu) const {
        Element e = Element::draft(isRigid() ? "constraint" : "force",
                                   isRigid() ? "rigidContactEverything" : "contactEverything", "Contacts")
                        .set("restitutionFrom", "numbers")
                        .set("restitution", 0.);
        if (!isRigid()) e.set("sinkage", 1e-6).set("transitionSpeed", 1e-4);
        return withFriction(std::move(e), mu);
    }
    Simulation simulate(const ModelBuilder& b) const {
        return {compiled(b.document()), isRigid() ? 1e-8 : 1e-6, GetParam().method};
    }
    /// The tolerance for rigid contact, or that for force laws.
    Real within(Real rigidly, Real byLaws) const { return isRigid() ? rigidly : byLaws; }
};
INSTANTIATE_TEST_SUITE_P(Ways, ContactClassic,
                         ::testing::Values(Way{"automatic", false}, Way{"cvodeBdf", false},
                                           Way{"rungeKuttaMerson", true}, Way{"dormandPrince853", true}),
                         [](const auto& each) {
                             return std::string(each.param.isRigid ? "Rigid_" : "Law_") + each.param.method;
                         });

Element planarJoint(ElementId child, Real x, Real y, Real speed = 0, const std::string& name = "Plane") {
    return Element::draft("joint", "planar", name).set("x", x).set("y", y).set("speedX", speed).plug("child", child);
}

TEST_P(ContactClassic, BooksOverhangByTheSumOfHalfAFourthAndASixth) {
    constexpr Real length = 0.2, height = 0.03;
    // By force laws the edge sinks where the books press on little of it.
    for (const Real share : {isRigid() ? 0.98 : 0.9, 1.02}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape().set("position", Vec3(0, -1, 0)));
        b.add(Element::draft("shape", "box", "Table")
                  .set("size", Vec3(1, 0.1, 0.3))
                  .set("position", Vec3(-0.5, -0.05, 0)));
        // The right end of each book, from the lowest on.
        Real end = 0;
        for (int i = 0; i < 3; ++i) {
            end += share * length / (2 * (3 - i));
            const std::string number = std::to_string(i + 1);
            const ElementId id = b.add(box("Book " + number, Vec3(length, height, 0.15), 0.5));
            b.add(freeJoint(id, Vec3(end - length / 2, (i + 0.5) * height, 0)));
        }
        b.add(touching(0.5));
        Simulation run = simulate(b);
        run.goTo(0.3);
        const Real fallen = 2.5 * height - run.pose("Book 3").p()[1];
        if (share < 1)
            EXPECT_NEAR(fallen, 0, within(1e-8, 5e-4));
        else
            EXPECT_GT(fallen, 1e-3);
    }
}

TEST_P(ContactClassic, BallBetweenJawsIsHeldBeyondTheTangentOfHalfTheirAngle) {
    // Half-spaces at an angle of 2a, the upper one pressed down: whatever the force, held if mu > tan a.
    constexpr Real half = 0.25, radius = 0.03, force = 20;
    for (const Real share : {0.96, 1.04}) {
        ModelBuilder b;
        // Across the plane of motion.
        b.add(gravityAlong(Vec3(0, 0, -1), g));
        b.add(Element::draft("shape", "box", "Lower jaw")
                  .set("size", Vec3(0.5, 0.1, 0.4))
                  .set("position", Vec3(0.2, -0.05, 0)));
        const ElementId jaw = b.add(rigidBody("Jaw", 1, Vec3(0.), Vec3(1.)).set("showBox", false));
        b.add(
            Element::draft("joint", "slider", "Guide").set("parentOrientation", Vec3(0, 0, Pi / 2)).plug("child", jaw));
        const Vec3 out(std::sin(2 * half), -std::cos(2 * half), 0), touch = Vec3(0, radius, 0) - radius * out;
        b.add(Element::draft("shape", "floor", "Upper jaw")
                  .set("position", Vec3(touch[1], -touch[0], 0))
                  .set("orientation", Vec3(0, 0, Pi / 2 + 2 * half)),
              jaw);
        b.add(Element::draft("force", "constantForce", "Press").set("force", Vec3(0, -force, 0)).plug("body", jaw));
        const ElementId id = b.add(ball("Ball", radius, 0.1));
        b.add(planarJoint(id, 0, radius));
        b.add(touching(share * std::tan(half)));
        Simulation run = simulate(b);
        run.goTo(0.1);
        if (share > 1)
            EXPECT_NEAR(run["Plane.x"], 0, within(1e-9, 2e-5));
        else
            EXPECT_GT(run["Plane.x"], 1e-3);
    }
}

TEST_P(ContactClassic, BlockPutOnABeltSlidesUntilItHasItsSpeed) {
    // It falls behind by v²/(2 mu g).
    constexpr Real mu = 0.3, speed = 0.9, side = 0.1, thickness = 0.02;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId belt = b.add(box("Belt", Vec3(4, thickness, 0.3), 1e8));
    b.add(slide("Drive", belt, 0, speed));
    const ElementId id = b.add(box("Block", Vec3(side, side / 2, side), 0.7));
    b.add(freeJoint(id, Vec3(0, thickness / 2 + side / 4, 0)));
    b.add(touching(mu));
    Simulation run = simulate(b);
    run.goTo(0.2);
    EXPECT_NEAR(run.pose("Block").p()[0], mu * g * square(0.2) / 2, within(1e-7, 2e-5));
    run.goTo(0.6);
    EXPECT_NEAR(run.pose("Block").p()[0], speed * 0.6 - square(speed) / (2 * mu * g), within(1e-7, 1e-4));
    EXPECT_NEAR(run.velocity("Block")[1][0], speed, within(1e-8, 2e-4));
}

TEST_P(ContactClassic, WheelIsPulledOverAStepByTheForceWhoseMomentExceedsItsWeights) {
    // F (R - h) = W sqrt(h (2R - h)).
    constexpr Real R = 0.2, h = 0.05, mass = 8;
    const Real force = mass * g * std::sqrt(h * (2 * R - h)) / (R - h), reach = std::sqrt(h * (2 * R - h));
    for (const Real share : {0.99, 1.01}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        b.add(Element::draft("shape", "box", "Step")
                  .set("size", Vec3(1, h, 0.5))
                  .set("position", Vec3(0.5 + reach, h / 2, 0)));
        const ElementId id = b.add(ball("Wheel", R, mass));
        b.add(planarJoint(id, 0, R));
        b.add(
            Element::draft("force", "constantForce", "Pull").set("force", Vec3(share * force, 0, 0)).plug("body", id));
        b.add(touching(0.8));
        Simulation run = simulate(b);
        run.goTo(0.5);
        if (share < 1)
            EXPECT_NEAR(run["Plane.y"], R, within(1e-8, 1e-5));
        else
            EXPECT_GT(run["Plane.y"], R + 5e-3);
    }
}

TEST_P(ContactClassic, PlankOnRollersThatTurnTowardEachOtherOscillates) {
    // Sliding friction at both ends by their loads: w² = mu g/(c - mu d), with the rollers at -c and c and the plank's center
    // d above them.
    constexpr Real mu = 0.3, c = 0.4, d = 0.01, R = 0.05, start = 0.1;
    ModelBuilder b;
    b.add(gravity(g));
    for (const Real side : {-1., 1.}) {
        const std::string name = side < 0 ? "Left" : "Right";
        const ElementId roller = b.add(ball(name, R, 1e8));
        b.add(pin(name + " axle", ElementId(), roller, Vec3(side * c, 0, 0)).set("rate", side * 1.5 / R));
    }
    const ElementId plank = b.add(box("Plank", Vec3(2, 2 * d, 0.1), 3));
    b.add(planarJoint(plank, start, R + d));
    b.add(touching(mu));
    Simulation run = simulate(b);
    const Real w = std::sqrt(mu * g / (c - mu * d));
    for (const Real t : {0.3, 0.6, 1.2}) {
        run.goTo(t);
        EXPECT_NEAR(run["Plane.x"], start * std::cos(w * t), within(1e-7, 1e-3 * start)) << t;
    }
}

TEST_P(ContactClassic, WeightedBallRocksWithItsInertiaAboutTheFloor) {
    // w² = m g a/(I + m (R - a)²), with the center of mass a below the middle.
    constexpr Real R = 0.1, a = 0.03, mass = 1.2, inertia = 3e-3, start = 0.01;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(rigidBody("Toy", mass, Vec3(0.), Vec3(inertia)).set("showBox", false));
    b.add(Element::draft("shape", "sphere", "Belly").set("radius", R).set("position", Vec3(0, a, 0)), id);
    b.add(planarJoint(id, a * std::sin(start) - R * start, R - a * std::cos(start)).set("angle", start));
    b.add(touching(0.6));
    Simulation run = simulate(b);
    const Real period = 2 * Pi * std::sqrt((inertia + mass * square(R - a)) / (mass * g * a));
    for (const Real share : {0.25, 0.5, 1.}) {
        run.goTo(share * period);
        EXPECT_NEAR(run["Plane.angle"], start * std::cos(2 * Pi * share), within(2e-4, 2e-3) * start) << share;
    }
}

TEST_P(ContactClassic, SpoolRollsTowardItsThreadOrAwayByTheAngleOfThePull) {
    // a = F (cos b - r/R)/(m + I/R²).
    constexpr Real R = 0.1, r = 0.06, mass = 2, inertia = 8e-3, force = 3;
    for (const Real angle : {0.4, 0.92729521800161219, 1.2}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        const ElementId id = b.add(rigidBody("Spool", mass, Vec3(0.), Vec3(inertia)).set("showBox", false));
        b.add(Element::draft("shape", "sphere", "Flange").set("radius", R), id);
        b.add(planarJoint(id, 0, R));
        b.add(Element::draft("force", "constantForce", "Thread")
                  .set("force", force * Vec3(std::cos(angle), std::sin(angle), 0))
                  .plug("body", id));
        // The thread leaves the hub below its axis.
        b.add(Element::draft("force", "constantTorque", "Hub").set("torque", Vec3(0, 0, force * r)).plug("body", id));
        b.add(touching(0.9));
        Simulation run = simulate(b);
        run.goTo(0.5);
        const Real expected = force * (std::cos(angle) - r / R) / (mass + inertia / square(R)) * square(0.5) / 2;
        EXPECT_NEAR(run["Plane.x"], expected, within(1e-8, 1e-4)) << angle;
    }
}

TEST_P(ContactClassic, FlatDiskThatSpinsStopsAfterThreeFourthsOfItsRimSpeedByFriction) {
    // Under even pressure: t = 3 R w/(4 mu g). Rigid points at the rim alone: R w/(2 mu g).
    constexpr Real R = 0.1, thickness = 0.02, mu = 0.25, rate = 12;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id =
        b.add(Element::draft("body", "cylinder", "Disk").set("radius", R).set("length", thickness).set("mass", 0.6));
    b.add(Element::draft("joint", "free", "Free")
              .set("orientation", Vec3(-Pi / 2, 0, 0))
              .set("position", Vec3(0, thickness / 2, 0))
              .set("angularVelocity", Vec3(0, rate, 0))
              .plug("child", id));
    b.add(touching(mu));
    Simulation run = simulate(b);
    const Real stops = (isRigid() ? 0.5 : 0.75) * R * rate / (mu * g);
    for (const Real share : {0.5, 0.9}) {
        run.goTo(share * stops);
        EXPECT_NEAR(run.velocity("Disk")[0][1], (1 - share) * rate, within(1e-6, 2e-3) * rate) << share;
    }
    run.goTo(1.05 * stops);
    EXPECT_NEAR(run.velocity("Disk")[0].norm(), 0, within(1e-8, 2e-3) * rate);
}

}  // namespace
}  // namespace trammel::test
