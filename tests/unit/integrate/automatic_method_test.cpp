// SPDX-License-Identifier: Apache-2.0
// The automatic choice among Merson's method, BDF and Chebyshev's.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "base/numerical_failure.h"
#include "integrate/integrator_memory.h"
#include "integrate/methods/automatic.h"
#include "integrate/time_stepper.h"
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

/// Damped until @p t = 1, then free.
Equations dampedThenFree() {
    Equations e;
    e.q = e.u = Vector(1, 0.);
    e.q[0] = 1;
    e.rates = [](Real t, const Vector& q, const Vector& u, const Vector&, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = -100 * q[0] - (t < 1 ? 1e5 : 0) * u[0];
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
    const EquationsSystem system(dampedThenFree());
    AutomaticIntegrator automatic(system);
    EXPECT_LT(count(automatic, system, 1), 5000);
    EXPECT_EQ(test::goTo(automatic, 30), Integrator::ReachedReportTime);
    // BDF would follow the vibration with 200 steps a second.
    EXPECT_LT(automatic.getNumRealizations(), 12000) << automatic.describeMethods();
}

TEST(AutomaticIntegrator, ResumesBitwiseInEachOfItsMethods) {
    struct Case {
        Equations equations;
        std::vector<Real> times;
        Real end;
        const char* method;
    };
    // Before and after each change of the method.
    const Case cases[] = {{rod(60), {1e-4, 1e-3, 0.01, 0.1, 0.5}, 1, "BDF"},
                          {rod(500), {1e-4, 1e-3, 0.01, 0.05, 0.1}, 0.15, "Chebyshev"},
                          {dampedThenFree(), {1e-5, 1e-3, 0.1, 0.9, 1.001, 1.1, 2.5}, 4, "BDF"}};
    for (const Case& each : cases) {
        const EquationsSystem system(each.equations);
        const auto make = [&] {
            auto integrator = std::make_unique<AutomaticIntegrator>(system);
            integrator->setAccuracy(1e-4);
            return integrator;
        };
        const auto whole = make();
        TimeStepper stepper(system, *whole);
        stepper.initialize(system.start());
        std::vector<IntegratorMemory> memories;
        for (const Real t : each.times) {
            stepper.stepTo(t);
            std::stringstream text;
            stepper.makeMemory()->write(text);
            const auto memory = IntegratorMemory::read(text);
            ASSERT_TRUE(memory);
            memories.push_back(*memory);
        }
        stepper.stepTo(each.end);
        EXPECT_NE(whole->describeMethods().find(each.method), std::string::npos) << whole->describeMethods();
        for (std::size_t i = 0; i < memories.size(); ++i) {
            const auto resumed = make();
            TimeStepper other(system, *resumed);
            for (const Diagnostic& d : other.resume(memories[i])) ADD_FAILURE() << d.toString();
            for (std::size_t k = i + 1; k < each.times.size(); ++k) other.stepTo(each.times[k]);
            other.stepTo(each.end);
            EXPECT_TRUE(test::identical(resumed->getState().getY(), whole->getState().getY()))
                << each.method << ' ' << each.times[i];
            EXPECT_EQ(resumed->describeMethods(), whole->describeMethods()) << each.times[i];
        }
    }
}

TEST(AutomaticIntegrator, TakesChebyshevWhereBdfFails) {
    // The last variable stays zero, and nothing can be evaluated elsewhere: there is no Jacobian.
    Equations e = rod(60);
    Vector extended(61, 0.);
    extended.head(60) = e.z;
    e.z = extended;
    e.rates = [heat = e.rates](Real t, const Vector& q, const Vector& u, const Vector& z, Equations::Rates r) {
        if (z[60] != 0) throw NumericalFailure("It moved.");
        Vector head = z.head(60), rates(60);
        heat(t, q, u, head, {r.qdot, r.udot, rates});
        r.zdot.head(60) = rates;
        r.zdot[60] = 0;
    };
    const EquationsSystem system(e);
    AutomaticIntegrator automatic(system);
    const auto merson = test::merson(system);
    const long own = count(automatic, system, 0.3), other = count(*merson, system, 0.3);
    // Each attempt costs a Jacobian: BDF is not tried again.
    EXPECT_LT(own, 1.2 * other) << own << " and " << other << ": " << automatic.describeMethods();
    EXPECT_EQ(automatic.describeMethods().find("BDF"), std::string::npos) << automatic.describeMethods();
    EXPECT_NE(automatic.describeMethods().find("Chebyshev"), std::string::npos) << automatic.describeMethods();
    EXPECT_NEAR(automatic.getState().getZ()[30], merson->getState().getZ()[30], 1e-3);
}

}  // namespace
}  // namespace trammel
