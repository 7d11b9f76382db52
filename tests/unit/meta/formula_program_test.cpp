// SPDX-License-Identifier: Apache-2.0
// Formulas as programs: values, exact derivatives, dimensions, and errors with their places.
#include "meta/formula_program.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel {
namespace {

/// x, y, z, w are inputs 0 to 3 without dimension; L a length, T a time; P, Q and R points, S one of inputs that do not
/// follow each other.
std::variant<FormulaName, std::string> resolveName(const ExpressionName& name) {
    FormulaName meaning;
    const std::string plain = "xyzw";
    if (const std::size_t i = plain.find(name.element); name.element.size() == 1 && i != std::string::npos) {
        meaning.inputs[0] = int(i);
    } else if (name.element == "L" || name.element == "T") {
        meaning.inputs[0] = name.element == "L" ? 4 : 5;
        meaning.dimension = dimensionOf(name.element == "L" ? Quantity::Length : Quantity::Time);
    } else if (name.element == "P" || name.element == "Q" || name.element == "R") {
        const int first = 6 + 3 * (name.element[0] - 'P');
        meaning.isPoint = true;
        meaning.inputs = {first, first + 1, first + 2};
    } else if (name.element == "S") {
        meaning.isPoint = true;
        meaning.inputs = {2, 0, 1};
    } else {
        return "There is no '" + name.element + "' here.";
    }
    return meaning;
}
constexpr int numInputs = 15;
const Real inputs[numInputs] = {0.7, 1.3, -0.4, 2.1, 0.5, 3, 0.1, 0.2, -0.3, 1.1, -0.4, 0.6, 0.3, 0.9, -0.8};

FormulaProgram compiled(const std::string& text) {
    auto result = FormulaProgram::compile(text, resolveName);
    if (const auto* const error = std::get_if<FormulaError>(&result)) throw std::runtime_error(error->toString());
    return std::get<FormulaProgram>(std::move(result));
}
std::string errorIn(const std::string& text) {
    const auto result = FormulaProgram::compile(text, resolveName);
    const auto* const error = std::get_if<FormulaError>(&result);
    return error ? error->toString() : std::string();
}

class EveryFormula : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryFormula, GradientAndJetAgreeWithDifferences) {
    const FormulaProgram program = compiled(GetParam());
    const int n = program.getNumInputs();
    const Real value = program.calc(inputs);
    ASSERT_TRUE(std::isfinite(value));
    Real gradient[numInputs];
    EXPECT_EQ(program.calcGradient(inputs, gradient), value);
    constexpr Real h = 1e-4, tolerance = 2e-6;
    // Differences of fourth order.
    const auto at = [&](auto move) {
        Real moved[numInputs];
        for (int i = 0; i < numInputs; ++i) moved[i] = inputs[i] + move(i);
        return program.calc(moved);
    };
    for (int i = 0; i < n; ++i) {
        const auto along = [&](Real step) { return at([&](int k) { return k == i ? step : 0.; }); };
        const Real slope = (8 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12 * h);
        EXPECT_NEAR(gradient[i], slope, tolerance * 1e-3 * (1 + std::abs(slope))) << "input " << i;
    }
    // Along the curve x + s v + s² a/2.
    Jet curve[numInputs];
    for (int i = 0; i < numInputs; ++i) curve[i] = {inputs[i], 0.3 - 0.1 * i, 0.2 + 0.05 * i};
    const auto at2 = [&](Real s) { return at([&](int k) { return s * curve[k].dot + s * s * curve[k].dotdot / 2; }); };
    const Jet jet = program.calcJet(curve);
    EXPECT_EQ(jet.value, value);
    EXPECT_NEAR(jet.dot, (8 * (at2(h) - at2(-h)) - (at2(2 * h) - at2(-2 * h))) / (12 * h),
                tolerance * 1e-3 * (1 + std::abs(jet.dot)));
    EXPECT_NEAR(jet.dotdot, (16 * (at2(h) + at2(-h)) - (at2(2 * h) + at2(-2 * h)) - 30 * value) / (12 * h * h),
                tolerance * (1 + std::abs(jet.dotdot)));
    // The chain rule relates both.
    Real dot = 0;
    for (int i = 0; i < n; ++i) dot += gradient[i] * curve[i].dot;
    EXPECT_NEAR(jet.dot, dot, 1e-13 * (1 + std::abs(dot)));
}

INSTANTIATE_TEST_SUITE_P(
    Operations, EveryFormula,
    ::testing::Values("x + y*z - w/x", "-x^2 + y^3 - z^4 + w^-1", "w^1.5 + y^0.5 + x^0", "w^y + x^(y*z)",
                      "x^7 - y^16 + w^-3 + x^17 - z^-2", "sin(x)*cos(y) + tan(z)", "asin(z) + acos(x) - atan(w)",
                      "atan2(x*y, z)", "sinh(x) + cosh(y*z) + tanh(w)", "exp(-x^2)*log(w)", "sqrt(x^2 + y^2)",
                      "abs(z)*abs(x) + sign(z)*y", "min(x, y)*max(z, w)",
                      "if(x > y, x^2, y*w) + if(z < 0 && w > 1, z*x, 1)", "(z)^3 * 2^x",
                      "x*x*x - x^3 + (x + y)*(x + y)", "2 rad*y + !(x == y)*w", "-7*(x - 0.3) - 2*y*z + (w + 3)*4",
                      "3*(x - 0.1) + (x - 0.1)*y", "if(x > 0.5, 0.2*(w - 1), z) + if(y < 0.5, 3, 0.1*x^-3 + w^5)",
                      "floor(3*w)*x + ceil(x) - y*round(z*10/3)", "mod(w, y)*x + mod(-w, z) - mod(w, -y)"));
INSTANTIATE_TEST_SUITE_P(Points, EveryFormula,
                         ::testing::Values("distance(P, Q)/L", "distance(S, P)/L", "distance(Q, S)*distance(P, Q)/L^2",
                                           "distance(P, Q)^2*3 N/m/(1 J)", "angle(P, Q, R)*x",
                                           "1/distance(Q, R)*L + 1 m/distance(P, Q)"));

TEST(FormulaProgram, ValuesAreThoseOfTheSameArithmetic) {
    const Real x = inputs[0], y = inputs[1], z = inputs[2];
    EXPECT_EQ(compiled("x + y*z").calc(inputs), x + y * z);
    EXPECT_EQ(compiled("-4*x^3 + sin(y)").calc(inputs), -4 * (x * x * x) + std::sin(y));
    EXPECT_EQ(compiled("2 + 3 mm/(1 m)").calc(inputs), 2.003);
    EXPECT_EQ(compiled("if(z < 0, x, y)").calc(inputs), x);
}

TEST(FormulaProgram, ConstantsAreFoldedAndEqualOperationsShared) {
    EXPECT_EQ(compiled("2*3 + sqrt(16)").getNumOperations(), 0);
    EXPECT_EQ(compiled("(x + y)^2 + (x + y)^2").getNumOperations(), 3);
    EXPECT_EQ(compiled("x^16").getNumOperations(), 4);
    EXPECT_EQ(compiled("x^-2").getNumOperations(), 1);
    EXPECT_EQ(compiled("x^-2").calc(inputs), 1 / (inputs[0] * inputs[0]));
    EXPECT_TRUE(compiled("3 - 3").isZero());
}

TEST(FormulaProgram, OperationsWithConstantsAreOne) {
    const Real x = inputs[0], y = inputs[1], w = inputs[3];
    const auto expectOperations = [&](const char* text, int count, Real value) {
        EXPECT_EQ(compiled(text).getNumOperations(), count) << text;
        EXPECT_EQ(compiled(text).calc(inputs), value) << text;
    };
    expectOperations("-7*(x - 0.3) - 2*y", 2, -7 * (x - 0.3) - 2 * y);
    expectOperations("0.1*y + w", 1, 0.1 * y + w);
    expectOperations("w - x*0.1", 1, w - x * 0.1);
    expectOperations("0.002*w^-3", 2, 0.002 * (1 / (w * w * w)));
    expectOperations("if(x > 0.5, 3*(x + 0.1), y)", 3, 3 * (x + 0.1));
    // A part that is used twice is computed once.
    expectOperations("3*(x - 0.1) + (x - 0.1)", 2, 3 * (x - 0.1) + (x - 0.1));
    expectOperations("2*x + (2*x)^2", 3, 2 * x + 2 * x * (2 * x));
}

TEST(FormulaProgram, ADistanceIsOneOperation) {
    const FormulaProgram program = compiled("distance(P, Q)");
    EXPECT_EQ(program.getNumOperations(), 1);
    const Real x = inputs[9] - inputs[6], y = inputs[10] - inputs[7], z = inputs[11] - inputs[8];
    Real gradient[numInputs];
    const Real r = program.calcGradient(inputs, gradient);
    EXPECT_EQ(r, std::sqrt(x * x + y * y + z * z));
    EXPECT_EQ(gradient[6], -gradient[9]);
    EXPECT_NEAR(gradient[9], x / r, 1e-15);
    // Without a direction there is no derivative.
    Real same[numInputs] = {};
    program.calcGradient(same, gradient);
    EXPECT_TRUE(std::isnan(gradient[6]));
}

TEST(FormulaProgram, DimensionsOfTheResult) {
    EXPECT_EQ(compiled("L*L/T").getDimension(), dimensionOf(Quantity::Length) * dimensionOf(Quantity::Speed));
    EXPECT_EQ(compiled("max(L, 0)").getDimension(), dimensionOf(Quantity::Length));
    EXPECT_EQ(compiled("angle(P, Q, R)").getDimension(), dimensionOf(Quantity::Angle));
}

TEST(FormulaProgram, ErrorsNameProblemAndPlace) {
    EXPECT_EQ(errorIn("L + T"), "Column 3: Dimensions do not match: length plus time.");
    EXPECT_EQ(errorIn("x + foo"), "Column 5: There is no 'foo' here.");
    EXPECT_NE(errorIn("sin(L)").find("Column 1: An angle is expected here, not length."), std::string::npos);
    EXPECT_EQ(errorIn("x + 1/0"), "Column 6: Division by zero.");
    EXPECT_EQ(errorIn("x + sqrt(-1)"), "Column 5: The result is not a finite number.");
    EXPECT_EQ(errorIn("x*P"), "Column 3: A number is expected here, not a point: write .x, .y or .z.");
    EXPECT_EQ(errorIn("P"), "Column 1: A number is expected, not a point: write .x, .y or .z.");
    EXPECT_EQ(errorIn("distance(x, P)"), "Column 10: A point is expected here, such as Crank.tip.");
    EXPECT_NE(errorIn("L^x").find("requires a constant exponent"), std::string::npos);
    EXPECT_NE(errorIn("x +").find("Column 4"), std::string::npos) << errorIn("x +");
    EXPECT_NE(errorIn("sine(x)").find("Column 1: Unknown function 'sine'"), std::string::npos) << errorIn("sine(x)");
    EXPECT_NE(errorIn("distance(P)").find("takes two arguments"), std::string::npos);
    EXPECT_NE(errorIn("µ + x").find("Column 1"), std::string::npos);
    EXPECT_NE(errorIn("").find("expected"), std::string::npos);
}

TEST(FormulaProgram, HostileTextsAreRefusedWithAReason) {
    EXPECT_NE(errorIn(std::string(1000, '(') + "x").find("nested"), std::string::npos);
    std::string sum = "x";
    for (int i = 1; sum.size() < 9900; ++i) sum += "+x^" + std::to_string(i + 4);
    EXPECT_NE(errorIn(sum).find("more than 2000 operations"), std::string::npos) << errorIn(sum);
    EXPECT_NE(errorIn(std::string(20000, 'x')).find("longer than"), std::string::npos);
    // Long, but valid.
    std::string valid = "x";
    for (int i = 0; i < 900; ++i) valid += "+y";
    EXPECT_NEAR(compiled(valid).calc(inputs), inputs[0] + 900 * inputs[1], 1e-9);
}

// --- Breaks in time ---

/// The first break after @p x, which is the time; y is a number, and z something that moves.
Real breakAfter(Real x, const std::string& text, Real horizon = 1) {
    const Jet jets[numInputs] = {{x, 1, 0}, {3, 0, 0}, {NaN, NaN, NaN}};
    return compiled(text).calcNextBreak(jets, x, horizon);
}

TEST(FormulaProgram, BreaksAreFoundWhereTheArgumentIsLinearInTime) {
    EXPECT_NEAR(breakAfter(0, "abs(2*x - 3)"), 1.5, 1e-12);
    EXPECT_EQ(breakAfter(1.5, "abs(2*x - 3)"), Infinity);
    EXPECT_NEAR(breakAfter(0, "min(x, y)"), 3, 1e-12);
    EXPECT_NEAR(breakAfter(0, "z*max(0, y - x)"), 3, 1e-12);
    EXPECT_NEAR(breakAfter(0, "if(x > 1, (x - 1)^3, 0) + if(x < 0.5, 1, 0)"), 0.5, 1e-12);
    EXPECT_NEAR(breakAfter(0.75, "if(x > 1, (x - 1)^3, 0) + if(x < 0.5, 1, 0)"), 1, 1e-12);
    EXPECT_NEAR(breakAfter(0, "if(x > 1 && x < 2, z, sin(x))"), 1, 1e-12);
    // A piece that is linear until its own break.
    EXPECT_NEAR(breakAfter(0, "abs(min(x, 1) - 0.5)"), 0.5, 1e-12);
    for (const char* const text : {"sin(x)", "abs(z)", "min(x, z)", "if(z > x, 1, 0)", "x*y", "abs(y - 5)"})
        EXPECT_EQ(breakAfter(0, text), Infinity) << text;
}

TEST(FormulaProgram, BreaksOfOtherFunctionsOfTimeAreSearchedForWithinTheHorizon) {
    EXPECT_NEAR(breakAfter(0.5, "abs(sin(x))", 3), Pi, 1e-15);
    EXPECT_EQ(breakAfter(0.5, "abs(sin(x))", 2), Infinity);
    EXPECT_NEAR(breakAfter(Pi, "abs(sin(x))", 4), 2 * Pi, 1e-11);
    EXPECT_NEAR(breakAfter(0.5, "sign(sin(x))", 3), Pi, 1e-11);
    EXPECT_NEAR(breakAfter(0, "z*min(cos(x), 0.5)", 2), Pi / 3, 1e-15);
    EXPECT_NEAR(breakAfter(0, "if(x^2 > y, z, 0)", 2), std::sqrt(3), 1e-11);
    EXPECT_NEAR(breakAfter(0, "max(exp(-x), x)"), 0.5671432904097838, 1e-15);
    // The first of several, of which one is known exactly.
    EXPECT_EQ(breakAfter(0, "abs(sin(x)) + abs(x - 2)", 10), 2);
    EXPECT_NEAR(breakAfter(0, "abs(cos(x)) + abs(x - 2)", 10), Pi / 2, 1e-15);
    // The argument has breaks of its own.
    EXPECT_NEAR(breakAfter(0, "abs(min(sin(x), 0.5) - 0.25)"), std::asin(0.25), 1e-15);
    // A horizon of many breaks, and one with a short pair far from each time that is looked at.
    EXPECT_NEAR(breakAfter(0.01, "sign(sin(100*x))", 0.2), Pi / 100, 1e-12);
    EXPECT_NEAR(breakAfter(0, "if(cos(2*x - 1.05) > 0.999999, 1, 0)", 2), 0.525 - std::acos(0.999999) / 2, 1e-9);
    // Zero but for rounding.
    for (const char* const text : {"abs(sin(x)^2 + cos(x)^2 - 1)", "max(sin(2*x), 2*sin(x)*cos(x))"})
        EXPECT_EQ(breakAfter(0, text, 20), Infinity) << text;
    for (const char* const text :
         {"abs(1.1 + sin(x))", "sign(exp(x))", "abs(sin(x)*z)", "min(sin(x), z)", "abs(sin(y))"})
        EXPECT_EQ(breakAfter(0, text, 20), Infinity) << text;
}

TEST(FormulaProgram, EachJumpOfARoundedFunctionOfTimeIsABreak) {
    struct Row {
        const char* text;
        std::vector<Real> breaks;
        Real tolerance;
    };
    const std::vector<Row> rows{{"floor(2*x)", {0.5, 1, 1.5, 2}, 1e-14},
                                {"ceil(1.25 - x)", {0.25, 1.25}, 1e-14},
                                {"round(x)", {0.5, 1.5}, 1e-14},
                                {"round(-x)*z", {0.5, 1.5}, 1e-14},
                                {"mod(x, 0.75)", {0.75, 1.5}, 1e-14},
                                {"mod(0.5 - x, 1)", {0.5, 1.5}, 1e-14},
                                {"if(mod(x, 1) < 0.5, 1, 0)", {0.5, 1, 1.5, 2}, 1e-14},
                                {"floor(1.9*sin(x))", {std::asin(1 / 1.9)}, 1e-11},
                                {"mod(x^2, 1.5)", {std::sqrt(1.5), std::sqrt(3.)}, 1e-11},
                                {"mod(1, 1.5 + x)", {}, 0},
                                {"floor(z)", {}, 0},
                                {"floor(y/2)", {}, 0}};
    for (const Row& row : rows) {
        constexpr Real last = 2.001, shortest = 1e-9;
        std::vector<Real> found;
        for (Real x = 0.01; (x = breakAfter(x, row.text, last - x)) < last;) {
            // A jump is crossed by a step of its own.
            if (found.empty() || x - found.back() > shortest) found.push_back(x);
            ASSERT_LT(found.size(), 10u) << row.text;
        }
        ASSERT_EQ(found.size(), row.breaks.size()) << row.text << " " << ::testing::PrintToString(found);
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], row.breaks[i], row.tolerance) << row.text;
    }
}

TEST(FormulaProgram, AJumpOfALargeRoundedValueIsCrossedByFewSteps) {
    // Near the jump many times have the same rounded argument.
    for (const char* const text : {"floor(x + 1e6)", "mod(x + 1e6, 1)"}) {
        int steps = 0;
        for (Real x = 0.5; (x = breakAfter(x, text)) < 1.5;) ASSERT_LT(++steps, 10) << text;
        EXPECT_GT(steps, 0) << text;
    }
}

TEST(FormulaProgram, AJumpIsCrossedByOneShortStep) {
    // Computed times are exact up to rounding, others up to a fraction of the horizon.
    struct Row {
        const char* text;
        Real longest;
    };
    for (const auto& [text, longest] :
         {Row{"if(3*x > 1, 1, 0)", 1e-14}, Row{"if(3*x >= 1, 1, 0)", 1e-14}, Row{"sign(3*x - 1)", 1e-14},
          Row{"sign(sin(3*x - 1))", 1e-11}, Row{"if(9*x^2 > 1, 1, 0)", 1e-11}}) {
        const FormulaProgram program = compiled(text);
        const auto valueAt = [&](Real x) { return program.calc(std::vector<Real>{x}.data()); };
        Real x = 0;
        std::vector<Real> ends;
        while (std::isfinite(x = breakAfter(x, text))) ends.push_back(x);
        ASSERT_EQ(ends.size(), 2u) << text;
        EXPECT_EQ(valueAt(ends[0]), valueAt(0)) << text;
        EXPECT_EQ(valueAt(ends[1]), valueAt(1)) << text;
        EXPECT_LT(ends[1] - ends[0], longest) << text;
    }
}

TEST(FormulaProgram, UnitsCanBeIgnored) {
    const auto result = FormulaProgram::compile("L + T + sin(L)", resolveName, FormulaProgram::Units::Ignored);
    ASSERT_TRUE(std::holds_alternative<FormulaProgram>(result));
    EXPECT_DOUBLE_EQ(std::get<FormulaProgram>(result).calc(inputs), 0.5 + 3 + std::sin(0.5));
}

}  // namespace
}  // namespace trammel
