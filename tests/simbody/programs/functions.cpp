// SPDX-License-Identifier: Apache-2.0
// Function objects: the standard kinds with their derivatives, and ones of vector type.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static Real d(const Function& f, Real x, int order) { return f.calcDerivative(Array_<int>(order, 0), Vector(1, x)); }
static Real value(const Function& f, Real x) { return f.calcValue(Vector(1, x)); }

class Gauss : public Function {
public:
    Real calcValue(const Vector& x) const override { return std::exp(-x.normSqr()); }
    Real calcDerivative(const Array_<int>& components, const Vector& x) const override {
        return -2 * x[components[0]] * calcValue(x);
    }
    int getArgumentSize() const override { return 3; }
    int getMaxDerivativeOrder() const override { return 1; }
    Gauss* clone() const override { return new Gauss(*this); }
};

static void run() {
    const Function::Constant constant(4, 2);
    CHECK(constant.calcValue(Vector(2, Real(7))) == 4 && constant.getArgumentSize() == 2);
    CHECK(constant.calcDerivative(Array_<int>(1, 1), Vector(2, Real(7))) == 0);
    CHECK(value(Function::Constant(5), 0) == 5);

    Vector c(3);
    c[0] = 2, c[1] = -3, c[2] = 10;
    const Function::Linear linear(c);
    Vector x(2);
    x[0] = 1, x[1] = 2;
    CHECK(linear.getArgumentSize() == 2 && linear.calcValue(x) == 6);
    CHECK(linear.calcDerivative(Array_<int>(1, 1), x) == -3 && linear.calcDerivative(Array_<int>(2, 0), x) == 0);

    const Function::Polynomial polynomial(c);  // 2x^2 - 3x + 10
    CHECK(value(polynomial, 2) == 12 && d(polynomial, 2, 1) == 5 && d(polynomial, 2, 2) == 4);
    CHECK(d(polynomial, 2, 3) == 0);
    CHECK(polynomial.getMaxDerivativeOrder() >= 2);

    const Function::Sinusoid sinusoid(3, 2, 0.5);  // 3 sin(2x + 0.5)
    CHECK_NEAR(value(sinusoid, 0.25), 3 * std::sin(1.), 1e-15);
    CHECK_NEAR(d(sinusoid, 0.25, 1), 6 * std::cos(1.), 1e-14);
    CHECK_NEAR(d(sinusoid, 0.25, 2), -12 * std::sin(1.), 1e-14);

    const Function::Step step(-1, 3, 0, 2);  // from -1 to 3 while x goes from 0 to 2
    CHECK(value(step, -5) == -1 && value(step, 9) == 3);
    CHECK_NEAR(value(step, 1), 1, 1e-14);
    CHECK(d(step, -1, 1) == 0 && d(step, 1, 1) > 0);
    CHECK_NEAR(d(step, 1e-9, 1), 0, 1e-12);
    CHECK_NEAR(stepUp(0.5), 0.5, 1e-15);
    CHECK(stepUp(0.) == 0 && stepUp(1.) == 1 && stepDown(0.) == 1);
    CHECK_NEAR(stepAny(2., 4., 0., 1., 0.5), 4, 1e-14);

    const Gauss gauss;
    CHECK_NEAR(gauss.calcValue(Vector(3, Real(0))), 1, 0);
    CHECK_NEAR(gauss.calcDerivative(Array_<int>(1, 2), Vector(3, Real(0.5))), -std::exp(-0.75), 1e-15);
    const std::unique_ptr<Function> cloned(gauss.clone());
    CHECK(cloned->getArgumentSize() == 3);

    // Vector valued.
    const Function_<Vec3>::Constant vectorConstant(Vec3(1, 2, 3), 1);
    CHECK_NEAR(vectorConstant.calcValue(Vector(1, Real(0))), Vec3(1, 2, 3), 0);
    Vector_<Vec3> coefficients(2);
    coefficients[0] = Vec3(1, 0, 2), coefficients[1] = Vec3(0, 5, 0);
    const Function_<Vec3>::Linear line(coefficients);
    CHECK_NEAR(line.calcValue(Vector(1, Real(3))), Vec3(3, 5, 6), 1e-15);
    CHECK_NEAR(line.calcDerivative(Array_<int>(1, 0), Vector(1, Real(3))), Vec3(1, 0, 2), 0);

    // A spline passes through its points.
    Vector at(5), is(5);
    for (int i = 0; i < 5; ++i) at[i] = i, is[i] = i * i;
    const Spline spline = SplineFitter<Real>::fitForSmoothingParameter(3, at, is, 0).getSpline();
    CHECK_NEAR(value(spline, 2), 4, 1e-9);
    CHECK_NEAR(value(spline, 3), 9, 1e-9);
    CHECK(spline.getArgumentSize() == 1);
}

CHECK_MAIN(run)
