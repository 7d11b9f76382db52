// SPDX-License-Identifier: Apache-2.0
#include "integrate/one_step_integrator.h"

#include <cmath>

#include "base/numerical_failure.h"
#include "integrate/step_limits.h"

namespace trammel {

namespace {
/// A step that uses this fraction of the stability limit counts as limited by stability.
constexpr Real LimitedUse = 0.8;
/// Number of limited steps that indicate stiffness, and of free steps in succession that disprove it, as in Hairer's
/// DOPRI5.
constexpr int StiffAfter = 15, NotStiffAfter = 6;
/// Interval of checks, in steps, without suspicion.
constexpr int LookEvery = 10;
}  // namespace

void OneStepIntegrator::startMethod(int ny, bool fromScratch) {
    const IntegratorSettings& settings = getSettings();
    y1_.resize(ny);
    yError_.resize(ny);
    allocateMethod(ny);
    isPrescribed_.assign(std::size_t(ny), 0);
    getSystem().markPrescribed(getAdvancedState(), isPrescribed_);
    Real initial = settings.initialStepSize > 0 ? settings.initialStepSize : getSystem().getDefaultTimeScale() / 10;
    if (settings.maximumStepSize > 0) initial = std::min(initial, settings.maximumStepSize);
    // The dynamics after an event may be faster.
    lastError_ = 1;
    forgetLimits();
    nextStepSize_ = fromScratch ? initial : std::min(initial, nextStepSize_);
    updStatistics().nextStepSize = settings.fixedStepSize > 0 ? settings.fixedStepSize : nextStepSize_;
}

bool OneStepIntegrator::takeStep(Real tMax) {
    beginStep();
    return takeBegunStep(tMax);
}

bool OneStepIntegrator::takeBegunStep(Real tMax) {
    IntegratorStatistics& statistics = updStatistics();
    const IntegratorSettings& settings = getSettings();
    const Real accuracy = settings.accuracy;
    const bool fixed = settings.fixedStepSize > 0;
    const Real t0 = getStep().t0, shortest = shortestStep(settings, t0);
    Real wanted = fixed ? settings.fixedStepSize : std::max(nextStepSize_, shortest);
    if (!fixed && settings.maximumStepSize > 0) wanted = std::min(wanted, settings.maximumStepSize);

    Real t1;
    bool refused = false;
    while (true) {
        t1 = endOfStep(settings, t0, wanted, tMax);
        ++statistics.stepsAttempted;
        const Outcome outcome = tryStep(t1);
        if (outcome == Outcome::Accepted) break;
        refused = true;
        if (outcome == Outcome::TooInaccurate) ++statistics.errorTestFailures;
        if (outcome == Outcome::NotEvaluable) ++statistics.convergenceFailures;
        if (outcome == Outcome::OffConstraints) ++statistics.projectionFailures;
        const Real h = t1 - t0;
        if (fixed || std::min(wanted, h) <= shortest) return failStep(outcome, shortest);
        Real next = StepSizeController::ShrinkAfterFailure * h;
        if (outcome == Outcome::TooInaccurate)
            next = StepSizeController::afterRefused(h, error_ / accuracy, getErrorOrder());
        else if (outcome == Outcome::OffConstraints && getReachUsed() > 1)
            next = std::min(StepSizeController::inReach(h, getReachUsed(), getErrorOrder()), next);
        wanted = std::max(next, shortest);
    }
    finishStep();

    const Real h = t1 - t0;
    if (!fixed) {
        if (limitedSteps_ > 0 || statistics.stepsTaken % LookEvery == 0) watchStability();
        const Real error = error_ / accuracy;
        nextStepSize_ = StepSizeController::afterAccepted(h, error, lastError_, getErrorOrder());
        nextStepSize_ = std::min(nextStepSize_, StepSizeController::inReach(h, getReachUsed(), getErrorOrder()));
        lastError_ = error;
        // No growth right after a rejection.
        if (refused) nextStepSize_ = std::min(nextStepSize_, h);
        // A step cut short for an event does not affect the desired step size. Elsewhere h differs from it by rounding.
        if (t1 == tMax && h < wanted) nextStepSize_ = std::max(nextStepSize_, wanted);
        if (settings.maximumStepSize > 0) nextStepSize_ = std::min(nextStepSize_, settings.maximumStepSize);
    }
    if (statistics.stepsTaken++ == 0) statistics.initialStepSize = h;
    statistics.lastStepSize = h;
    statistics.nextStepSize = fixed ? settings.fixedStepSize : nextStepSize_;
    return true;
}

void OneStepIntegrator::visitMemory(MemoryVisitor& visitor) {
    visitor.value("last error", lastError_);
    visitor.value("wanted step size", nextStepSize_);
    visitor.value("steps limited by stability", limitedSteps_);
    visitor.value("steps not limited by stability", freeSteps_);
    visitor.value("fastest variable", fastest_);
}

OneStepIntegrator::Outcome OneStepIntegrator::tryStep(Real t1) {
    const bool fixed = getSettings().fixedStepSize > 0;
    const bool infinityNorm = getSettings().useInfinityNorm;
    const Real accuracy = getSettings().accuracy;
    State& state = updAdvancedState();
    try {
        if (!attemptStep(t1, y1_, yError_)) return Outcome::NotEvaluable;

        if (getSystem().hasPrescribedMotion(state)) {
            // Prescribed variables are exact: exclude their integration error. A method may find the exact value by itself.
            getSystem().prescribe(state);
            const Vector& y = state.getY();
            const int nqu = state.getNQ() + state.getNU();
            for (int i = 0; i < nqu; ++i)
                if (isPrescribed_[std::size_t(i)] || y[i] != y1_[i]) yError_[i] = 0;
        }

        const auto measureError = [&] {
            const ErrorSize error = calcErrorNorm(state, yError_, infinityNorm);
            error_ = error.norm;
            setLimitingIndex(error.worst);
        };
        measureError();
        if (state.getNYErr() > 0) {
            // Do not reject by the unprojected error: near a singular pose the estimate is mostly rounding in
            // directions removed by the projection, and smaller steps would only end closer to that pose.
            if (!fixed && !std::isfinite(error_)) return Outcome::TooInaccurate;
            if (project(state, yError_, false, !fixed) != Projection::Done) return Outcome::OffConstraints;
            measureError();
        }
        if (!fixed && !(error_ <= accuracy)) return Outcome::TooInaccurate;
        if (!evaluate(state)) return Outcome::NotEvaluable;
        constexpr Real suspicious = 0.1;
        if (const Real mismatch = fixed ? 0 : calcEndMismatch(state, t1); !(mismatch <= suspicious)) {
            error_ = mismatch;
            return Outcome::TooInaccurate;
        }
        return Outcome::Accepted;
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
        return Outcome::NotEvaluable;
    }
}

Real OneStepIntegrator::estimateStabilityUse(int&) { return 0; }
Real OneStepIntegrator::calcEndMismatch(const State&, Real) { return 0; }

void OneStepIntegrator::watchStability() {
    int fastest = -1;
    if (estimateStabilityUse(fastest) >= LimitedUse) {
        freeSteps_ = 0;
        if (++limitedSteps_ >= StiffAfter) fastest_ = fastest;
    } else if (limitedSteps_ > 0 && ++freeSteps_ >= NotStiffAfter) {
        forgetLimits();
    }
}

std::string OneStepIntegrator::getAdvice() const {
    if (fastest_ < 0) return Integrator::getAdvice();
    return "Step sizes are limited by the stability of " + std::string(getMethodName()) +
           ", not by accuracy: the system is stiff, fastest in the " +
           getSystem().describeY(getAdvancedState(), fastest_) +
           ". A method for stiff systems, such as BDF, would take larger steps.";
}

Real OneStepIntegrator::estimateFastestRate(int& fastest) {
    constexpr int Iterations = 8;
    State& state = updAdvancedState();
    const Vector &y0 = getStep().y0, &rates = getStep().ydot0;
    // A diverged solution may overflow when squared.
    const auto size = [](const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; };
    Real rate = 0;
    Vector direction(int(y0.size()), 1.);
    for (int i = 0; i < Iterations && size(direction) > 0; ++i) {
        direction *= std::sqrt(Eps) * std::max(Real(1), size(y0)) / size(direction);
        state.updTime() = getStep().t0;
        y1_ = y0 + direction;
        state.updY() = y1_;
        if (!evaluate(state)) return 0;
        y1_ = state.getYDot() - rates;
        rate = size(y1_) / size(direction);
        direction = y1_;
    }
    if (direction.size() > 0) direction.cwiseAbs().maxCoeff(&fastest);
    return rate;
}

void OneStepIntegrator::adviseOnStiffness(Real h) {
    constexpr Real Unstable = 1;
    int fastest = -1;
    if (estimateFastestRate(fastest) * h > Unstable)
        updFailure()->remedy = tooStiffRemedy(h, getSystem().describeY(getAdvancedState(), fastest));
    else if (fastest_ >= 0)
        updFailure()->remedy = getAdvice();
}

bool OneStepIntegrator::failStep(Outcome outcome, Real shortest) {
    const Real t0 = getStep().t0;
    switch (outcome) {
        case Outcome::OffConstraints:
            updFailure() = constraintFailure(t0, shortest, describeWorstConstraint(), getWorstConstraintError(),
                                             getAccuracyInUse());
            break;
        case Outcome::NotEvaluable: updFailure() = evaluationFailure(t0, shortest, getLastProblem()); break;
        case Outcome::TooInaccurate:
        case Outcome::Accepted: updFailure() = errorTestFailure(t0, shortest, getLimitingVariable()); break;
    }
    const Real fixed = getSettings().fixedStepSize;
    if (fixed > 0) describeFixedStep(*updFailure(), fixed);
    // The problem of a State that cannot be evaluated comes with its remedy, unless the numbers of a fixed step diverged.
    const bool diverged = fixed > 0 && outcome == Outcome::NotEvaluable && getLastProblemKind() == Problem::Diverged;
    if (diverged || outcome == Outcome::TooInaccurate) adviseOnStiffness(fixed > 0 ? fixed : shortest);
    undoStep();
    return false;
}

}  // namespace trammel
