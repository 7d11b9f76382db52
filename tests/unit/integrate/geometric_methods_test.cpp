// SPDX-License-Identifier: Apache-2.0
// Velocity Verlet and semi-explicit Euler: their special properties.
#include <gtest/gtest.h>

#include <cmath>

#include "base/exceptions.h"
#include "integrate/methods/semi_explicit_euler.h"
#include "integrate/methods/verlet.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

void goExactlyTo(Integrator& integrator, Real t) {
    if (integrator.stepTo(t, t) == Integrator::StartOfContinuousInterval) integrator.stepTo(t, t);
    ASSERT_EQ(integrator.getTime(), t);
}

/// q'' = -q - c q'.
Equations dampedOscillator(Real c) {
    Equations e = test::oscillator();
    e.rates = [c](Real, const Vector& q, const Vector& u, const Vector&, Equations::Rates rates) {
        rates.qdot[0] = u[0];
        rates.udot[0] = -q[0] - c * u[0];
    };
    return e;
}

/// The largest change of the oscillator's energy, sampled a hundred times per turn, from @p first to @p last turn.
Real energyChange(Integrator& integrator, const EquationsSystem& system, int first, int last) {
    integrator.setFixedStepSize(Pi / 50);
    integrator.initialize(system.start());
    Real worst = 0;
    for (int k = 1; k <= 100 * last; ++k) {
        goExactlyTo(integrator, k * Pi / 50);
        const State& s = integrator.getState();
        const Real energy = (s.getQ()[0] * s.getQ()[0] + s.getU()[0] * s.getU()[0]) / 2;
        if (k > 100 * (first - 1)) worst = std::max(worst, std::abs(energy - 0.5));
    }
    return worst;
}

template <class Method>
class SymplecticMethod : public testing::Test {};
using SymplecticMethods = testing::Types<Verlet, SemiExplicitEuler>;
TYPED_TEST_SUITE(SymplecticMethod, SymplecticMethods);

TYPED_TEST(SymplecticMethod, HasNoLongTermEnergyDrift) {
    const EquationsSystem system(test::oscillator());
    TypeParam integrator(system);
    const Real early = energyChange(integrator, system, 1, 2), late = energyChange(integrator, system, 199, 200);
    EXPECT_GT(early, 0);
    EXPECT_NEAR(late, early, 0.02 * early);
}

TEST(Verlet, IteratesWhereForcesDependOnSpeeds) {
    constexpr Real c = 0.5;
    const EquationsSystem system(dampedOscillator(c));
    const Real w = std::sqrt(1 - c * c / 4), t = 3;
    const Real exact = std::exp(-c * t / 2) * (std::cos(w * t) + c / (2 * w) * std::sin(w * t));
    const auto error = [&](int steps) {
        Verlet integrator(system);
        integrator.setAccuracy(1e-9);
        integrator.setFixedStepSize(t / steps);
        integrator.initialize(system.start());
        goExactlyTo(integrator, t);
        EXPECT_GT(integrator.getNumIterations(), 2 * steps);
        return std::abs(integrator.getState().getQ()[0] - exact);
    };
    EXPECT_NEAR(std::log2(error(100) / error(200)), 2, 0.1);
}

TEST(Verlet, ShortensStepsThatDoNotConverge) {
    // The iteration converges only for h c / 2 < 1.
    constexpr Real c = 1e4;
    const EquationsSystem system(dampedOscillator(c));
    Verlet integrator(system);
    integrator.setInitialStepSize(0.1);
    integrator.initialize(system.start());
    integrator.stepTo(1);
    ASSERT_EQ(integrator.stepTo(1e-3), Integrator::ReachedReportTime);
    EXPECT_GT(integrator.getNumConvergenceTestFailures(), 0);
    EXPECT_NEAR(integrator.getState().getU()[0], -1 / c, 1e-4);

    integrator.setFixedStepSize(0.1);
    integrator.initialize(system.start());
    integrator.stepTo(1);
    EXPECT_EQ(integrator.stepTo(1), Integrator::StepFailed);
    EXPECT_NE(integrator.getFailure()->full().find("does not converge"), std::string::npos);
}

TEST(Verlet, FollowsAParabolaExactly) {
    const EquationsSystem system(test::bouncingBall(0.5));
    Verlet integrator(system);
    integrator.setFixedStepSize(0.1);
    integrator.initialize(system.start());
    goExactlyTo(integrator, 0.4);
    EXPECT_NEAR(integrator.getState().getQ()[0], 1 - 9.81 * 0.4 * 0.4 / 2, 1e-14);
}

TEST(SemiExplicitEuler, TakesOneEvaluationForAFixedStepAndTwoWithErrorControl) {
    const EquationsSystem system(test::kepler(0.3));
    SemiExplicitEuler integrator(system);
    integrator.setFixedStepSize(0.01);
    integrator.initialize(system.start());
    const long start = integrator.getNumRealizations();
    goExactlyTo(integrator, 1);
    EXPECT_EQ(integrator.getNumRealizations() - start, integrator.getNumStepsTaken());

    integrator.setFixedStepSize(0);
    integrator.initialize(system.start());
    const long before = integrator.getNumRealizations();
    goExactlyTo(integrator, 1);
    EXPECT_GT(integrator.getNumStepsTaken(), 1);
    EXPECT_LE(integrator.getNumRealizations() - before, 2 * integrator.getNumStepsAttempted());
}

TEST(Integrator, SpellsTheNamesOfItsOutcomes) {
    EXPECT_EQ(Integrator::getSuccessfulStepStatusString(Integrator::ReachedReportTime), "ReachedReportTime");
    EXPECT_EQ(Integrator::getSuccessfulStepStatusString(Integrator::StepFailed), "StepFailed");
    EXPECT_EQ(Integrator::getTerminationReasonString(Integrator::ReachedFinalTime), "ReachedFinalTime");
    EXPECT_EQ(Integrator::getTerminationReasonString(Integrator::EventHandlerRequestedTermination),
              "EventHandlerRequestedTermination");
}

TEST(SystemProjection, ProjectsAStateOrNamesTheConstraint) {
    test::CartesianPendulum pendulum;
    const System& system = pendulum;
    State state = pendulum.start();
    state.updQ()[0] = 1.2;
    state.updU()[0] = 0.4;
    system.project(state, 1e-10);
    EXPECT_EQ(state.getSystemStage(), Stage::Velocity);
    EXPECT_NEAR(state.getQErr()[0], 0, 1e-10);
    EXPECT_NEAR(state.getUErr()[0], 0, 1e-10);

    pendulum.refuseProjection = true;
    state.updQ()[0] = 1.2;
    try {
        system.projectQ(state, 1e-10);
        FAIL() << "no exception";
    } catch (const Exception& e) {
        EXPECT_NE(std::string(e.what()).find("length of String"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace trammel
