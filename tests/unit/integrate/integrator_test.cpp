// SPDX-License-Identifier: Apache-2.0
#include "integrate/integrator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/exceptions.h"
#include "integrate/methods/registry.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

TEST(Integrator, ReturnsTheStartOfAContinuousIntervalFirst) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    EXPECT_EQ(integrator->stepTo(1), Integrator::StartOfContinuousInterval);
    EXPECT_EQ(integrator->getTime(), 0);
    EXPECT_EQ(integrator->stepTo(1), Integrator::ReachedReportTime);
    EXPECT_EQ(integrator->getTime(), 1);
    EXPECT_TRUE(integrator->isStateInterpolated());
    EXPECT_GT(integrator->getAdvancedTime(), 1);
}

TEST(Integrator, EndsStepsAtReportTimesWithoutInterpolation) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->setAllowInterpolation(false);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    EXPECT_EQ(integrator->stepTo(0.7), Integrator::ReachedReportTime);
    EXPECT_FALSE(integrator->isStateInterpolated());
    EXPECT_EQ(integrator->getAdvancedTime(), 0.7);
}

TEST(Integrator, DoesNotPassAScheduledEventAndReportsItsTimeFirst) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(2, 0.7);
    EXPECT_EQ(integrator->stepTo(0.7, 0.7), Integrator::ReachedReportTime);
    EXPECT_EQ(integrator->stepTo(2, 0.7), Integrator::ReachedScheduledEvent);
    EXPECT_EQ(integrator->getTime(), 0.7);
    EXPECT_EQ(integrator->getAdvancedTime(), 0.7);
}

TEST(Integrator, EndsAtTheFinalTime) {
    const EquationsSystem system(test::decay());
    const auto integrator = test::merson(system);
    integrator->setFinalTime(1.5);
    integrator->initialize(system.start());
    integrator->stepTo(9);
    EXPECT_EQ(integrator->stepTo(9), Integrator::EndOfSimulation);
    EXPECT_EQ(integrator->getTime(), 1.5);
    EXPECT_EQ(integrator->getTerminationReason(), Integrator::ReachedFinalTime);
    EXPECT_TRUE(integrator->isSimulationOver());
    EXPECT_THROW(integrator->stepTo(9), Exception);
}

TEST(Integrator, ReturnsEachStepOnRequest) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->setReturnEveryInternalStep(true);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    int returned = 0;
    while (integrator->stepTo(1) == Integrator::TimeHasAdvanced) {
        ++returned;
        EXPECT_FALSE(integrator->isStateInterpolated());
    }
    // The step that holds the report time is returned after the report.
    EXPECT_EQ(returned + 1, integrator->getNumStepsTaken());
    EXPECT_EQ(integrator->stepTo(2), Integrator::TimeHasAdvanced);
}

TEST(Integrator, StopsAtTheStepLimitAndContinues) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->setInternalStepLimit(3);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    EXPECT_EQ(integrator->stepTo(5), Integrator::ReachedStepLimit);
    EXPECT_EQ(integrator->getNumStepsTaken(), 3);
    EXPECT_EQ(integrator->stepTo(5), Integrator::ReachedStepLimit);
    EXPECT_EQ(integrator->getNumStepsTaken(), 6);
}

TEST(Integrator, HonorsStepSizeLimits) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->setInitialStepSize(1e-3);
    integrator->setMaximumStepSize(4e-3);
    integrator->setReturnEveryInternalStep(true);
    integrator->initialize(system.start());
    EXPECT_EQ(integrator->getPredictedNextStepSize(), 1e-3);
    integrator->stepTo(1);
    while (integrator->stepTo(1) == Integrator::TimeHasAdvanced)
        EXPECT_LE(integrator->getPreviousStepSizeTaken(), 4e-3 * (1 + 1e-12));
    EXPECT_DOUBLE_EQ(integrator->getActualInitialStepSizeTaken(), 1e-3);
    EXPECT_DOUBLE_EQ(integrator->getPredictedNextStepSize(), 4e-3);
}

TEST(Integrator, StartsWithATenthOfTheTimeScale) {
    EquationsSystem system(test::oscillator());
    system.setDefaultTimeScale(0.5);
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    EXPECT_DOUBLE_EQ(integrator->getPredictedNextStepSize(), 0.05);
}

TEST(Integrator, TakesTheConstraintToleranceFromTheAccuracyUnlessSet) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    EXPECT_EQ(integrator->getAccuracyInUse(), 1e-3);
    EXPECT_DOUBLE_EQ(integrator->getConstraintToleranceInUse(), 1e-4);
    integrator->setAccuracy(1e-6);
    EXPECT_DOUBLE_EQ(integrator->getConstraintToleranceInUse(), 1e-7);
    integrator->setConstraintTolerance(1e-9);
    EXPECT_EQ(integrator->getConstraintToleranceInUse(), 1e-9);
}

TEST(Integrator, InvalidSettingsThrow) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    EXPECT_THROW(integrator->stepTo(1), Exception);
    EXPECT_THROW(integrator->reinitialize(Stage::Position, false), Exception);
    EXPECT_THROW(integrator->setAccuracy(0), Exception);
    EXPECT_THROW(integrator->setAccuracy(NaN), Exception);
    EXPECT_THROW(integrator->setMaximumStepSize(-1), Exception);
    EXPECT_THROW(setIntegratorProperty(*integrator, "fixedStep", std::string("long")), Exception);
    EXPECT_THROW(setIntegratorProperty(*integrator, "color", 1.), Exception);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    integrator->stepTo(1);
    EXPECT_THROW(integrator->stepTo(0.5), Exception);
    EXPECT_THROW(integrator->stepTo(2, 0.5), Exception);
}

TEST(Integrator, CountsStepsAndRealizations) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->setInitialStepSize(10);
    integrator->initialize(system.start());
    integrator->stepTo(10);
    integrator->stepTo(10);
    EXPECT_GT(integrator->getNumErrorTestFailures(), 0);
    EXPECT_EQ(integrator->getNumStepsAttempted(),
              integrator->getNumStepsTaken() + integrator->getNumErrorTestFailures());
    // The start, four more stages per attempt, and the end of each step taken.
    EXPECT_EQ(integrator->getNumRealizations(),
              1 + 4 * integrator->getNumStepsAttempted() + integrator->getNumStepsTaken());
    integrator->resetAllStatistics();
    EXPECT_EQ(integrator->getNumStepsTaken(), 0);
}

TEST(Integrator, ShortensItsStepsBeforeTheyAreRejected) {
    // z = sin(exp(t)) becomes ever faster. Most steps differ from what is wanted by rounding.
    auto e = test::decay();
    e.rates = [](Real t, const Vector&, const Vector&, const Vector&, Equations::Rates r) {
        r.zdot[0] = std::exp(t) * std::cos(std::exp(t));
    };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system, 1e-6);
    integrator->initialize(system.start());
    integrator->stepTo(6);
    integrator->stepTo(6);
    const long rejected = integrator->getNumStepsAttempted() - integrator->getNumStepsTaken();
    EXPECT_LE(100 * rejected, integrator->getNumStepsAttempted());
}

TEST(Integrator, EvaluatesTheLastStageOnceWhenItIsTheNextFirst) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = createIntegrator("dormandPrince", system);
    integrator->setInitialStepSize(0.1);
    integrator->initialize(system.start());
    integrator->stepTo(10);
    integrator->stepTo(10);
    ASSERT_EQ(integrator->getNumStepsAttempted(), integrator->getNumStepsTaken());
    EXPECT_EQ(integrator->getNumRealizations(), 1 + 6 * integrator->getNumStepsTaken());
}

TEST(Integrator, NamesTheVariableThatLimitsTheStep) {
    auto slow = test::oscillator();
    auto fast = test::decay();
    fast.zNames = {"temperature of Thermostat"};
    fast.rates = [](Real t, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        r.zdot[0] = 1000 * (std::cos(t) - z[0]);
    };
    const EquationsSystem system({slow, fast});
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    EXPECT_EQ(integrator->getLimitingVariable(), "");
    integrator->stepTo(1);
    integrator->stepTo(1);
    EXPECT_EQ(integrator->getLimitingVariable(), "temperature of Thermostat");
}

TEST(Integrator, PutsPrescribedMotionInPlaceExactlyAndIgnoresItsIntegrationError) {
    const EquationsSystem system(test::prescribedSineAndDecay());
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    for (int k = 1; k <= 20; ++k) {
        integrator->stepTo(0.1 * k);
        EXPECT_EQ(integrator->getState().getQ()[0], std::sin(50 * integrator->getTime()));
        EXPECT_EQ(integrator->getState().getU()[0], 50 * std::cos(50 * integrator->getTime()));
    }
    // Following the sine with error control would take hundreds of steps.
    EXPECT_LT(integrator->getNumStepsTaken(), 20);
}

TEST(Integrator, UpdatesAutoUpdateVariablesOncePerStepAndShowsThemInReports) {
    // Each step ends by computing the update value of the auto-update variable: the time.
    auto e = test::decay();
    e.memory = -1;
    e.nextMemory = [](const State& s) { return s.getTime(); };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    integrator->setReturnEveryInternalStep(true);
    integrator->initialize(system.start());
    EXPECT_EQ(system.getGuts().getMemory(integrator->getAdvancedState()), 0);
    integrator->stepTo(1);
    Real startOfStep = 0;
    for (int k = 0; k < 4; ++k) {
        ASSERT_EQ(integrator->stepTo(100), Integrator::TimeHasAdvanced);
        EXPECT_EQ(system.getGuts().getMemory(integrator->getAdvancedState()), startOfStep);
        startOfStep = integrator->getAdvancedTime();
    }
    const Real inNextStep = startOfStep + 0.5 * integrator->getPredictedNextStepSize();
    ASSERT_EQ(integrator->stepTo(inNextStep), Integrator::ReachedReportTime);
    ASSERT_TRUE(integrator->isStateInterpolated());
    EXPECT_EQ(system.getGuts().getMemory(integrator->getState()), startOfStep);
}

TEST(Integrator, SearchesForBreaksOncePerStepAndRestartsBehindThem) {
    for (const char* const method : {"rungeKuttaMerson", "dormandPrince853", "cvodeBdf"}) {
        const test::BreakingSystem system;
        const auto integrator = createIntegrator(method, system);
        integrator->setAccuracy(1e-2);
        integrator->setReturnEveryInternalStep(true);
        integrator->setFinalTime(2);
        integrator->initialize(system.start());
        Real start = 0;
        int restarts = 0;
        for (auto status = integrator->stepTo(9); status != Integrator::EndOfSimulation;
             status = integrator->stepTo(9)) {
            const Real end = integrator->getAdvancedTime();
            EXPECT_FALSE(start < 0.3 && end > 0.3) << method;
            EXPECT_FALSE(start < 0.7 && end > 0.7) << method;
            if ((start == 0.3 || start == 0.7) && end > start) {
                ++restarts;
                // As at the start: a tenth of the time scale.
                EXPECT_LE(end - start, 0.1 * system.getDefaultTimeScale() * (1 + 1e-12)) << method;
            }
            start = end;
        }
        EXPECT_EQ(restarts, 2) << method;
        EXPECT_EQ(system.getBreaks().searches, integrator->getNumStepsTaken()) << method;
    }
}

TEST(Integrator, RestartsAfterOutsideChanges) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = test::merson(system);
    integrator->setAccuracy(1e-8);
    integrator->initialize(system.start());
    integrator->stepTo(1, 1);
    ASSERT_EQ(integrator->stepTo(1, 1), Integrator::ReachedReportTime);
    integrator->updAdvancedState().updU()[0] = 5;
    integrator->reinitialize(Stage::Velocity, false);
    EXPECT_EQ(integrator->stepTo(2), Integrator::StartOfContinuousInterval);
    EXPECT_EQ(integrator->getState().getU()[0], 5);
    integrator->stepTo(2);
    EXPECT_NEAR(integrator->getState().getQ()[0], std::cos(1) * std::cos(1) + 5 * std::sin(1), 1e-6);
    integrator->reinitialize(Stage::Infinity, true);
    EXPECT_EQ(integrator->stepTo(3), Integrator::EndOfSimulation);
    EXPECT_EQ(integrator->getTerminationReason(), Integrator::EventHandlerRequestedTermination);
}

}  // namespace
}  // namespace trammel
