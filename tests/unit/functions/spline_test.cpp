// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/exceptions.h"
#include "functions/kinds.h"

namespace trammel {
namespace {

Vector column(std::initializer_list<Real> values) { return Vector(static_cast<int>(values.size()), values.begin()); }

const Vector unevenX = column({0, 1, 2.5, 3, 4.2, 6});
const Vector unevenY = column({1, 3, -2, 0.5, 2, 1});

Spline interpolate(int degree, const Vector& x, const Vector& y) {
    return SplineFitter<Real>::fitForSmoothingParameter(degree, x, y, 0).getSpline();
}

TEST(Spline, InterpolationPassesThroughThePoints) {
    for (const int degree : {1, 3, 5}) {
        const Spline spline = interpolate(degree, unevenX, unevenY);
        EXPECT_EQ(spline.getSplineDegree(), degree);
        for (int i = 0; i < unevenX.size(); ++i) EXPECT_NEAR(spline.calcValue(unevenX[i]), unevenY[i], 1e-12);
    }
}

TEST(Spline, IsExactForNaturalSplines) {
    // (x-1)+^3 - 2 (x-2)+^3 + (x-3)+^3: a cubic between the knots, and straight lines (0 and 6x - 12) beyond them.
    const auto exact = [](Real x) {
        const auto cubed = [](Real s) { return s > 0 ? s * s * s : 0; };
        return cubed(x - 1) - 2 * cubed(x - 2) + cubed(x - 3);
    };
    const Vector x = column({0.5, 1, 2, 3, 3.25, 4});
    Vector y(6);
    for (int i = 0; i < 6; ++i) y[i] = exact(x[i]);
    const Spline spline = interpolate(3, x, y);
    for (Real t = -1; t < 6; t += 0.125) EXPECT_NEAR(spline.calcValue(t), exact(t), 1e-11) << t;
}

TEST(Spline, SmoothingKeepsStraightLines) {
    for (const int degree : {3, 5})
        for (const Real p : {0., 1., 1e6}) {
            const Vector y = 2 * unevenX.array().matrix() + Vector(6, 1.);
            const Spline spline = SplineFitter<Real>::fitForSmoothingParameter(degree, unevenX, y, p).getSpline();
            for (const Real t : {-2., 0.3, 2.7, 5., 8.}) EXPECT_NEAR(spline.calcValue(t), 2 * t + 1, 1e-7) << p;
        }
}

TEST(Spline, DerivativesAreContinuousUpToTheDegreeButOne) {
    // From one side of a knot to the other over 2e-9, times derivatives of at most a few hundred.
    constexpr Real aside = 1e-9, slack = 1e-6;
    for (const int degree : {3, 5}) {
        const Spline spline = interpolate(degree, unevenX, unevenY);
        for (const Real knot : {0., 1., 2.5, 3., 4.2, 6.})
            for (int order = 0; order < degree; ++order)
                EXPECT_NEAR(spline.calcDerivative(order, knot - aside), spline.calcDerivative(order, knot + aside),
                            slack)
                    << "degree " << degree << ", order " << order << ", at " << knot;
        EXPECT_GT(std::abs(spline.calcDerivative(degree, 2.5 - aside) - spline.calcDerivative(degree, 2.5 + aside)), 1)
            << "the test must see a jump where there is one";
    }
}

TEST(Spline, DerivativesAreSlopes) {
    constexpr Real h = 1e-5;
    const Spline spline = interpolate(5, unevenX, unevenY);
    for (int order = 1; order <= 5; ++order)
        for (const Real t : {-0.5, 0.4, 2.8, 5.1}) {
            const Real slope =
                (spline.calcDerivative(order - 1, t + h) - spline.calcDerivative(order - 1, t - h)) / (2 * h);
            EXPECT_NEAR(spline.calcDerivative(order, t), slope, 1e-6 * (1 + std::abs(slope)));
        }
    EXPECT_EQ(spline.calcDerivative(6, 2.8), 0);
}

TEST(Spline, ControlValuesWeighTheNaturalBSplinesOfTheKnots) {
    // Values of Simbody 3.7 for the same knots: the third basis function, and the first, which is not scaled.
    Vector y(6, 0.);
    y[2] = 1;
    EXPECT_NEAR(Spline(3, unevenX, y).calcValue(2.5), 0.606771, 1e-6);
    EXPECT_NEAR(Spline(3, unevenX, y).calcValue(0.5), 0.0166667, 1e-6);
    y = column({1, 0, 0, 0, 0, 0});
    EXPECT_NEAR(Spline(3, unevenX, y).calcValue(0.), 3.5, 1e-12);
    EXPECT_NEAR(Spline(5, unevenX, y).calcValue(1.), 6.61667, 1e-5);
    EXPECT_EQ(Spline(3, unevenX, y).getControlPointValues()[0], 1);
    EXPECT_EQ(Spline(3, unevenX, y).getControlPointLocations()[5], 6);
}

TEST(Spline, SmoothingAgreesWithAnIndependentImplementation) {
    // Values of Simbody 3.7.
    struct Case {
        int degree;
        Real p, valueAt2, slopeAt2;
    };
    for (const Case& c : {Case{1, 0.1, -0.0679306826, -2.65764643}, Case{3, 0.1, 0.0413163752, -1.91873196},
                          Case{3, 2, 0.592988897, -0.441952032}, Case{5, 2, 0.503762504, -0.352840861}}) {
        const auto fit = SplineFitter<Real>::fitForSmoothingParameter(c.degree, unevenX, unevenY, c.p);
        EXPECT_NEAR(fit.getSpline().calcValue(2.), c.valueAt2, 1e-8);
        EXPECT_NEAR(fit.getSpline().calcDerivative(1, 2.), c.slopeAt2, 1e-7);
        EXPECT_EQ(fit.getSmoothingParameter(), c.p);
    }
}

TEST(Spline, EachComponentOfAVectorIsFittedByItself) {
    Vector_<Vec3> y(6);
    for (int i = 0; i < 6; ++i) y[i] = Vec3(unevenY[i], -unevenY[i], unevenX[i]);
    const Spline_<Vec3> spline = SplineFitter<Vec3>::fitForSmoothingParameter(3, unevenX, y, 0.1).getSpline();
    const Spline alone = SplineFitter<Real>::fitForSmoothingParameter(3, unevenX, unevenY, 0.1).getSpline();
    const Vec3 value = spline.calcValue(2.2);
    EXPECT_NEAR(value[0], alone.calcValue(2.2), 1e-14);
    EXPECT_NEAR(value[1], -alone.calcValue(2.2), 1e-14);
    EXPECT_NEAR(value[2], 2.2, 1e-12);
}

TEST(Spline, ManyPointsAreFittedToRounding) {
    const int n = 2000;
    Vector x(n), y(n);
    for (int i = 0; i < n; ++i) {
        x[i] = 0.01 * i + 0.003 * std::sin(Real(i));
        y[i] = std::sin(x[i]);
    }
    const Spline spline = interpolate(5, x, y);
    for (Real t = 1; t < 19; t += 0.217) {
        EXPECT_NEAR(spline.calcValue(t), std::sin(t), 1e-11);
        EXPECT_NEAR(spline.calcDerivative(2, t), -std::sin(t), 1e-5);
    }
}

TEST(Spline, RefusesDegreesAndPointsThatMakeNoSpline) {
    EXPECT_THROW(interpolate(2, unevenX, unevenY), Exception);
    EXPECT_THROW(interpolate(-1, unevenX, unevenY), Exception);
    EXPECT_THROW(interpolate(7, unevenX, unevenY), Exception);
    EXPECT_THROW(interpolate(3, column({0, 1, 1, 2}), column({0, 1, 2, 3})), Exception);
    EXPECT_THROW(interpolate(3, unevenX, column({0, 1})), Exception);
    EXPECT_THROW(SplineFitter<Real>::fitForSmoothingParameter(3, unevenX, unevenY, -1), Exception);
    EXPECT_THROW(Spline().calcValue(1.), Exception);
    EXPECT_THROW(interpolate(3, unevenX, unevenY).calcDerivative(-1, 1.), Exception);
}

}  // namespace
}  // namespace trammel
