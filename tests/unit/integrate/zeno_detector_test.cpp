// SPDX-License-Identifier: Apache-2.0
// Endless events and steps without progress are reported: every row of the registry.
#include <gtest/gtest.h>

#include <cmath>

#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/print_type.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

/// Not reached unless a run hangs.
constexpr long HangingSteps = 200000;

class EveryIntegratorAmongEvents : public testing::TestWithParam<TypeDescriptor> {
protected:
    std::unique_ptr<Integrator> integrator;
    int handled = 0;

    /// Run @p equations, of which all events are counted, until @p t or its end.
    Integrator::SuccessfulStepStatus run(Equations equations, Real t, Real accuracy = 1e-3, Real longestStep = 0) {
        equations.triggered = [this, handle = equations.triggered](State& s, int witness) {
            ++handled;
            return handle(s, witness);
        };
        const EquationsSystem system(equations);
        integrator = createIntegrator(GetParam().key, system);
        integrator->setAccuracy(accuracy);
        integrator->setMaximumStepSize(longestStep);
        integrator->setInternalStepLimit(1);
        TimeStepper stepper(system, *integrator);
        stepper.initialize(system.start());
        while (true) {
            const auto status = stepper.stepTo(t);
            if (status != Integrator::ReachedStepLimit) return status;
            if (integrator->getNumStepsTaken() > HangingSteps) return status;
        }
    }
    std::string report() const { return integrator->getFailure() ? integrator->getFailure()->full() : "no failure"; }
};

TEST_P(EveryIntegratorAmongEvents, ReportsAccumulatingImpacts) {
    // Each interval is a fixed fraction of the previous one; without rest the ball would fall through.
    for (const Real restitution : {0.3, 0.5, 0.8}) {
        const Real fall = std::sqrt(2 / 9.81), end = fall * (1 + restitution) / (1 - restitution);
        const auto status = run(test::bouncingBall(restitution), 10, 1e-4);
        // A method of order one cannot resolve bounces as low as its errors.
        if (integrator->getMethodMaxOrder() == 1 && status == Integrator::ReachedReportTime) continue;
        ASSERT_EQ(status, Integrator::StepFailed) << restitution;
        const IntegrationFailure& failure = *integrator->getFailure();
        EXPECT_EQ(failure.cause, IntegrationFailure::Cause::ZenoEvents) << report();
        EXPECT_NE(failure.brief.find("'ball' accumulated"), std::string::npos) << report();
        EXPECT_NE(failure.remedy.find("rest"), std::string::npos);
        // A method of order one errs by the duration of its last bounces.
        const Real near = integrator->getMethodMaxOrder() == 1 ? 0.5 : 0.05;
        EXPECT_NEAR(failure.time, end, near) << restitution;
    }
}

TEST_P(EveryIntegratorAmongEvents, ReportsAChatteringRelay) {
    // q' = -sign(q), switched by an event whenever q has changed its sign.
    auto relay = test::decay();
    relay.z = Vector(2);
    relay.z[0] = 0.5;
    relay.z[1] = -1;
    relay.rates = [](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        r.zdot[0] = z[1] + 0.3;
        r.zdot[1] = 0;
    };
    relay.witnesses.push_back({.stage = Stage::Acceleration, .value = [](const State& s) { return s.getZ()[0]; }});
    relay.triggered = [](State& s, int) {
        s.updZ()[1] = s.getZ()[0] > 0 ? -1 : 1;
        return false;
    };
    ASSERT_EQ(run(relay, 10), Integrator::StepFailed);
    EXPECT_EQ(integrator->getFailure()->cause, IntegrationFailure::Cause::ZenoEvents) << report();
    EXPECT_NE(report().find("'decay'"), std::string::npos) << report();
    // 0.5 at a rate of 0.7.
    EXPECT_NEAR(integrator->getTime(), 0.5 / 0.7, 0.02);
    EXPECT_LE(handled, 200);
}

TEST_P(EveryIntegratorAmongEvents, ReportsAHandlerThatTriggersItself) {
    // The handler resets the witness function to just before the next crossing.
    auto e = test::decay();
    e.z = Vector(1, 1.);
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates r) { r.zdot[0] = -1; };
    e.witnesses.push_back({.stage = Stage::Acceleration, .value = [](const State& s) { return s.getZ()[0]; }});
    e.triggered = [](State& s, int) {
        s.updZ()[0] = 1e-12;
        return false;
    };
    ASSERT_EQ(run(e, 10), Integrator::StepFailed);
    EXPECT_NE(integrator->getFailure()->brief.find("without end at t = 1"), std::string::npos) << report();
    EXPECT_LE(handled, 200);
}

TEST_P(EveryIntegratorAmongEvents, AcceptsFrequentEvents) {
    // A thousand switches, one each 5 ms.
    auto e = test::decay();
    e.z = Vector(1, 0.);
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, Equations::Rates r) { r.zdot[0] = 1; };
    e.witnesses.push_back({.stage = Stage::Acceleration, .value = [](const State& s) { return s.getZ()[0] - 5e-3; }});
    e.triggered = [](State& s, int) {
        s.updZ()[0] = 0;
        return false;
    };
    EXPECT_EQ(run(e, 5), Integrator::ReachedReportTime) << report();
    EXPECT_NEAR(handled, 1000, 10);
}

TEST_P(EveryIntegratorAmongEvents, AcceptsAcceleratingPeriodicEvents) {
    // Each turn takes less time than the previous one, the last a hundredth of a second.
    auto shaft = test::oscillator();
    shaft.q = Vector(1, 0.);
    shaft.u = Vector(1, 1.);
    shaft.rates = [](Real, const Vector&, const Vector& u, const Vector&, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = 100;
    };
    shaft.witnesses.push_back({.value = [](const State& s) { return std::sin(s.getQ()[0]); }, .falling = false});
    shaft.triggered = [](State& s, int) {
        s.updU()[0] += 0.1;
        return false;
    };
    // So short that no turn is missed.
    EXPECT_EQ(run(shaft, 6, 1e-2, 5e-3), Integrator::ReachedReportTime) << report();
    EXPECT_GT(handled, 250);
}

TEST_P(EveryIntegratorAmongEvents, AcceptsAHandlerThatBringsABallToRest) {
    auto ball = test::bouncingBall(0.5);
    ball.z = Vector(1, 1.);
    ball.rates = [](Real, const Vector&, const Vector& u, const Vector& z, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = -9.81 * z[0];
        r.zdot[0] = 0;
    };
    ball.triggered = [](State& s, int) {
        s.updU()[0] *= -0.5;
        if (std::abs(s.getU()[0]) < 1e-2) s.updU()[0] = s.updZ()[0] = 0;
        return false;
    };
    EXPECT_EQ(run(ball, 10, 1e-4), Integrator::ReachedReportTime) << report();
    EXPECT_LE(handled, integrator->getMethodMaxOrder() == 1 ? 2000 : 15);
}

TEST_P(EveryIntegratorAmongEvents, ReportsStepsWithoutProgress) {
    // A discontinuous force that switches about an attracting point: no event reports it.
    auto e = test::decay();
    e.zNames = {"grip of Brake"};
    e.rates = [](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        r.zdot[0] = z[0] > 0.5 ? -1e8 : 1e8;
    };
    e.triggered = [](State&, int) { return false; };
    const auto status = run(e, 1, 1e-6);
    // A run that passes has an allowed error.
    if (status == Integrator::ReachedReportTime) return;
    const std::string told = status == Integrator::StepFailed ? report() : integrator->getAdvice();
    EXPECT_NE(told.find("grip of Brake"), std::string::npos) << GetParam().key << ": " << told;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorAmongEvents, testing::ValuesIn(integratorTypes()),
                         [](const auto& row) { return row.param.key; });

}  // namespace
}  // namespace trammel
