// SPDX-License-Identifier: Apache-2.0
// The automatic choice among Merson's method, BDF and Chebyshev's.
#include <gtest/gtest.h>

#include <cmath>

#include "integrate/methods/automatic.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::Equations;
using test::EquationsSystem;

/// Heat in a rod of @p links pieces with cold ends; the fastest mode decays at 4e4 1/s.
Equations rod(int links) {
    Equations e;
    e.z.resize(links);
    for (int i = 0; i < links; ++i) e.z[i] = std::sin(Pi * (i + 1) / (links + 1));
    e.rates = [links](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates r) {
        for (int i = 0; i < links; ++i)
            r.zdot[i] = 1e4 * ((i > 0 ? z[i - 1] : 0) - 2 * z[i] + (i + 1 < links ? z[i + 1] : 0));
    };
    return e;
}

long count(Integrator& integrator, const EquationsSystem& system, Real end) {
    integrator.setAccuracy(1e-4);
    integrator.initialize(system.start());
    EXPECT_EQ(test::goTo(integrator, end), Integrator::ReachedReportTime);
    return integrator.getNumRealizations();
}

TEST(AutomaticIntegrator, TakesFewEvaluationsWithBdfForFewVariables) {
    const EquationsSystem system(rod(60));
    AutomaticIntegrator automatic(system);
    const auto merson = test::merson(system);
    const long own = count(automatic, system, 1), other = count(*merson, system, 1);
    EXPECT_LT(10 * own, other) << own << " and " << other;
    EXPECT_NEAR(automatic.getState().getZ()[30], merson->getState().getZ()[30], 1e-3);
    EXPECT_NE(automatic.describeMethods().find("BDF"), std::string::npos) << automatic.describeMethods();
}

TEST(AutomaticIntegrator, TakesFewEvaluationsWithChebyshevForManyVariables) {
    const EquationsSystem system(rod(500));
    AutomaticIntegrator automatic(system);
    const auto merson = test::merson(system);
    const long own = count(automatic, system, 0.3), other = count(*merson, system, 0.3);
    EXPECT_LT(3 * own, other) << own << " and " << other;
    EXPECT_EQ(automatic.describeMethods().find("BDF"), std::string::npos) << automatic.describeMethods();
    EXPECT_NE(automatic.describeMethods().find("Chebyshev"), std::string::npos) << automatic.describeMethods();
}

TEST(AutomaticIntegrator, IsMersonsMethodWithoutStiffness) {
    const EquationsSystem system(test::oscillator());
    AutomaticIntegrator automatic(system);
    const auto merson = test::merson(system);
    EXPECT_EQ(count(automatic, system, 20), count(*merson, system, 20));
    EXPECT_EQ(automatic.getState().getY(), merson->getState().getY());
    EXPECT_EQ(automatic.describeMethods(), "");
}

TEST(AutomaticIntegrator, ReturnsToMersonsMethodAfterTheStiffPart) {
    // Damped for a second, then free.
    Equations e;
    e.q = e.u = Vector(1, 0.);
    e.q[0] = 1;
    e.rates = [](Real t, const Vector& q, const Vector& u, const Vector&, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = -100 * q[0] - (t < 1 ? 1e5 : 0) * u[0];
    };
    const EquationsSystem system(e);
    AutomaticIntegrator automatic(system);
    EXPECT_LT(count(automatic, system, 1), 5000);
    EXPECT_EQ(test::goTo(automatic, 30), Integrator::ReachedReportTime);
    // BDF would follow the vibration with 200 steps a second.
    EXPECT_LT(automatic.getNumRealizations(), 12000) << automatic.describeMethods();
}

}  // namespace
}  // namespace trammel
