// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "exploration/reducer.h"
#include "tests/unit/exploration/exploration_rig.h"

namespace trammel {
namespace {

/// Frames of f(t) in steps of 0.01 s over @p duration.
struct Curve {
    template <class F>
    Curve(Real duration, const F& f) {
        for (int i = 0; i <= int(std::lround(duration / 0.01)); ++i) {
            times.push_back(0.01 * i);
            values.push_back(f(times.back()));
        }
    }
    Samples samples() const { return {times, {values}}; }
    std::vector<Real> times, values;
};

Reduced reduced(const std::string& key, const Samples& samples, Settings settings = {}) {
    static const std::vector<TypeDescriptor> types = responseTypes();
    const TypeDescriptor& type = typeIn(types, key);
    return dynamic_cast<const ReducerType&>(*type.implementation)
        .reduce(propertiesOf(type, std::move(settings)), samples);
}
Real number(const Reduced& reduced) {
    const Real* const value = std::get_if<Real>(&reduced);
    EXPECT_TRUE(value) << std::get<std::string>(reduced);
    return value ? *value : NaN;
}

TEST(Extremes, AreExactBetweenFramesForAParabola) {
    const Curve curve(1, [](Real t) { return 3 - square(t - 0.3337); });
    EXPECT_NEAR(number(reduced("maximum", curve.samples())), 3, 1e-14);
    EXPECT_NEAR(number(reduced("minimum", curve.samples())), 3 - square(1 - 0.3337), 1e-14);
    const Curve low(1, [](Real t) { return square(t - 0.7713) - 5; });
    EXPECT_NEAR(number(reduced("minimum", low.samples())), -5, 1e-14);
    EXPECT_NEAR(number(reduced("peak", low.samples())), 5, 1e-14);
}

TEST(Averages, EqualTheClosedFormsForASineOverWholeCycles) {
    const Curve curve(2, [](Real t) { return 1 + 2 * std::sin(2 * Pi * t); });
    EXPECT_NEAR(number(reduced("mean", curve.samples())), 1, 1e-12);
    EXPECT_NEAR(number(reduced("rootMeanSquare", curve.samples())), std::sqrt(3), 1e-12);
    EXPECT_NEAR(number(reduced("integral", curve.samples())), 2, 1e-12);
    EXPECT_NEAR(number(reduced("atEnd", curve.samples())), 1, 1e-12);
}

TEST(ValueAtTime, IsLinearBetweenFramesAndRefusedOutside) {
    const Curve curve(1, [](Real t) { return 4 * t; });
    EXPECT_NEAR(number(reduced("atTime", curve.samples(), {{"time", 0.1234}})), 0.4936, 1e-14);
    EXPECT_NEAR(number(reduced("atTime", curve.samples(), {{"time", 1.}})), 4, 1e-14);
    const Reduced outside = reduced("atTime", curve.samples(), {{"time", 1.5}});
    EXPECT_NE(std::get<std::string>(outside).find("1.5 s"), std::string::npos);
}

TEST(TimeOfCrossing, IsThatOfTheFirstCrossingInTheDirection) {
    const Curve curve(2, [](Real t) { return std::cos(Pi * t); });
    const auto at = [&](const char* direction) {
        return number(reduced("timeOf", curve.samples(), {{"level", 0.}, {"direction", std::string(direction)}}));
    };
    EXPECT_NEAR(at("either"), 0.5, 1e-4);
    EXPECT_NEAR(at("falling"), 0.5, 1e-4);
    EXPECT_NEAR(at("rising"), 1.5, 1e-4);
    const Reduced never = reduced("timeOf", curve.samples(), {{"level", 2.}});
    EXPECT_NE(std::get<std::string>(never).find("never passes 2"), std::string::npos);
}

TEST(Deviation, FromATableIsTheRootMeanSquareDifference) {
    const Curve curve(1, [](Real t) { return 2 * t; });
    EXPECT_NEAR(number(reduced("deviation", curve.samples(), {{"table", std::string("0 0; 0.5 1")}})), 0, 1e-14);
    EXPECT_NEAR(number(reduced("deviation", curve.samples(), {{"table", std::string("0 3; 0.5 5")}})),
                std::sqrt((9 + 16) / 2.), 1e-14);
    EXPECT_TRUE(std::holds_alternative<std::string>(
        reduced("deviation", curve.samples(), {{"table", std::string("0 3; 7 5")}})));
}

TEST(PathDeviation, MeasuresTheDistanceFromThePathAtAnyTime) {
    const Curve x(1, [](Real t) { return std::cos(2 * Pi * t); }), y(1, [](Real t) { return std::sin(2 * Pi * t); }),
        z(1, [](Real) { return 0.5; });
    const Samples circle{x.times, {x.values, y.values, z.values}};
    EXPECT_NEAR(number(reduced("pathDeviation", circle, {{"points", std::string("0 1; -1 0")}})), 0, 1e-3);
    // 1 and 0.5 m from the circle in its plane.
    EXPECT_NEAR(number(reduced("pathDeviation", circle, {{"points", std::string("2 0; 0 -0.5")}})),
                std::sqrt((1 + 0.25) / 2), 1e-3);
    // With z the plane counts too.
    EXPECT_NEAR(number(reduced("pathDeviation", circle, {{"points", std::string("1 0 0")}})), 0.5, 1e-12);
}

TEST(TimedPathDeviation, MeasuresTheDistanceAtTheGivenTimes) {
    const Curve x(1, [](Real t) { return t; }), y(1, [](Real t) { return 2 * t; }), z(1, [](Real) { return 0.; });
    const Samples line{x.times, {x.values, y.values, z.values}};
    const auto at = [&](const char* points) {
        return reduced("timedPathDeviation", line, {{"points", std::string(points)}});
    };
    EXPECT_NEAR(number(at("0.25 0.25 0.5; 0.755 0.755 1.51 0")), 0, 1e-14);
    EXPECT_NEAR(number(at("0 3 4; 1 1 2")), std::sqrt(25. / 2), 1e-14);
    EXPECT_TRUE(std::holds_alternative<std::string>(at("2 0 0")));
    EXPECT_TRUE(std::holds_alternative<std::string>(at("1 0")));
}

TEST(Responses, HaveTheDimensionOfTheirMeasure) {
    const std::vector<TypeDescriptor> types = responseTypes();
    const auto dimension = [&](const char* key, Quantity of) {
        return dynamic_cast<const ReducerType&>(*typeIn(types, key).implementation).dimensionFor(dimensionOf(of));
    };
    EXPECT_EQ(dimension("maximum", Quantity::Force), dimensionOf(Quantity::Force));
    EXPECT_EQ(dimension("integral", Quantity::Power), dimensionOf(Quantity::Energy));
    EXPECT_EQ(dimension("timeOf", Quantity::Angle), dimensionOf(Quantity::Time));
}

}  // namespace
}  // namespace trammel
