// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "integrate/integrator_memory.h"

namespace trammel {

/// Steps of Runge-Kutta-Chebyshev of order 2, for the Integrator that owns it: see RungeKuttaChebyshev.
class ChebyshevStages {
public:
    /// Start of a step.
    struct Start {
        Real t0 = NaN;
        const Vector &y0, &ydot0;
    };
    /// Stability limit of s stages, in units of 1/h: this factor times s² - 1.
    static constexpr Real StabilityFactor = 1 / 1.54;
    static constexpr int order = 2, errorOrder = 3;

    /// @param evaluate realizes its argument to Acceleration; false if that fails
    explicit ChebyshevStages(std::function<bool(State&)> evaluate) : evaluate_(std::move(evaluate)) {}

    void allocate(int ny);
    void visitMemory(MemoryVisitor& visitor);
    /// Begins a step: updates the fastest rate, with one evaluation in most steps. @return the maximum step size that is stable, s
    Real begin(State& state, const Start& start);
    /// Integrates to @p t1; false if the motion cannot be evaluated. @p state ends at @p t1 with @p y1.
    bool attempt(State& state, const Start& start, Real t1, Real accuracy, Vector& y1, Vector& yError);
    /// Estimate of the fastest rate, 1/s; 0: unknown.
    Real getRate() const { return rate_; }

private:
    /// Updates the fastest rate at the start of the step with at most @p iterations evaluations, fewer once it is settled.
    void estimateRate(State& state, const Start& start, int iterations);
    /// Root of the sum of squares, with q multiplied by the fastest rate, so that the norm of a vibration is constant.
    Real sizeOf(const Vector& y, int nq) const;

    std::function<bool(State&)> evaluate_;
    Real rate_ = 0;
    /// Perturbation that grows fastest, of size 1.
    Vector direction_;
    /// Attempts at the current step.
    int attempts_ = 0;
    Vector last_, before_, f_;
};

}  // namespace trammel
