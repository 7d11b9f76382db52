// SPDX-License-Identifier: Apache-2.0
// CVODE's methods: their special properties.
#include <gtest/gtest.h>

#include <cmath>

#include "base/exceptions.h"
#include "integrate/methods/cvode.h"
#include "integrate/time_stepper.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

template <class Method>
class MultistepMethod : public testing::Test {};
using MultistepMethods = testing::Types<CvodeBdf, CvodeAdams>;
TYPED_TEST_SUITE(MultistepMethod, MultistepMethods);

TYPED_TEST(MultistepMethod, HasReportsThatMeetWhereItsStepsMeet) {
    // Interpolations at the end of one step and the start of the next differ by rounding only.
    const EquationsSystem system(test::kepler(0.3));
    TypeParam integrator(system);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(system.start());
    integrator.stepTo(10);
    constexpr Real Moment = 1e-12, Rounding = 1e-10;
    for (int k = 0; k < 50; ++k) {
        ASSERT_EQ(integrator.stepTo(10), Integrator::TimeHasAdvanced);
        const Vector end = integrator.getAdvancedState().getY();
        ASSERT_EQ(integrator.stepTo(integrator.getAdvancedTime() + Moment), Integrator::ReachedReportTime);
        EXPECT_LT((integrator.getState().getY() - end).norm(), Rounding) << "step " << k;
    }
}

TYPED_TEST(MultistepMethod, KeepsItsHistoryWhereAnEventChangesNothing) {
    auto e = test::kepler(0.3);
    const EquationsSystem quiet(e);
    e.periodic.push_back({.interval = 0.5, .event = [](State&) {}, .report = {}});
    const EquationsSystem disturbed(e);
    e.periodic[0].event = [](State& s) { s.updU()[0] += 0; };
    const EquationsSystem changed(e);
    const auto stepsOf = [](const System& system) {
        TypeParam integrator(system);
        integrator.setAccuracy(1e-7);
        TimeStepper stepper(system, integrator);
        stepper.initialize(system.getDefaultState());
        stepper.stepTo(5);
        return integrator.getNumStepsTaken();
    };
    EXPECT_LT(2 * stepsOf(disturbed), 3 * stepsOf(quiet));
    EXPECT_GT(2 * stepsOf(changed), 3 * stepsOf(disturbed));
}

TYPED_TEST(MultistepMethod, GivesPrescribedMotionNoPartInTheError) {
    const EquationsSystem system(test::prescribedSineAndDecay());
    TypeParam integrator(system);
    integrator.initialize(system.start());
    for (int k = 1; k <= 20; ++k) {
        ASSERT_EQ(test::goTo(integrator, 0.1 * k), Integrator::ReachedReportTime);
        EXPECT_EQ(integrator.getState().getQ()[0], std::sin(50 * integrator.getTime()));
        EXPECT_EQ(integrator.getState().getU()[0], 50 * std::cos(50 * integrator.getTime()));
    }
    EXPECT_NEAR(integrator.getState().getZ()[0], std::exp(-2.), 1e-2);
    // Following the sine would take hundreds of steps.
    EXPECT_LT(integrator.getNumStepsTaken(), 60);
}

TYPED_TEST(MultistepMethod, PropagatesExceptions) {
    auto e = test::oscillator();
    bool faulty = false;
    e.rates = [&faulty](Real, const Vector& q, const Vector& u, const Vector&, Equations::Rates r) {
        if (faulty) throw StageTooLow("Spring::calcLength()", "the length of Spring", Stage::Report, Stage::Dynamics);
        r.qdot[0] = u[0];
        r.udot[0] = -q[0];
    };
    const EquationsSystem system(e);
    TypeParam integrator(system);
    integrator.initialize(system.start());
    test::goTo(integrator, 0.5);
    faulty = true;
    EXPECT_THROW(integrator.stepTo(5), StageTooLow);
}

TYPED_TEST(MultistepMethod, TakesStepsEvenWithoutVariables) {
    Equations e;
    Real reported = 0;
    e.periodic.push_back({.interval = 0.5, .event = {}, .report = [&](const State& s) { reported = s.getTime(); }});
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates) {};
    const EquationsSystem system(e);
    TypeParam integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(system.start());
    EXPECT_EQ(stepper.stepTo(1.2), Integrator::ReachedReportTime);
    EXPECT_EQ(reported, 1);
}

TYPED_TEST(MultistepMethod, HonorsTheMaximumStepSize) {
    const EquationsSystem system(test::oscillator());
    TypeParam integrator(system);
    integrator.setMaximumStepSize(4e-3);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(system.start());
    integrator.stepTo(1);
    while (integrator.stepTo(1) == Integrator::TimeHasAdvanced)
        EXPECT_LE(integrator.getPreviousStepSizeTaken(), 4e-3 * (1 + 1e-12));
    EXPECT_GE(integrator.getNumStepsTaken(), 250);
}

TEST(CvodeBdf, FollowsVanDerPolsRelaxations) {
    // The period of x'' = mu (1 - x^2) x' - x for large mu. **Source:** Dorodnitsyn, Prikl. Mat. Mekh. 11 (1947) 313.
    constexpr Real mu = 1000, close = 1e-3;
    const Real period =
        (3 - 2 * std::log(2.)) * mu + 7.01432 / std::cbrt(mu) - 2 * std::log(mu) / (3 * mu) - 1.3233 / mu;
    auto e = test::oscillator();
    e.q = Vector(1, 2.);
    e.rates = [](Real, const Vector& q, const Vector& u, const Vector&, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = mu * (1 - q[0] * q[0]) * u[0] - q[0];
    };
    std::vector<Real> rises;
    e.witnesses.push_back({.value = [](const State& s) { return s.getQ()[0]; }, .falling = false});
    e.triggered = [&rises](State& s, int) {
        rises.push_back(s.getTime());
        return false;
    };
    const EquationsSystem system(e);
    CvodeBdf integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(system.start());
    ASSERT_EQ(stepper.stepTo(6000), Integrator::ReachedReportTime);
    ASSERT_GE(rises.size(), 3u);
    for (std::size_t i = 1; i < rises.size(); ++i) EXPECT_NEAR(rises[i] - rises[i - 1], period, close);
}

TYPED_TEST(MultistepMethod, ProjectsWithoutLosingItsOrder) {
    // On the circle it takes about as many steps as without a constraint.
    const test::CartesianPendulum system;
    TypeParam integrator(system);
    integrator.setAccuracy(1e-8);
    integrator.setProjectEveryStep(true);
    integrator.initialize(system.start());
    ASSERT_EQ(test::goTo(integrator, 10), Integrator::ReachedReportTime);
    EXPECT_GE(integrator.getNumQProjections(), integrator.getNumStepsTaken());
    EXPECT_LE(std::abs(integrator.getState().getQErr()[0]), 1e-9);
    // Analytic: B1, 1 m, from the side.
    EXPECT_NEAR(integrator.getState().getQ()[0], 0.2750874625761169, 1e-6);
    EXPECT_NEAR(integrator.getState().getQ()[1], -0.9614192050991251, 1e-6);
    // Restarting after each projection would leave it at order 1: a hundred thousand steps.
    EXPECT_LT(integrator.getNumStepsTaken(), 6000);
}

TYPED_TEST(MultistepMethod, ContinuesFromTheProjectedState) {
    // Otherwise the projected solution would drift off its circle, and lose energy.
    const test::CartesianPendulum system;
    TypeParam integrator(system);
    integrator.setAccuracy(1e-5);
    integrator.initialize(system.start());
    ASSERT_EQ(test::goTo(integrator, 60), Integrator::ReachedReportTime);
    EXPECT_EQ(integrator.getNumProjectionFailures(), 0);
    const State& s = integrator.getState();
    EXPECT_NEAR(0.5 * s.getU().squaredNorm() + 9.81 * s.getQ()[1], 0, 0.02);
}

}  // namespace
}  // namespace trammel
