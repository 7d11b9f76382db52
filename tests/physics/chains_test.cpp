// SPDX-License-Identifier: Apache-2.0
// Open chains: conserved quantities and the momentum theorem.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

TEST(ChainOfBalls, KeepsItsEnergyAndItsMomentumAboutTheVertical) {
    constexpr Real accuracy = 1e-8;
    Simulation motion(openModel("chain_of_balls"), accuracy);
    const Real energy = motion.energy(), momentum = motion.momentum()[0][1];
    ASSERT_GT(std::abs(momentum), 0.1);
    for (int i = 1; i <= 200; ++i) {
        motion.goTo(0.05 * i);
        EXPECT_NEAR(motion.energy(), energy, allowedError(accuracy) * std::abs(energy));
        EXPECT_NEAR(motion.momentum()[0][1], momentum, allowedError(accuracy) * std::abs(momentum));
    }
}

TEST(ChainOfBalls, HoldsItsLinksTogetherAndItsQuaternionsAtUnitLength) {
    const CompiledModelPtr model = openModel("chain_of_balls");
    Simulation motion(model, 1e-5);
    constexpr Real rounding = 1e-12;
    for (int i = 0; i <= 100; ++i) {
        motion.goTo(0.1 * i);
        Vec3 end(0.);
        for (int link = 1; link <= 5; ++link) {
            const std::string name = "Link " + std::to_string(link);
            EXPECT_LT((motion.pose(name).p() - end).norm(), rounding);
            end = motion.pose(name) * Vec3(realOf(model->getDocument(), name, "length"), 0, 0);
        }
        // All position errors of this model are those of its quaternions.
        EXPECT_LT(motion.state().getQErr().cwiseAbs().maxCoeff(), rounding);
    }
}

TEST(ChainOfBalls, MovesInAllThreeDirections) {
    Simulation motion(openModel("chain_of_balls"), 1e-5);
    Vec3 least(10.), most(-10.);
    for (int i = 0; i <= 200; ++i) {
        motion.goTo(0.05 * i);
        least = least.cwiseMin(motion.trace("Path of the end"));
        most = most.cwiseMax(motion.trace("Path of the end"));
    }
    for (int axis = 0; axis < 3; ++axis) EXPECT_GT(most[axis] - least[axis], 0.2) << "axis " << axis;
}

TEST(ChainOfHundred, KeepsItsEnergy) {
    // As in the file: at the default accuracy. It falls by 3 m of 20 kg and more.
    const CompiledModelPtr model = openModel("chain_100");
    Simulation motion(model, model->getSettings().accuracy);
    const Real energy = motion.energy();
    Real drift = 0, kinetic = 0;
    for (int i = 1; i <= 100; ++i) {
        motion.goTo(0.1 * i);
        drift = std::max(drift, std::abs(motion.energy() - energy));
        kinetic = std::max(kinetic, motion["kinetic energy"]);
    }
    ASSERT_GT(kinetic, 100);
    EXPECT_LT(drift, model->getSettings().accuracy * kinetic);
}

TEST(ChainOfHundred, AngularMomentumEqualsImpulseOfWeight) {
    const CompiledModelPtr model = openModel("chain_100");
    Simulation motion(model, 1e-6);
    const Real weight = 9.80665 * motion.matter().calcSystemMass(motion.state());
    constexpr int intervals = 400;
    constexpr Real end = 2, h = end / intervals;
    const Real before = motion.momentum()[0][2];
    Real impulse = 0;
    for (int i = 0; i <= intervals; ++i) {
        motion.goTo(i * h);
        // Simpson's rule for the moment of the weight about the first pin.
        const Real rule = (i == 0 || i == intervals) ? 1 : i % 2 ? 4 : 2;
        const Vec3 center = motion.matter().calcSystemMassCenterLocationInGround(motion.state());
        impulse -= rule * h / 3 * weight * center[0];
    }
    const Real gained = motion.momentum()[0][2] - before;
    ASSERT_GT(std::abs(gained), 100);
    // Frames are read off a dense output of fourth order, whose error is about that of a step.
    EXPECT_NEAR(impulse / gained, 1, allowedError(1e-6));
}

TEST(ChainOfHundred, SatisfiesItsEquationsOfMotionAtEveryFrame) {
    const CompiledModelPtr model = openModel("chain_100");
    Simulation motion(model, 1e-4);
    // Forces of up to a thousand newton on ten meters, from a recursion over a hundred bodies.
    constexpr Real rounding = 1e-8;
    for (int i = 0; i <= 20; ++i) {
        motion.goTo(0.1 * i);
        model->getSystem().realize(motion.state(), Stage::Acceleration);
        EXPECT_LT(motion.matter().calcEquationOfMotionResidual(motion.state()), rounding);
    }
}

}  // namespace
}  // namespace trammel::test
