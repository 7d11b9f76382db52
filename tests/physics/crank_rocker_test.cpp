// SPDX-License-Identifier: Apache-2.0
// A crank-rocker that moves by its initial momentum. Exact values from the energy integral, in 34 digits.
#include <algorithm>
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

const char* const crankRocker = "validation/crank_rocker";

/// The crank turns by 71 rad in ten seconds, and accuracy is relative: all errors are errors of its phase.
Real allowedPhase(Real accuracy) { return 71 * allowedError(accuracy); }

TEST(CrankRocker, HasTheRightEnergyAndAccelerationAtTheStart) {
    const CompiledModelPtr model = openModel(crankRocker);
    Simulation motion(model, 1e-6);
    constexpr Real digits = 1e-12;
    EXPECT_NEAR(motion.energy(), 33.3492375440416, 33 * digits);
    model->getSystem().realize(motion.state(), Stage::Acceleration);
    EXPECT_NEAR(motion.state().getUDot()[0], 14.87944895, 5e-9) << "published to ten digits";
}

TEST(CrankRocker, ReachesTheExactAngleAfterElevenTurns) {
    constexpr Real accuracy = 1e-9;
    const CompiledModelPtr model = openModel(crankRocker);
    Simulation motion(model, accuracy);
    motion.goTo(10);
    EXPECT_NEAR(motion["Crank pin.angle"], 70.97262078006105, allowedPhase(accuracy));
    // A phase error causes a rate error of d(rate)/d(angle).
    model->getSystem().realize(motion.state(), Stage::Acceleration);
    const Real ratePerPhase = std::abs(motion.state().getUDot()[0] / motion.state().getU()[0]);
    EXPECT_NEAR(motion["Crank pin.rate"], 4.30513396420618, std::max(1., ratePerPhase) * allowedPhase(accuracy));
    EXPECT_NEAR(motion["Rocker pin.angle"], 1.97057882739282, allowedPhase(accuracy));
}

TEST(CrankRocker, ReturnsToItsStartAfterOnePeriod) {
    constexpr Real accuracy = 1e-9;
    Simulation motion(openModel(crankRocker), accuracy);
    const Vector start = motion.state().getY();
    motion.goTo(0.879084640996361);
    Vector turned = motion.state().getY();
    EXPECT_NEAR(turned[0] - start[0], 2 * Pi, allowedError(accuracy));
    EXPECT_NEAR(motion["Rocker pin.angle"], start[2], allowedError(accuracy));
    EXPECT_NEAR(motion["Crank pin.rate"], 2 * Pi, allowedError(accuracy));
}

TEST(CrankRocker, ErrorMatchesTheAccuracy) {
    // The error after 10 s, for common accuracies.
    for (const Real accuracy : {1e-4, 1e-6, 1e-8}) {
        Simulation motion(openModel(crankRocker), accuracy);
        motion.goTo(10);
        EXPECT_NEAR(motion["Crank pin.angle"], 70.97262078006105, allowedPhase(accuracy)) << accuracy;
    }
}

TEST(CrankRocker, KeepsItsEnergyAndItsLoopClosedAtEveryFrame) {
    const CompiledModelPtr model = openModel(crankRocker);
    constexpr Real accuracy = 1e-6;
    Simulation motion(model, accuracy);
    const Real energy = motion.energy();
    for (int i = 0; i <= 1000; ++i) {
        motion.goTo(0.01 * i);
        EXPECT_LE(model->calcConstraintError(motion.state()), motion.integrator().getConstraintToleranceInUse());
        EXPECT_LE(motion.state().getUErr().cwiseAbs().maxCoeff(), motion.integrator().getConstraintToleranceInUse());
        EXPECT_NEAR(motion.energy(), energy, allowedError(accuracy) * energy);
    }
}

}  // namespace
}  // namespace trammel::test
