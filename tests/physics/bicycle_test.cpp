// SPDX-License-Identifier: Apache-2.0
// The bicycle of four bodies in space against the published linear equations.
#include "bicycle.h"

#include <gtest/gtest.h>

namespace trammel::test {
namespace {

TEST(PublishedBicycle, HasThePublishedEigenvalues) {
    // At 5 m/s, Meijaard et al. (2007), table 2.
    constexpr Real digits = 1e-9;
    const BicycleEigenvalues values = publishedBicycleEigenvalues(5);
    EXPECT_NEAR(values[0].real(), -14.0783896927982, digits);
    EXPECT_NEAR(values[1].real(), -0.775341882195845, digits);
    EXPECT_NEAR(values[1].imag(), 4.46486771378823, digits);
    EXPECT_NEAR(values[3].real(), -0.322866429004087, digits);
}

TEST(PublishedBicycle, IsStableBetweenItsWeaveAndItsCapsizeSpeed) {
    constexpr Real weave = 4.29238253634111, capsize = 6.02426201538837, off = 1e-6;
    const auto worst = [](Real speed) {
        Real most = -Infinity;
        for (const auto& value : publishedBicycleEigenvalues(speed)) most = std::max(most, value.real());
        return most;
    };
    EXPECT_GT(worst(weave - off), 0);
    EXPECT_LT(worst(weave + off), 0);
    EXPECT_LT(worst(capsize - off), 0);
    EXPECT_GT(worst(capsize + off), 0);
}

TEST(Bicycle, ModeledInSpaceHasTheEigenvaluesOfThePublishedEquations) {
    // Differences of accelerations of some 100 1/s^2, extrapolated.
    constexpr Real digits = 1e-6;
    for (const Real speed : {1., 3., 4.6, 5., 8.})
        EXPECT_LT(difference(calcBicycleEigenvalues(speed), publishedBicycleEigenvalues(speed)), digits)
            << speed << " m/s: " << toText(calcBicycleEigenvalues(speed)) << " instead of "
            << toText(publishedBicycleEigenvalues(speed));
}

}  // namespace
}  // namespace trammel::test
