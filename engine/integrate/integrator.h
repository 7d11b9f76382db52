// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "integrate/error_control.h"
#include "integrate/event_succession.h"
#include "integrate/integration_failure.h"
#include "integrate/integrator_memory.h"
#include "integrate/integrator_settings.h"
#include "integrate/integrator_statistics.h"
#include "integrate/pace_watch.h"
#include "system/system.h"

namespace trammel {

/// Carries a State of a System forward in time: y' = f(t, y) with constraints c(t, y) = 0 that f keeps invariant.
///
/// Steps are chosen for accuracy alone; report times are read off the dense output of the last step, events are
/// isolated on it, and scheduled events end a step. The advanced State may so be ahead of the reported one. Given the
/// same model, settings and events the steps are bit-identical, however stepTo() is called.
///
/// A motion that cannot be carried on is an outcome: StepFailed, with getFailure(). Exceptions are a caller's bugs.
/// No heap is used for an accepted step after the first. One thread at a time per Integrator; Systems may be shared.
///
/// **Source:** SimTK Integrator and TimeStepper (behavior); methods name their own.
class Integrator {
public:
    enum SuccessfulStepStatus {
        /// getState() is at the report time.
        ReachedReportTime = 1,
        /// getState() is just before, getAdvancedState() just after the crossing of getTriggeredEvents().
        ReachedEventTrigger,
        ReachedScheduledEvent,
        /// One more step has been taken; only with setReturnEveryInternalStep() or System::hasTimeAdvancedEvents().
        TimeHasAdvanced,
        /// setInternalStepLimit() steps were taken by this call; call again to go on.
        ReachedStepLimit,
        /// Nothing more will come; see getTerminationReason().
        EndOfSimulation,
        /// The first State after initialize() or after an event that changed the State; call again to go on.
        StartOfContinuousInterval,
        /// The motion cannot be carried on; see getFailure().
        StepFailed,
        /// Never returned.
        InvalidSuccessfulStepStatus = -1
    };
    enum TerminationReason {
        NotTerminated = 0,
        ReachedFinalTime,
        AnUnrecoverableErrorOccurred,
        EventHandlerRequestedTermination,
        /// Never returned.
        InvalidTerminationReason = -1
    };
    /// The name of the value, as it is spelled here.
    static std::string getSuccessfulStepStatusString(SuccessfulStepStatus status);
    static std::string getTerminationReasonString(TerminationReason reason);

    /// @param system must outlive the Integrator; its topology must be realized by the time of initialize()
    explicit Integrator(const System& system);
    virtual ~Integrator();
    Integrator(const Integrator&) = delete;
    Integrator& operator=(const Integrator&) = delete;

    const System& getSystem() const { return system_; }

    // --- The method ---
    /// What people call it.
    virtual const char* getMethodName() const = 0;
    /// Orders of accuracy with fixed steps, should they vary.
    virtual int getMethodMinOrder() const = 0;
    virtual int getMethodMaxOrder() const = 0;
    /// Whether it chooses its step sizes by their errors unless told a fixed one.
    virtual bool methodHasErrorControl() const { return true; }

    // --- Settings; zero gives back the default. They throw Exception for a value that makes no sense. ---
    const IntegratorSettings& getSettings() const { return settings_; }
    void setAccuracy(Real accuracy);
    void setConstraintTolerance(Real tolerance);
    void setInitialStepSize(Real seconds);
    void setMinimumStepSize(Real seconds);
    void setMaximumStepSize(Real seconds);
    /// All steps have this size but those that end at an event; no error control.
    void setFixedStepSize(Real seconds);
    void setFinalTime(Real t);
    void setInternalStepLimit(int steps);
    void setEventCheckPoints(int points);
    void setUseInfinityNorm(bool on) { settings_.useInfinityNorm = on; }
    void setReturnEveryInternalStep(bool on) { settings_.returnEveryInternalStep = on; }
    void setAllowInterpolation(bool on) { settings_.allowInterpolation = on; }
    void setProjectEveryStep(bool on) { settings_.projectEveryStep = on; }
    void setProjectInterpolatedStates(bool on) { settings_.projectInterpolatedStates = on; }
    /// Newton iterations of projections are always full ones here, with a new Jacobian each: asked for or not.
    void setForceFullNewton(bool) {}
    Real getAccuracyInUse() const { return settings_.accuracy; }
    bool isInfinityNormInUse() const { return settings_.useInfinityNorm; }
    Real getConstraintToleranceInUse() const;

    // --- Running ---
    /// Start from a copy of @p state, with prescribed motion and constraints satisfied, and Initialization handled. A
    /// start that cannot be is reported by the first stepTo().
    void initialize(const State& state);
    /// Let the System handle events in the advanced State; what they moved is brought back to the constraints, and
    /// stepping starts afresh from the lowest stage they changed.
    void handleEvents(Event::Cause cause, const Array_<EventId>& ids);
    /// After the advanced State was changed from outside.
    /// @param lowestModified the lowest stage whose variables were changed; from Report on nothing restarts
    void reinitialize(Stage lowestModified, bool shouldTerminate);
    /// All that resume() needs to go on from here bit for bit; errors, and then it is no use, for a discrete variable whose
    /// type has no text form. Not for a simulation that is over. It does not change the steps.
    Result<IntegratorMemory> makeMemory();
    /// Go on where the run that made @p memory was; instead of initialize(), with the same System, method and settings.
    /// With errors, which say what does not fit, nothing can be run until initialize().
    Diagnostics resume(const IntegratorMemory& memory);
    /// Go on until @p reportTime has been reached, or until something else is to be told.
    /// @param reportTime not before getTime()
    /// @param scheduledEventTime not before getAdvancedTime(); no step passes it
    SuccessfulStepStatus stepTo(Real reportTime, Real scheduledEventTime = Infinity);
    /// stepTo() a report time @p interval after getTime().
    SuccessfulStepStatus stepBy(Real interval, Real scheduledEventTime = Infinity) {
        return stepTo(getTime() + interval, scheduledEventTime);
    }

    /// The State to be looked at after stepTo(): interpolated if the report time was within the last step.
    const State& getState() const { return reportInterpolated_ ? interpolated_ : advanced_; }
    bool isStateInterpolated() const { return reportInterpolated_; }
    Real getTime() const { return getState().getTime(); }
    /// The State at the end of the last step, realized to Acceleration.
    const State& getAdvancedState() const { return advanced_; }
    State& updAdvancedState() { return advanced_; }
    Real getAdvancedTime() const { return advanced_.getTime(); }

    /// After ReachedEventTrigger: what happened, and between which times.
    const EventWindow& getEventWindow() const { return window_; }
    const Array_<EventId>& getTriggeredEvents() const { return window_.ids; }
    /// For each of getTriggeredEvents(): the direction in which its witness function changed sign.
    const std::vector<Event::Trigger>& getEventTransitionsSeen() const { return window_.transitions; }
    /// For each of getTriggeredEvents(): when it happened, as near as the window tells.
    Array_<Real> getEstimatedEventTimes() const { return Array_<Real>(window_.ids.size(), window_.high); }

    bool isSimulationOver() const { return termination_ != NotTerminated; }
    TerminationReason getTerminationReason() const { return termination_; }
    /// Why the simulation is over, when StepFailed.
    const std::optional<IntegrationFailure>& getFailure() const { return failure_; }

    // --- How it went ---
    const IntegratorStatistics& getStatistics() const { return statistics_; }
    void resetAllStatistics() { statistics_ = {}; }
    long getNumStepsAttempted() const { return statistics_.stepsAttempted; }
    long getNumStepsTaken() const { return statistics_.stepsTaken; }
    long getNumErrorTestFailures() const { return statistics_.errorTestFailures; }
    long getNumConvergenceTestFailures() const { return statistics_.convergenceFailures; }
    /// The same number: a step converges unless it meets a state that cannot be realized.
    long getNumRealizationFailures() const { return statistics_.convergenceFailures; }
    long getNumProjectionFailures() const { return statistics_.projectionFailures; }
    long getNumProjections() const { return statistics_.qProjections + statistics_.uProjections; }
    /// Iterations within steps, of methods that iterate.
    long getNumIterations() const { return statistics_.iterations; }
    long getNumQProjections() const { return statistics_.qProjections; }
    long getNumUProjections() const { return statistics_.uProjections; }
    long getNumRealizations() const { return statistics_.realizations; }
    Real getActualInitialStepSizeTaken() const { return statistics_.initialStepSize; }
    Real getPreviousStepSizeTaken() const { return statistics_.lastStepSize; }
    Real getPredictedNextStepSize() const { return statistics_.nextStepSize; }
    /// What limited the size of the last step, "speed of Crank pin"; empty before the first.
    std::string getLimitingVariable() const;
    /// What would serve this simulation better, or why it is so slow, one or two sentences; empty if nothing is known of.
    /// No heap is used for nothing.
    virtual std::string getAdvice() const;

protected:
    /// The last step: both ends, with derivatives.
    struct Step {
        Real t0 = NaN, t1 = NaN;
        Vector y0, ydot0, y1, ydot1;
    };
    enum class Projection { Done, TooFar, NotConverged };

    /// Make room for @p ny variables and forget all history: f may be discontinuous here.
    /// @param fromScratch after initialize(), rather than after an event
    virtual void startMethod(int ny, bool fromScratch) = 0;
    /// Advance from the present advanced State by one step that does not pass @p tMax.
    /// On success the advanced State is realized to Acceleration and satisfies the constraints; otherwise false, the
    /// advanced State is back at the start, and updFailure() is set.
    virtual bool takeStep(Real tMax) = 0;
    /// y at a time within the last step, from the step's ends and what the method knows of its interior.
    /// @p scratch may be realized at will; it has the step's discrete variables.
    virtual void interpolate(Real t, State& scratch, Vector& y);

    /// Show @p visitor, to be kept or replaced, what the method remembers beyond the last step.
    virtual void visitMemory(MemoryVisitor& visitor) = 0;
    /// Called after a resumed State, the last step and visitMemory() are in place, to make anew what is not plain data; the
    /// advanced State and the last step must be the same afterward. False if that did not succeed.
    virtual bool recoverHistory() { return true; }

    const Step& getStep() const { return step_; }
    /// Remember the advanced State as the start of a step; update the auto-update variables.
    void beginStep();
    /// Remember the advanced State, realized to Acceleration, as the end of the step.
    void finishStep();
    /// Put the advanced State back to the start of the step.
    void undoStep();
    /// The cubic through both ends of the last step.
    void interpolateHermite(Real t, Vector& y) const;

    /// Apply prescribed motion to @p state and realize it to Acceleration; false with @p problem set if impossible.
    bool evaluate(State& state);
    /// Bring q and u of @p state back to the constraints; realizes Velocity.
    /// @param yError error estimate to be projected along; may be empty
    /// @param beyondReach refuse errors so large that a shorter step is better than a projection
    Projection project(State& state, Vector& yError, bool force, bool beyondReach);

    std::optional<IntegrationFailure>& updFailure() { return failure_; }
    IntegratorStatistics& updStatistics() { return statistics_; }
    void setLimitingIndex(int i) { limitingIndex_ = i; }
    /// The sentence of the last NumericalFailure.
    const std::string& getLastProblem() const { return problem_; }
    void setLastProblem(std::string sentence) { problem_ = std::move(sentence); }
    /// Name and size of the worst constraint error at the last failed projection.
    std::string describeWorstConstraint() const;
    Real getWorstConstraintError() const { return worstConstraint_.norm; }

private:
    void settle(Stage lowestModified, bool fromScratch);
    /// Give everything a step needs its final size.
    void allocate(bool fromScratch);
    void visitOwnMemory(MemoryVisitor& visitor);
    void reinitialize(Stage lowestModified, bool shouldTerminate, bool fromScratch);
    void handleEvents(Event::Cause cause, const Array_<EventId>& ids, bool fromScratch);
    void fail(IntegrationFailure failure);
    void findEvents();
    void watchPace();
    void watch(EventSuccession::Trouble trouble);
    void backUpTo(Real t);
    void showInterpolated(Real t);
    void setInterpolated(Real t);
    void terminate(TerminationReason reason);
    void findAutoUpdateVariables();
    void copyAutoUpdateVariables();
    Projection refuse(bool isPosition, ErrorSize worst, Projection why);

    const System& system_;
    IntegratorSettings settings_;
    IntegratorStatistics statistics_;

    State advanced_, interpolated_;
    bool initialized_ = false;
    bool startOfInterval_ = false;
    bool stepNotReturned_ = false;
    bool eventPending_ = false;
    bool reportInterpolated_ = false;
    /// Of a report within the last step, for a run that is resumed.
    Real reportTime_ = NaN;
    TerminationReason termination_ = NotTerminated;
    std::optional<IntegrationFailure> failure_;

    Step step_;
    Vector yInterpolated_, noEstimate_;
    std::vector<DiscreteVarKey> autoUpdated_;
    EventIsolator isolator_;
    EventWindow window_;
    EventSuccession succession_;
    PaceWatch pace_;

    int limitingIndex_ = -1;
    std::string problem_;
    ErrorSize worstConstraint_;
    bool worstIsPosition_ = true;
};

}  // namespace trammel
