// SPDX-License-Identifier: Apache-2.0
// Linearization: frequencies, damping and stability against closed forms.
#include "multibody/studies/linearization.h"

#include <algorithm>
#include <cmath>

#include "multibody/studies/vibration_modes.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Relative accuracy of fourth-order central differences.
constexpr Real accurate = 1e-9;

LinearizedModel linearized(const CompiledModelPtr& model, const std::vector<LinearInput>& inputs = {}) {
    LinearizedModel result = linearize(model->getSystem(), model->getInitialState(), inputs);
    EXPECT_TRUE(result.succeeded) << result.message;
    return result;
}
std::vector<Real> frequencies(const LinearizedModel& model) {
    std::vector<Real> found;
    for (const VibrationMode& mode : calcVibrationModes(model)) found.push_back(mode.naturalFrequency());
    return found;
}

/// Arm of 2 kg with its center of mass 0.5 m from a pin about z, at @p angle from hanging.
Document pendulum(Real angle) {
    ModelBuilder model;
    const ElementId arm = model.add(rigidBody("Arm", 2, Vec3(0, -0.5, 0), Vec3(0.2, 0.1, 0.3)));
    model.add(pin("Hinge", {}, arm).set("angle", angle));
    model.add(gravity(standardGravity));
    return model.document();
}
constexpr Real pendulumInertia = 0.3 + 2 * 0.5 * 0.5;

TEST(Linearization, HangingPendulumHasItsFrequency) {
    const LinearizedModel model = linearized(compiled(pendulum(0)));
    const Real omega = std::sqrt(2 * standardGravity * 0.5 / pendulumInertia);
    EXPECT_EQ(model.stateNames, (std::vector<std::string>{"angle of Hinge", "rate of Hinge"}));
    EXPECT_NEAR(model.A(0, 1), 1, accurate);
    EXPECT_NEAR(model.A(1, 0), -omega * omega, accurate * omega * omega);
    EXPECT_EQ(model.A(0, 0), 0);
    EXPECT_EQ(model.A(1, 1), 0) << "nothing damps it";
    const auto modes = calcVibrationModes(model);
    ASSERT_EQ(modes.size(), 1u);
    EXPECT_NEAR(modes[0].naturalFrequency(), omega, accurate * omega);
    EXPECT_EQ(modes[0].dampingRatio(), 0);
    EXPECT_NEAR(modes[0].q[0].real(), 1, accurate);
    EXPECT_EQ(modes[0].parts[0].name, "angle of Hinge");
}

TEST(Linearization, InvertedPendulumDivergesAtThatRate) {
    const auto modes = calcVibrationModes(linearized(compiled(pendulum(Pi))));
    const Real rate = std::sqrt(2 * standardGravity * 0.5 / pendulumInertia);
    ASSERT_EQ(modes.size(), 2u);
    EXPECT_NEAR(modes[0].lambda.real(), rate, accurate * rate);
    EXPECT_NEAR(modes[1].lambda.real(), -rate, accurate * rate);
    EXPECT_FALSE(modes[0].isStable());
}

TEST(Linearization, AwayFromEquilibriumGivesAccelerations) {
    const LinearizedModel model = linearized(compiled(pendulum(0.7)));
    EXPECT_NEAR(model.xdot0[1], -2 * standardGravity * 0.5 / pendulumInertia * std::sin(0.7), accurate);
    EXPECT_NEAR(model.A(1, 0), -2 * standardGravity * 0.5 / pendulumInertia * std::cos(0.7),
                accurate * standardGravity);
}

TEST(Linearization, OscillatorHasItsDampingRatio) {
    constexpr Real m = 2, k = 50, c = 4;
    ModelBuilder builder;
    const ElementId cart = builder.add(rigidBody("Cart", m, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId way = builder.add(Element::draft("joint", "slider", "Way").plug("child", cart));
    builder.add(Element::draft("force", "mobilitySpring", "Spring").set("stiffness", k).plug("joint", way));
    builder.add(Element::draft("force", "mobilityDamper", "Damper").set("damping", c).plug("joint", way));
    const CompiledModelPtr model = compiled(builder.document());
    const auto inputs = allMobilityForces(model->getSystem(), model->getInitialState());
    const LinearizedModel linear = linearized(model, inputs);
    const auto modes = calcVibrationModes(linear);
    ASSERT_EQ(modes.size(), 1u);
    const Real omega = std::sqrt(k / m), ratio = c / (2 * std::sqrt(k * m));
    EXPECT_NEAR(modes[0].naturalFrequency(), omega, accurate * omega);
    EXPECT_NEAR(modes[0].dampingRatio(), ratio, accurate);
    EXPECT_NEAR(modes[0].frequencyInHertz(), omega * std::sqrt(1 - ratio * ratio) / (2 * Pi), accurate);
    // And the effect of a force on it.
    EXPECT_EQ(linear.inputNames, std::vector<std::string>{"force on position of Way"});
    EXPECT_EQ(linear.B(0, 0), 0);
    EXPECT_NEAR(linear.B(1, 0), 1 / m, accurate);
}

TEST(Linearization, DoublePendulumHasBothFrequencies) {
    // Two points of 1 kg on threads of 1 m: omega^2 = g/L (2 ± sqrt 2).
    Document document = modelDocument("validation/double_pendulum");
    document = with(document, "Upper pin", "angle", -Pi / 2);
    document = with(document, "Lower pin", "angle", 0.);
    const CompiledModelPtr model = compiled(document);
    const Real weight = realOf(document, "Gravity", "magnitude");
    const auto found = frequencies(linearized(model));
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(found[0], std::sqrt(weight * (2 - std::sqrt(2.))), accurate * 10);
    EXPECT_NEAR(found[1], std::sqrt(weight * (2 + std::sqrt(2.))), accurate * 10);
}

TEST(Linearization, LoopEqualsTheUnconstrainedMechanism) {
    // The pendulum as a planar body constrained at its hinge.
    ModelBuilder builder;
    const ElementId arm = builder.add(rigidBody("Arm", 2, Vec3(0, -0.5, 0), Vec3(0.2, 0.1, 0.3)));
    builder.add(Element::draft("joint", "planar", "Plane").plug("child", arm));
    builder.add(Element::draft("constraint", "ball", "Hinge").plug("body1", {}).plug("body2", arm));
    builder.add(gravity(standardGravity));
    const LinearizedModel model = linearized(compiled(builder.document()));
    ASSERT_EQ(model.size(), 2) << "three coordinates, two independent equations, one that repeats them";
    const auto modes = calcVibrationModes(model);
    ASSERT_EQ(modes.size(), 1u);
    const Real omega = std::sqrt(2 * standardGravity * 0.5 / pendulumInertia);
    EXPECT_NEAR(modes[0].naturalFrequency(), omega, accurate * omega);
    // The origin is fixed while the body rotates by 1 rad.
    EXPECT_NEAR(std::abs(modes[0].q[0]), 1, accurate);
    EXPECT_LT(std::abs(modes[0].q[1]) + std::abs(modes[0].q[2]), accurate);
}

TEST(Linearization, MovingMechanismSatisfiesVelocityConstraints) {
    // Uniform rotation in the plane without gravity: neutrally stable.
    for (const bool byConstraint : {false, true}) {
        ModelBuilder builder;
        const ElementId arm = builder.add(rigidBody("Arm", 2, Vec3(0, -0.5, 0), Vec3(0.2, 0.1, 0.3)));
        if (byConstraint) {
            builder.add(
                Element::draft("joint", "planar", "Plane").set("angle", 0.4).set("rate", 3.).plug("child", arm));
            builder.add(Element::draft("constraint", "ball", "Hinge")
                            .set("point1", Vec3(0.3, 0, 0))
                            .set("point2", Vec3(0, 0.2, 0))
                            .plug("body1", {})
                            .plug("body2", arm));
        } else {
            builder.add(pin("Hinge", {}, arm).set("angle", 0.4).set("rate", 3.));
        }
        const CompiledModelPtr start = compiled(builder.document());
        const LinearizedModel model = linearized(start);
        ASSERT_EQ(model.size(), 2);
        EXPECT_NEAR(model.A(0, 1), 1, accurate) << byConstraint;
        EXPECT_LT(std::abs(model.A(1, 0)) + std::abs(model.A(1, 1)), accurate) << byConstraint;
        EXPECT_EQ(model.xdot0[0], start->getInitialState().getU()[0]) << "rate of " << model.stateNames[0];
        EXPECT_GT(model.xdot0[0], 1);
    }
}

TEST(Linearization, RollingBodyHasFewerSpeedsThanPositions) {
    // Rolling along x about its axis y at Omega: tilt of the axis and heading exchange, derived here from momentum about
    // the contact point,  omega^2 = C (C + m a^2) Omega^2 / (A (A + m a^2)).
    constexpr Real a = 0.2, m = 3, A = 0.03, C = 0.05, Omega = 4;
    ModelBuilder builder;
    const ElementId ball = builder.add(rigidBody("Ball", m, Vec3(0.), Vec3(A, C, A)));
    builder.add(Element::draft("joint", "free", "Way")
                    .set("position", Vec3(0, 0, a))
                    .set("angularVelocity", Vec3(0, Omega, 0))
                    .set("velocity", Vec3(Omega * a, 0, 0))
                    .plug("child", ball));
    builder.add(Element::draft("constraint", "sphereOnPlaneContact", "Floor")
                    .set("normal", Vec3(0, 0, 1))
                    .set("radius", a)
                    .set("enforceRolling", true)
                    .plug("body2", ball));
    const LinearizedModel model = linearized(compiled(builder.document()));
    EXPECT_EQ(model.numPositions, 5);
    EXPECT_EQ(model.numSpeeds, 3);
    const Real expected = Omega * std::sqrt(C * (C + m * a * a) / (A * (A + m * a * a)));
    const auto values = calcEigenvalues(model.A);
    ASSERT_EQ(values.size(), 8u);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_LT(std::abs(values[i]), accurate) << "a rigid-body mode";
    EXPECT_NEAR(std::abs(values[6].imag()), expected, accurate * expected);
    EXPECT_NEAR(values[6].real(), 0, accurate * expected);
}

TEST(Linearization, ExcludesPrescribedCoordinates) {
    // A motor that prescribes the crank's speed leaves one variable, the crank's angle, with eigenvalue 0.
    const LinearizedModel model = linearized(openModel("four_bar"));
    EXPECT_EQ(model.numPositions, 1);
    EXPECT_EQ(model.numSpeeds, 0);
    EXPECT_EQ(model.A(0, 0), 0);
}

TEST(Linearization, ParameterInputEqualsForceInput) {
    ModelBuilder builder(pendulum(0.3));
    const ElementId hinge = builder.document().findByName("Hinge")->id;
    builder.add(Element::draft("force", "mobilityConstantForce", "Torque").set("force", 0.).plug("joint", hinge));
    const CompiledModelPtr model = compiled(builder.document());
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    const auto torque = LinearInput::force("torque", UIndex(0));
    const auto turnedFrame = LinearInput::parameter("inclination", [&](State& s, Real angle) {
        matter.setJointFrames(s, MobilizedBodyIndex(1), Transform(Rotation::aboutZ(angle)), Transform());
    });
    const LinearizedModel linear = linearized(model, {torque, turnedFrame});
    EXPECT_NEAR(linear.B(1, 0), 1 / pendulumInertia, accurate);
    // Rotating the frame is equivalent to rotating the pendulum.
    EXPECT_NEAR(linear.B(1, 1), linear.A(1, 0), accurate * standardGravity);
}

TEST(Linearization, NeutralModesHaveExactZeros) {
    ModelBuilder builder;
    const ElementId a = builder.add(rigidBody("A", 1, Vec3(0.1, 0.2, 0.3), Vec3(0.1, 0.2, 0.25)));
    const ElementId b = builder.add(rigidBody("B", 2, Vec3(0.1, 0, 0), Vec3(0.1, 0.2, 0.25)));
    builder.add(Element::draft("joint", "free", "Float").plug("child", a));
    const ElementId hinge = builder.add(pin("Hinge", a, b, Vec3(0.4, 0, 0)));
    builder.add(Element::draft("force", "mobilitySpring", "Spring").set("stiffness", 7.).plug("joint", hinge));
    const auto modes = calcVibrationModes(linearized(compiled(builder.document())));
    int zeros = 0;
    for (const VibrationMode& mode : modes) zeros += mode.lambda == 0.;
    EXPECT_EQ(zeros, 12) << "six rigid motions, each with its speed";
    EXPECT_GT(modes.back().naturalFrequency(), 1);
    EXPECT_EQ(modes.back().dampingRatio(), 0);
}

TEST(Eigenvalues, BlockTriangularMatrixHasTheEigenvaluesOfItsBlocks) {
    // A defective pair of zeros driven by an oscillator: accurate only to 1e-8 for a solver that ignores the block
    // structure.
    Matrix A(4, 4, 0);
    A(0, 1) = 1;
    A(1, 2) = 1e6;
    A(2, 3) = 1;
    A(3, 2) = -4;
    const auto values = calcEigenvalues(A);
    EXPECT_EQ(values[0], 0.);
    EXPECT_EQ(values[1], 0.);
    EXPECT_NEAR(values[2].imag(), 2, 1e-14);
    EXPECT_EQ(values[2].real(), 0);
}

}  // namespace
}  // namespace trammel::test
