// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "math/vector.h"

namespace trammel {

/// What CvodeSolver asks of a differential equation y' = f(t, y) with an invariant c(t, y) = 0. All arrays have one
/// element per variable; false means "not here, try a shorter step".
class MultistepProblem {
public:
    using In = Eigen::Map<const Eigen::VectorXd>;
    using Out = Eigen::Map<Eigen::VectorXd>;
    using OutMatrix = Eigen::Map<Eigen::MatrixXd>;

    /// f
    virtual bool calcRates(Real t, const In& y, Out& rates) = 0;
    /// ∂f/∂y, a column per variable; @p rates are those at @p y.
    virtual bool calcJacobian(Real t, const In& y, const In& rates, OutMatrix& jacobian) = 0;
    /// w such that an error e of one step is acceptable where the root mean square of w·e is at most 1.
    virtual void calcErrorWeights(const In& y, Out& weights) = 0;
    /// The least @p correction that brings @p y to the invariant; remove from @p error what points off it.
    virtual bool calcProjection(Real t, const In& y, Out& correction, Out& error) = 0;

protected:
    ~MultistepProblem() = default;
};

/// The multistep methods of SUNDIALS' CVODE in this engine's terms: step size, order and Newton iterations are CVODE's.
///
/// Exceptions thrown by the problem come out of step(). Nothing is allocated after the first restart().
///
/// **Source:** Hindmarsh et al., ACM TOMS 31 (2005) 363; Cohen, Hindmarsh, Computers in Physics 10 (1996) 138.
class CvodeSolver {
public:
    enum class Method { Bdf, Adams };
    enum class Outcome { Advanced, TooInaccurate, NotEvaluable, NotSolvable, OffConstraints };
    struct Counts {
        long attempted = 0, errorFailures = 0, solverFailures = 0, projectionFailures = 0, iterations = 0;
    };

    /// @param problem must outlive the solver, and have @p size variables, one at least
    CvodeSolver(Method method, MultistepProblem& problem, int size);
    ~CvodeSolver();
    int getSize() const { return int(y_.size()); }

    /// Forget all history: y is @p y at @p t.
    /// @param firstStep s; 0 lets the method choose, not longer than a tenth of @p timeScale
    void restart(Real t, const Vector& y, Real firstStep, Real timeScale);
    /// Limits of step size, s; 0 for none.
    void setStepLimits(Real shortest, Real longest);
    /// No method of an order above this is used; it can be made lower only.
    void setHighestOrder(int order);
    /// With @p slack > 1, errors so many times too large are accepted; iterations end at the same accuracy as before, and
    /// more of them are allowed.
    void setErrorSlack(Real slack);

    /// One step, that does not pass @p tMax.
    Outcome step(Real tMax);
    /// Where the last step ended, and y there.
    Real getTime() const { return t_; }
    const Vector& getY() const { return y_; }
    /// The end of the last step is at @p y instead: the little that a projection moved it.
    void moveTo(const Vector& y);
    /// y at @p t within the last step, of the order of the step.
    void interpolate(Real t, Vector& y) const;

    /// Since the last restart().
    Counts getCounts() const;
    /// s, of the step to come.
    Real getNextStepSize() const;
    /// The variable with the largest weighted error estimate in the last attempt.
    int findWorst() const;

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
    Vector y_;
    Real t_ = NaN, timeScale_ = NaN;
};

}  // namespace trammel
