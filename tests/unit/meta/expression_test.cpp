// SPDX-License-Identifier: Apache-2.0
#include "meta/expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel {
namespace {

/// L1 = 80 mm, a = 30 deg, M = 2 kg, n = 4, "Pin A" has angle 0.5 rad.
NamedValue resolve(const ExpressionName& name) {
    if (name.element == "L1" && name.key.empty()) return Measured{0.08, dimensionOf(Quantity::Length)};
    if (name.element == "a") return Measured{Pi / 6, dimensionOf(Quantity::Angle)};
    if (name.element == "M") return Measured{2, dimensionOf(Quantity::Mass)};
    if (name.element == "n") return Measured{4, {}};
    if (name.element == "Pin A" && name.key == "angle") return Measured{0.5, dimensionOf(Quantity::Angle)};
    return "There is no '" + name.element + "'.";
}

Measured value(const std::string& text) {
    const auto parsed = Expression::parse(text);
    if (const auto* why = std::get_if<std::string>(&parsed)) {
        ADD_FAILURE() << text << ": " << *why;
        return {NaN, {}};
    }
    const NamedValue result = std::get<Expression>(parsed).evaluate(resolve);
    if (const auto* why = std::get_if<std::string>(&result)) {
        ADD_FAILURE() << text << ": " << *why;
        return {NaN, {}};
    }
    return std::get<Measured>(result);
}

/// The error message from parsing or evaluating the text.
std::string fault(const std::string& text) {
    const auto parsed = Expression::parse(text);
    if (const auto* why = std::get_if<std::string>(&parsed)) return *why;
    const NamedValue result = std::get<Expression>(parsed).evaluate(resolve);
    const auto* const why = std::get_if<std::string>(&result);
    return why ? *why : std::string();
}

TEST(Expression, CalculatesWithUnitsAndNames) {
    const struct {
        const char* text;
        Real si;
        Quantity quantity;
    } rows[] = {{"3*L1", 0.24, Quantity::Length},
                {"L1 + 5 mm", 0.085, Quantity::Length},
                {"2*(L1 - 1 cm)/4", 0.035, Quantity::Length},
                {"-L1^2 / 2 m^2", -0.0032, Quantity::None},
                {"4 kg/m^3 * 2 m³", 8, Quantity::Mass},
                {"3 mm^2 / 1 cm", 3e-4, Quantity::Length},
                {"sqrt(L1^2)", 0.08, Quantity::Length},
                {"sqrt(2)*L1²/L1", std::sqrt(2.) * 0.08, Quantity::Length},
                {"sin(a) + cos(60 deg)", 1, Quantity::None},
                {"atan2(L1, 80 mm)", Pi / 4, Quantity::Angle},
                {"M*9.81 m/s^2", 19.62, Quantity::Force},
                {"M * 1 m/s² * L1", 0.16, Quantity::Torque},
                {"2 N·m + 3 N*L1", 2.24, Quantity::Torque},
                {"2 N*m + 3 N*L1", 2.24, Quantity::Torque},
                {"60 rpm * 2 s", 4 * Pi, Quantity::Angle},
                {"'Pin A'.angle - a", 0.5 - Pi / 6, Quantity::Angle},
                {"min(L1, 1 in) + max(1 m, L1)", 1.0254, Quantity::Length},
                {"1e3 mm + .5 m", 1.5, Quantity::Length},
                {"floor(L1 / 30 mm) + ceil(L1 / 30 mm)", 5, Quantity::None},
                {"round(2.5) + round(-2.5) + floor(-0.5)", -1, Quantity::None},
                {"mod(L1, 3 cm)", 0.02, Quantity::Length},
                {"mod(-80 mm, 3 cm)", 0.01, Quantity::Length},
                {"mod(7, -4) + mod(-8, 4)", -1, Quantity::None},
                {"if(mod(-1e-20, 1) < 1, 1, 0) + if(mod(1e-20, -1) > -1, 1, 0)", 2, Quantity::None},
                {"2 - -3", 5, Quantity::None},
                {"2^3^2", 512, Quantity::None},
                {"-2^2", -4, Quantity::None}};
    for (const auto& row : rows) {
        const Measured found = value(row.text);
        EXPECT_NEAR(found.value, row.si, 1e-14 * (1 + std::abs(row.si))) << row.text;
        EXPECT_TRUE(agree(found.dimension, dimensionOf(row.quantity)))
            << row.text << " is " << describe(found.dimension);
    }
}

TEST(Expression, EvaluatesComparisonsAndLogic) {
    EXPECT_EQ(value("L1 > 79 mm && a <= 30 deg").value, 1);
    EXPECT_EQ(value("L1 > 81 mm || n != 4").value, 0);
    EXPECT_EQ(value("!(n == 4)").value, 0);
}

TEST(Expression, ErrorsAreDescriptive) {
    EXPECT_NE(fault("L1 + 3 s").find("length plus time"), std::string::npos) << fault("L1 + 3 s");
    EXPECT_NE(fault("L1 + 3").find("dimensionless number (write its unit"), std::string::npos) << fault("L1 + 3");
    EXPECT_NE(fault("sin(L1)").find("An angle is expected"), std::string::npos) << fault("sin(L1)");
    EXPECT_NE(fault("L9*2").find("'L9'"), std::string::npos);
    EXPECT_NE(fault("2 L1").find("Write * to multiply"), std::string::npos) << fault("2 L1");
    EXPECT_NE(fault("(L1").find("closing parenthesis"), std::string::npos);
    EXPECT_NE(fault("sine(a)").find("Unknown function 'sine'"), std::string::npos);
    EXPECT_NE(fault("L1/0").find("Division by zero"), std::string::npos);
    EXPECT_NE(fault("sqrt(-1)").find("not a finite number"), std::string::npos);
    EXPECT_NE(fault("0,5*L1").find("decimal point"), std::string::npos) << fault("0,5*L1");
    EXPECT_NE(fault("L1^0.25").find("integer exponent"), std::string::npos) << fault("L1^0.25");
    EXPECT_NE(fault("3 N/m^3").find("'m'"), std::string::npos) << fault("3 N/m^3");
    EXPECT_NE(fault("floor(L1)").find("dimensionless number is expected"), std::string::npos) << fault("floor(L1)");
    EXPECT_NE(fault("mod(L1, 2 s)").find("length beside time"), std::string::npos) << fault("mod(L1, 2 s)");
    EXPECT_NE(fault("mod(n, 0)").find("Division by zero"), std::string::npos);
    EXPECT_FALSE(fault("mod(n)").empty());
    EXPECT_FALSE(fault("").empty());
    EXPECT_FALSE(fault("3 *").empty());
    EXPECT_FALSE(fault("'Pin A").empty());
    EXPECT_FALSE(fault(std::string(1000, '(')).empty());
    EXPECT_FALSE(fault(std::string(1000, '-')).empty());
    EXPECT_FALSE(fault("min(1)").empty());
    EXPECT_FALSE(fault("\xff\xfe\x01").empty());
}

TEST(Expression, ListsAndRenamesNames) {
    const auto parsed = Expression::parse("L1*2 + L1 + 'Pin A'.angle*L10/(1 rad) + n.L1*L1");
    ASSERT_TRUE(std::holds_alternative<Expression>(parsed));
    const auto& expression = std::get<Expression>(parsed);
    const std::vector<ExpressionName> names{{"L1", ""}, {"L10", ""}, {"Pin A", "angle"}, {"n", "L1"}};
    EXPECT_EQ(expression.getNames(), names);
    EXPECT_EQ(expression.renamed("L1", "crank"), "crank*2 + crank + 'Pin A'.angle*L10/(1 rad) + n.L1*crank");
    EXPECT_EQ(expression.renamed("Pin A", "B's pin"), "L1*2 + L1 + 'B''s pin'.angle*L10/(1 rad) + n.L1*L1");
}

TEST(Expression, ReadsEveryUnitThatIsKnown) {
    for (const Quantity quantity : allQuantities)
        for (const Unit& unit : knownUnits(quantity)) {
            if (unit.symbol.empty()) continue;
            for (const std::string& spelled : {unit.symbol, typedUnit(unit.symbol)}) {
                const Measured one = value("1 " + spelled);
                EXPECT_EQ(one.value, unit.factor) << spelled;
                EXPECT_TRUE(agree(one.dimension, dimensionOf(quantity))) << spelled;
            }
        }
}

}  // namespace
}  // namespace trammel
