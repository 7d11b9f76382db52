// SPDX-License-Identifier: Apache-2.0
// Stages for stability: Runge-Kutta-Chebyshev beside a method of fixed stages.
#include <gtest/gtest.h>

#include <cmath>

#include "integrate/methods/runge_kutta_chebyshev.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

constexpr int links = 60;
constexpr Real conductivity = 1e4;

/// Heat in a rod with cold ends, cut in pieces: its slowest mode, the fastest decays 1500 times as fast.
Equations rod() {
    Equations e;
    e.z.resize(links);
    for (int i = 0; i < links; ++i) e.z[i] = std::sin(Pi * (i + 1) / (links + 1));
    e.rates = [](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        for (int i = 0; i < links; ++i)
            r.zdot[i] = conductivity * ((i > 0 ? z[i - 1] : 0) - 2 * z[i] + (i + 1 < links ? z[i + 1] : 0));
    };
    return e;
}
const Real slowest = 4 * conductivity * square(std::sin(Pi / (2 * (links + 1))));

/// Evaluations to reach @p end, whose error in the middle of the rod is @p error.
long count(Integrator& integrator, const EquationsSystem& system, Real end, Real& error) {
    integrator.setAccuracy(1e-4);
    integrator.initialize(system.start());
    EXPECT_EQ(test::goTo(integrator, end), Integrator::ReachedReportTime);
    error = std::abs(integrator.getState().getZ()[links / 2] -
                     std::sin(Pi * (links / 2 + 1) / (links + 1)) * std::exp(-slowest * end));
    return integrator.getNumRealizations();
}

TEST(RungeKuttaChebyshev, TakesFewEvaluationsWhereDecayIsFast) {
    const EquationsSystem system(rod());
    RungeKuttaChebyshev chebyshev(system);
    const auto merson = test::merson(system);
    Real error, otherError;
    const long own = count(chebyshev, system, 0.1, error), other = count(*merson, system, 0.1, otherError);
    EXPECT_LT(error, 1e-3);
    EXPECT_LT(otherError, 1e-3);
    EXPECT_LT(5 * own, other) << own << " and " << other;
    EXPECT_EQ(chebyshev.getAdvice(), "");
}

TEST(RungeKuttaChebyshev, FollowsARateThatJumps) {
    // A damper that is 10^4 times as strong in the second half of each period.
    Equations e;
    e.z = Vector(1, 1.);
    const auto isStrong = [](Real t) { return std::fmod(t, 1.) >= 0.5; };
    e.rates = [=](Real t, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        r.zdot[0] = (isStrong(t) ? 1e5 : 10) * (std::cos(t) - z[0]);
    };
    const EquationsSystem system(e);
    RungeKuttaChebyshev integrator(system);
    integrator.setAccuracy(1e-4);
    integrator.initialize(system.start());
    for (int k = 1; k <= 40; ++k) {
        ASSERT_EQ(test::goTo(integrator, 0.1 * k), Integrator::ReachedReportTime);
        if (isStrong(0.1 * k - 0.01)) {
            EXPECT_NEAR(integrator.getState().getZ()[0], std::cos(0.1 * k), 2e-3) << k;
        }
    }
    // Merson's method needs 0.7 million.
    EXPECT_LT(integrator.getNumRealizations(), 20000);
}

TEST(RungeKuttaChebyshev, FindsTheFrequencyOfVibrationInAnyUnits) {
    // Undamped at 1000 rad/s: power iteration on q and u as they are would see 10^6 1/s.
    auto e = test::oscillator();
    e.rates = [](Real, const Vector& q, const Vector& u, const Vector&, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = -1e6 * q[0];
    };
    const EquationsSystem system(e);
    RungeKuttaChebyshev integrator(system);
    integrator.setFixedStepSize(1e-5);
    integrator.initialize(system.start());
    ASSERT_EQ(test::goTo(integrator, 0.01), Integrator::ReachedReportTime);
    // Two stages, the end and the rate: four evaluations a step, and some at the start.
    EXPECT_LT(integrator.getNumRealizations(), 4 * 1000 + 40);
    EXPECT_NEAR(integrator.getState().getQ()[0], std::cos(10), 1e-2);
}

}  // namespace
}  // namespace trammel
