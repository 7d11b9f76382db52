// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "math/vector.h"

namespace trammel {

/// A differential equation y' = f(t, y) with an invariant c(t, y) = 0, as CvodeSolver needs it. Arrays have one element
/// per variable; returning false requests a smaller step.
class MultistepProblem {
public:
    using In = Eigen::Map<const Eigen::VectorXd>;
    using Out = Eigen::Map<Eigen::VectorXd>;
    using OutMatrix = Eigen::Map<Eigen::MatrixXd>;

    /// f
    virtual bool calcRates(Real t, const In& y, Out& rates) = 0;
    /// ∂f/∂y, one column per variable; @p rates are those at @p y.
    virtual bool calcJacobian(Real t, const In& y, const In& rates, OutMatrix& jacobian) = 0;
    /// Weights w such that an error e of one step is acceptable if the root mean square of w·e is at most 1.
    virtual void calcErrorWeights(const In& y, Out& weights) = 0;
    /// The smallest @p correction that moves @p y to the invariant; removes from @p error the part off it.
    virtual bool calcProjection(Real t, const In& y, Out& correction, Out& error) = 0;

protected:
    ~MultistepProblem() = default;
};

/// Wrapper of SUNDIALS' CVODE, which controls step size, order and Newton iterations.
///
/// Exceptions thrown by the problem propagate from step(). Does not allocate after the first restart().
///
/// **Source:** Hindmarsh et al., ACM TOMS 31 (2005) 363; Cohen, Hindmarsh, Computers in Physics 10 (1996) 138.
class CvodeSolver {
public:
    enum class Method { Bdf, Adams };
    enum class Outcome { Advanced, TooInaccurate, NotEvaluable, NotSolvable, OffConstraints };
    struct Counts {
        long attempted = 0, errorFailures = 0, solverFailures = 0, projectionFailures = 0, iterations = 0;
        /// Factorizations of the matrix of Newton's iteration.
        long factorizations = 0;
    };

    /// @param problem must outlive the solver and have @p size variables, at least one
    CvodeSolver(Method method, MultistepProblem& problem, int size);
    ~CvodeSolver();
    int getSize() const { return int(y_.size()); }

    /// Clears the history and starts from @p y at @p t.
    /// @param firstStep s; 0 lets the method choose, at most a tenth of @p timeScale
    void restart(Real t, const Vector& y, Real firstStep, Real timeScale);
    /// Limits of the step size, s; 0 for none.
    void setStepLimits(Real shortest, Real longest);
    /// Limits the order; it can only be reduced.
    void setHighestOrder(int order);
    /// With @p slack > 1, accepts errors larger by this factor; iterations keep their accuracy, and more of them are
    /// allowed.
    void setErrorSlack(Real slack);

    /// One step that does not pass @p tMax.
    Outcome step(Real tMax);
    /// End of the last step, and y there.
    Real getTime() const { return t_; }
    const Vector& getY() const { return y_; }
    /// Moves the end of the last step to @p y, a projection's small correction.
    void moveTo(const Vector& y);
    /// y at @p t within the last step, with the order of the step.
    void interpolate(Real t, Vector& y) const;

    /// Counts since the last restart().
    Counts getCounts() const;
    /// Size of the next step, s.
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
