// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "integrate/error_control.h"
#include "integrate/integration_failure.h"
#include "integrate/integrator_memory.h"
#include "integrate/integrator_settings.h"
#include "integrate/integrator_statistics.h"
#include "integrate/stall_detector.h"
#include "integrate/zeno_detector.h"
#include "system/step_limiter.h"
#include "system/system.h"

namespace trammel {

/// Advances a State of a System: y' = f(t, y) with constraints c(t, y) = 0 that f keeps invariant.
///
/// Step sizes follow accuracy alone; report times are interpolated by dense output of the last step, events are
/// isolated on it, and scheduled events end a step. The advanced State may therefore be ahead of the reported one. For
/// the same model, settings and events, steps are bitwise identical regardless of the sequence of stepTo() calls.
///
/// A motion that cannot continue is a result: StepFailed, with getFailure(). Exceptions indicate errors of the caller.
/// Accepted steps after the first do not allocate. Each Integrator belongs to one thread at a time; Systems may be
/// shared.
///
/// **Source:** SimTK Integrator and TimeStepper (behavior); methods cite their own.
class Integrator {
public:
    enum SuccessfulStepStatus {
        /// getState() is at the report time.
        ReachedReportTime = 1,
        /// getState() is just before, getAdvancedState() just after the crossing of getTriggeredEvents().
        ReachedEventTrigger,
        ReachedScheduledEvent,
        /// A step has been completed; only with setReturnEveryInternalStep() or System::hasTimeAdvancedEvents().
        TimeHasAdvanced,
        /// This call took setInternalStepLimit() steps; call again to continue.
        ReachedStepLimit,
        /// The simulation has ended; see getTerminationReason().
        EndOfSimulation,
        /// The first State after initialize() or after an event that changed the State; call again to continue.
        StartOfContinuousInterval,
        /// The integration cannot continue; see getFailure().
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
    /// The enumerator's name.
    static std::string getSuccessfulStepStatusString(SuccessfulStepStatus status);
    static std::string getTerminationReasonString(TerminationReason reason);

    /// @param system must outlive the Integrator; its topology must be realized before initialize()
    explicit Integrator(const System& system);
    virtual ~Integrator();
    Integrator(const Integrator&) = delete;
    Integrator& operator=(const Integrator&) = delete;

    const System& getSystem() const { return system_; }

    // --- The method ---
    /// Display name.
    virtual const char* getMethodName() const = 0;
    /// Orders of accuracy with fixed steps; they differ for methods of variable order.
    virtual int getMethodMinOrder() const = 0;
    virtual int getMethodMaxOrder() const = 0;
    /// True if step sizes follow the error unless a fixed one is set.
    virtual bool methodHasErrorControl() const { return true; }

    // --- Settings; zero restores the default. Invalid values throw Exception. ---
    const IntegratorSettings& getSettings() const { return settings_; }
    void setAccuracy(Real accuracy);
    void setConstraintTolerance(Real tolerance);
    void setInitialStepSize(Real seconds);
    void setMinimumStepSize(Real seconds);
    void setMaximumStepSize(Real seconds);
    /// All steps have this size except those that end at an event; no error control.
    void setFixedStepSize(Real seconds);
    void setFinalTime(Real t);
    void setInternalStepLimit(int steps);
    void setEventCheckPoints(int points);
    void setUseInfinityNorm(bool on) { settings_.useInfinityNorm = on; }
    void setReturnEveryInternalStep(bool on) { settings_.returnEveryInternalStep = on; }
    void setAllowInterpolation(bool on) { settings_.allowInterpolation = on; }
    void setProjectEveryStep(bool on) { settings_.projectEveryStep = on; }
    void setProjectInterpolatedStates(bool on) { settings_.projectInterpolatedStates = on; }
    /// Ignored: projections always use full Newton iterations with a new Jacobian each.
    void setForceFullNewton(bool) {}
    Real getAccuracyInUse() const { return settings_.accuracy; }
    bool isInfinityNormInUse() const { return settings_.useInfinityNorm; }
    Real getConstraintToleranceInUse() const;

    // --- Running ---
    /// Starts from a copy of @p state, with prescribed motion and constraints satisfied, and Initialization handled. A
    /// start that fails is reported by the first stepTo().
    void initialize(const State& state);
    /// Lets the System handle events in the advanced State; projects changed variables onto the constraints, and
    /// restarts from the lowest stage that was changed.
    void handleEvents(Event::Cause cause, const Array_<EventId>& ids);
    /// Call after the advanced State was changed from outside.
    /// @param lowestModified the lowest stage whose variables were changed; from Report on nothing restarts
    void reinitialize(Stage lowestModified, bool shouldTerminate);
    /// Data from which resume() continues bitwise identically. Returns errors, and no usable value, for a discrete
    /// variable without text form. Not for a simulation that has ended. Does not affect the steps.
    Result<IntegratorMemory> makeMemory();
    /// Continues the run that made @p memory, instead of initialize(); requires the same System, method and settings.
    /// Returns errors for mismatches; the integrator is unusable then until initialize().
    Diagnostics resume(const IntegratorMemory& memory);
    /// Advances until @p reportTime, or until another status must be returned. Throws Exception once EndOfSimulation has
    /// been returned.
    /// @param reportTime not before getTime()
    /// @param scheduledEventTime not before getAdvancedTime(); no step passes it
    SuccessfulStepStatus stepTo(Real reportTime, Real scheduledEventTime = Infinity);
    /// stepTo() a report time @p interval after getTime().
    SuccessfulStepStatus stepBy(Real interval, Real scheduledEventTime = Infinity) {
        return stepTo(getTime() + interval, scheduledEventTime);
    }

    /// The reported State after stepTo(): interpolated if the report time was within the last step.
    const State& getState() const { return reportInterpolated_ ? interpolated_ : advanced_; }
    bool isStateInterpolated() const { return reportInterpolated_; }
    Real getTime() const { return getState().getTime(); }
    /// The State at the end of the last step, realized to Acceleration.
    const State& getAdvancedState() const { return advanced_; }
    State& updAdvancedState() { return advanced_; }
    Real getAdvancedTime() const { return advanced_.getTime(); }

    /// After ReachedEventTrigger: the events and the interval that contains them.
    const EventWindow& getEventWindow() const { return window_; }
    const Array_<EventId>& getTriggeredEvents() const { return window_.ids; }
    /// For each of getTriggeredEvents(): the direction of the sign change.
    const std::vector<Event::Trigger>& getEventTransitionsSeen() const { return window_.transitions; }
    /// For each of getTriggeredEvents(): its time, to within the window.
    Array_<Real> getEstimatedEventTimes() const { return Array_<Real>(window_.ids.size(), window_.high); }

    bool isSimulationOver() const { return termination_ != NotTerminated; }
    TerminationReason getTerminationReason() const { return termination_; }
    /// The failure, after StepFailed.
    const std::optional<IntegrationFailure>& getFailure() const { return failure_; }

    // --- Statistics ---
    const IntegratorStatistics& getStatistics() const { return statistics_; }
    void resetAllStatistics() { statistics_ = {}; }
    long getNumStepsAttempted() const { return statistics_.stepsAttempted; }
    long getNumStepsTaken() const { return statistics_.stepsTaken; }
    long getNumErrorTestFailures() const { return statistics_.errorTestFailures; }
    long getNumConvergenceTestFailures() const { return statistics_.convergenceFailures; }
    /// Equal to the number of convergence failures: a step converges unless a state cannot be realized.
    long getNumRealizationFailures() const { return statistics_.convergenceFailures; }
    long getNumProjectionFailures() const { return statistics_.projectionFailures; }
    long getNumProjections() const { return statistics_.qProjections + statistics_.uProjections; }
    /// Iterations within steps, for iterative methods.
    long getNumIterations() const { return statistics_.iterations; }
    long getNumQProjections() const { return statistics_.qProjections; }
    long getNumUProjections() const { return statistics_.uProjections; }
    long getNumRealizations() const { return statistics_.realizations; }
    Real getActualInitialStepSizeTaken() const { return statistics_.initialStepSize; }
    Real getPreviousStepSizeTaken() const { return statistics_.lastStepSize; }
    Real getPredictedNextStepSize() const { return statistics_.nextStepSize; }
    /// The variable that limited the last step, "speed of Crank pin"; empty before the first.
    std::string getLimitingVariable() const;
    /// Suggested settings, or why the simulation is slow, one or two sentences; empty if none. Does not
    /// allocate then.
    virtual std::string getAdvice() const;
    /// The number of steps of each method as a phrase without a period; empty while only one was in use.
    virtual std::string describeMethods() const { return {}; }

protected:
    /// The last step: both ends, with derivatives.
    struct Step {
        Real t0 = NaN, t1 = NaN;
        Vector y0, ydot0, y1, ydot1;
    };
    enum class Projection { Done, TooFar, NotConverged };
    /// Why a State cannot be evaluated.
    enum class Problem {
        /// A quantity is undefined there, as a NumericalFailure says.
        Undefined,
        /// A value or rate is not finite, or too large to be computed.
        Diverged
    };

    /// Allocates for @p ny variables and clears the history: f may be discontinuous here.
    /// @param fromScratch true after initialize(), false after an event
    virtual void startMethod(int ny, bool fromScratch) = 0;
    /// Takes one step that does not pass @p tMax. On success the advanced State is realized to Acceleration and
    /// satisfies the constraints; otherwise returns false, with the advanced State restored and updFailure() set.
    virtual bool takeStep(Real tMax) = 0;
    /// y at a time within the last step, from its ends and the method's dense output.
    /// @p scratch may be realized freely; it has the step's discrete variables.
    virtual void interpolate(Real t, State& scratch, Vector& y);

    /// Passes the method's memory beyond the last step to @p visitor, which saves or replaces it.
    virtual void visitMemory(MemoryVisitor& visitor) = 0;
    /// Called after resuming, with State, last step and visited memory in place, to rebuild other data; must leave the
    /// advanced State and the last step unchanged. Returns false on failure.
    virtual bool recoverHistory() { return true; }

    const Step& getStep() const { return step_; }
    /// Stores the advanced State as the start of a step; updates the auto-update variables.
    void beginStep();
    /// Stores the advanced State, realized to Acceleration, as the end of the step.
    void finishStep();
    /// Restores the advanced State at the start of the step.
    void undoStep();
    /// The cubic through both ends of the last step.
    void interpolateHermite(Real t, Vector& y) const;

    /// Applies prescribed motion to @p state and realizes it to Acceleration; on failure returns false and sets the last
    /// problem.
    bool evaluate(State& state);
    /// Projects q and u of @p state onto the constraints; realizes Velocity.
    /// @param yError error estimate to be projected as well; may be empty
    /// @param beyondReach rejects errors so large that a smaller step is better than a projection
    Projection project(State& state, Vector& yError, bool force, bool beyondReach);
    /// Largest constraint error before the last projection, relative to the one beyond which it is rejected; 0 without
    /// such a bound.
    Real getReachUsed() const { return reachUsed_; }

    std::optional<IntegrationFailure>& updFailure() { return failure_; }
    IntegratorStatistics& updStatistics() { return statistics_; }
    void setLimitingIndex(int i) { limitingIndex_ = i; }
    /// Message of the last evaluation, empty if it succeeded, and the kind of its failure.
    const std::string& getLastProblem() const { return problem_; }
    Problem getLastProblemKind() const { return problemKind_; }
    void setLastProblem(std::string sentence, Problem kind = Problem::Undefined) {
        problem_ = std::move(sentence);
        problemKind_ = kind;
    }
    /// Name and size of the worst constraint error at the last failed projection.
    std::string describeWorstConstraint() const;
    Real getWorstConstraintError() const { return worstConstraint_.norm; }

private:
    void settle(Stage lowestModified, bool fromScratch);
    /// Allocates all buffers of a step.
    void allocate(bool fromScratch);
    void visitOwnMemory(MemoryVisitor& visitor);
    void reinitialize(Stage lowestModified, bool shouldTerminate, bool fromScratch);
    void handleEvents(Event::Cause cause, const Array_<EventId>& ids, bool fromScratch);
    void fail(IntegrationFailure failure);
    void findEvents();
    void watchPace();
    void watch(ZenoDetector::Trouble trouble);
    void backUpTo(Real t);
    void showInterpolated(Real t);
    void setInterpolated(Real t);
    void terminate(TerminationReason reason);
    void findAutoUpdateVariables();
    void copyAutoUpdateVariables();
    void findStepLimiters();
    /// Time that a step from the advanced State must not pass, by the limits that the System sets.
    Real calcLatestEnd() const;
    /// Duration after the advanced State within which the next step ends, s.
    Real calcBreakHorizon() const;
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
    /// Time of a report within the last step, for a resumed run.
    Real reportTime_ = NaN;
    TerminationReason termination_ = NotTerminated;
    bool endReturned_ = false;
    std::optional<IntegrationFailure> failure_;

    Step step_;
    /// The first break after the start of the last step, s; Infinity if none is near.
    Real nextBreak_ = Infinity;
    Vector yInterpolated_, noEstimate_;
    std::vector<DiscreteVarKey> autoUpdated_;
    EventIsolator isolator_;
    EventWindow window_;
    ZenoDetector succession_;
    StallDetector pace_;
    std::vector<const StepLimiter*> stepLimiters_;

    int limitingIndex_ = -1;
    std::string problem_;
    Problem problemKind_ = Problem::Undefined;
    ErrorSize worstConstraint_;
    bool worstIsPosition_ = true;
    Real reachUsed_ = 0;
};

}  // namespace trammel
