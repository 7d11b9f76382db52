// SPDX-License-Identifier: Apache-2.0
#include "simbody/differentiator.h"

#include <cmath>

namespace SimTK {

const char* Differentiator::getMethodName(Method m) {
    switch (m) {
        case UnspecifiedMethod: return "UnspecifiedMethod";
        case ForwardDifference: return "ForwardDifference";
        case CentralDifference: return "CentralDifference";
    }
    throw trammel::Exception("Differentiator::getMethodName(): there is no method " + std::to_string(int(m)) + ".");
}

Matrix Differentiator::differentiate(const Vector& y0, const Vector* fy0, Method method, const char* where) const {
    const std::string name = std::string("Differentiator::") + where + "()";
    if (method == UnspecifiedMethod) method = method_;
    if (method == UnspecifiedMethod) method = ForwardDifference;
    if (!isValidMethod(method))
        throw trammel::Exception(name + ": there is no method " + std::to_string(int(method)) + ".");
    const int numFunctions = function_.getNumFunctions(), n = function_.getNumParameters();
    if (numFunctions < 1 || n < 0)
        throw trammel::Exception(name + ": set the numbers of functions and parameters first.");
    if (y0.size() != n || (fy0 && fy0->size() != numFunctions))
        throw trammel::Exception(name + ": given " + std::to_string(y0.size()) + " parameters for a function of " +
                                 std::to_string(n) + ", or a value of another size.");
    ++differentiations_;
    ++failures_;  // unless it succeeds
    const auto call = [&](const Vector& y, Vector& fy) {
        fy.resize(numFunctions);
        ++calls_;
        ++function_.calls_;
        ++function_.failures_;
        if (const int status = function_.evaluate(y, fy); status != 0)
            throw trammel::Exception(name + ": the function returned status " + std::to_string(status) + ".");
        --function_.failures_;
    };

    const Real accuracy = function_.getEstimatedAccuracy();
    const bool central = method == CentralDifference;
    const Real relativeStep = central ? std::cbrt(accuracy) : std::sqrt(accuracy);
    Vector y = y0, low, high;
    if (!central) {
        if (fy0)
            low = *fy0;
        else
            call(y0, low);
    }
    Matrix jacobian(numFunctions, n);
    for (int j = 0; j < n; ++j) {
        const Real step = relativeStep * std::max(std::abs(y0[j]), Real(0.1));
        // The steps that are really taken, after rounding.
        const volatile Real up = y0[j] + step, down = y0[j] - step;
        y[j] = up;
        call(y, high);
        if (central) {
            y[j] = down;
            call(y, low);
        }
        y[j] = y0[j];
        jacobian.col(j) = (high - low) / (up - (central ? Real(down) : y0[j]));
    }
    --failures_;
    return jacobian;
}

namespace {
void requireShape(bool fits, const char* where, const char* shape) {
    if (!fits) throw trammel::Exception(std::string("Differentiator::") + where + "(): needs a " + shape + ".");
}
}  // namespace

Real Differentiator::calcDerivative(Real y0, Method m) const {
    requireShape(dynamic_cast<const ScalarFunction*>(&function_), "calcDerivative", "ScalarFunction");
    return differentiate(Vector(1, y0), nullptr, m, "calcDerivative")(0, 0);
}
void Differentiator::calcDerivative(Real y0, Real fy0, Real& dfdy, Method m) const {
    requireShape(dynamic_cast<const ScalarFunction*>(&function_), "calcDerivative", "ScalarFunction");
    const Vector value(1, fy0);
    dfdy = differentiate(Vector(1, y0), &value, m, "calcDerivative")(0, 0);
}
Vector Differentiator::calcGradient(const Vector& y0, Method m) const {
    requireShape(function_.getNumFunctions() == 1, "calcGradient", "GradientFunction");
    return Vector(differentiate(y0, nullptr, m, "calcGradient").row(0));
}
void Differentiator::calcGradient(const Vector& y0, Real fy0, Vector& gradient, Method m) const {
    requireShape(function_.getNumFunctions() == 1, "calcGradient", "GradientFunction");
    const Vector value(1, fy0);
    gradient = Vector(differentiate(y0, &value, m, "calcGradient").row(0));
}
Matrix Differentiator::calcJacobian(const Vector& y0, Method m) const {
    return differentiate(y0, nullptr, m, "calcJacobian");
}
void Differentiator::calcJacobian(const Vector& y0, const Vector& fy0, Matrix& jacobian, Method m) const {
    jacobian = differentiate(y0, &fy0, m, "calcJacobian");
}

}  // namespace SimTK
