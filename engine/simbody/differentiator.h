// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

/// Derivatives of a function by finite differences.
///
/// With an estimated accuracy e of the function, forward differences use steps of  sqrt(e) max(|y|, 0.1)  and have
/// errors of that order, at one call for each argument; central differences use  cbrt(e) max(|y|, 0.1),  with errors of
/// its square, at two calls. Methods throw Exception if the function returns another status than 0.
class Differentiator {
public:
    class Function;
    class ScalarFunction;
    class GradientFunction;
    class JacobianFunction;
    /// UnspecifiedMethod: the default method, ForwardDifference unless it was set.
    enum Method { UnspecifiedMethod = 0, ForwardDifference = 1, CentralDifference = 2 };
    static bool isValidMethod(Method m) { return UnspecifiedMethod <= m && m <= CentralDifference; }
    static const char* getMethodName(Method);
    static int getMethodOrder(Method m) { return m == CentralDifference ? 2 : m == ForwardDifference ? 1 : 0; }

    /// @param f must outlive this
    explicit Differentiator(const Function& f, Method defaultMethod = UnspecifiedMethod)
        : function_(f), method_(defaultMethod) {}
    Differentiator& setDefaultMethod(Method m) { return method_ = m, *this; }
    Method getDefaultMethod() const { return method_; }

    // Each requires a function of its kind, such as a GradientFunction, and otherwise throws Exception. The value at y0 is
    // computed unless it is given.
    Real calcDerivative(Real y0, Method = UnspecifiedMethod) const;
    void calcDerivative(Real y0, Real fy0, Real& dfdy, Method = UnspecifiedMethod) const;
    Vector calcGradient(const Vector& y0, Method = UnspecifiedMethod) const;
    void calcGradient(const Vector& y0, Real fy0, Vector& gradient, Method = UnspecifiedMethod) const;
    /// One row per function, one column per argument.
    Matrix calcJacobian(const Vector& y0, Method = UnspecifiedMethod) const;
    void calcJacobian(const Vector& y0, const Vector& fy0, Matrix& jacobian, Method = UnspecifiedMethod) const;

    void resetAllStatistics() { differentiations_ = failures_ = calls_ = 0; }
    int getNumDifferentiations() const { return differentiations_; }
    int getNumDifferentiationFailures() const { return failures_; }
    int getNumCallsToUserFunction() const { return calls_; }

private:
    Matrix differentiate(const Vector& y0, const Vector* fy0, Method, const char* where) const;

    const Function& function_;
    Method method_;
    mutable int differentiations_ = 0, failures_ = 0, calls_ = 0;
};

/// A function to be differentiated: derive from one of the three kinds.
class Differentiator::Function {
public:
    virtual ~Function() = default;
    Function(const Function&) = delete;
    Function& operator=(const Function&) = delete;

    Function& setNumFunctions(int n) { return numFunctions_ = n, *this; }
    Function& setNumParameters(int n) { return numParameters_ = n, *this; }
    Function& setEstimatedAccuracy(Real accuracy) { return accuracy_ = accuracy, *this; }
    int getNumFunctions() const { return numFunctions_; }
    int getNumParameters() const { return numParameters_; }
    Real getEstimatedAccuracy() const { return accuracy_; }
    void resetAllStatistics() { calls_ = failures_ = 0; }
    int getNumCalls() const { return calls_; }
    int getNumFailures() const { return failures_; }

protected:
    /// @param accuracy relative; negative: that of a sum of reals, SignificantReal
    Function(int numFunctions, int numParameters, Real accuracy)
        : numFunctions_(numFunctions),
          numParameters_(numParameters),
          accuracy_(accuracy < 0 ? SignificantReal : accuracy) {}

private:
    friend class Differentiator;
    virtual int evaluate(const Vector& y, Vector& fy) const = 0;

    int numFunctions_, numParameters_;
    Real accuracy_;
    mutable int calls_ = 0, failures_ = 0;
};

/// A number as a function of one.
class Differentiator::ScalarFunction : public Differentiator::Function {
public:
    /// Returns 0 for success.
    virtual int f(Real x, Real& fx) const = 0;

protected:
    explicit ScalarFunction(Real accuracy = -1) : Function(1, 1, accuracy) {}

private:
    int evaluate(const Vector& y, Vector& fy) const override { return f(y[0], fy[0]); }
};

/// A number as a function of several.
class Differentiator::GradientFunction : public Differentiator::Function {
public:
    virtual int f(const Vector& y, Real& fy) const = 0;

protected:
    explicit GradientFunction(int numParameters = -1, Real accuracy = -1) : Function(1, numParameters, accuracy) {}

private:
    int evaluate(const Vector& y, Vector& fy) const override { return f(y, fy[0]); }
};

/// Several numbers as functions of several.
class Differentiator::JacobianFunction : public Differentiator::Function {
public:
    virtual int f(const Vector& y, Vector& fy) const = 0;

protected:
    explicit JacobianFunction(int numFunctions = -1, int numParameters = -1, Real accuracy = -1)
        : Function(numFunctions, numParameters, accuracy) {}

private:
    int evaluate(const Vector& y, Vector& fy) const override { return f(y, fy); }
};

}  // namespace SimTK
