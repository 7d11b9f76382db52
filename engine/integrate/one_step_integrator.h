// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integrator.h"

namespace trammel {

/// An Integrator whose steps depend on the present State alone; the step size follows an error estimate.
///
/// Each attempt: the method proposes y at the end with an error estimate; prescribed motion is put in its place; q and
/// u are projected onto the constraints, together with the estimate; then the error norm decides.
class OneStepIntegrator : public Integrator {
public:
    using Integrator::Integrator;
    /// Says so where steps have long been as short as stability demands, rather than accuracy.
    std::string getAdvice() const override;

protected:
    /// p where the error estimate of a step of size h is O(h^p).
    virtual int getErrorOrder() const = 0;
    /// From getStep().t0, y0 and ydot0 to @p t1: fill @p y1 and @p yError, and leave updAdvancedState() at @p t1
    /// with @p y1. False if the motion cannot be evaluated on the way.
    virtual bool attemptStep(Real t1, Vector& y1, Vector& yError) = 0;
    /// Make room for @p ny variables.
    virtual void allocateMethod(int ny) = 0;
    /// After a step: how much it used of the length up to which the method is stable here, 1 meaning all of it, and the
    /// variable that changes fastest. 0 if the method cannot tell.
    /// **Source:** Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2.
    virtual Real estimateStabilityUse(int& fastest);

    void startMethod(int ny, bool fromScratch) override;
    bool takeStep(Real tMax) override;
    /// What takeStep() does after beginStep().
    bool takeBegunStep(Real tMax);
    /// How long the next step is to be as far as the error of the last one tells, s.
    Real getWantedStepSize() const { return nextStepSize_; }
    /// Try no shorter step first, whatever the last ones were like.
    void wantStepSize(Real seconds) { nextStepSize_ = std::max(nextStepSize_, seconds); }
    void visitMemory(MemoryVisitor& visitor) override;

private:
    enum class Outcome { Accepted, TooInaccurate, NotEvaluable, OffConstraints };
    Outcome tryStep(Real t1);
    bool giveUp(Outcome outcome, Real shortest);
    void watchStability();
    /// Largest rate at which a small disturbance of the start of the step grows or decays, 1/s, by power iteration, and the
    /// variable that takes most part; 0 if f cannot be evaluated there.
    Real estimateFastestRate(int& fastest);
    /// Let the failure say so, if steps of @p h seconds are too long to be stable.
    void adviseOnStiffness(Real h);

    Vector y1_, yError_;
    Real error_ = NaN;
    /// Of the last accepted step, relative to the accuracy.
    Real lastError_ = 1;
    Real nextStepSize_ = NaN;
    /// Steps that used what is stable, and steps since that did not.
    int limitedSteps_ = 0, freeSteps_ = 0;
    /// The variable that makes the system stiff; -1 as long as it does not seem to be.
    int fastest_ = -1;
};

}  // namespace trammel
