// SPDX-License-Identifier: Apache-2.0
// Bodies that touch, with force laws: problems with closed answers beyond those of the validation page, two integrators each.
#include <cmath>

#include "contact_models.h"

namespace trammel::test {
namespace {

constexpr Real g = roundGravity;

class ContactAnswer : public ::testing::TestWithParam<const char*> {
protected:
    Simulation simulate(const ModelBuilder& b, Real accuracy) const {
        return Simulation(compiled(b.document()), accuracy, GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Methods, ContactAnswer, ::testing::Values("automatic", "dormandPrince"),
                         [](const auto& each) { return std::string(each.param); });

/// Contact with so little creep and depth that the digits are those of rigid bodies.
Element nearlyRigid(Element e, Real friction) {
    return withFriction(std::move(e), friction).set("transitionSpeed", 1e-4).set("sinkage", 1e-6);
}
Element elastic(Element e) {
    return withoutFriction(std::move(e))
        .set("stiffness", "material")
        .set("restitutionFrom", "numbers")
        .set("restitution", 1.0)
        .set("restitutionSpeed", 1.0);
}

TEST_P(ContactAnswer, LadderLeavesTheWallAtTwoThirdsOfItsHeight) {
    // Without friction: the wall ends to press at cos a = 2/3 cos a0; from there on the speed away from it stays.
    constexpr Real length = 2, radius = 1e-3, start = 0.5;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    b.add(Element::draft("shape", "floor", "Wall").set("orientation", Vec3(0, 0, -Pi / 2)));
    const ElementId id =
        b.add(rigidBody("Ladder", 5, Vec3(0.), Vec3(1, 1e-6, 1) * (5 * square(length) / 12)).set("showBox", false));
    b.add(Element::draft("shape", "capsule", "Bar").set("radius", radius).set("length", length), id);
    b.add(Element::draft("joint", "planar", "Plane")
              .set("x", length / 2 * std::sin(start) + radius)
              .set("y", length / 2 * std::cos(start) + radius)
              .set("angle", start)
              .plug("child", id));
    b.add(withoutFriction(everythingTouches())
              .set("sinkage", 1e-6)
              .set("restitutionFrom", "numbers")
              .set("restitution", 0.));
    Simulation run = simulate(b, 1e-7);
    run.goTo(0.6);
    EXPECT_NEAR(run["Plane.speedX"], std::sqrt(g * length * cube(std::cos(start))) / 3, 2e-4);
    EXPECT_GT(run.pose("Ladder").p()[1], 0.1) << "does not lie yet";
}

TEST_P(ContactAnswer, BallBetweenTwoOthersPassesOnTheMostAsTheirGeometricMean) {
    // m1 = 1, m2, m3 = 0.25: u3 = 4 m1 m2 u/((m1 + m2)(m2 + m3)).
    constexpr Real m1 = 1, m2 = 0.5, m3 = 0.25, radius = 0.02, gap = 1e-3;
    ModelBuilder b;
    const Real masses[] = {m1, m2, m3};
    for (int i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i + 1);
        const ElementId id = b.add(ball("Ball " + number, radius, masses[i]));
        b.add(slide("Guide " + number, id, i * (2 * radius + gap), i == 0 ? 1 : 0));
    }
    b.add(elastic(everythingTouches()));
    Simulation run = simulate(b, 1e-7);
    run.goTo(0.01);
    const Real second = 2 * m1 / (m1 + m2);
    EXPECT_NEAR(run["Guide 3.rate"], 2 * m2 / (m2 + m3) * second, 1e-6);
    EXPECT_NEAR(run["Guide 2.rate"], (m2 - m3) / (m2 + m3) * second, 1e-6);
    EXPECT_NEAR(run["Guide 1.rate"], (m1 - m2) / (m1 + m2), 1e-6);
}

TEST_P(ContactAnswer, BallsOfGlassAndAluminumTouchForHertzsTime) {
    constexpr Real r1 = 0.01, r2 = 0.025, m1 = 0.0105, m2 = 0.18, speed = 0.7;
    constexpr Real E1 = 70e9, nu1 = 0.22, E2 = 70e9, nu2 = 0.33;
    const Real E = 1 / ((1 - square(nu1)) / E1 + (1 - square(nu2)) / E2), R = r1 * r2 / (r1 + r2);
    const Real m = m1 * m2 / (m1 + m2), depth = std::pow(15 * m * square(speed) / (16 * E * std::sqrt(R)), 0.4);
    const Real time = 2.94327518432 * depth / speed, gap = 1e-5;
    ModelBuilder b;
    const ElementId glass = b.add(ball("Glass", r1, m1).set("contactMaterial", "glass"));
    const ElementId metal = b.add(ball("Metal", r2, m2).set("contactMaterial", "aluminum"));
    b.add(slide("First", glass, 0, speed));
    b.add(slide("Second", metal, r1 + r2 + gap, 0));
    b.add(elastic(contact(glass, metal)));
    Simulation run = simulate(b, 1e-8);
    run.goTo(gap / speed + time / 2);
    EXPECT_NEAR((r1 + r2 - (run["Second.position"] - run["First.position"])) / depth, 1, 1e-6);
    EXPECT_NEAR(run["First.rate"] - run["Second.rate"], 0, 1e-5 * speed);
    run.goTo(gap / speed + time * (1 + 1e-6));
    EXPECT_NEAR(r1 + r2 - (run["Second.position"] - run["First.position"]), 0, 1e-5 * depth);
    EXPECT_NEAR(run["Second.rate"] - run["First.rate"], speed, 1e-6);
}

TEST_P(ContactAnswer, PlankOnTwoRollersCarriesThreeEighthsOfTheirMass) {
    // They roll half as fast as it: a = F/(M + 2 * 3/8 m).
    constexpr Real M = 4, m = 3, F = 2, radius = 0.05, thick = 0.04, time = 0.5;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    for (const Real x : {-0.15, 0.15}) {
        const ElementId roller = b.add(Element::draft("body", "cylinder", x < 0 ? "Left" : "Right")
                                           .set("radius", radius)
                                           .set("length", 0.2)
                                           .set("mass", m));
        b.add(Element::draft("joint", "planar").set("x", x).set("y", radius).plug("child", roller));
    }
    const ElementId plank = b.add(box("Plank", Vec3(0.6, thick, 0.2), M));
    b.add(Element::draft("joint", "planar", "Plane").set("y", 2 * radius + thick / 2).plug("child", plank));
    b.add(Element::draft("force", "constantForce").set("force", Vec3(F, 0, 0)).plug("body", plank));
    // So hard that the patches resist their rolling little.
    b.add(nearlyRigid(everythingTouches(), 0.6)
              .set("sinkage", 1e-8)
              .set("transitionSpeed", 1e-3)
              .set("restitutionFrom", "numbers")
              .set("restitution", 0.));
    Simulation run = simulate(b, 1e-5);
    run.goTo(time);
    const Real a = F / (M + 2 * 3. / 8 * m);
    EXPECT_NEAR(run["Plane.speedX"], a * time, 2e-3 * a * time);
    EXPECT_NEAR(run.velocity("Left")[1][0], a * time / 2, 2e-3 * a * time);
}

TEST_P(ContactAnswer, BallOnATiltedTurntableDriftsAcrossTheSlope) {
    // Straight on, at 5/2 g sin(tilt)/turn, if it starts so.
    constexpr Real turn = 4, tilt = 0.05, radius = 0.1, time = 1.5;
    const Real drift = 2.5 * g * std::sin(tilt) / turn;
    ModelBuilder b;
    b.add(gravity(g).set("direction", Vec3(std::sin(tilt), -std::cos(tilt), 0)));
    const ElementId disk = b.add(box("Disk", Vec3(0.1), 1).set("touches", false));
    b.add(floorShape(), disk);
    const ElementId axle = b.add(Element::draft("joint", "pin", "Axle")
                                     .set("parentOrientation", Vec3(-Pi / 2, 0, 0))
                                     .set("childOrientation", Vec3(-Pi / 2, 0, 0))
                                     .set("rate", turn)
                                     .plug("child", disk));
    b.add(Element::draft("motion", "steady").set("rate", turn).plug("joint", axle));
    const ElementId id = b.add(ball("Ball", radius, 1));
    // 7/5 dv/dt = 2/5 turn y × v + g sin(tilt) x = 0.
    const Vec3 v(0, 0, -drift);
    // No slip at the center of the disk: v = w × (r y), w = y × v / r.
    b.add(freeJoint(id, Vec3(0, radius, 0), v).set("angularVelocity", Vec3(Vec3(0, 1, 0).cross(v) / radius)));
    b.add(nearlyRigid(everythingTouches(), 0.8));
    Simulation run = simulate(b, 1e-6);
    run.goTo(time);
    EXPECT_NEAR(run.pose("Ball").p()[2], -drift * time, 1e-3 * drift * time);
    EXPECT_NEAR(run.pose("Ball").p()[0], 0, 1e-3 * drift * time);
}

TEST_P(ContactAnswer, BallRollsDownAGrooveMoreSlowlyThanDownAPlane) {
    // Between two planes it rolls about the line through the places of contact: a = g sin s/(1 + 2/5/sin² of half the groove).
    constexpr Real slope = 0.2, half = 50 * Pi / 180, radius = 0.05, time = 0.7;
    ModelBuilder b;
    b.add(gravity(g).set("direction", Vec3(0, -std::cos(slope), std::sin(slope))));
    // Normals at angles of half the groove to the horizontal.
    b.add(Element::draft("shape", "floor", "Right wall").set("orientation", Vec3(0, 0, Pi / 2 - half)));
    b.add(Element::draft("shape", "floor", "Left wall").set("orientation", Vec3(0, 0, half - Pi / 2)));
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(freeJoint(id, Vec3(0, radius / std::sin(half), 0)));
    b.add(nearlyRigid(everythingTouches(), 0.7));
    Simulation run = simulate(b, 1e-6);
    run.goTo(time);
    const Real a = g * std::sin(slope) / (1 + 0.4 / square(std::sin(half)));
    EXPECT_NEAR(run.velocity("Ball")[1][2], a * time, 1e-3 * a * time);
    EXPECT_NEAR(run.pose("Ball").p()[2], a * square(time) / 2, 1e-3 * a * square(time) / 2);
}

TEST_P(ContactAnswer, BallWithSidespinCurvesAndRollsOnWithItsAngularMomentum) {
    // About the place of contact: v = 5/7 v0 + 2/7 r w0 × y, and its slip keeps its direction.
    constexpr Real radius = 0.0286, mu = 0.15;
    const Vec3 v0(2, 0, 0), w0(40, 30, 20);
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", radius, 0.17));
    b.add(freeJoint(id, Vec3(0, radius, 0), v0).set("angularVelocity", w0));
    b.add(nearlyRigid(contact({}, id), mu));
    Simulation run = simulate(b, 1e-7);
    const Vec3 up(0, 1, 0), slip = v0 - radius * w0.cross(up);
    const Vec3 rolling = 5. / 7 * v0 + 2. / 7 * radius * w0.cross(up);
    const Real until = 2 * slip.norm() / (7 * mu * g);
    run.goTo(until / 2);
    const Vec3 halfway = v0 * (until / 2) - mu * g / slip.norm() * square(until / 2) / 2 * slip;
    EXPECT_NEAR(run.pose("Ball").p()[0], halfway[0], 2e-4 * halfway.norm());
    EXPECT_NEAR(run.pose("Ball").p()[2], halfway[2], 2e-4 * halfway.norm());
    run.goTo(1.2 * until);
    EXPECT_NEAR(run.velocity("Ball")[1][0], rolling[0], 5e-4);
    EXPECT_NEAR(run.velocity("Ball")[1][2], rolling[2], 5e-4);
}

}  // namespace
}  // namespace trammel::test
