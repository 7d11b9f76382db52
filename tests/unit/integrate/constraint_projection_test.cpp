// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

Real energy(const State& s) { return 0.5 * s.getU().squaredNorm() + 9.81 * s.getQ()[1]; }

TEST(ConstraintProjection, KeepsAPendulumOnItsCircleAndItsEnergy) {
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    integrator->setAccuracy(1e-6);
    integrator->initialize(system.start());
    integrator->stepTo(10);
    const Real start = energy(integrator->getState());
    integrator->stepTo(10);
    EXPECT_LE(std::abs(integrator->getAdvancedState().getQErr()[0]), 1e-7);
    EXPECT_LE(std::abs(integrator->getAdvancedState().getUErr()[0]), 1e-7);
    // Some hundred steps of relative error 1e-6 of an energy scale of 10 J.
    EXPECT_NEAR(energy(integrator->getState()), start, 1e-3);
}

TEST(ConstraintProjection, SwingsWithTheExactPeriod) {
    // Released at rest from the horizontal: four quarters of K(1/2) / sqrt(g/L).
    const Real period = 4 * 1.8540746773013719 / std::sqrt(9.81);
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    integrator->setAccuracy(1e-7);
    integrator->initialize(system.start());
    integrator->stepTo(period);
    integrator->stepTo(period);
    EXPECT_NEAR(integrator->getState().getQ()[0], 1, 1e-5);
    EXPECT_NEAR(integrator->getState().getQ()[1], 0, 1e-5);
    EXPECT_NEAR(integrator->getState().getU()[1], 0, 1e-4);
}

TEST(ConstraintProjection, PutsAnUnassembledStartOnTheConstraints) {
    const test::CartesianPendulum system;
    State state = system.start();
    state.updQ()[0] = 0.9;
    state.updU()[0] = 0.3;
    const auto integrator = test::merson(system);
    integrator->initialize(state);
    integrator->stepTo(1);
    EXPECT_NEAR(integrator->getState().getQ()[0], 1, 1e-15);
    EXPECT_NEAR(integrator->getState().getU()[0], 0, 1e-15);
}

TEST(ConstraintProjection, ProjectsAgainAfterAHandlerHasMovedQ) {
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(0.3, 0.3);
    integrator->stepTo(0.3, 0.3);
    integrator->updAdvancedState().updQ() *= 1.1;
    integrator->reinitialize(Stage::Position, false);
    EXPECT_NEAR(integrator->getState().getQ().norm(), 1, 1e-12);
    EXPECT_LE(std::abs(integrator->getState().getUErr()[0]), 1e-4);
}

TEST(ConstraintProjection, DoesNotTouchPositionsWhenOnlyForcesChanged) {
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(0.3, 0.3);
    integrator->stepTo(0.3, 0.3);
    const int before = system.calls;
    integrator->reinitialize(Stage::Dynamics, false);
    EXPECT_EQ(system.calls, before);
}

TEST(ConstraintProjection, HappensOnlyAboveTheToleranceUnlessRequestedForEveryStep) {
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    // Error control alone keeps the circle far better than this.
    integrator->setAccuracy(1e-6);
    integrator->setConstraintTolerance(1e-2);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    const long atStart = integrator->getNumQProjections();
    integrator->setProjectInterpolatedStates(false);
    integrator->stepTo(1);
    EXPECT_EQ(integrator->getNumQProjections(), atStart);
    integrator->setProjectEveryStep(true);
    const long steps = integrator->getNumStepsTaken();
    integrator->stepTo(2);
    EXPECT_GE(integrator->getNumQProjections() - atStart, integrator->getNumStepsTaken() - steps);
}

TEST(ConstraintProjection, ShortensAStepThatLeavesTheConstraintsTooFar) {
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    // So loose that only the constraints limit the step.
    integrator->setAccuracy(0.9);
    integrator->setConstraintTolerance(1e-8);
    integrator->setInitialStepSize(0.5);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedReportTime);
    EXPECT_GT(integrator->getNumProjectionFailures(), 0);
    EXPECT_LE(std::abs(integrator->getState().getQErr()[0]), 1e-8);
}

TEST(ConstraintProjection, TakesFixedStepsAndProjectsThemHoweverFar) {
    const test::CartesianPendulum system;
    const auto integrator = test::merson(system);
    integrator->setFixedStepSize(0.1);
    integrator->setConstraintTolerance(1e-10);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::ReachedReportTime);
    EXPECT_EQ(integrator->getNumStepsTaken(), 20);
    EXPECT_LE(std::abs(integrator->getState().getQErr()[0]), 1e-10);
}

}  // namespace
}  // namespace trammel
