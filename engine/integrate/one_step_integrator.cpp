// SPDX-License-Identifier: Apache-2.0
#include "integrate/one_step_integrator.h"

#include <cmath>

#include "base/numerical_failure.h"

namespace trammel {

namespace {
/// No step is shorter than this, s, nor than a few spacings of floating point time.
constexpr Real ShortestStep = 1e-14;
constexpr Real ShortestStepUlps = 16;
/// A step that would end this near to where it must not pass ends there, so that no sliver remains.
constexpr Real SnapAdaptive = 0.95;
constexpr Real SnapFixed = 0.999;
}  // namespace

void OneStepIntegrator::startMethod(int ny, bool fromScratch) {
    const IntegratorSettings& settings = getSettings();
    y1_.resize(ny);
    yError_.resize(ny);
    allocateMethod(ny);
    Real initial = settings.initialStepSize > 0 ? settings.initialStepSize : getSystem().getDefaultTimeScale() / 10;
    if (settings.maximumStepSize > 0) initial = std::min(initial, settings.maximumStepSize);
    // After an event what follows may be faster than what was before.
    lastError_ = 1;
    nextStepSize_ = fromScratch ? initial : std::min(initial, nextStepSize_);
    updStatistics().nextStepSize = settings.fixedStepSize > 0 ? settings.fixedStepSize : nextStepSize_;
}

Real OneStepIntegrator::getShortestStep() const {
    const Real chosen = getSettings().minimumStepSize;
    const Real possible = ShortestStepUlps * Eps * std::abs(getStep().t0);
    return std::max(chosen > 0 ? chosen : ShortestStep, possible);
}

Real OneStepIntegrator::chooseEnd(Real wanted, Real tMax) const {
    const Real t0 = getStep().t0;
    const Real snap = getSettings().fixedStepSize > 0 ? SnapFixed : SnapAdaptive;
    return wanted >= snap * (tMax - t0) ? tMax : t0 + wanted;
}

bool OneStepIntegrator::takeStep(Real tMax) {
    IntegratorStatistics& statistics = updStatistics();
    const IntegratorSettings& settings = getSettings();
    const Real accuracy = settings.accuracy;
    const bool fixed = settings.fixedStepSize > 0;
    beginStep();
    const Real t0 = getStep().t0, shortest = getShortestStep();
    Real wanted = fixed ? settings.fixedStepSize : std::max(nextStepSize_, shortest);
    if (!fixed && settings.maximumStepSize > 0) wanted = std::min(wanted, settings.maximumStepSize);

    Real t1;
    bool refused = false;
    while (true) {
        t1 = chooseEnd(wanted, tMax);
        ++statistics.stepsAttempted;
        const Outcome outcome = tryStep(t1);
        if (outcome == Outcome::Accepted) break;
        refused = true;
        if (outcome == Outcome::TooInaccurate) ++statistics.errorTestFailures;
        if (outcome == Outcome::NotEvaluable) ++statistics.convergenceFailures;
        if (outcome == Outcome::OffConstraints) ++statistics.projectionFailures;
        const Real h = t1 - t0;
        if (fixed || std::min(wanted, h) <= shortest) return giveUp(outcome, shortest);
        const Real next = outcome == Outcome::TooInaccurate
                              ? StepSizeController::afterRefused(h, error_ / accuracy, getErrorOrder())
                              : StepSizeController::ShrinkAfterFailure * h;
        wanted = std::max(next, shortest);
    }
    finishStep();

    const Real h = t1 - t0;
    if (!fixed) {
        const Real error = error_ / accuracy;
        nextStepSize_ = StepSizeController::afterAccepted(h, error, lastError_, getErrorOrder());
        lastError_ = error;
        // No growth right after a refusal.
        if (refused) nextStepSize_ = std::min(nextStepSize_, h);
        // A step cut short for an event says nothing against the size that was wanted.
        if (h < wanted) nextStepSize_ = std::max(nextStepSize_, wanted);
        if (settings.maximumStepSize > 0) nextStepSize_ = std::min(nextStepSize_, settings.maximumStepSize);
    }
    if (statistics.stepsTaken++ == 0) statistics.initialStepSize = h;
    statistics.lastStepSize = h;
    statistics.nextStepSize = fixed ? settings.fixedStepSize : nextStepSize_;
    return true;
}

OneStepIntegrator::Outcome OneStepIntegrator::tryStep(Real t1) {
    const bool fixed = getSettings().fixedStepSize > 0;
    const bool infinityNorm = getSettings().useInfinityNorm;
    const Real accuracy = getSettings().accuracy;
    State& state = updAdvancedState();
    try {
        if (!attemptStep(t1, y1_, yError_)) return Outcome::NotEvaluable;

        // What is prescribed is exact: its integration error does not count.
        getSystem().prescribe(state);
        const Vector& y = state.getY();
        const int nqu = state.getNQ() + state.getNU();
        for (int i = 0; i < nqu; ++i)
            if (y[i] != y1_[i]) yError_[i] = 0;

        // Do not bother to project what is hopeless.
        ErrorSize error = calcErrorNorm(state, yError_, infinityNorm);
        error_ = error.norm;
        setLimitingIndex(error.worst);
        if (!fixed && !(error_ <= accuracy * std::pow(2, getErrorOrder()))) return Outcome::TooInaccurate;

        const Projection projection = project(state, yError_, false, !fixed);
        if (projection != Projection::Done) return Outcome::OffConstraints;
        if (state.getNYErr() > 0) {
            error = calcErrorNorm(state, yError_, infinityNorm);
            error_ = error.norm;
            setLimitingIndex(error.worst);
        }
        if (!fixed && !(error_ <= accuracy)) return Outcome::TooInaccurate;
        return evaluate(state) ? Outcome::Accepted : Outcome::NotEvaluable;
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
        return Outcome::NotEvaluable;
    }
}

bool OneStepIntegrator::giveUp(Outcome outcome, Real shortest) {
    const Real t0 = getStep().t0;
    switch (outcome) {
        case Outcome::OffConstraints:
            updFailure() = constraintFailure(t0, shortest, describeWorstConstraint(), getWorstConstraintError());
            break;
        case Outcome::NotEvaluable: updFailure() = evaluationFailure(t0, shortest, getLastProblem()); break;
        case Outcome::TooInaccurate:
        case Outcome::Accepted: updFailure() = errorTestFailure(t0, shortest, getLimitingVariable()); break;
    }
    if (const Real fixed = getSettings().fixedStepSize; fixed > 0) {
        updFailure()->stepSize = fixed;
        updFailure()->brief =
            "The fixed step of " + readable(fixed) + " s cannot be taken at t = " + readable(t0) + " s.";
        updFailure()->remedy = "Try a smaller fixed step, or error control.";
    }
    undoStep();
    return false;
}

}  // namespace trammel
