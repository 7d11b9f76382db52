// SPDX-License-Identifier: Apache-2.0
// Runs of bodies that touch meet the requested accuracy, with several integrators; and a ball in a bowl.
#include <cmath>
#include <ostream>
#include <tuple>

#include "contact_models.h"

namespace trammel::test {
namespace {

class ContactAccuracy : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, ContactAccuracy,
                         ::testing::Values("rungeKuttaMerson", "dormandPrince", "rungeKuttaFehlberg", "cvodeAdams"),
                         [](const auto& each) { return std::string(each.param); });

/// Largest error of the position of @p body, m, at time @p end for each accuracy, against a run of a high order with 1e-12.
std::vector<Real> errorsOf(const Document& document, const std::string& body, Real end, const std::string& method,
                           const std::vector<Real>& accuracies) {
    const CompiledModelPtr model = compiled(document);
    const auto positionAfter = [&](const std::string& integrator, Real accuracy) {
        Simulation motion(model, accuracy, integrator);
        motion.goTo(end);
        return motion.pose(body).p();
    };
    const Vec3 exact = positionAfter("dormandPrince853", 1e-12);
    std::vector<Real> errors;
    for (const Real accuracy : accuracies) errors.push_back(Vec3(positionAfter(method, accuracy) - exact).norm());
    return errors;
}

/// Each error is within a hundred times the accuracy, and an accuracy a hundred times smaller reduces the error at
/// least tenfold.
void expectErrorsInProportion(const Document& document, const std::string& body, Real end, const std::string& method) {
    const std::vector<Real> accuracies = {1e-4, 1e-6, 1e-8};
    const std::vector<Real> errors = errorsOf(document, body, end, method, accuracies);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        EXPECT_LE(errors[i], allowedError(accuracies[i])) << accuracies[i];
        if (i > 0) {
            EXPECT_LE(errors[i], std::max(errors[i - 1] / 10, accuracies[i])) << accuracies[i];
        }
    }
}

TEST_P(ContactAccuracy, GivesErrorsInProportionForABallThatBouncesAndRolls) {
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId b = model.add(ball("Ball", 0.1, 1));
    model.add(freeJoint(b, Vec3(0, 0.15, 0), Vec3(1, 0, 0)));
    model.add(withFriction(contact({}, b), 0.3).set("sinkage", 0.01).set("transitionSpeed", 0.05));
    expectErrorsInProportion(model.document(), "Ball", 0.4, GetParam());
}

TEST_P(ContactAccuracy, GivesErrorsInProportionForBallsThatHitOffCenter) {
    ModelBuilder model;
    const ElementId a = model.add(ball("A", 0.1, 1)), b = model.add(ball("B", 0.1, 2));
    model.add(freeJoint(a, Vec3(-0.25, 0.05, 0), Vec3(1, 0, 0)).set("angularVelocity", Vec3(0, 0, 3)));
    model.add(freeJoint(b, Vec3(0.)));
    model.add(withFriction(contact(a, b), 0.2).set("sinkage", 0.01).set("transitionSpeed", 0.05));
    expectErrorsInProportion(model.document(), "B", 0.3, GetParam());
}

// --- Published problems ---

/// A scene with published digits, softened so that runs are short, and the body that is watched until the end, s.
struct PublishedScene {
    const char* name;
    Document (*build)();
    const char* body;
    Real end;
};
void PrintTo(const PublishedScene& scene, std::ostream* out) { *out << scene.name; }

Element soft(Element e, Real friction) {
    return withFriction(std::move(e), friction).set("sinkage", 0.01).set("transitionSpeed", 0.05);
}
/// A ball on a floor that slopes down along x.
Document ballOnSlope(Real slope, Real speed, Real spin, Real friction, Real moment) {
    constexpr Real radius = 0.1;
    ModelBuilder b;
    b.add(gravity(roundGravity).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
    b.add(floorShape());
    const ElementId id = b.add(rigidBody("Ball", 1, Vec3(0.), Vec3(moment * square(radius))).set("showBox", false));
    b.add(Element::draft("shape", "sphere", "Surface").set("radius", radius), id);
    b.add(freeJoint(id, Vec3(0, radius, 0), Vec3(speed, 0, 0)).set("angularVelocity", Vec3(0, 0, spin)));
    b.add(soft(everythingTouches(), friction));
    return b.document();
}
/// Balls in a row along x, the first of which moves.
Document ballsInRow(int n, Real gap) {
    ModelBuilder b;
    for (int i = 0; i < n; ++i) {
        const std::string number = std::to_string(i + 1);
        b.add(slide("Guide " + number, b.add(ball("Ball " + number, 0.1, 1)), (0.2 + gap) * i, i == 0 ? 1 : 0));
    }
    b.add(withoutFriction(everythingTouches()).set("sinkage", 0.01));
    return b.document();
}

const PublishedScene publishedScenes[] = {
    {"BounceOfHuntAndCrossley",
     [] {
         ModelBuilder b;
         b.add(gravity(roundGravity));
         b.add(floorShape());
         b.add(freeJoint(b.add(ball("Ball", 0.1, 1)), Vec3(0, 0.3, 0)));
         b.add(withoutFriction(everythingTouches())
                   .set("sinkage", 0.01)
                   .set("restitutionFrom", "numbers")
                   .set("restitution", 0.6)
                   .set("restitutionSpeed", 1.0));
         return b.document();
     },
     "Ball", 0.5},
    {"CradleOfThreeBalls", [] { return ballsInRow(3, 0); }, "Ball 3", 0.3},
    {"CradleOfFiveBalls", [] { return ballsInRow(5, 0); }, "Ball 5", 0.3},
    {"ChainWithGaps", [] { return ballsInRow(6, 0.01); }, "Ball 6", 0.3},
    {"BallSlidesThenRolls", [] { return ballOnSlope(0, 2, 0, 0.2, 0.4); }, "Ball", 0.5},
    {"BallWithBackspin", [] { return ballOnSlope(0, 1, 13, 0.25, 0.4); }, "Ball", 0.5},
    {"BallRollsDownASlope", [] { return ballOnSlope(20 * Pi / 180, 0, 0, 0.5, 0.4); }, "Ball", 0.5},
    {"BallSlipsDownASlope", [] { return ballOnSlope(20 * Pi / 180, 0, 0, 0.08, 0.4); }, "Ball", 0.5},
    {"HollowBallRollsDownASlope", [] { return ballOnSlope(12 * Pi / 180, 0, 0, 0.5, 2. / 3); }, "Ball", 0.5},
    {"BlockSlidesDownASlope",
     [] {
         constexpr Real slope = 30 * Pi / 180;
         ModelBuilder b;
         b.add(gravity(roundGravity).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
         b.add(floorShape());
         b.add(freeJoint(b.add(box("Block", Vec3(0.4, 0.1, 0.2), 1)), Vec3(0, 0.05, 0)));
         b.add(soft(everythingTouches(), 0.4));
         return b.document();
     },
     "Block", 0.4},
};

class PublishedAccuracy : public ::testing::TestWithParam<std::tuple<PublishedScene, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Scenes, PublishedAccuracy,
                         ::testing::Combine(::testing::ValuesIn(publishedScenes),
                                            ::testing::Values("rungeKuttaMerson", "dormandPrince")),
                         [](const auto& each) {
                             return std::string(std::get<0>(each.param).name) + "_" + std::get<1>(each.param);
                         });

TEST_P(PublishedAccuracy, ErrorFallsWithTheRequestedAccuracy) {
    const auto& [scene, method] = GetParam();
    expectErrorsInProportion(scene.build(), scene.body, scene.end, method);
}

class Bowl : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Bowl, ::testing::Values("rungeKuttaMerson", "dormandPrince"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(Bowl, BallRollsInItWithThePublishedPeriods) {
    // Radius 0.05 in 0.5 m: periods by elliptic integrals for small swings, 30 and 60 degrees. In a plane the bowl is a
    // bearing with a wide clearance.
    constexpr Real radius = 0.05, bowl = 0.5, mass = 1;
    const struct {
        Real swing, period;
    } cases[] = {{0.5 * Pi / 180, 1.592266065}, {30 * Pi / 180, 1.619985503}, {60 * Pi / 180, 1.708791292}};
    for (const auto& [swing, period] : cases) {
        ModelBuilder model;
        model.add(gravity(roundGravity));
        const ElementId b = model.add(rigidBody("Ball", mass, Vec3(0.), Vec3(0.4 * mass * radius * radius)));
        const Real offset = bowl - radius;
        model.add(Element::draft("joint", "planar", "Plane")
                      .plug("child", b)
                      .set("x", offset * std::sin(swing))
                      .set("y", -offset * std::cos(swing)));
        model.add(Element::draft("force", "pinClearance", "Bowl")
                      .plug("body2", b)
                      .set("radius", radius)
                      .set("clearance", offset)
                      .set("restitution", 0.1)
                      .set("staticFriction", 5.)
                      .set("dynamicFriction", 5.)
                      .set("transitionSpeed", 2e-3));
        Simulation motion(compiled(model.document()), 1e-7, GetParam());
        // The ball crosses the middle after a quarter and three quarters of the period.
        const auto crossing = [&](Real from, Real to) {
            const Real direction = motion["Plane.x"] > 0 ? 1 : -1;
            motion.goTo(from);
            EXPECT_GT(direction * motion["Plane.x"], 0);
            const Real x = motion["Plane.x"], v = motion["Plane.speedX"];
            motion.goTo(to);
            EXPECT_LT(direction * motion["Plane.x"], 0);
            return from - x / v;
        };
        constexpr Real near = 1e-3;
        const Real first = crossing(period / 4 * (1 - near), period / 4 * (1 + near));
        const Real second = crossing(0.75 * period * (1 - near), 0.75 * period * (1 + near));
        EXPECT_NEAR(2 * (second - first), period, 3e-4 * period) << swing;
    }
}

}  // namespace
}  // namespace trammel::test
