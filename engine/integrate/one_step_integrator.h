// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "integrate/integrator.h"

namespace trammel {

/// An Integrator whose steps depend on the current State only; the step size follows an error estimate.
///
/// Each attempt: the method proposes y at the end with an error estimate; prescribed motion is applied; q, u and the
/// estimate are projected onto the constraints; then the error norm is tested.
class OneStepIntegrator : public Integrator {
public:
    using Integrator::Integrator;
    /// Reports if step sizes have long been limited by stability rather than accuracy.
    std::string getAdvice() const override;

protected:
    /// p where the error estimate of a step of size h is O(h^p).
    virtual int getErrorOrder() const = 0;
    /// Integrates from getStep().t0, y0 and ydot0 to @p t1: fills @p y1 and @p yError, and leaves updAdvancedState() at
    /// @p t1 with @p y1. Returns false if the motion cannot be evaluated.
    virtual bool attemptStep(Real t1, Vector& y1, Vector& yError) = 0;
    /// Allocates for @p ny variables.
    virtual void allocateMethod(int ny) = 0;
    /// After a step: its size relative to the stability limit, and the variable that changes fastest; 0 if unknown.
    /// **Source:** Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2.
    virtual Real estimateStabilityUse(int& fastest);
    /// Difference between the rates just evaluated at the end of a step and those that the method used there, as the
    /// resulting change of y in units of the error norm. 0: the error estimate suffices.
    virtual Real calcEndMismatch(const State& end, Real t1);

    void startMethod(int ny, bool fromScratch) override;
    bool takeStep(Real tMax) override;
    /// The part of takeStep() after beginStep().
    bool takeBegunStep(Real tMax);
    /// Desired size of the next step according to the last error, s.
    Real getWantedStepSize() const { return nextStepSize_; }
    /// Sets a lower bound on the next step size.
    void wantStepSize(Real seconds) { nextStepSize_ = std::max(nextStepSize_, seconds); }
    /// Sets an upper bound on the next step size.
    void limitStepSize(Real seconds) { nextStepSize_ = std::min(nextStepSize_, seconds); }
    /// Whether stability rather than accuracy has long limited the steps.
    bool isLimitedByStability() const { return fastest_ >= 0; }
    /// Restarts the count of such steps.
    void forgetLimits() {
        limitedSteps_ = freeSteps_ = 0;
        fastest_ = -1;
    }
    /// By index in y: 1 if its value is known to be prescribed, so that it has no error.
    const std::vector<char>& getPrescribed() const { return isPrescribed_; }
    void visitMemory(MemoryVisitor& visitor) override;

private:
    enum class Outcome { Accepted, TooInaccurate, NotEvaluable, OffConstraints };
    Outcome tryStep(Real t1);
    bool failStep(Outcome outcome, Real shortest);
    void watchStability();
    /// Largest growth or decay rate of a small perturbation of the start of the step, 1/s, by power iteration, and the
    /// variable that dominates it; 0 if f cannot be evaluated there.
    Real estimateFastestRate(int& fastest);
    /// Adds a remedy to the failure if steps of @p h seconds are unstable.
    void adviseOnStiffness(Real h);

    Vector y1_, yError_;
    std::vector<char> isPrescribed_;
    Real error_ = NaN;
    /// Error of the last accepted step, relative to the accuracy.
    Real lastError_ = 1;
    Real nextStepSize_ = NaN;
    /// Steps limited by stability, and free steps since.
    int limitedSteps_ = 0, freeSteps_ = 0;
    /// The variable that makes the system stiff; -1 if none is suspected.
    int fastest_ = -1;
};

}  // namespace trammel
