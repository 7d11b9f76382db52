// SPDX-License-Identifier: Apache-2.0
// Tests of the reference solutions themselves.
#include "closed_forms.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::test {
namespace {

TEST(ClosedForms, EllipticFunctionsBecomeCircularOnesAtModulusZero) {
    const Jacobi j(0.7, 0);
    EXPECT_NEAR(j.sn, std::sin(0.7), 4 * Eps);
    EXPECT_NEAR(j.cn, std::cos(0.7), 4 * Eps);
    EXPECT_EQ(j.dn, 1);
}

TEST(ClosedForms, EllipticFunctionsHaveTheRightQuarterPeriod) {
    // Rounding of a dozen operations.
    constexpr Real rounding = 1e-14;
    for (Real k : {0.1, 0.5, 0.9, 0.99}) {
        const Jacobi j(std::comp_ellint_1(k), k);
        EXPECT_NEAR(j.sn, 1, rounding);
        EXPECT_NEAR(j.dn, std::sqrt(1 - k * k), rounding);
    }
}

TEST(ClosedForms, EllipticSineSolvesItsDifferentialEquation) {
    // Central differences of step h: h^2 of truncation and Eps/h of rounding.
    constexpr Real h = 1e-5, tolerance = 1e-9;
    for (Real u : {-2.3, 0.4, 5.1}) {
        const Jacobi j(u, 0.8);
        EXPECT_NEAR((Jacobi(u + h, 0.8).sn - Jacobi(u - h, 0.8).sn) / (2 * h), j.cn * j.dn, tolerance);
    }
}

TEST(ClosedForms, PendulumHasThePublishedPeriod) {
    // IFToMM benchmark A01 by elliptic functions in 34 digits.
    const PendulumFormula pendulum{Pi / 2, std::sqrt(9.81)};
    EXPECT_NEAR(pendulum.period(), 2.3678419475762374493, 1e-14);
    EXPECT_NEAR(pendulum.angle(1), -1.405027311524799, 1e-14);
    EXPECT_NEAR(pendulum.angle(10), 0.2786806735699829, 1e-13);
}

TEST(ClosedForms, TopInSteadyPrecessionHasOneTilt) {
    // A = 2, C = 1, m = l = 1, tilt 60 degrees, spin 20: precession by A c W^2 - C n W + mgl = 0.
    const Real g = 9.81, spin = 20, c = 0.5, precession = 0.5031584197692336;
    const Real axial = spin, vertical = axial * c + 2 * precession * (1 - c * c);
    const Real energy = (axial * axial + 2 * precession * precession * (1 - c * c)) / 2 + g * c;
    // A double root: the square root of rounding.
    constexpr Real tolerance = 1e-4;
    const TopLimits limits(2, 1, g, vertical, axial, energy);
    EXPECT_NEAR(limits.least, c, tolerance);
    EXPECT_NEAR(limits.largest, c, tolerance);
}

}  // namespace
}  // namespace trammel::test
