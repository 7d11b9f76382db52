// SPDX-License-Identifier: Apache-2.0
#include "functions/kinds.h"

#include <gtest/gtest.h>

#include "base/exceptions.h"

namespace trammel {
namespace {

Vector arguments(std::initializer_list<Real> values) { return Vector(static_cast<int>(values.size()), values.begin()); }

Vector_<Vec3> vectors(std::initializer_list<Vec3> values) {
    Vector_<Vec3> column(static_cast<int>(values.size()));
    int i = 0;
    for (const Vec3& value : values) column[i++] = value;
    return column;
}

Array_<int> by(std::initializer_list<int> components) { return Array_<int>(components.begin(), components.end()); }

/// A user-defined function without clone().
class Product : public Function {
public:
    Real calcValue(const Vector& x) const override { return x[0] * x[1]; }
    Real calcDerivative(const Array_<int>& components, const Vector& x) const override {
        return components.size() == 1 ? x[1 - components[0]] : Real(components[0] != components[1]);
    }
    int getArgumentSize() const override { return 2; }
    int getMaxDerivativeOrder() const override { return 2; }
};

TEST(Functions, CustomFunctionWithoutCloneThrowsWhenCopied) {
    const Product product;
    const Function& f = product;
    EXPECT_EQ(f.calcValue(arguments({3, 5})), 15);
    EXPECT_EQ(f.calcDerivative(by({1}), arguments({3, 5})), 3);
    EXPECT_EQ(f.calcDerivative(std::vector<int>{0, 1}, arguments({3, 5})), 1);
    EXPECT_THROW(f.clone(), Exception);
}

TEST(Functions, AConstantTakesAnyNumberOfArgumentsNoneIncluded) {
    EXPECT_EQ(Function::Constant(4.5, 0).calcValue(Vector()), 4.5);
    EXPECT_EQ(Function::Constant(4.5, 3).calcDerivative(by({2, 2}), arguments({1, 2, 3})), 0);
    EXPECT_EQ(Function_<Vec3>::Constant(Vec3(1, 2, 3)).calcValue(arguments({9})), Vec3(1, 2, 3));
    EXPECT_EQ(Function_<Vec3>::Constant(Vec3(1, 2, 3)).calcDerivative(by({0}), arguments({9})), Vec3(0.));
}

TEST(Functions, ALinearFunctionHasOneSlopePerArgumentAndThenTheConstantTerm) {
    const Function::Linear f(arguments({2, -3, 10}));
    EXPECT_EQ(f.getArgumentSize(), 2);
    EXPECT_EQ(f.calcValue(arguments({5, 1})), 17);
    EXPECT_EQ(f.calcDerivative(by({1}), arguments({5, 1})), -3);
    EXPECT_EQ(f.calcDerivative(by({1, 0}), arguments({5, 1})), 0);
    EXPECT_THROW(f.calcDerivative(by({2}), arguments({5, 1})), IndexOutOfRange);
    const Function_<Vec3>::Linear line(vectors({Vec3(1, 0, 0), Vec3(0, 2, 0)}));
    EXPECT_EQ(line.calcValue(arguments({4})), Vec3(4, 2, 0));
    EXPECT_EQ(line.calcDerivative(by({0}), arguments({4})), Vec3(1, 0, 0));
}

TEST(Functions, APolynomialTakesTheHighestPowerFirst) {
    const Function::Polynomial f(arguments({1, 0, -2, 5}));
    EXPECT_EQ(f.calcValue(arguments({3})), 27 - 6 + 5);
    EXPECT_EQ(f.calcDerivative(by({0}), arguments({3})), 27 - 2);
    EXPECT_EQ(f.calcDerivative(by({0, 0}), arguments({3})), 18);
    EXPECT_EQ(f.calcDerivative(by({0, 0, 0, 0}), arguments({3})), 0);
    const Function_<Vec3>::Polynomial curve(vectors({Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 5, 0)}));
    EXPECT_EQ(curve.calcValue(arguments({2})), Vec3(2, 5, 4));
    EXPECT_EQ(curve.calcDerivative(by({0}), arguments({2})), Vec3(1, 0, 4));
}

TEST(Functions, ASinusoidCanBeRetuned) {
    Function::Sinusoid f(2, 3);
    EXPECT_EQ(f.calcValue(arguments({0})), 0);
    f.setPhase(Pi / 2);
    f.setAmplitude(4);
    f.setFrequency(5);
    EXPECT_NEAR(f.calcValue(arguments({0})), 4, 1e-14);
    EXPECT_NEAR(f.calcDerivative(by({0, 0}), arguments({0})), -100, 1e-12);
    EXPECT_NEAR(f.calcDerivative(by({0, 0, 0, 0}), arguments({0})), 2500, 1e-10);
    EXPECT_EQ(f.getAmplitude() + f.getFrequency() + f.getPhase(), 9 + Pi / 2);
}

TEST(Functions, AStepIsConstantOutsideAndSmoothAtItsEnds) {
    // Just inside, the slope is of second and the curvature of first order in the distance.
    constexpr Real near = 1e-7, slack = 1e-4;
    for (const auto& [x0, x1] : {std::pair{1., 3.}, std::pair{3., 1.}}) {
        const Function::Step f(-2, 6, x0, x1);
        const Real outward = x1 > x0 ? 1 : -1;
        EXPECT_EQ(f.calcValue(arguments({x0 - outward})), -2);
        EXPECT_EQ(f.calcValue(arguments({x1 + outward})), 6);
        EXPECT_DOUBLE_EQ(f.calcValue(arguments({2})), 2);
        for (const Real x : {x0 + near * outward, x1 - near * outward})
            for (const auto& derivative : {by({0}), by({0, 0})})
                EXPECT_NEAR(f.calcDerivative(derivative, arguments({x})), 0, slack);
        EXPECT_EQ(f.calcDerivative(by({0, 0, 0}), arguments({x1 + outward})), 0);
        EXPECT_THROW(f.calcDerivative(by({0, 0, 0, 0}), arguments({2})), Exception);
    }
    EXPECT_THROW(Function::Step(0, 1, 2, 2), Exception);
    const Function_<Vec3>::Step vector(Vec3(0.), Vec3(2, 4, 6), 0, 1);
    EXPECT_TRUE(vector.calcValue(arguments({0.5})).isApprox(Vec3(1, 2, 3)));
}

TEST(Functions, BreaksAreWhereADerivativeJumps) {
    const Function::Step up(0, 1, 0.5, 3.5), backward(0, 1, 2, -1);
    EXPECT_EQ(up.calcNextBreak(-1, 1), 0.5);
    EXPECT_EQ(up.calcNextBreak(0.5, 1), 3.5);
    EXPECT_EQ(up.calcNextBreak(3.5, 1), Infinity);
    EXPECT_EQ(backward.calcNextBreak(-2, 1), -1);
    EXPECT_EQ(backward.calcNextBreak(0, 1), 2);

    // The slope at x = 2 changes by a fiftieth, as between samples of a smooth curve.
    const PiecewiseLinear table(arguments({0, 1, 2, 3}), arguments({0, 0, 1, 2.02}));
    EXPECT_EQ(table.calcNextBreak(-1, 1), 1);
    EXPECT_EQ(table.calcNextBreak(1, 1), 3);
    EXPECT_EQ(table.calcNextBreak(3, 1), Infinity);
    const PiecewiseLinear constant(arguments({0, 1}), arguments({5, 5}));
    EXPECT_EQ(constant.calcNextBreak(-1, 1), Infinity);
}

TEST(Functions, ATableIsConstantBeyondItsEndsAndExactAtItsPoints) {
    const PiecewiseLinear f(arguments({0, 1, 4}), arguments({2, 5, -1}));
    EXPECT_EQ(f.calcValue(arguments({-9})), 2);
    EXPECT_EQ(f.calcValue(arguments({9})), -1);
    EXPECT_EQ(f.calcValue(arguments({1})), 5);
    EXPECT_EQ(f.calcValue(arguments({4})), -1);
    EXPECT_DOUBLE_EQ(f.calcValue(arguments({2.5})), 2);
    EXPECT_EQ(f.calcDerivative(by({0}), arguments({1})), -2);
    EXPECT_EQ(f.calcDerivative(by({0}), arguments({-9})), 0);
    EXPECT_THROW(PiecewiseLinear(arguments({0, 0}), arguments({1, 2})), Exception);
    EXPECT_THROW(PiecewiseLinear(arguments({0, 1}), arguments({1})), Exception);
}

TEST(Functions, ErrorsNameExpectedAndGivenSizes) {
    try {
        Function::Linear(arguments({1, 2, 3})).calcValue(arguments({1}));
        FAIL() << "no exception";
    } catch (const Exception& refusal) {
        EXPECT_STREQ(refusal.what(), "Function::Linear: the function has 2 arguments, but 1 was given.");
    }
    try {
        Function::Step(0, 1, 0, 1).calcDerivative(by({0, 0, 0, 0}), arguments({1}));
        FAIL() << "no exception";
    } catch (const Exception& refusal) {
        EXPECT_STREQ(refusal.what(),
                     "Function::Step: derivatives up to order 3 are available, but order 4 was requested.");
    }
}

}  // namespace
}  // namespace trammel
