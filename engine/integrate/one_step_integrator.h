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

protected:
    /// p where the error estimate of a step of size h is O(h^p).
    virtual int getErrorOrder() const = 0;
    /// From getStep().t0, y0 and ydot0 to @p t1: fill @p y1 and @p yError, and leave updAdvancedState() at @p t1
    /// with @p y1. False if the motion cannot be evaluated on the way.
    virtual bool attemptStep(Real t1, Vector& y1, Vector& yError) = 0;
    /// Make room for @p ny variables.
    virtual void allocateMethod(int ny) = 0;

    void startMethod(int ny, bool fromScratch) override;
    bool takeStep(Real tMax) override;

private:
    enum class Outcome { Accepted, TooInaccurate, NotEvaluable, OffConstraints };
    Outcome tryStep(Real t1);
    Real getShortestStep() const;
    Real chooseEnd(Real wanted, Real tMax) const;
    bool giveUp(Outcome outcome, Real shortest);

    Vector y1_, yError_;
    Real error_ = NaN;
    /// Of the last accepted step, relative to the accuracy.
    Real lastError_ = 1;
    Real nextStepSize_ = NaN;
};

}  // namespace trammel
