// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/one_step_integrator.h"

namespace trammel {

/// Explicit Runge-Kutta-Chebyshev method with as many stages as stability requires.
///
/// s stages are stable for decay rates up to 0.65 s² / h, where other explicit methods reach about 0.7 s / h. The fastest rate is
/// found by power iteration, one evaluation in most steps. Cost: one evaluation per stage and one for the rate.
class RungeKuttaChebyshev : public OneStepIntegrator {
public:
    static constexpr const char* key = "rungeKuttaChebyshev";
    static constexpr const char* label = "Runge-Kutta-Chebyshev 2";
    static constexpr const char* doc =
        "Second order, with stages for stability: fast for stiff friction and damping of many bodies at loose "
        "accuracy.";
    static constexpr const char* reference =
        "The number of stages of each step follows from its size and the fastest rate of decay, which power iteration "
        "finds; s stages are stable up to the rate `0.65 s^2/h`. No Jacobian, no linear equations. The error is "
        "estimated from the rates at both ends. Suited to piles and other bodies that rest on each other with "
        "friction; not to lightly damped fast vibration, whose steps stay short.\n\n**Source:** Sommeijer, Shampine, "
        "Verwer, J. Comput. Appl. Math. 88 (1998) 315.";
    static constexpr int order = 2;

    using OneStepIntegrator::OneStepIntegrator;
    const char* getMethodName() const override { return label; }
    int getMethodMinOrder() const override { return order; }
    int getMethodMaxOrder() const override { return order; }

protected:
    int getErrorOrder() const override { return 3; }
    void allocateMethod(int ny) override;
    bool takeStep(Real tMax) override;
    bool attemptStep(Real t1, Vector& y1, Vector& yError) override;
    void visitMemory(MemoryVisitor& visitor) override;

private:
    /// Updates the fastest rate at the start of the step with at most @p iterations evaluations, fewer once it is settled.
    void estimateRate(int iterations);
    /// Root of the sum of squares, with q multiplied by the fastest rate: then vibration keeps its size.
    Real sizeOf(const Vector& y) const;

    /// 1/s; 0: unknown.
    Real rate_ = 0;
    /// Perturbation that grows fastest, of size 1.
    Vector direction_;
    /// Attempts at the current step.
    int attempts_ = 0;
    Vector last_, before_, f_;
};

}  // namespace trammel
