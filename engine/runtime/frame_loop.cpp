// SPDX-License-Identifier: Apache-2.0
#include "runtime/frame_loop.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <sstream>

#include "integrate/methods/registry.h"
#include "multibody/multibody_system.h"
#include "runtime/frame_codec.h"
#include "runtime/run_estimate.h"
#include "runtime/run_monitor.h"
#include "system/default_system_subsystem.h"

namespace trammel {

namespace {
/// A final interval shorter than this fraction of the frame interval is not a separate frame.
constexpr Real Sliver = 1e-9;
/// Changes of pulls closer than this, s, are simultaneous.
constexpr Real SameMoment = 1e-9;
/// Per run.
constexpr long MostCheckpoints = 32;
/// Size of a checkpoint, bytes, that doubles the interval to the next one: writing them takes a small part of that
/// time.
constexpr double BytesPerWait = 5e4;
/// Rounding limits the relative accuracy of a step to this.
constexpr Real FinestAccuracy = 1e-15;
/// Steps between two checks of the pace, and consecutive hopeless checks after which the run ends.
constexpr long StepsPerLook = 100000;
constexpr int MostEndlessLooks = 3;
}  // namespace

FrameLoop::FrameLoop(const CompiledModel& model, const State& initial, const RunOptions& options,
                     TrajectoryStore& store)
    : model_(model),
      initial_(initial),
      settings_(options.settings),
      pullInterval_(options.pullInterval),
      monitor_(options.monitor.get()),
      store_(store),
      system_(model.getSystem()),
      pulls_(options.pulls),
      checkpointSeconds_(options.checkpointSeconds),
      secondsToCheckpoint_(options.checkpointSeconds),
      mostSteps_(options.mostSteps),
      spillFolder_(options.spillFolder),
      maxBytes_(options.maxBytes) {}

FrameLoop::FrameLoop(const CompiledModel& model, const State& initial, const RunOptions& options,
                     TrajectoryStore& store, const RunCheckpoint& from)
    : FrameLoop(model, initial, options, store) {
    from_ = &from;
}

bool FrameLoop::start() {
    integrator_ = createIntegrator(settings_.integrator, system_);
    if (!integrator_) {
        end(Progress::Failed, "Unknown integrator '" + settings_.integrator + "'. Choose another one in the settings.");
        return false;
    }
    if (!(settings_.accuracy > 0 && settings_.accuracy < 1)) {
        end(Progress::Failed, "The accuracy must be between 0 and 1, not " + readable(settings_.accuracy) + ".");
        return false;
    }
    if (settings_.accuracy < FinestAccuracy && !(settings_.fixedStep > 0)) {
        end(Progress::Failed, "No step is as accurate as " + readable(settings_.accuracy) +
                                  ": numbers have sixteen digits. Set an accuracy of at least " +
                                  readable(FinestAccuracy) + ".");
        return false;
    }
    const Real latest = std::max(std::abs(initial_.getTime()), std::abs(initial_.getTime() + settings_.duration));
    if (settings_.fixedStep > 0 && latest + settings_.fixedStep == latest) {
        end(Progress::Failed, "A fixed step of " + readable(settings_.fixedStep) +
                                  " s is too short to advance a clock that shows " + readable(latest) +
                                  " s. Set a longer step.");
        return false;
    }
    const Real frames = settings_.duration / settings_.frameInterval;
    if (!(settings_.duration > 0 && settings_.frameInterval > 0) || !(frames < Real(TrajectoryStore::maxFrames()))) {
        end(Progress::Failed, "A run of " + readable(settings_.duration) + " s with a frame every " +
                                  readable(settings_.frameInterval) +
                                  " s cannot be stored. Reduce the duration or increase the frame interval.");
        return false;
    }
    if (!planPulls()) return false;
    lastFrame_ = std::max(1L, long(std::ceil(frames - Sliver)));
    startTime_ = initial_.getTime();
    integrator_->setAccuracy(settings_.accuracy);
    integrator_->setFixedStepSize(settings_.fixedStep);
    // Drift within the tolerance is harmful: at a singular pose it decides the branch, and it makes redundant equations
    // look independent. Staying on the constraints also saves steps.
    integrator_->setProjectEveryStep(true);
    // One step at a time, so that the caller can stop soon. Does not affect the steps.
    integrator_->setInternalStepLimit(1);
    stepper_.emplace(system_, *integrator_);
    // Events are reported; their handling is unaffected.
    stepper_->setReportAllSignificantStates(true);
    if (from_) return resumeFrom(*from_);
    store_.noteDiscreteVariables(initial_);
    beWatched();
    const State::ActivityScope scope(integrator_->getAdvancedState(), "integrator");
    stepper_->initialize(initial_);
    return true;
}

// --- Resuming ---

bool FrameLoop::resumeFrom(const RunCheckpoint& from) {
    std::istringstream text(unpackText(from.memory).value_or(std::string()));
    const Result<IntegratorMemory> memory = IntegratorMemory::read(text);
    Diagnostics problems = memory.diagnostics;
    if (memory) problems.append(stepper_->resume(*memory));
    if (problems.hasErrors()) {
        end(Progress::Failed, "The run cannot be resumed: " + problems.items().front().message);
        return false;
    }
    frame_ = checkpointFrame_ = long(from.frame) + 1;
    pullMoments_ = from.pullMoments;
    pulledUntil_ = from.pulledUntil;
    while (nextPull_ < pulls_.size() && pulls_[nextPull_].time <= pulledUntil_) ++nextPull_;
    store_.noteDiscreteVariables(integrator_->getAdvancedState());
    return true;
}

void FrameLoop::noteCheckpoint() {
    const bool soon = frame_ - checkpointFrame_ <= lastFrame_ / MostCheckpoints ||
                      secondsAtFrame_ - secondsAtCheckpoint_ < secondsToCheckpoint_;
    if (frame_ == 0 || frame_ == lastFrame_ || soon || integrator_->isSimulationOver()) return;
    checkpointFrame_ = frame_;
    secondsAtCheckpoint_ = secondsAtFrame_;
    const Result<IntegratorMemory> memory = stepper_->makeMemory();
    // A custom variable without text form makes checkpoints impossible.
    if (!memory || memory.diagnostics.hasErrors()) return;
    std::ostringstream text;
    memory->write(text);
    const std::string memoryText = text.str();
    secondsToCheckpoint_ = checkpointSeconds_ * (1 + double(memoryText.size()) / BytesPerWait);
    // The text of a large State is megabytes, mostly of parameters that repeat each other.
    store_.noteCheckpoint({std::size_t(frame_), packText(memoryText), pullMoments_, pulledUntil_});
}

bool FrameLoop::isEndless() {
    const long steps = integrator_->getNumStepsTaken();
    if (!(mostSteps_ < Infinity) || steps < stepsAtLook_ + StepsPerLook) return false;
    const Real now = integrator_->getAdvancedTime(), begin = std::isnan(timeAtLook_) ? startTime_ : timeAtLook_;
    const Real left = frameTime(lastFrame_) - now;
    const Real more = left / ((now - begin) / Real(steps - stepsAtLook_));
    stepsAtLook_ = steps;
    timeAtLook_ = now;
    endlessLooks_ = Real(steps) + more > mostSteps_ ? endlessLooks_ + 1 : 0;
    if (endlessLooks_ < MostEndlessLooks) return false;
    end(Progress::Failed,
        "After " + std::to_string(steps) + " steps the run has come to " + readable(now) +
            " s; at this pace it would take about " + readable(more, 2) + " steps more (" +
            describeDuration(more / Real(steps) * secondsSoFar()) +
            "). Check the units and exponents of lengths, speeds, masses and stiffnesses, or use a looser accuracy.");
    return true;
}

// --- Pulls ---

bool FrameLoop::planPulls() {
    sortByTime(pulls_);
    for (const PullChange& change : pulls_) {
        if (const std::string wrong = explainUnusable(model_, change); !wrong.empty()) {
            end(Progress::Failed, wrong + " Run without it, or apply it to another body.");
            return false;
        }
        store_.notePull(change);
    }
    return true;
}

void FrameLoop::pull(const std::vector<PullChange>& changes) {
    if (!(pullInterval_ > 0)) return;
    for (const PullChange& change : changes) {
        std::erase_if(requestedPulls_, [&](const PullChange& earlier) { return earlier.hand == change.hand; });
        requestedPulls_.push_back(change);
    }
}

Real FrameLoop::nextPullTime() const {
    Real next = Infinity;
    if (nextPull_ < pulls_.size()) next = std::max(pulls_[nextPull_].time, startTime_);
    if (pullInterval_ > 0) next = std::min(next, startTime_ + Real(pullMoments_) * pullInterval_);
    return next;
}

void FrameLoop::changePulls() {
    pullsDue_ = false;
    State& state = integrator_->updAdvancedState();
    const State::ActivityScope scope(state, "pull");
    const Real now = state.getTime(), due = pulledUntil_ = now + SameMoment;
    for (; nextPull_ < pulls_.size() && pulls_[nextPull_].time <= due; ++nextPull_)
        applyPull(model_, pulls_[nextPull_], state);
    if (pullInterval_ > 0 && startTime_ + Real(pullMoments_) * pullInterval_ <= due) {
        ++pullMoments_;
        for (PullChange& change : requestedPulls_) {
            change.time = now;
            applyPull(model_, change, state);
            store_.notePull(change);
        }
        requestedPulls_.clear();
    }
    // Forces are discontinuous: the method must discard its history.
    if (state.getSystemStage() < Stage::Acceleration) integrator_->reinitialize(Stage::Dynamics, false);
}

Real FrameLoop::frameTime(long frame) const {
    return startTime_ + (frame == lastFrame_ ? settings_.duration : Real(frame) * settings_.frameInterval);
}

void FrameLoop::beWatched() {
    if (!monitor_) return;
    State& state = integrator_->updAdvancedState();
    state.setObserver(monitor_->wantsNextStep(state) ? monitor_ : nullptr);
}

FrameLoop::Progress FrameLoop::advance() {
    advancingSince_ = secondsOfWork();
    const Progress progress = continueRun();
    seconds_ = secondsSoFar();
    return progress;
}

FrameLoop::Progress FrameLoop::continueRun() {
    if (ended_) return *ended_;
    if (!stepper_ && !start()) return *ended_;
    const long steps = integrator_->getNumStepsTaken();
    beWatched();
    const State::ActivityScope scope(integrator_->getAdvancedState(), "integrator");
    if (pullsDue_) changePulls();
    const Real pullTime = nextPullTime();
    const bool pullsChangeFirst = pullTime <= frameTime(frame_);
    stepper_->setLimit(pullTime);
    const Integrator::SuccessfulStepStatus arrival = stepper_->stepTo(std::min(frameTime(frame_), pullTime));
    if (isEndless()) {
        if (stepper_->getTime() > store_.getEndTime()) storeFrame();
        return *ended_;
    }
    if (monitor_ && integrator_->getNumStepsTaken() > steps)
        monitor_->stepTaken(integrator_->getAdvancedState(), integrator_->getPreviousStepSizeTaken());
    switch (arrival) {
        case Integrator::ReachedReportTime:
            // A frame shows the pulls from its time on.
            if (!pullsChangeFirst) return storeFrame();
            // Applied on continuation: pulls may still change until then.
            pullsDue_ = true;
            return Progress::StepTaken;
        case Integrator::EndOfSimulation:
        case Integrator::StepFailed: {
            // Store the final state too, unless it lies beyond a time at which the motion cannot be evaluated.
            const std::optional<IntegrationFailure>& failure = integrator_->getFailure();
            const bool failed = failure.has_value();
            const std::string why =
                failed ? failure->full() : "An event ended the run at t = " + readable(stepper_->getTime()) + " s.";
            const bool isBeyond = failed && failure->cause == IntegrationFailure::Cause::Evaluation &&
                                  stepper_->getTime() > failure->time;
            if (store_.empty() || (!isBeyond && stepper_->getTime() > store_.getEndTime())) storeFrame();
            return end(failed ? Progress::Failed : Progress::Finished, why);
        }
        default: noteEvent(arrival); return Progress::StepTaken;
    }
}

double FrameLoop::secondsOfWork() const {
    // A pause at a breakpoint does not count as work.
    return monitor_ ? monitor_->secondsOfWork() : SamplingProfiler::wallTime();
}

double FrameLoop::secondsSoFar() const { return seconds_ + secondsOfWork() - advancingSince_; }

void FrameLoop::noteEvent(Integrator::SuccessfulStepStatus arrival) {
    const bool scheduled = arrival == Integrator::ReachedScheduledEvent;
    if (!scheduled && arrival != Integrator::ReachedEventTrigger) return;
    const Array_<EventId>& ids = scheduled ? stepper_->getScheduledEvents() : integrator_->getTriggeredEvents();
    for (const EventId id : ids)
        store_.noteEvent(
            {stepper_->getTime(), system_.getDefaultSubsystem().getEventName(integrator_->getAdvancedState(), id)});
}

std::string FrameLoop::explainFullStore(Real time) const {
    constexpr std::size_t mega = std::size_t(1) << 20;
    const std::string after = "No place is left for frames after t = " + readable(time) + " s: ";
    const char* const remedy = "Increase the frame interval or shorten the run.";
    if (store_.size() >= TrajectoryStore::maxFrames()) return after + "a run has at most 2^26 frames. " + remedy;
    // With a folder only the newest frames need memory.
    if (spillFolder_.empty() || isOutOfMemory_) return after + "memory is full. " + remedy;
    return after + "they cannot be written to the folder '" + spillFolder_.string() + "', and the " +
           std::to_string(std::max<std::size_t>(1, maxBytes_ / mega)) +
           " MB for them in memory are full. Free disk space, or check that you may write there. The frames so far are "
           "kept.";
}

FrameLoop::Progress FrameLoop::storeFrame() {
    const State& state = stepper_->getState();
    if (state.getSystemStage() >= Stage::Position) constraintError_ = model_.calcConstraintError(state);
    const Real step = integrator_->getPreviousStepSizeTaken();
    const double seconds = secondsSoFar();
    store_.noteDiscreteVariables(state);
    const std::size_t stored = store_.size();
    bool isStored = false;
    try {
        isStored = store_.append(state.getTime(), state.getY(), std::isnan(step) ? 0 : step, seconds - secondsAtFrame_);
    } catch (const std::bad_alloc&) {
        // Afterward the frame is there, and writing it to the disk failed.
        if (store_.size() > stored) throw;
        isOutOfMemory_ = true;
    }
    if (!isStored) return end(Progress::Failed, explainFullStore(state.getTime()));
    secondsAtFrame_ = seconds;
    if (monitor_) monitor_->frameStored(state);
    noteCheckpoint();
    return frame_++ == lastFrame_ ? end(Progress::Finished, "") : Progress::FrameStored;
}

FrameLoop::Progress FrameLoop::end(Progress how, std::string message) {
    message_ = std::move(message);
    ended_ = how;
    return how;
}

void FrameLoop::describe(RunStatus& status) const {
    status.frames = store_.size();
    status.time = store_.empty() ? initial_.getTime() : store_.getEndTime();
    status.constraintError = constraintError_;
    status.computeSeconds = seconds_;
    status.message = message_;
    if (!integrator_) return;
    // Advice while computing.
    if (!ended_) status.message = integrator_->getAdvice();
    // Not in each step: it allocates.
    if (ended_) status.methods = integrator_->describeMethods();
    const IntegratorStatistics& statistics = integrator_->getStatistics();
    status.stepsTaken = statistics.stepsTaken;
    status.stepsAttempted = statistics.stepsAttempted;
    status.realizations = statistics.realizations;
    status.lastStepSize = std::isnan(statistics.lastStepSize) ? 0 : statistics.lastStepSize;
}

}  // namespace trammel
