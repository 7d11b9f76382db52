// SPDX-License-Identifier: Apache-2.0
#include "integrate/error_control.h"

#include <gtest/gtest.h>

#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

/// Two q, two u, two z.
test::Equations threeGroups() {
    test::Equations e;
    e.q = e.u = e.z = Vector(2, 0.);
    e.rates = [](Real, const Vector&, const Vector&, const Vector&, test::Equations::Rates r) {
        r.qdot = r.udot = r.zdot = Vector(2, 0.);
    };
    return e;
}

Vector error(std::initializer_list<Real> values) { return Vector(int(values.size()), std::data(values)); }

TEST(ErrorNorm, IsTheLargestOfTheRootMeanSquaresOfTheGroups) {
    const test::EquationsSystem system(threeGroups());
    const State& s = system.start();
    const auto size = calcErrorNorm(s, error({3, 4, 0, 0, 1, 0}), false);
    EXPECT_DOUBLE_EQ(size.norm, std::sqrt(12.5));
    EXPECT_EQ(size.worst, 1);
    EXPECT_DOUBLE_EQ(calcErrorNorm(s, error({3, 4, 0, 0, 9, 0}), false).norm, std::sqrt(40.5));
    EXPECT_EQ(calcErrorNorm(s, error({3, 4, 0, 0, 9, 0}), false).worst, 4);
}

TEST(ErrorNorm, IsTheLargestElementOnRequest) {
    const test::EquationsSystem system(threeGroups());
    EXPECT_EQ(calcErrorNorm(system.start(), error({3, -4, 0, 2, 1, 0}), true).norm, 4);
}

TEST(ErrorNorm, TakesFastSpeedsRelativeToThemselves) {
    const test::EquationsSystem system(threeGroups());
    State s = system.start();
    s.updU()[0] = -100;
    s.updU()[1] = 0.01;
    EXPECT_DOUBLE_EQ(calcErrorNorm(s, error({0, 0, 5, 0, 0, 0}), true).norm, 0.05);
    EXPECT_DOUBLE_EQ(calcErrorNorm(s, error({0, 0, 0, 5, 0, 0}), true).norm, 5);
    // With weight w the change of scale is at |u| = 1/w.
    s.updUWeights()[0] = 0.001;
    EXPECT_DOUBLE_EQ(calcErrorNorm(s, error({0, 0, 5, 0, 0, 0}), true).norm, 0.005);
}

TEST(ErrorNorm, NamesNaNVariables) {
    const test::EquationsSystem system(threeGroups());
    for (const bool infinity : {false, true}) {
        const auto size = calcErrorNorm(system.start(), error({1, 2, NaN, 7, 9, 1}), infinity);
        EXPECT_TRUE(std::isnan(size.norm));
        EXPECT_EQ(size.worst, 2);
    }
}

using Controller = StepSizeController;

TEST(StepSizeController, ShortensARefusedStepByItsErrorWithinLimits) {
    // An error 16 times too large at order 4 halves the step, up to the safety factor.
    EXPECT_DOUBLE_EQ(Controller::afterRefused(1, 16, 4), 0.5 * Controller::Safety);
    EXPECT_EQ(Controller::afterRefused(1, 1e9, 4), Controller::MinShrink);
    EXPECT_EQ(Controller::afterRefused(1, NaN, 4), Controller::MinShrink);
    EXPECT_EQ(Controller::afterRefused(1, Infinity, 4), Controller::MinShrink);
    EXPECT_LE(Controller::afterRefused(1, 1.0000001, 4), Controller::MaxAfterRefusal);
}

TEST(StepSizeController, SettlesWhereTheErrorIsBelowTheAccuracy) {
    // The error is (h/h0)^4: from any start, the controller settles below h0.
    for (const Real start : {0.01, 0.9, 3.}) {
        Real h = start, last = 1;
        for (int i = 0; i < 200; ++i) {
            const Real error = std::pow(h, 4);
            if (error > 1) {
                h = Controller::afterRefused(h, error, 4);
                continue;
            }
            h = Controller::afterAccepted(h, error, last, 4);
            last = error;
        }
        EXPECT_NEAR(h, std::pow(Controller::Safety, 1 / (Controller::Present - Controller::Last)), 1e-6);
    }
}

TEST(StepSizeController, GrowsLessWhileTheErrorGrows) {
    EXPECT_LT(Controller::afterAccepted(1, 0.1, 0.01, 4), Controller::afterAccepted(1, 0.1, 0.1, 4));
    EXPECT_EQ(Controller::afterAccepted(1, 0, 1, 4), Controller::MaxGrow);
    EXPECT_EQ(Controller::afterAccepted(1, 1e-30, 1, 4), Controller::MaxGrow);
}

TEST(StepSizeController, ForeseesAReachThatRisesFasterThanItsOrder) {
    // 4 times as much per h^4 as in the step before: again 4 times as much in the next one.
    EXPECT_EQ(Controller::foreseeReach(1, 0.04, 1, 0.01, 4), 0.16);
    EXPECT_EQ(Controller::foreseeReach(2, 0.64, 1, 0.01, 4), 2.56);
    // By the order alone, and falling.
    EXPECT_EQ(Controller::foreseeReach(2, 0.16, 1, 0.01, 4), 0.16);
    EXPECT_EQ(Controller::foreseeReach(1, 0.01, 1, 0.04, 4), 0.01);
    // Without a last step, and without any error.
    EXPECT_EQ(Controller::foreseeReach(1, 0.04, 0, 0, 4), 0.04);
    EXPECT_EQ(Controller::foreseeReach(1, 0, 1, 0.01, 4), 0);
    // Parts that come from rounding, even if the ratio overflows.
    EXPECT_EQ(Controller::foreseeReach(1, 1e-6, 1, 1e-16, 4), 1e-6 * Controller::MaxRise);
    EXPECT_EQ(Controller::foreseeReach(1, 0.1, 1, 5e-324, 4), 0.1 * Controller::MaxRise);
}

TEST(StepSizeController, FindsTheOrderOfTwoRefusedAttempts) {
    EXPECT_NEAR(Controller::calcOrder(2, 8, 1, 1, 5), 3, 1e-12);
    // Not above that of the method, nor below that of a jump, even of an error that grows.
    EXPECT_EQ(Controller::calcOrder(2, 256, 1, 1, 5), 5);
    EXPECT_EQ(Controller::calcOrder(2, 1.5, 1, 1, 5), 1);
    EXPECT_EQ(Controller::calcOrder(2, 1, 1, 3, 5), 1);
    // Unknown: that of the method.
    for (const Real unknown : {NaN, Infinity}) {
        EXPECT_EQ(Controller::calcOrder(2, unknown, 1, 1, 5), 5);
        EXPECT_EQ(Controller::calcOrder(2, 1, 1, unknown, 5), 5);
    }
}

}  // namespace
}  // namespace trammel
