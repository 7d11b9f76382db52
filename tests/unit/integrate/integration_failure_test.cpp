// SPDX-License-Identifier: Apache-2.0
#include "integrate/integration_failure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/print_type.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

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

TEST(IntegrationFailure, AConstraintErrorThatIsNotFiniteIsNotShownAsANumber) {
    const std::string text = assemblyFailure(0, "Rolling contact", std::nan("")).full();
    EXPECT_NE(text.find("error in Rolling contact is too large to compute"), std::string::npos) << text;
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
}

TEST(IntegrationFailure, NamesPlaceTimeAndCause) {
    const EquationsSystem system(explosion());
    const auto integrator = test::merson(system);
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

TEST(IntegrationFailure, KeepsTheLastValidState) {
    const EquationsSystem system(explosion());
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    integrator->stepTo(2);
    const Real t = integrator->getTime();
    EXPECT_EQ(t, integrator->getFailure()->time);
    EXPECT_TRUE(std::isfinite(integrator->getState().getZ()[0]));
    EXPECT_GT(integrator->getState().getZ()[0], 100);
}

TEST(IntegrationFailure, HonorsTheSmallestStepAllowed) {
    const EquationsSystem system(explosion());
    const auto integrator = test::merson(system);
    integrator->setMinimumStepSize(1e-3);
    integrator->initialize(system.start());
    integrator->stepTo(2);
    ASSERT_EQ(integrator->stepTo(2), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->stepSize, 1e-3);
    EXPECT_GE(integrator->getPreviousStepSizeTaken(), 1e-3 * (1 - 1e-9));
}

TEST(IntegrationFailure, IsAvoidedByASmallerStep) {
    auto e = limited(1.01);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    integrator->setInitialStepSize(4);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    EXPECT_EQ(integrator->stepTo(5), Integrator::ReachedReportTime);
    EXPECT_GT(integrator->getNumConvergenceTestFailures(), 0);
    EXPECT_NEAR(integrator->getState().getQ()[0], std::sin(5), 0.02);
}

TEST(IntegrationFailure, ReportsTheEvaluationFailure) {
    auto e = limited(0.7);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    ASSERT_EQ(integrator->stepTo(5), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::Evaluation);
    EXPECT_EQ(integrator->getFailure()->reason, "The mass matrix is singular at joint 'Elbow'.");
    EXPECT_NEAR(integrator->getFailure()->time, std::asin(0.7), 1e-2);
}

TEST(IntegrationFailure, AtTheStartIsReportedByTheFirstStep) {
    const EquationsSystem system(limited(0.5));
    const auto integrator = test::merson(system);
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
    const auto integrator = test::merson(system);
    integrator->initialize(system.start());
    integrator->stepTo(1);
    ASSERT_EQ(integrator->stepTo(1), Integrator::StepFailed);
    EXPECT_EQ(
        integrator->getFailure()->reason,
        "The rate of change of charge of Battery is not a finite number. Check the masses, inertias and forces of "
        "its elements.");
}

TEST(IntegrationFailure, NamesTheConstraintThatCannotBeKept) {
    test::CartesianPendulum system;
    const auto integrator = test::merson(system);
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

TEST(IntegrationFailure, FixedStepIsMentioned) {
    auto e = limited(0.7);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    integrator->setFixedStepSize(0.1);
    integrator->initialize(system.start());
    integrator->stepTo(5);
    ASSERT_EQ(integrator->stepTo(5), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->brief, "The fixed step of 0.1 s cannot be taken at t = 0.7 s.");
}

TEST(IntegrationFailure, FixedStepIsCalledUnstableOnlyWhereItsNumbersDiverge) {
    for (const bool diverges : {true, false}) {
        auto e = test::decay();
        e.rates = [diverges](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
            if (!diverges && std::abs(z[0]) > 1e3)
                throw NumericalFailure("The boiler bursts. Check the masses, inertias and forces of its elements.");
            r.zdot[0] = -1000 * z[0];
        };
        const EquationsSystem system(e);
        const auto integrator = test::merson(system);
        integrator->setFixedStepSize(0.01);
        integrator->initialize(system.start());
        integrator->stepTo(10);
        ASSERT_EQ(integrator->stepTo(10), Integrator::StepFailed);
        const IntegrationFailure& failure = *integrator->getFailure();
        EXPECT_EQ(failure.cause, IntegrationFailure::Cause::Evaluation);
        EXPECT_EQ(failure.remedy.starts_with("Steps of 0.01 s are unstable"), diverges) << failure.remedy;
    }
}

TEST(IntegrationFailure, CallerErrorsThrow) {
    auto e = test::oscillator();
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates) {
        throw StageTooLow("Spring::calcLength()", "the length of Spring", Stage::Report, Stage::Dynamics);
    };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    EXPECT_THROW(integrator->initialize(system.start()), StageTooLow);
}

TEST(IntegrationFailure, HandlerFailureEndsTheRun) {
    auto e = test::oscillator();
    e.witnesses.push_back({.value = [](const State& s) { return s.getQ()[0]; }});
    e.triggered = [](State&, int) -> bool { throw NumericalFailure("The impact has no solution."); };
    const EquationsSystem system(e);
    const auto integrator = test::merson(system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    ASSERT_EQ(stepper.stepTo(3), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::EventHandler);
    EXPECT_EQ(integrator->getFailure()->reason, "The impact has no solution.");
}

// --- Requirements on every row of the registry ---

class EveryIntegratorFailing : public testing::TestWithParam<TypeDescriptor> {
protected:
    /// Runs @p system until @p t or a failure, which is returned.
    static std::optional<IntegrationFailure> failureOf(const System& system, Real t, Real fixedStep = 0) {
        const auto integrator = createIntegrator(GetParam().key, system);
        integrator->setFixedStepSize(fixedStep);
        TimeStepper stepper(system, *integrator);
        stepper.initialize(system.getDefaultState());
        if (stepper.stepTo(t) != Integrator::StepFailed) return {};
        // The last valid State remains.
        EXPECT_TRUE(integrator->getState().getY().allFinite());
        EXPECT_EQ(integrator->getTime(), integrator->getFailure()->time);
        // A report in full sentences, with the time.
        const IntegrationFailure& f = *integrator->getFailure();
        for (const std::string* part : {&f.brief, &f.reason, &f.remedy})
            EXPECT_TRUE(part->empty() || part->back() == '.') << *part;
        EXPECT_NE(f.brief.find("t = "), std::string::npos) << f.brief;
        return f;
    }
};

TEST_P(EveryIntegratorFailing, NamesTheRateThatCannotBeComputed) {
    for (const auto& [rate, problem] :
         {std::pair(NaN, "is not a finite number"), std::pair(1e101, "is too large to be computed")})
        for (const Real fixedStep : {0., 0.01}) {
            auto e = test::decay();
            e.zNames = {"charge of Battery"};
            e.rates = [rate = rate](Real t, const Vector&, const Vector&, const Vector&, Equations::Rates r) {
                r.zdot[0] = t < 0.5 ? 1 : rate;
            };
            const EquationsSystem system(e);
            const auto failure = failureOf(system, 1, fixedStep);
            ASSERT_TRUE(failure);
            EXPECT_EQ(failure->cause, IntegrationFailure::Cause::Evaluation);
            EXPECT_EQ(failure->reason, std::string("The rate of change of charge of Battery ") + problem +
                                           ". Check the masses, inertias and forces of its elements.");
            EXPECT_NEAR(failure->time, 0.5, 0.011);
        }
}

TEST_P(EveryIntegratorFailing, ReportsEvaluationFailures) {
    auto e = limited(0.7);
    e.q = Vector(1, 0.);
    e.u = Vector(1, 1.);
    const EquationsSystem system(e);
    const auto failure = failureOf(system, 5);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->cause, IntegrationFailure::Cause::Evaluation);
    EXPECT_EQ(failure->reason, "The mass matrix is singular at joint 'Elbow'.");
    EXPECT_NEAR(failure->time, std::asin(0.7), 5e-2);
}

TEST_P(EveryIntegratorFailing, NamesTheDivergingVariable) {
    const EquationsSystem system(explosion());
    const auto failure = failureOf(system, 2);
    ASSERT_TRUE(failure);
    EXPECT_NEAR(failure->time, 1, 0.05);
    EXPECT_NE(failure->full().find("pressure of Boiler"), std::string::npos) << failure->full();
}

TEST_P(EveryIntegratorFailing, NamesTheConstraintThatCannotBeMet) {
    test::CartesianPendulum system;
    system.refuseProjection = true;
    auto failure = failureOf(system, 1);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->cause, IntegrationFailure::Cause::Assembly);
    EXPECT_NE(failure->reason.find("length of String"), std::string::npos);

    system.refuseProjection = false;
    const auto integrator = createIntegrator(GetParam().key, system);
    integrator->initialize(system.start());
    integrator->stepTo(0.5);
    integrator->stepTo(0.5);
    system.refuseProjection = true;
    ASSERT_EQ(integrator->stepTo(3), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::Constraints);
    EXPECT_NE(integrator->getFailure()->reason.find("length of String"), std::string::npos);
    EXPECT_NE(integrator->getFailure()->remedy.find("Tighten the accuracy"), std::string::npos);
}

TEST(IntegrationFailures, ATighterAccuracyIsAdvisedOnlyWhereItCanBeMet) {
    EXPECT_NE(constraintFailure(1, 1e-9, "", 0, 1e-3).remedy.find("Tighten"), std::string::npos);
    EXPECT_EQ(constraintFailure(1, 1e-9, "", 0, 1e-15).remedy,
              "The mechanism may lock or pass a singular pose here. Disable one of the conflicting motions.");
    EXPECT_NE(chatteringFailure(1, "bounce", 9, 1e-9, 1e-3).remedy.find("tighten"), std::string::npos);
    EXPECT_EQ(chatteringFailure(1, "bounce", 9, 1e-9, 1e-15).remedy.find("tighten"), std::string::npos);
}

TEST_P(EveryIntegratorFailing, NamesTheSubsystemOfAnInvalidWitness) {
    auto e = test::oscillator();
    e.name = "contact";
    e.witnesses.push_back({.value = [](const State& s) { return s.getTime() < 1 ? 1 : std::sqrt(-1.); }});
    e.triggered = [](State&, int) { return false; };
    const EquationsSystem system(e);
    const auto integrator = createIntegrator(GetParam().key, system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    ASSERT_EQ(stepper.stepTo(3), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::EventWitness);
    EXPECT_EQ(integrator->getFailure()->reason, "A witness function of 'contact' is NaN.");
    EXPECT_LE(integrator->getFailure()->time, 1);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorFailing, testing::ValuesIn(integratorTypes()),
                         [](const auto& row) { return row.param.key; });

// --- Stiff systems ---

/// A temperature that follows cos t within @p timeConstant, and a slow oscillator.
std::vector<Equations> thermostat(Real timeConstant) {
    auto fast = test::decay();
    fast.zNames = {"z of Thermostat"};
    fast.rates = [timeConstant](Real t, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        r.zdot[0] = (std::cos(t) - z[0]) / timeConstant;
    };
    return {test::oscillator(), fast};
}

class ExplicitMethodOnAStiffSystem : public testing::TestWithParam<const char*> {};

TEST_P(ExplicitMethodOnAStiffSystem, ReportsTheStabilityLimitAndFastestVariable) {
    const EquationsSystem stiff(thermostat(1e-4)), mild({test::oscillator(), test::decay()});
    const auto adviceOn = [](const System& system) {
        const auto integrator = createIntegrator(GetParam(), system);
        integrator->setAccuracy(1e-4);
        TimeStepper stepper(system, *integrator);
        stepper.initialize(system.getDefaultState());
        stepper.stepTo(1);
        return integrator->getAdvice();
    };
    EXPECT_NE(adviceOn(stiff).find("fastest in the z of Thermostat"), std::string::npos) << adviceOn(stiff);
    EXPECT_NE(adviceOn(stiff).find("BDF"), std::string::npos);
    EXPECT_EQ(adviceOn(mild), "");
}
INSTANTIATE_TEST_SUITE_P(Registry, ExplicitMethodOnAStiffSystem,
                         testing::Values("rungeKuttaMerson", "rungeKutta2", "rungeKuttaFehlberg", "dormandPrince",
                                         "dormandPrince853"));

TEST(IntegrationFailure, ExplicitMethodOnAStiffSystemSuggestsBdf) {
    const EquationsSystem system(thermostat(1e-5));
    for (const bool fixed : {false, true}) {
        const auto integrator = test::merson(system);
        if (fixed)
            integrator->setFixedStepSize(1e-3);
        else
            integrator->setMinimumStepSize(1e-3);
        TimeStepper stepper(system, *integrator);
        stepper.initialize(system.start());
        ASSERT_EQ(stepper.stepTo(10), Integrator::StepFailed) << fixed;
        EXPECT_EQ(integrator->getFailure()->remedy,
                  "Steps of 0.001 s are unstable with an explicit method; the fastest state is z of Thermostat. Allow "
                  "smaller steps, or use a method for stiff systems, such as BDF.")
            << integrator->getFailure()->full();
    }
}

TEST(StiffMethod, TakesFewStepsWhereExplicitOnesTakeMany) {
    const EquationsSystem system(thermostat(1e-4));
    const auto stepsOf = [&](const char* key) {
        const auto integrator = createIntegrator(key, system);
        integrator->setAccuracy(1e-4);
        TimeStepper stepper(system, *integrator);
        stepper.initialize(system.start());
        EXPECT_EQ(stepper.stepTo(3), Integrator::ReachedReportTime);
        EXPECT_NEAR(stepper.getState().getZ()[0], std::cos(3.), 2e-3);
        return integrator->getNumStepsTaken();
    };
    EXPECT_LT(20 * stepsOf("cvodeBdf"), stepsOf("rungeKuttaMerson"));
}

TEST(FailurePage, HasASectionForEachFailure) {
    std::ifstream file(TRAMMEL_SOURCE_DIR "/resources/help/failures.md");
    std::set<std::string> headings;
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("## ")) headings.insert(line.substr(3));
    IntegrationFailure fixedStep = errorTestFailure(1, 1e-9, "speed");
    describeFixedStep(fixedStep, 1e-3);
    const std::pair<IntegrationFailure, const char*> sections[] = {
        {errorTestFailure(1, 1e-9, "speed"), "The step size fell below a limit"},
        {constraintFailure(1, 1e-9, "loop", 1, 1e-3), "The step size fell below a limit"},
        {iterationFailure(1, 1e-9, "speed"), "The step size fell below a limit"},
        {fixedStep, "The fixed step cannot be taken"},
        {evaluationFailure(1, 0, "problem"), "The motion cannot be evaluated"},
        {assemblyFailure(1, "loop", 1), "The constraints cannot be satisfied"},
        {eventHandlerFailure(1, "problem"), "An event could not be handled"},
        {eventWitnessFailure(1, 2, "problem"), "Events cannot be located"},
        {chatteringFailure(1, "Bounce", 100, 1e-9, 1e-3), "Events repeat without end"},
        {accumulationFailure(1, 1, "Bounce", 9), "The events of an element accumulated"},
        {crawlingFailure(1, 1e-9, "speed"), "Steps of a very small size make no progress"},
    };
    for (const auto& [failure, heading] : sections) {
        EXPECT_TRUE(headings.contains(heading)) << heading;
        // The heading begins like the message, without numbers and names.
        const std::string start = std::string(heading).substr(0, 9);
        EXPECT_TRUE(failure.brief.starts_with(start)) << failure.brief;
        EXPECT_FALSE(failure.reason.empty() && failure.remedy.empty()) << heading;
    }
}

}  // namespace
}  // namespace trammel
