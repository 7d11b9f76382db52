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

}  // namespace
}  // namespace trammel::test
