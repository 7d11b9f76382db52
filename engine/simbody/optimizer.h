// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/differentiator.h"

namespace SimTK {

/// Algorithms by their documented names; see Optimizer for what is used.
enum OptimizerAlgorithm {
    BestAvailable = 0,
    InteriorPoint = 1,
    LBFGS = 2,
    LBFGSB = 3,
    CFSQP = 4,
    CMAES = 5,
    UnknownOptimizerAlgorithm = 6,
    UserSuppliedOptimizerAlgorithm = 7
};

/// A problem: find the parameters x, within limits, with the least f(x), such that the equality constraints are zero
/// and the inequality constraints that follow them are not negative. Override what the problem has; functions return 0
/// for success.
class OptimizerSystem {
public:
    OptimizerSystem() = default;
    explicit OptimizerSystem(int numParameters) { setNumParameters(numParameters); }
    virtual ~OptimizerSystem() = default;

    virtual int objectiveFunc(const Vector& parameters, bool newParameters, Real& f) const;
    virtual int gradientFunc(const Vector& parameters, bool newParameters, Vector& gradient) const;
    virtual int constraintFunc(const Vector& parameters, bool newParameters, Vector& constraints) const;
    /// One row per constraint, one column per parameter.
    virtual int constraintJacobian(const Vector& parameters, bool newParameters, Matrix& jacobian) const;
    /// Never called.
    virtual int hessian(const Vector& parameters, bool newParameters, Vector& hessian) const;

    // Throw Exception for a negative number, or no parameter.
    void setNumParameters(int n);
    void setNumEqualityConstraints(int n);
    void setNumInequalityConstraints(int n);
    void setNumLinearEqualityConstraints(int n) { numLinearEqualities_ = n; }
    void setNumLinearInequalityConstraints(int n) { numLinearInequalities_ = n; }
    /// Empty vectors remove the limits.
    void setParameterLimits(const Vector& lower, const Vector& upper);

    int getNumParameters() const { return numParameters_; }
    int getNumConstraints() const { return numEqualities_ + numInequalities_; }
    int getNumEqualityConstraints() const { return numEqualities_; }
    int getNumInequalityConstraints() const { return numInequalities_; }
    int getNumLinearEqualityConstraints() const { return numLinearEqualities_; }
    int getNumNonlinearEqualityConstraints() const { return numEqualities_ - numLinearEqualities_; }
    int getNumLinearInequalityConstraints() const { return numLinearInequalities_; }
    int getNumNonlinearInequalityConstraints() const { return numInequalities_ - numLinearInequalities_; }
    bool getHasLimits() const { return lower_.size() > 0; }
    const Vector& getLowerLimits() const { return lower_; }
    const Vector& getUpperLimits() const { return upper_; }

private:
    int numParameters_ = 0, numEqualities_ = 0, numInequalities_ = 0;
    int numLinearEqualities_ = 0, numLinearInequalities_ = 0;
    Vector lower_, upper_;
};

/// Finds a local minimum by methods of NLopt: sequential quadratic programming (SLSQP) for problems with constraints,
/// otherwise L-BFGS. InteriorPoint and CFSQP mean the former, LBFGS and LBFGSB the latter; CMAES is not available.
class Optimizer {
public:
    Optimizer() = default;
    /// @param system must outlive the Optimizer
    explicit Optimizer(const OptimizerSystem& system, OptimizerAlgorithm = BestAvailable);
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    static bool isAlgorithmAvailable(OptimizerAlgorithm a) { return BestAvailable <= a && a <= CFSQP; }
    void setOptimizerSystem(const OptimizerSystem& system, OptimizerAlgorithm = BestAvailable);
    const OptimizerSystem& getOptimizerSystem() const;
    OptimizerAlgorithm getAlgorithm() const { return algorithm_; }

    /// Relative changes of objective and parameters below its square end the search; default 1e-3.
    void setConvergenceTolerance(Real tolerance) { tolerance_ = tolerance; }
    /// Largest violation of a constraint; default 1e-4.
    void setConstraintTolerance(Real tolerance) { constraintTolerance_ = tolerance; }
    /// Evaluations of the objective; default 1000.
    void setMaxIterations(int n) { maxIterations_ = n; }
    /// Number of stored gradients of L-BFGS; 0: chosen by NLopt.
    void setLimitedMemoryHistory(int n) { history_ = n; }
    /// Accepted, without effect.
    void setDiagnosticsLevel(int) {}
    /// Options of other libraries: not applied, returns false.
    bool setAdvancedStrOption(const char*, const char*) { return false; }
    bool setAdvancedRealOption(const char*, Real) { return false; }
    bool setAdvancedIntOption(const char*, int) { return false; }
    bool setAdvancedBoolOption(const char*, bool) { return false; }
    bool setAdvancedVectorOption(const char*, const Vector&) { return false; }

    /// Finite differences instead of gradientFunc() and constraintJacobian().
    void useNumericalGradient(bool on, Real objectiveAccuracy = SignificantReal);
    void useNumericalJacobian(bool on, Real constraintAccuracy = SignificantReal);
    bool isUsingNumericalGradient() const { return numericalGradient_; }
    bool isUsingNumericalJacobian() const { return numericalJacobian_; }
    Real getEstimatedAccuracyOfObjective() const { return objectiveAccuracy_; }
    Real getEstimatedAccuracyOfConstraints() const { return constraintAccuracy_; }
    void setDifferentiatorMethod(Differentiator::Method method) { method_ = method; }
    Differentiator::Method getDifferentiatorMethod() const { return method_; }

    /// @param[in,out] parameters the start, and the best found
    /// @return the objective there. Throws Exception if not found, and what the system's functions throw.
    Real optimize(Vector& parameters);

private:
    class Problem;
    const OptimizerSystem* system_ = nullptr;
    OptimizerAlgorithm algorithm_ = BestAvailable;
    Real tolerance_ = 1e-3, constraintTolerance_ = 1e-4;
    int maxIterations_ = 1000, history_ = 0;
    bool numericalGradient_ = false, numericalJacobian_ = false;
    Real objectiveAccuracy_ = SignificantReal, constraintAccuracy_ = SignificantReal;
    Differentiator::Method method_ = Differentiator::CentralDifference;
};

}  // namespace SimTK
