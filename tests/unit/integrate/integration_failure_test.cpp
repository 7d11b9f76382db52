// SPDX-License-Identifier: Apache-2.0
#include "integrate/integration_failure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

std::unique_ptr<Integrator> merson(const System& system) { return createIntegrator("rungeKuttaMerson", system); }

/// z' = z² from 1 is infinite at t = 1.
Equations explosion() {
    auto e = test::decay();
    e.zNames = {"pressure of Boiler"};
    e.rates = [](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) { r.zdot[0] = z[0] * z[0]; };
    return e;
}

/// An oscillator that cannot be evaluated beyond |q| = @p limit.
Equations limited(Real limit) {
    auto e = test::oscillator();
    e.rates = [limit, rates = e.rates](Real t, const Vector& q, const Vector& u, const Vector& z, Equations::Rates r) {
        if (std::abs(q[0]) > limit) throw NumericalFailure("The mass matrix is singular at joint 'Elbow'.");
        rates(t, q, u, z, r);
    };
    return e;
}

TEST(IntegrationFailure, IsAnOutcomeThatNamesWhereWhenAndWhat) {
    const EquationsSystem system(explosion());
    const auto integrator = merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::StepFailed);
    ASSERT_TRUE(integrator->getFailure());
    const IntegrationFailure& failure = *integrator->getFailure();
    EXPECT_EQ(failure.cause, IntegrationFailure::Cause::ErrorTest);
    EXPECT_NEAR(failure.time, 1, 1e-2);
    EXPECT_NE(failure.brief.find("The step size fell below 1e-14 s at t = "), std::string::npos) << failure.brief;
    EXPECT_EQ(failure.reason, "Error is dominated by pressure of Boiler.");
    EXPECT_EQ(failure.full(), failure.brief + " " + failure.reason + " " + failure.remedy);
    EXPECT_TRUE(integrator->isSimulationOver());
    EXPECT_EQ(integrator->stepTo(2), Integrator::StepFailed);
}

TEST(IntegrationFailure, LeavesTheLastGoodState) {
    const EquationsSystem system(explosion());
    const auto integrator = merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    integrator->stepTo(2);
    const Real t = integrator->getTime();
    EXPECT_EQ(t, integrator->getFailure()->time);
    EXPECT_TRUE(std::isfinite(integrator->getState().getZ()[0]));
    EXPECT_GT(integrator->getState().getZ()[0], 100);
}

TEST(IntegrationFailure, HonoursTheSmallestStepAllowed) {
    const EquationsSystem system(explosion());
    const auto integrator = merson(system);
    integrator->setMinimumStepSize(1e-3);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->stepSize, 1e-3);
    EXPECT_GE(integrator->getPreviousStepSizeTaken(), 1e-3 * (1 - 1e-9));
}

TEST(IntegrationFailure, DoesNotHappenWhenAShorterStepAvoidsWhatCannotBeEvaluated) {
    auto e = limited(1.01);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto integrator = merson(system);
    integrator->setInitialStepSize(4);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    EXPECT_EQ(integrator->stepTo(5), Integrator::ReachedReportTime);
    EXPECT_GT(integrator->getNumConvergenceTestFailures(), 0);
    EXPECT_NEAR(integrator->getState().getQ()[0], std::sin(5), 0.02);
}

TEST(IntegrationFailure, TellsWhatCouldNotBeEvaluatedWhenNoStepAvoidsIt) {
    auto e = limited(0.7);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto integrator = merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    ASSERT_EQ(integrator->stepTo(5), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::Evaluation);
    EXPECT_EQ(integrator->getFailure()->reason, "The mass matrix is singular at joint 'Elbow'.");
    EXPECT_NEAR(integrator->getFailure()->time, std::asin(0.7), 1e-2);
}

TEST(IntegrationFailure, AtTheStartIsReportedByTheFirstStep) {
    const EquationsSystem system(limited(0.5));
    const auto integrator = merson(system);
    integrator->initialize(system.start());
    EXPECT_EQ(integrator->stepTo(1), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->brief, "The motion cannot be evaluated at t = 0 s.");
}

TEST(IntegrationFailure, NamesAVariableWhoseRateIsNotFinite) {
    auto e = test::decay();
    e.zNames = {"charge of Battery"};
    e.rates = [](Real t, const Vector&, const Vector&, const Vector&, Equations::Rates r) {
        r.zdot[0] = t < 0.5 ? 1 : NaN;
    };
    const EquationsSystem system(e);
    const auto integrator = merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    ASSERT_EQ(integrator->stepTo(1), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->reason, "The rate of change of charge of Battery is not a finite number.");
}

TEST(IntegrationFailure, NamesTheConstraintThatCannotBeKept) {
    test::CartesianPendulum system;
    const auto integrator = merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    integrator->stepTo(0.5);
    system.refuseProjection = true;
    ASSERT_EQ(integrator->stepTo(3), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::Constraints);
    EXPECT_NE(integrator->getFailure()->reason.find("length of String"), std::string::npos);

    integrator->initialize(system.start());
    ASSERT_EQ(integrator->stepTo(3), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::Assembly);
    EXPECT_NE(integrator->getFailure()->full().find("length of String"), std::string::npos);
}

TEST(IntegrationFailure, OfAFixedStepSaysSo) {
    auto e = limited(0.7);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto integrator = merson(system);
    integrator->setFixedStepSize(0.1);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    ASSERT_EQ(integrator->stepTo(5), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->brief, "The fixed step of 0.1 s cannot be taken at t = 0.7 s.");
}

TEST(IntegrationFailure, IsNotWhatACallersBugBecomes) {
    auto e = test::oscillator();
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates) {
        throw StageTooLow("Spring::calcLength()", "the length of Spring", Stage::Report, Stage::Dynamics);
    };
    const EquationsSystem system(e);
    const auto integrator = merson(system);
    EXPECT_THROW(integrator->initialize(system.start()), StageTooLow);
}

TEST(IntegrationFailure, OfAHandlerEndsTheRun) {
    auto e = test::oscillator();
    e.witnesses.push_back({.value = [](const State& s) { return s.getQ()[0]; }});
    e.triggered = [](State&, int) -> bool { throw NumericalFailure("The impact has no solution."); };
    const EquationsSystem system(e);
    const auto integrator = merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    ASSERT_EQ(stepper.stepTo(3), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::EventHandler);
    EXPECT_EQ(integrator->getFailure()->reason, "The impact has no solution.");
}

}  // namespace
}  // namespace trammel
