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

}  // namespace
}  // namespace trammel
