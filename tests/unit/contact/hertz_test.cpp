// SPDX-License-Identifier: Apache-2.0
#include "contact/laws/hertz.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::test {
namespace {

// Johnson, "Contact Mechanics", chapter 4.
TEST(Hertz, CrossedSteelCylindersTouchOnAnEllipse) {
    const Real modulus = 210e9 / (2 * (1 - 0.3 * 0.3)), force = 100;
    const HertzContact hertz = calcHertzContact(1 / 0.01, 1 / 0.02);
    const Real depth = std::pow(force / (modulus * hertz.factor), 2. / 3);
    EXPECT_NEAR(depth, 3.08241832467e-6, 1e-16);
    const Real a = hertz.major * std::sqrt(depth), b = hertz.minor * std::sqrt(depth);
    EXPECT_NEAR(a, 0.2620638048e-3, 1e-13);
    EXPECT_NEAR(b, 0.1652563088e-3, 1e-13);
    EXPECT_NEAR(1.5 * force / (Pi * a * b), 1.10249415639e9, 1e-1);
}

TEST(Hertz, EqualCurvaturesTouchOnACircle) {
    const HertzContact hertz = calcHertzContact(4, 4);
    EXPECT_NEAR(hertz.major, 0.5, 1e-15);
    EXPECT_NEAR(hertz.minor, 0.5, 1e-15);
    EXPECT_NEAR(hertz.factor, 4. / 3 * 0.5, 1e-15);
    // Continuous to the ellipse.
    const HertzContact nearly = calcHertzContact(4, 4 * (1 - 2e-6));
    EXPECT_NEAR(nearly.factor, hertz.factor, 1e-5);
    EXPECT_NEAR(nearly.major, hertz.major, 1e-5);
    EXPECT_GT(nearly.major, nearly.minor);
}

}  // namespace
}  // namespace trammel::test
