// SPDX-License-Identifier: Apache-2.0
// Pressure patches, stacks and slopes against closed forms; fast bodies that must not pass through each other.
#include <cmath>

#include "contact/contact_force.h"
#include "contact_models.h"
#include "inspect/contact_reading.h"
#include "integrate/methods/registry.h"

namespace trammel::test {
namespace {

constexpr Real side = 0.2, mass = 2, sinkage = 1e-4;
/// Depth of a cube under @p load times its own weight, on a rigid floor: by the rule for softened materials.
Real restDepth(Real load) {
    const Real size = side * std::sqrt(3.0) / 2;
    return load * sinkage * size * size * size / (side * side);
}

/// A cube on a slope; x points down the slope.
CompiledModelPtr slopeModel(Real slope, Real friction) {
    ModelBuilder model;
    model.add(gravity(roundGravity).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
    model.add(floorShape());
    const ElementId b = model.add(box("Box", Vec3(side), mass));
    model.add(Element::draft("joint", "planar", "Plane")
                  .set("y", side / 2 - restDepth(std::cos(slope) * roundGravity / standardGravity))
                  .plug("child", b));
    model.add(withFriction(contact({}, b), friction).set("sinkage", sinkage).set("transitionSpeed", 1e-3));
    return compiled(model.document());
}

TEST(BlockOnASlope, SlidesWithTheAccelerationOfCoulombsLaw) {
    Simulation motion(slopeModel(Pi / 6, 0.4), 1e-6);
    motion.goTo(1);
    EXPECT_NEAR(motion["Plane.speedX"], 1.50671631555, 5e-3);
    const Real early = motion["Plane.speedX"];
    motion.goTo(2);
    EXPECT_NEAR(motion["Plane.speedX"] - early, 1.50671631555, 1e-4);
    EXPECT_NEAR(motion["Plane.angle"], 0, 1e-3) << "does not tip";
}

TEST(BlockOnASlope, CreepsSlowerThanTheTransitionSpeedWhereFrictionHolds) {
    // tan(30 deg)/0.8 = 0.72 of the limit.
    Simulation motion(slopeModel(Pi / 6, 0.8), 1e-5);
    motion.goTo(2);
    EXPECT_GT(motion["Plane.speedX"], 0);
    EXPECT_LT(motion["Plane.speedX"], 1e-3);
}

TEST(BlockOnASlope, CreepsSlowerThanHalfTheTransitionSpeedAtHalfTheLimit) {
    // The law is steeper at rest than a smooth step, which would let it creep at half the transition speed.
    constexpr FrictionNumbers friction{0.8, 0.6, 0};
    EXPECT_NEAR(calcStribeckCoefficient(friction, 0.2811e-3, 1e-3), 0.4, 1e-4);
    Simulation motion(slopeModel(std::atan(0.4), 0.8), 1e-5);
    motion.goTo(2);
    EXPECT_NEAR(motion["Plane.speedX"], 0.2811e-3, 5e-6);
}

TEST(BlockOnASlope, DoesNotDriftWithStiction) {
    ModelBuilder model(slopeModel(Pi / 6, 0.8)->getDocument());
    const CompiledModelPtr sticking = compiled(with(model.document(), "Contact", "frictionModel", "stiction"));
    Simulation motion(sticking, 1e-5);
    motion.goTo(3);
    const Real x = motion["Plane.x"];
    motion.goTo(20);
    EXPECT_NEAR(motion["Plane.x"], x, 1e-8);
    EXPECT_LT(std::abs(motion["Plane.speedX"]), 1e-6);
    // Beyond the limit it slides as before.
    Simulation sliding(compiled(with(slopeModel(Pi / 6, 0.4)->getDocument(), "Contact", "frictionModel", "stiction")),
                       1e-6);
    sliding.goTo(1);
    const Real early = sliding["Plane.speedX"];
    sliding.goTo(2);
    EXPECT_NEAR(sliding["Plane.speedX"] - early, 1.50671631555, 1e-4);
}

class StackAtRest : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, StackAtRest, ::testing::Values("rungeKuttaMerson", "dormandPrince"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(StackAtRest, StaysAtRestWithTheDepthsOfTheWeightsAbove) {
    constexpr int n = 10;
    ModelBuilder model;
    model.add(gravity(standardGravity));
    model.add(floorShape());
    Real y = 0;
    for (int i = 0; i < n; ++i) {
        const ElementId b = model.add(box("Box " + std::to_string(i + 1), Vec3(side), mass));
        // On the floor one cube gives way, between cubes both do.
        y += side - restDepth(n - i) * (i == 0 ? 1 : 2);
        model.add(freeJoint(b, Vec3(0, y - side / 2, 0)));
    }
    model.add(everythingTouches().set("sinkage", sinkage));
    const CompiledModelPtr compiledModel = compiled(model.document());
    Simulation motion(compiledModel, 1e-5, GetParam());
    motion.goTo(1);
    EXPECT_NEAR(motion.pose("Box 10").p()[1], y - side / 2, 1e-7);
    EXPECT_LT(motion.velocity("Box 10")[1].norm(), 1e-5);
    const auto readings = readContacts(*compiledModel, motion.state());
    Real load = 0;
    for (const ContactReading& r : readings)
        if (r.point[1] < side / 2) load += r.forces->normal;
    EXPECT_NEAR(load, n * mass * standardGravity, 1e-3);
}

/// Cubes on each other that are a little apart and out of line.
Document looseStack(int n) {
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    for (int i = 0; i < n; ++i)
        model.add(freeJoint(model.add(box("Box " + std::to_string(i + 1), Vec3(side), mass)),
                            Vec3(0.001 * i, side * (i + 0.5), 0)));
    model.add(everythingTouches());
    return model.document();
}

TEST(StackOfBoxes, RunsInFewStepsByDefaultWhereFrictionBoundsThoseOfMerson) {
    for (const int n : {1, 3}) {
        const CompiledModelPtr model = compiled(looseStack(n));
        ASSERT_EQ(model->getSettings().integrator, "automatic");
        Simulation automatic(model, 1e-3, model->getSettings().integrator), merson(model, 1e-3);
        automatic.goTo(1);
        merson.goTo(0.5);
        EXPECT_LT(10 * automatic.integrator().getNumRealizations(), 2 * 2 * merson.integrator().getNumRealizations())
            << n << ": " << automatic.integrator().describeMethods();
        EXPECT_NE(automatic.integrator().describeMethods(), "");
        const std::string top = "Box " + std::to_string(n);
        EXPECT_NEAR(automatic.pose(top).p()[1], side * (n - 0.5), 0.1 * side);
    }
}

TEST(StackOfBoxes, RunsInFewStepsByDefaultWithMuchFriction) {
    const CompiledModelPtr model = compiled(with(
        with(looseStack(3), "Contacts", "frictionFrom", std::string("numbers")), "Contacts", "staticFriction", 10.));
    Simulation motion(model, 1e-3, "automatic");
    motion.goTo(1);
    // Merson takes 270 000 steps a second.
    EXPECT_LT(motion.integrator().getNumStepsTaken(), 5000) << motion.integrator().describeMethods();
}

TEST(StackOfCylinders, RestsOnItsCapsInFewStepsOfAnImplicitMethod) {
    constexpr int n = 3;
    constexpr Real length = 0.2;
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    for (int i = 0; i < n; ++i) {
        const ElementId id = model.add(Element::draft("body", "cylinder", "Cylinder " + std::to_string(i + 1))
                                           .set("radius", 0.05)
                                           .set("length", length)
                                           .set("mass", mass));
        model.add(freeJoint(id, Vec3(0, length * (i + 0.5), 0)).set("orientation", Vec3(-Pi / 2, 0, 0)));
    }
    model.add(everythingTouches());
    Simulation motion(compiled(model.document()), 1e-3, "cvodeBdf");
    motion.goTo(0.5);
    EXPECT_LT(motion.integrator().getNumStepsTaken(), 4000);
    EXPECT_NEAR(motion.pose("Cylinder 3").p()[1], length * (n - 0.5), 1e-2 * length);
}

TEST(Bar, LyingOnAFloorTouchesWithItsOutlineOnce) {
    constexpr Real length = 0.4, width = 0.1, thickness = 0.04, depth = 1e-4;
    ModelBuilder model;
    model.add(floorShape());
    const ElementId bar = model.add(
        Element::draft("body", "bar", "Bar").set("length", length).set("width", width).set("thickness", thickness));
    model.add(freeJoint(bar, Vec3(0, thickness / 2 - depth, 0)).set("orientation", Vec3(-Pi / 2, 0, 0)));
    model.add(contact({}, bar));
    const CompiledModelPtr compiledModel = compiled(model.document());
    const State& s = compiledModel->getInitialState();
    const ContactPlaces& places = contactIn(*compiledModel).getPlaces(s);
    Real area = 0;
    for (const Touch& touch : places.touches) area += touch.area;
    // The ends are half circles of 16 chords.
    const Real round = 16 * square(width / 2) * std::sin(Pi / 16);
    EXPECT_NEAR(area, length * width + round, 1e-9);
}

TEST(BallAndBox, RestOnEachOtherAndOnTheFloor) {
    ModelBuilder model;
    model.add(gravity(standardGravity));
    model.add(floorShape());
    const ElementId b = model.add(box("Box", Vec3(side), mass)), s = model.add(ball("Ball", 0.05, 0.5));
    model.add(freeJoint(b, Vec3(0, side / 2 + 0.01, 0)));
    model.add(freeJoint(s, Vec3(0, side + 0.05 + 0.05, 0)));
    model.add(everythingTouches());
    Simulation motion(compiled(model.document()), 1e-5);
    motion.goTo(2);
    EXPECT_NEAR(motion.pose("Box").p()[1], side / 2, 5e-4);
    EXPECT_NEAR(motion.pose("Ball").p()[1], side + 0.05, 1e-3);
    EXPECT_LT(motion.velocity("Box")[1].norm(), 1e-3);
}

TEST(ContactAnchors, ContinueFromFaceToFaceOfTheSameTwoBodiesOnly) {
    ContactAnchors anchors;
    anchors.anchors = {{{0, 1}, 4, Vec3(0.), Vec3(0.)},
                       {{0, 1}, 7, Vec3(0.1, 0, 0), Vec3(0.)},
                       {{0, 2}, 5, Vec3(0.01, 0, 0), Vec3(0.)}};
    Touch touch;
    touch.pair = {0, 1};
    touch.feature = 7;
    touch.point = Vec3(0.012, 0, 0);
    EXPECT_EQ(anchors.find(touch, Transform(), 0.02), &anchors.anchors[1]) << "the same place";
    touch.feature = 5;
    EXPECT_EQ(anchors.find(touch, Transform(), 0.02), &anchors.anchors[0]) << "the nearest of the same pair";
    EXPECT_EQ(anchors.find(touch, Transform(), 0.01), nullptr) << "too far";
    touch.pair = {0, 3};
    EXPECT_EQ(anchors.find(touch, Transform(), 1), nullptr);
}

// --- Tunneling ---

class EveryAccuracy : public ::testing::TestWithParam<Real> {};

TEST_P(EveryAccuracy, LetsNoFastBallPassAThinPlate) {
    ModelBuilder model;
    model.add(Element::draft("shape", "box", "Plate").set("size", Vec3(0.002, 0.5, 0.5)));
    const ElementId b = model.add(ball("Ball", 0.005, 0.004));
    model.add(slide("Guide", b, -5, 50));
    model.add(withoutFriction(contact({}, b)).set("stiffness", "material"));
    Simulation motion(compiled(model.document()), GetParam());
    motion.goTo(0.15);
    EXPECT_LT(motion["Guide.rate"], 0) << "thrown back";
    EXPECT_LT(motion["Guide.position"], 0);
}

TEST_P(EveryAccuracy, LetsNoSpinningBarPassABall) {
    ModelBuilder model;
    const ElementId bar = model.add(Element::draft("body", "bar", "Bar")
                                        .set("length", 0.5)
                                        .set("width", 0.02)
                                        .set("thickness", 0.02)
                                        .set("mass", 1.0));
    const ElementId b = model.add(ball("Ball", 0.01, 0.01));
    model.add(pin("Pin", {}, bar).set("rate", 60.0));
    model.add(freeJoint(b, Vec3(0, 0.4, 0)));
    model.add(withoutFriction(contact(bar, b)).set("stiffness", "material"));
    Simulation motion(compiled(model.document()), GetParam());
    motion.goTo(0.1);
    EXPECT_LT(motion.velocity("Ball")[1][0], -20) << "hit";
}

TEST_P(EveryAccuracy, KeepsABallInAGapOfAMillimeter) {
    ModelBuilder model;
    for (const Real x : {-0.016, 0.016})
        model.add(Element::draft("shape", "box", x < 0 ? "Left" : "Right")
                      .set("size", Vec3(0.02, 0.1, 0.1))
                      .set("position", Vec3(x, 0, 0)));
    const ElementId b = model.add(ball("Ball", 0.0055, 0.005));
    model.add(slide("Guide", b, 0, 10));
    model.add(withoutFriction(everythingTouches()).set("stiffness", "material"));
    Simulation motion(compiled(model.document()), GetParam());
    for (int i = 1; i <= 20; ++i) {
        motion.goTo(0.002 * i);
        ASSERT_LT(std::abs(motion["Guide.position"]), 0.0012) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Accuracies, EveryAccuracy, ::testing::Values(1e-2, 1e-5));

TEST(DeepPenetration, EndsARunWithTheNamesOfBothBodies) {
    ModelBuilder model;
    model.add(Element::draft("shape", "box", "Plate").set("size", Vec3(0.002, 0.5, 0.5)));
    const ElementId b = model.add(ball("Ball", 0.005, 0.004));
    model.add(slide("Guide", b, -0.1, 50));
    model.add(withoutFriction(contact({}, b)).set("sinkage", 0.1));
    const CompiledModelPtr compiledModel = compiled(model.document());
    const auto integrator = createIntegrator("rungeKuttaMerson", compiledModel->getSystem());
    TimeStepper stepper(compiledModel->getSystem(), *integrator);
    stepper.initialize(compiledModel->getInitialState());
    Integrator::SuccessfulStepStatus status = Integrator::ReachedReportTime;
    for (int i = 1; i <= 100 && status != Integrator::StepFailed; ++i) status = stepper.stepTo(0.001 * i);
    ASSERT_EQ(status, Integrator::StepFailed);
    const std::string text = integrator->getFailure()->full();
    EXPECT_NE(text.find("'Ball' and 'Plate' penetrate"), std::string::npos) << text;
    EXPECT_NE(text.find("'Contact' is softened too much"), std::string::npos) << text;
    EXPECT_EQ(text.find("masses"), std::string::npos) << text;
}

}  // namespace
}  // namespace trammel::test
