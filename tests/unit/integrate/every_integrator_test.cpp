// SPDX-License-Identifier: Apache-2.0
// Requirements on every row of the registry.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <span>

#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "tests/unit/integrate/allocation_count.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/print_type.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::EquationsSystem;

class EveryIntegrator : public testing::TestWithParam<TypeDescriptor> {
protected:
    const IntegratorType& type() const { return dynamic_cast<const IntegratorType&>(*GetParam().implementation); }
    std::unique_ptr<Integrator> make(const System& system) const { return type().create(system); }
    /// With error control; methods of variable order have more of it than with fixed steps.
    int controlledOrder() const { return make(EquationsSystem(test::decay()))->getMethodMaxOrder(); }
    /// After ten to a thousand steps whose errors accumulate. Euler's method estimates the error of a step, O(h²),
    /// while the accumulated error is O(h); all others propagate the better of two solutions.
    Real expectedError(Real accuracy) const {
        return controlledOrder() == 1 ? 15 * std::sqrt(accuracy) : 10 * accuracy;
    }
};

/// Advances to @p t, past the first return.
constexpr Real Eccentricity = 0.3;

/// Error of position and speed half a turn after periapsis, where they are known.
Real errorAtApoapsis(Integrator& integrator, const EquationsSystem& system) {
    integrator.initialize(system.start());
    EXPECT_EQ(test::goTo(integrator, Pi, Pi), Integrator::ReachedReportTime);
    const Vector& y = integrator.getState().getY();
    const Real v = std::sqrt((1 - Eccentricity) / (1 + Eccentricity));
    return std::max({std::abs(y[0] + 1 + Eccentricity), std::abs(y[1]), std::abs(y[2]), std::abs(y[3] + v)});
}

TEST_P(EveryIntegrator, ConvergesWithItsOrderAtFixedSteps) {
    const EquationsSystem system(test::kepler(Eccentricity));
    const auto integrator = make(system);
    const auto error = [&](int steps) {
        integrator->setFixedStepSize(Pi / steps);
        const Real e = errorAtApoapsis(*integrator, system);
        EXPECT_EQ(integrator->getNumStepsTaken(), steps);
        return e;
    };
    // Halve the step until the error is asymptotic and still far above rounding.
    constexpr Real Asymptotic = 1e-3, NearRounding = 2e-11;
    constexpr int MostSteps = 10000;
    // Implicit Euler loses so much energy in long steps that the bodies collide within half a revolution.
    int steps = type().getOrder() == 1 ? 640 : 10;
    Real coarse = error(steps), fine = error(2 * steps);
    while (fine > Asymptotic && 4 * steps <= MostSteps) {
        steps *= 2;
        coarse = std::exchange(fine, error(2 * steps));
    }
    while (fine / std::pow(2, type().getOrder()) > NearRounding && 4 * steps <= MostSteps) {
        steps *= 2;
        coarse = std::exchange(fine, error(2 * steps));
    }
    EXPECT_NEAR(std::log2(coarse / fine), type().getOrder(), 0.35) << steps << " steps, error " << fine;
}

TEST_P(EveryIntegrator, KeepsTheErrorNearTheRequestedAccuracy) {
    const EquationsSystem system(test::kepler(Eccentricity));
    const auto integrator = make(system);
    const Real tightest = controlledOrder() < 3 ? 1e-5 : 1e-8;
    Real last = Infinity;
    for (Real accuracy = 1e-3; accuracy > 0.5 * tightest; accuracy /= 10) {
        integrator->setAccuracy(accuracy);
        const Real error = errorAtApoapsis(*integrator, system);
        EXPECT_LT(error, expectedError(accuracy)) << "at accuracy " << accuracy;
        EXPECT_LT(error, last) << "at accuracy " << accuracy;
        last = error;
    }
}

TEST_P(EveryIntegrator, ReportsWithTheAccuracyOfItsSteps) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = make(system);
    const Real accuracy = controlledOrder() < 3 ? 1e-4 : 1e-7;
    integrator->setAccuracy(accuracy);
    integrator->initialize(system.start());
    Real worst = 0;
    for (int k = 1; k <= 1000; ++k) {
        const Real t = k * 0.01;
        ASSERT_EQ(test::goTo(*integrator, t), Integrator::ReachedReportTime);
        ASSERT_EQ(integrator->getTime(), t);
        const State& state = integrator->getState();
        worst = std::max({worst, std::abs(state.getQ()[0] - std::cos(t)), std::abs(state.getU()[0] + std::sin(t))});
    }
    EXPECT_LT(worst, expectedError(accuracy));
}

TEST_P(EveryIntegrator, StepsAreIndependentOfReports) {
    const EquationsSystem system(test::kepler(Eccentricity));
    const auto once = make(system), often = make(system);
    once->initialize(system.start());
    often->initialize(system.start());
    test::goTo(*once, 5);
    for (int k = 0; k <= 500; ++k) test::goTo(*often, k * 0.01);
    EXPECT_EQ(once->getNumStepsTaken(), often->getNumStepsTaken());
    EXPECT_EQ(once->getAdvancedTime(), often->getAdvancedTime());
    EXPECT_TRUE(test::identical(once->getAdvancedState().getY(), often->getAdvancedState().getY()));
    EXPECT_TRUE(test::identical(once->getState().getY(), often->getState().getY()));
}

TEST_P(EveryIntegrator, RunsAreReproducible) {
    const test::CartesianPendulum system;
    const auto integrator = make(system);
    integrator->initialize(system.start());
    test::goTo(*integrator, 3);
    const Vector first = integrator->getState().getY();
    integrator->initialize(system.start());
    integrator->setInternalStepLimit(1);
    while (test::goTo(*integrator, 3) == Integrator::ReachedStepLimit) {
    }
    EXPECT_TRUE(test::identical(first, integrator->getState().getY()));
}

TEST_P(EveryIntegrator, WarmStepsDoNotAllocate) {
    const test::CartesianPendulum system;
    const auto integrator = make(system);
    integrator->initialize(system.start());
    test::goTo(*integrator, 0.5);
    const long before = test::allocationCount(), stepsBefore = integrator->getNumStepsTaken();
    for (int k = 1; k <= 100; ++k) integrator->stepTo(0.5 + 0.02 * k);
    EXPECT_EQ(test::allocationCount() - before, 0);
    EXPECT_GT(integrator->getNumStepsTaken(), stepsBefore + 5);
}

TEST_P(EveryIntegrator, KeepsTheConstraintsAtEveryReport) {
    const test::CartesianPendulum system;
    const auto integrator = make(system);
    integrator->setConstraintTolerance(1e-7);
    integrator->initialize(system.start());
    for (int k = 0; k <= 300; ++k) {
        ASSERT_EQ(test::goTo(*integrator, k * 0.01), Integrator::ReachedReportTime);
        const State& state = integrator->getState();
        EXPECT_LE(std::abs(state.getQErr()[0]), 1e-7);
        EXPECT_LE(std::abs(state.getUErr()[0]), 1e-7);
    }
}

TEST_P(EveryIntegrator, FindsEveryImpactOfABouncingBall) {
    const std::span<const Real> impacts(test::bouncingBallImpacts);
    std::vector<Real> found;
    const EquationsSystem system(test::recordedBouncingBall(found));
    const auto integrator = make(system);
    constexpr Real Accuracy = 1e-6;
    integrator->setAccuracy(Accuracy);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    ASSERT_EQ(stepper.stepTo(3), Integrator::ReachedReportTime);
    ASSERT_EQ(found.size(), impacts.size());
    // A localization window is 0.01 s times the accuracy; each impact inherits the delay of the previous ones. Euler's
    // method does not follow a parabola exactly, nor do methods that start with it after each impact.
    const bool exact = integrator->getMethodMinOrder() > 1;
    const Real tolerance = exact                   ? impacts.size() * 0.02 * Accuracy
                           : controlledOrder() > 1 ? impacts.size() * 2 * Accuracy
                                                   : 1e-2;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], impacts[i], tolerance) << "impact " << i + 1;
}

TEST_P(EveryIntegrator, ContinuesFromValuesWrittenByTheProgram) {
    const EquationsSystem system(test::oscillator());
    const auto integrator = make(system);
    constexpr Real accuracy = 1e-6;
    integrator->setAccuracy(accuracy);
    integrator->initialize(system.start());
    ASSERT_EQ(test::goTo(*integrator, 1, 1), Integrator::ReachedReportTime);
    State& state = integrator->updAdvancedState();
    state.updQ()[0] = 0;
    state.updU()[0] = 5;
    system.realize(state, Stage::Velocity);
    ASSERT_EQ(integrator->stepTo(2, 2), Integrator::ReachedReportTime);
    EXPECT_NEAR(integrator->getState().getQ()[0], 5 * std::sin(1), 5 * expectedError(accuracy));
}

TEST_P(EveryIntegrator, DescribesItself) {
    const TypeDescriptor& t = GetParam();
    EXPECT_EQ(t.family, "integrator");
    EXPECT_FALSE(t.key.empty() || t.label.empty() || t.doc.empty() || t.reference.empty());
    EXPECT_EQ(t.doc.back(), '.');
    const EquationsSystem system(test::oscillator());
    EXPECT_NE(createIntegrator(t.key, system), nullptr);
    const auto integrator = make(system);
    for (const PropertyDescriptor& p : t.properties) {
        EXPECT_EQ(describeInvalidValue(p, p.defaultValue), "") << p.key;
        setIntegratorProperty(*integrator, p.key, p.defaultValue);
    }
    setIntegratorProperty(*integrator, "fixedStep", 0.25);
    integrator->initialize(system.start());
    test::goTo(*integrator, 1);
    EXPECT_EQ(integrator->getNumStepsTaken(), 4);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegrator, testing::ValuesIn(integratorTypes()),
                         [](const auto& row) { return row.param.key; });

TEST(IntegratorRegistry, HasUniqueKeys) {
    std::set<std::string> keys;
    for (const TypeDescriptor& t : integratorTypes()) EXPECT_TRUE(keys.insert(t.key).second) << t.key;
    EXPECT_EQ(createIntegrator("noSuchMethod", EquationsSystem(test::decay())), nullptr);
}

}  // namespace
}  // namespace trammel
