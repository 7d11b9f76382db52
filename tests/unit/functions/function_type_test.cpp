// SPDX-License-Identifier: Apache-2.0
// Every row of the function registry, and diagnostics of invalid texts.
#include "functions/function_type.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/exceptions.h"

namespace trammel {
namespace {

/// The properties of a type with some values set; the rest have their defaults.
FunctionInputs inputs(const TypeDescriptor& type, std::map<std::string, PropertyValue> set = {}) {
    return {"cam profile", [&type, set = std::move(set)](const std::string& key) {
                const auto found = set.find(key);
                return found != set.end() ? found->second : type.findProperty(key)->defaultValue;
            }};
}

const TypeDescriptor& row(const std::string& key) {
    static const std::vector<TypeDescriptor> rows = functionTypes();
    return *std::find_if(rows.begin(), rows.end(), [&](const TypeDescriptor& type) { return type.key == key; });
}

Result<std::unique_ptr<Function>> create(const std::string& key, std::map<std::string, PropertyValue> set = {}) {
    const TypeDescriptor& type = row(key);
    return dynamic_cast<const FunctionType&>(*type.implementation).create(inputs(type, std::move(set)));
}

Vector at(Real x) { return Vector(1, x); }
Array_<int> order(int n) { return Array_<int>(static_cast<std::size_t>(n), 0); }

class EveryFunction : public ::testing::TestWithParam<std::string> {
protected:
    std::unique_ptr<Function> f = std::move(*create(GetParam()));
};

TEST_P(EveryFunction, EachDerivativeIsTheSlopeOfTheOneBefore) {
    // Central differences: h^2 of truncation against Eps / h of rounding, times the size of the values.
    constexpr Real h = 1e-5, tolerance = 1e-6;
    // Off the points where some kinds have kinks.
    for (const Real x : {-0.63, 0.17, 0.42, 0.71, 1.83, 4.37})
        for (int n = 1; n <= std::min(f->getMaxDerivativeOrder(), 3); ++n) {
            const Real slope =
                (f->calcDerivative(order(n - 1), at(x + h)) - f->calcDerivative(order(n - 1), at(x - h))) / (2 * h);
            EXPECT_NEAR(f->calcDerivative(order(n), at(x)), slope, tolerance * (1 + std::abs(slope)))
                << "order " << n << " at " << x;
        }
}

TEST_P(EveryFunction, AnEmptyListOfArgumentsGivesTheValue) {
    EXPECT_EQ(f->calcDerivative(order(0), at(0.3)), f->calcValue(at(0.3)));
}

TEST_P(EveryFunction, AStandardVectorNamesTheDerivativeToo) {
    EXPECT_EQ(f->calcDerivative(std::vector<int>{0}, at(0.3)), f->calcDerivative(order(1), at(0.3)));
}

TEST_P(EveryFunction, ACopyHasTheSameValuesAndLivesOn) {
    const std::unique_ptr<Function> copy(f->clone());
    const Real value = f->calcValue(at(0.3));
    f.reset();
    EXPECT_EQ(copy->calcValue(at(0.3)), value);
}

TEST_P(EveryFunction, RefusesAnotherNumberOfArguments) {
    EXPECT_EQ(f->getArgumentSize(), 1);
    EXPECT_THROW(f->calcValue(Vector(2)), Exception);
    EXPECT_THROW(f->calcValue(Vector()), Exception);
    EXPECT_THROW(f->calcDerivative(order(1), Vector(2)), Exception);
}

TEST_P(EveryFunction, RefusesADerivativeThatItDoesNotHave) {
    if (f->getMaxDerivativeOrder() < 100) {
        EXPECT_THROW(f->calcDerivative(order(f->getMaxDerivativeOrder() + 1), at(0.3)), Exception);
    }
    Array_<int> bySecondArgument(1, 1);
    EXPECT_THROW(f->calcDerivative(bySecondArgument, at(0.3)), IndexOutOfRange);
}

TEST_P(EveryFunction, IsDescribedByItsRow) {
    const TypeDescriptor& type = row(GetParam());
    EXPECT_EQ(type.family, "function");
    EXPECT_FALSE(type.label.empty());
    EXPECT_FALSE(type.reference.empty());
    EXPECT_EQ(type.doc.back(), '.');
    for (const PropertyDescriptor& property : type.properties)
        EXPECT_EQ(describeInvalidValue(property, property.defaultValue), "") << property.key;
}

std::vector<std::string> keys() {
    std::vector<std::string> all;
    for (const TypeDescriptor& type : functionTypes()) all.push_back(type.key);
    return all;
}
INSTANTIATE_TEST_SUITE_P(Registry, EveryFunction, ::testing::ValuesIn(keys()),
                         [](const auto& key) { return key.param; });

TEST(FunctionTypes, AFormulaIsRefusedWithItsColumn) {
    const auto refused = create("formula", {{"formula", std::string("2*x + y")}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.diagnostics.items().front().message,
              "Column 7: The argument of the function is x; 'y' is unknown here.");
}

TEST(FunctionTypes, PropertiesReachTheFunction) {
    EXPECT_EQ((*create("constant", {{"value", 7.0}}))->calcValue(at(3)), 7);
    EXPECT_EQ((*create("linear", {{"slope", 2.0}, {"offset", 1.0}}))->calcValue(at(3)), 7);
    EXPECT_EQ((*create("polynomial", {{"coefficients", std::string("1, 0, -2")}}))->calcValue(at(3)), 7);
    EXPECT_NEAR((*create("sinusoid", {{"amplitude", 7.0}, {"phase", Pi / 2}}))->calcValue(at(0)), 7, 1e-14);
    EXPECT_EQ((*create("formula", {{"formula", std::string("if(x > 2, x^2 - 2, 0)")}}))->calcValue(at(3)), 7);
    EXPECT_EQ((*create("smoothStep", {{"endValue", 7.0}, {"end", 2.0}}))->calcValue(at(3)), 7);
    EXPECT_EQ((*create("table", {{"points", std::string("0 5\n2 6\n4 8")}}))->calcValue(at(3)), 7);
    EXPECT_NEAR((*create("spline", {{"points", std::string("0 1; 1 3; 2 5; 3 7; 4 9")}}))->calcValue(at(3)), 7, 1e-12);
}

TEST(FunctionTypes, CubicThroughPointsReproducesACubicAndIsStraightBeyondItsEnds) {
    // x³ - 2x at uneven points.
    const auto f = create("cubicThroughPoints", {{"points", std::string("-2 -4; -0.5 0.875; 1 -1; 2.5 10.625; 3 21")}});
    ASSERT_TRUE(f);
    for (const Real x : {-2., -1., 0.3, 1.7, 2.9}) {
        EXPECT_NEAR((*f)->calcValue(at(x)), x * x * x - 2 * x, 1e-12) << x;
        EXPECT_NEAR((*f)->calcDerivative(order(1), at(x)), 3 * x * x - 2, 1e-12) << x;
        EXPECT_NEAR((*f)->calcDerivative(order(2), at(x)), 6 * x, 1e-11) << x;
    }
    EXPECT_NEAR((*f)->calcValue(at(5)), 21 + 2 * 25, 1e-10);
    EXPECT_NEAR((*f)->calcValue(at(-3)), -4 - 10, 1e-10);
    EXPECT_NEAR((*f)->calcDerivative(order(2), at(5)), 0, 1e-12);
    // Third derivatives of zero at the ends of three points: 3/2 x² - x/2 and its mirror image around the middle.
    const auto three = create("cubicThroughPoints", {{"points", std::string("0 0; 1 1; 2 0")}});
    EXPECT_NEAR((*three)->calcDerivative(order(2), at(0.5)), (*three)->calcDerivative(order(2), at(1.5)), 1e-12);
    EXPECT_NEAR((*create("cubicThroughPoints", {{"points", std::string("0 1; 2 5")}}))->calcValue(at(1)), 3, 1e-12);
}

TEST(FunctionTypes, NonNumbersAreReportedWithPlaceAndWord) {
    const auto result = create("polynomial", {{"coefficients", std::string("1 two 3,5x")}});
    EXPECT_FALSE(result);
    ASSERT_EQ(result.diagnostics.size(), 2U);
    const Diagnostic& first = result.diagnostics.items()[0];
    EXPECT_EQ(first.place, "cam profile, coefficients");
    EXPECT_EQ(first.message, "\"two\" is not a number.");
    EXPECT_FALSE(first.remedy.empty());
}

TEST(FunctionTypes, InvalidPointsAreReported) {
    for (const char* points : {"0 0; 0 1", "1 0; 0 1", "0 0; 1", "", "nan 1"}) {
        const auto table = create("table", {{"points", std::string(points)}});
        EXPECT_FALSE(table) << points;
        EXPECT_TRUE(table.diagnostics.hasErrors()) << points;
    }
    EXPECT_FALSE(create("spline", {{"points", std::string("0 0; 1 1; 2 0")}}));
    EXPECT_FALSE(create("smoothStep", {{"start", 2.0}, {"end", 2.0}}));
    EXPECT_FALSE(create("polynomial", {{"coefficients", std::string()}}));
}

}  // namespace
}  // namespace trammel
