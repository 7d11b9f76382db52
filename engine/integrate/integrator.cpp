// SPDX-License-Identifier: Apache-2.0
// Integrator: settings, start, and the loop over reports, events and steps.
#include "integrate/integrator.h"

#include <cmath>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "integrate/step_limits.h"
#include "system/break_source.h"
#include "system/default_system_subsystem.h"

namespace trammel {

namespace {
Real requireNotNegative(Real value, const char* function) {
    if (value >= 0) return value;
    throw Exception(std::string(function) + ": " + readable(value) + " is invalid; it must not be negative.");
}
}  // namespace

Integrator::Integrator(const System& system) : system_(system) {}
Integrator::~Integrator() = default;

std::string Integrator::getSuccessfulStepStatusString(SuccessfulStepStatus status) {
    switch (status) {
        case ReachedReportTime: return "ReachedReportTime";
        case ReachedEventTrigger: return "ReachedEventTrigger";
        case ReachedScheduledEvent: return "ReachedScheduledEvent";
        case TimeHasAdvanced: return "TimeHasAdvanced";
        case ReachedStepLimit: return "ReachedStepLimit";
        case EndOfSimulation: return "EndOfSimulation";
        case StartOfContinuousInterval: return "StartOfContinuousInterval";
        case StepFailed: return "StepFailed";
        case InvalidSuccessfulStepStatus: break;
    }
    return "InvalidSuccessfulStepStatus";
}
std::string Integrator::getTerminationReasonString(TerminationReason reason) {
    switch (reason) {
        case NotTerminated: return "NotTerminated";
        case ReachedFinalTime: return "ReachedFinalTime";
        case AnUnrecoverableErrorOccurred: return "AnUnrecoverableErrorOccurred";
        case EventHandlerRequestedTermination: return "EventHandlerRequestedTermination";
        case InvalidTerminationReason: break;
    }
    return "InvalidTerminationReason";
}

// --- Settings ---

void Integrator::setAccuracy(Real accuracy) {
    if (!(accuracy > 0 && accuracy < 1))
        throw Exception("Integrator::setAccuracy(): " + readable(accuracy) +
                        " is invalid; it must be between 0 and 1.");
    settings_.accuracy = accuracy;
}
void Integrator::setConstraintTolerance(Real tolerance) {
    settings_.constraintTolerance = requireNotNegative(tolerance, "Integrator::setConstraintTolerance()");
}
void Integrator::setInitialStepSize(Real seconds) {
    settings_.initialStepSize = requireNotNegative(seconds, "Integrator::setInitialStepSize()");
}
void Integrator::setMinimumStepSize(Real seconds) {
    settings_.minimumStepSize = requireNotNegative(seconds, "Integrator::setMinimumStepSize()");
}
void Integrator::setMaximumStepSize(Real seconds) {
    settings_.maximumStepSize = requireNotNegative(seconds, "Integrator::setMaximumStepSize()");
}
void Integrator::setFixedStepSize(Real seconds) {
    settings_.fixedStepSize = requireNotNegative(seconds, "Integrator::setFixedStepSize()");
}
void Integrator::setFinalTime(Real t) { settings_.finalTime = t; }
void Integrator::setInternalStepLimit(int steps) {
    settings_.internalStepLimit = int(requireNotNegative(steps, "Integrator::setInternalStepLimit()"));
}
void Integrator::setEventCheckPoints(int points) {
    settings_.eventCheckPoints = int(requireNotNegative(points, "Integrator::setEventCheckPoints()"));
}
Real Integrator::getConstraintToleranceInUse() const {
    return settings_.constraintTolerance > 0 ? settings_.constraintTolerance : settings_.accuracy / 10;
}

// --- Start ---

void Integrator::initialize(const State& state) {
    advanced_ = state;
    initialized_ = true;
    termination_ = NotTerminated;
    endReturned_ = false;
    failure_.reset();
    statistics_ = {};
    limitingIndex_ = -1;
    succession_.clear();
    pace_.start(state.getTime());
    settle(Stage::Model, true);
    if (termination_ == NotTerminated) handleEvents(Event::Cause::Initialization, {}, true);
    if (termination_ != NotTerminated || autoUpdated_.empty()) return;
    // The swap invalidates nothing: invalidate explicitly, so that the new values are used.
    advanced_.autoUpdateDiscreteVariables();
    advanced_.invalidateAllCacheAtOrAbove(Stage::Instance);
    settle(Stage::Instance, true);
}

void Integrator::reinitialize(Stage lowestModified, bool shouldTerminate) {
    if (!initialized_) throw Exception("Integrator::reinitialize(): call initialize() first.");
    reinitialize(lowestModified, shouldTerminate, false);
}
void Integrator::reinitialize(Stage lowestModified, bool shouldTerminate, bool fromScratch) {
    if (lowestModified < Stage::Report) {
        settle(lowestModified, fromScratch);
    } else {
        // Variables on which no realized value depends may have changed too.
        interpolated_ = advanced_;
        reportInterpolated_ = false;
    }
    if (shouldTerminate && termination_ == NotTerminated) terminate(EventHandlerRequestedTermination);
}

void Integrator::handleEvents(Event::Cause cause, const Array_<EventId>& ids) {
    if (!initialized_) throw Exception("Integrator::handleEvents(): call initialize() first.");
    handleEvents(cause, ids, false);
}
void Integrator::handleEvents(Event::Cause cause, const Array_<EventId>& ids, bool fromScratch) {
    HandleEventsOptions options;
    options.setAccuracy(getAccuracyInUse()).setConstraintTolerance(getConstraintToleranceInUse());
    HandleEventsResults results;
    const Real time = getAdvancedTime();
    try {
        system_.handleEvents(advanced_, cause, ids, options, results);
    } catch (const NumericalFailure& e) {
        return fail(eventHandlerFailure(time, e.what()));
    }
    if (results.getExitStatus() == HandleEventsResults::Failed)
        return fail(eventHandlerFailure(time, results.getMessage()));
    reinitialize(results.getLowestModifiedStage(), results.getExitStatus() == HandleEventsResults::ShouldTerminate,
                 fromScratch);
    const bool changed = results.getLowestModifiedStage() < Stage::Report;
    if (changed && cause == Event::Cause::Triggered && termination_ == NotTerminated)
        watch(succession_.noteHandled(window_));
}

void Integrator::settle(Stage lowestModified, bool fromScratch) {
    reportInterpolated_ = eventPending_ = stepNotReturned_ = false;
    startOfInterval_ = true;
    try {
        if (lowestModified <= Stage::Model) system_.realizeModel(advanced_);
        system_.realize(advanced_, Stage::Instance);
        // Projecting speeds requires projected positions; accelerations require neither.
        if (lowestModified <= Stage::Velocity) {
            system_.prescribe(advanced_);
            if (project(advanced_, noEstimate_, fromScratch, false) != Projection::Done) {
                failure_ = assemblyFailure(advanced_.getTime(), describeWorstConstraint(), getWorstConstraintError());
                return terminate(AnUnrecoverableErrorOccurred);
            }
        }
    } catch (const NumericalFailure& e) {
        failure_ = evaluationFailure(advanced_.getTime(), 0, e.what());
        return terminate(AnUnrecoverableErrorOccurred);
    }
    if (!evaluate(advanced_)) {
        failure_ = evaluationFailure(advanced_.getTime(), 0, problem_);
        return terminate(AnUnrecoverableErrorOccurred);
    }

    allocate(fromScratch);
}

void Integrator::allocate(bool fromScratch) {
    interpolated_ = advanced_;
    const int ny = advanced_.getNY();
    for (Vector* v : {&step_.y0, &step_.ydot0, &step_.y1, &step_.ydot1, &yInterpolated_}) v->resize(ny);
    step_.t0 = step_.t1 = NaN;
    nextBreak_ = Infinity;
    findAutoUpdateVariables();
    findStepLimiters();
    isolator_.configure(system_, advanced_);
    startMethod(ny, fromScratch);
}

void Integrator::findAutoUpdateVariables() {
    autoUpdated_.clear();
    for (int k = 0; k < advanced_.getNumSubsystems(); ++k) {
        const auto& variables = advanced_.getPerSubsystemInfo(SubsystemIndex(k)).discreteVariables;
        for (std::size_t v = 0; v < variables.size(); ++v)
            if (variables[v].getAutoUpdateEntry().isValid())
                autoUpdated_.push_back({SubsystemIndex(k), DiscreteVariableIndex(v)});
    }
}

void Integrator::copyAutoUpdateVariables() {
    for (const DiscreteVarKey& key : autoUpdated_)
        interpolated_.restoreDiscreteVariable(key.subsystem, key.variable,
                                              advanced_.getDiscreteVariable(key.subsystem, key.variable),
                                              advanced_.getDiscreteVarLastUpdateTime(key.subsystem, key.variable));
}

// --- Running ---

namespace {
/// The first break of the rates after @p time that is known within @p horizon, s; Infinity without one.
Real calcNextBreak(const std::vector<const StepLimiter*>& limiters, const State& state, Real time, Real horizon) {
    Real next = Infinity;
    for (const StepLimiter* limiter : limiters)
        if (const auto* source = dynamic_cast<const BreakSource*>(limiter))
            next = std::min(next, source->calcNextBreak(state, time, horizon));
    return next;
}
}  // namespace

Integrator::SuccessfulStepStatus Integrator::stepTo(Real reportTime, Real scheduledEventTime) {
    if (!initialized_) throw Exception("Integrator::stepTo(): call initialize() first.");
    if (termination_ != NotTerminated) {
        if (failure_) return StepFailed;
        if (std::exchange(endReturned_, true))
            throw Exception("Integrator::stepTo(): the simulation has ended at t = " + readable(getTime(), 17) +
                            " s; call initialize() to start another.");
        return EndOfSimulation;
    }
    if (reportTime < getTime())
        throw Exception("Integrator::stepTo(): the report time " + readable(reportTime, 17) +
                        " s is before the last reported time, " + readable(getTime(), 17) + " s.");
    if (scheduledEventTime < getAdvancedTime())
        throw Exception("Integrator::stepTo(): the scheduled event time " + readable(scheduledEventTime, 17) +
                        " s is before the time reached, " + readable(getAdvancedTime(), 17) + " s.");
    if (startOfInterval_) {
        startOfInterval_ = false;
        return StartOfContinuousInterval;
    }

    for (int steps = 0;; ++steps) {
        // Serve the last step in order of time.
        if (reportTime <= getAdvancedTime()) {
            showInterpolated(reportTime);
            return termination_ == NotTerminated ? ReachedReportTime : StepFailed;
        }
        if (eventPending_) {
            eventPending_ = false;
            showInterpolated(window_.low);
            return termination_ == NotTerminated ? ReachedEventTrigger : StepFailed;
        }
        reportInterpolated_ = false;
        if (stepNotReturned_ && (settings_.returnEveryInternalStep || system_.hasTimeAdvancedEvents())) {
            stepNotReturned_ = false;
            return TimeHasAdvanced;
        }
        if (getAdvancedTime() >= scheduledEventTime) return ReachedScheduledEvent;
        if (getAdvancedTime() >= settings_.finalTime) {
            terminate(ReachedFinalTime);
            endReturned_ = true;
            return EndOfSimulation;
        }
        if (settings_.internalStepLimit > 0 && steps >= settings_.internalStepLimit) return ReachedStepLimit;

        // The program may have written to the State since the last step, without reinitialize().
        if (advanced_.getSystemStage() < Stage::Acceleration) {
            if (!evaluate(advanced_)) fail(evaluationFailure(advanced_.getTime(), 0, problem_));
            if (termination_ != NotTerminated) return StepFailed;
            startMethod(advanced_.getNY(), false);
        }
        const Real t = getAdvancedTime();
        const bool hasBreaks = !stepLimiters_.empty() && settings_.fixedStepSize == 0;
        // The error of the last step, and the history, predict nothing beyond a break.
        if (hasBreaks && step_.t1 == t && nextBreak_ <= t) startMethod(advanced_.getNY(), false);
        // One more step.
        Real tMax = std::min(scheduledEventTime, settings_.finalTime);
        if (!settings_.allowInterpolation) tMax = std::min(tMax, reportTime);
        if (const Real look = succession_.getNextLook(); look > getAdvancedTime() && settings_.fixedStepSize == 0)
            tMax = std::min(tMax, look);
        if (!stepLimiters_.empty() && settings_.fixedStepSize == 0) tMax = std::min(tMax, calcLatestEnd());
        nextBreak_ = hasBreaks ? calcNextBreak(stepLimiters_, advanced_, t, calcBreakHorizon()) : Infinity;
        tMax = std::min(tMax, std::max(nextBreak_, t + shortestStep(settings_, t)));
        if (!takeStep(tMax)) {
            terminate(AnUnrecoverableErrorOccurred);
            return StepFailed;
        }
        stepNotReturned_ = true;
        watchPace();
        if (isolator_.isNeeded()) findEvents();
        if (termination_ != NotTerminated) return StepFailed;
    }
}

void Integrator::findStepLimiters() {
    stepLimiters_.clear();
    for (SubsystemIndex i(0); i < system_.getNumSubsystems(); ++i)
        if (const auto* limiter = dynamic_cast<const StepLimiter*>(&system_.getSubsystemGuts(i));
            limiter && limiter->limitsSteps())
            stepLimiters_.push_back(limiter);
}

Real Integrator::calcBreakHorizon() const {
    // No method lengthens its steps by more than this.
    constexpr Real Growth = 10;
    const Real last = step_.t1 - step_.t0;
    return last > 0 && step_.t1 == getAdvancedTime() ? Growth * last : system_.getDefaultTimeScale();
}

Real Integrator::calcLatestEnd() const {
    const Real horizon = calcBreakHorizon(), t = getAdvancedTime();
    Real longest = horizon;
    for (const StepLimiter* limiter : stepLimiters_)
        longest = std::min(longest, limiter->calcLongestStep(advanced_, horizon));
    return t + std::max(longest, shortestStep(settings_, t));
}

void Integrator::watchPace() {
    if (settings_.fixedStepSize > 0) return;
    pace_.noteStep(getAdvancedTime(), system_.getDefaultTimeScale());
    if (pace_.isHopeless()) fail(crawlingFailure(getAdvancedTime(), pace_.getStepSize(), getLimitingVariable()));
}

std::string Integrator::getAdvice() const {
    if (!pace_.isCrawling()) return {};
    const std::string limiting = getLimitingVariable();
    return "The integrator step has become very small, about " + readable(pace_.getStepSize(), 2) + " s" +
           (limiting.empty() ? "" : ", limited by " + limiting) +
           ". Check for a discontinuous, very stiff or chattering force, or a mechanism that locks.";
}

void Integrator::fail(IntegrationFailure failure) {
    failure_ = std::move(failure);
    terminate(AnUnrecoverableErrorOccurred);
}

void Integrator::terminate(TerminationReason reason) {
    termination_ = reason;
    reportInterpolated_ = false;
}

// --- Events ---

void Integrator::findEvents() {
    const auto evaluateWitnesses = [this](Real t, Vector& values) {
        try {
            if (t != step_.t1) setInterpolated(t);
            const State& state = t == step_.t1 ? advanced_ : interpolated_;
            system_.realize(state, isolator_.getStage());
            isolator_.read(state, values);
            return true;
        } catch (const NumericalFailure& e) {
            setLastProblem(e.what());
            return false;
        }
    };
    const Real scale = settings_.accuracy * system_.getDefaultTimeScale();
    switch (isolator_.isolate(step_.t0, step_.t1, scale, settings_.eventCheckPoints, evaluateWitnesses, window_)) {
        case EventIsolator::Outcome::Nothing: return watch(succession_.noteStep(isolator_));
        case EventIsolator::Outcome::Unknown:
            return fail(
                eventWitnessFailure(window_.low, window_.high,
                                    isolator_.getFaultySubsystem().empty()
                                        ? problem_
                                        : "A witness function of '" + isolator_.getFaultySubsystem() + "' is NaN."));
        case EventIsolator::Outcome::Crossed: break;
    }
    if (window_.high < step_.t1) backUpTo(window_.high);
    eventPending_ = true;
}

void Integrator::watch(ZenoDetector::Trouble trouble) {
    if (trouble == ZenoDetector::Trouble::None) return;
    const std::string event = system_.getDefaultSubsystem().getEventName(advanced_, succession_.getEvent());
    if (trouble == ZenoDetector::Trouble::Chattering)
        return fail(chatteringFailure(getAdvancedTime(), event, succession_.getCount(), succession_.getSpan(),
                                      getAccuracyInUse()));
    return fail(accumulationFailure(getAdvancedTime(), succession_.getTime(), event, succession_.getCount()));
}

void Integrator::backUpTo(Real t) {
    interpolate(t, interpolated_, yInterpolated_);
    advanced_.updTime() = t;
    advanced_.updY() = yInterpolated_;
    // The point belongs to an accepted step: if projection fails, use the closest State.
    try {
        system_.prescribe(advanced_);
        project(advanced_, noEstimate_, false, false);
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
    }
    if (!evaluate(advanced_)) {
        failure_ = evaluationFailure(t, 0, problem_);
        terminate(AnUnrecoverableErrorOccurred);
    }
}

// --- Interpolated States ---

void Integrator::setInterpolated(Real t) {
    copyAutoUpdateVariables();
    interpolate(t, interpolated_, yInterpolated_);
    interpolated_.updTime() = t;
    interpolated_.updY() = yInterpolated_;
    system_.prescribe(interpolated_);
    if (settings_.projectInterpolatedStates) project(interpolated_, noEstimate_, false, false);
}

void Integrator::showInterpolated(Real t) {
    reportInterpolated_ = t < getAdvancedTime();
    if (!reportInterpolated_) return;
    try {
        setInterpolated(t);
        return;
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
    }
    // The point belongs to an accepted step: if projection fails, the closest State is shown. A prescribed motion without
    // a value has none.
    try {
        system_.prescribe(interpolated_);
    } catch (const NumericalFailure& e) {
        fail(evaluationFailure(t, 0, e.what()));
    }
}

std::string Integrator::getLimitingVariable() const {
    return limitingIndex_ < 0 ? std::string() : system_.describeY(advanced_, limitingIndex_);
}

}  // namespace trammel
