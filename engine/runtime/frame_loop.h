// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "integrate/time_stepper.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Computes the frames of a run in short increments: the one loop used by every run, with or without a thread. Frame k
/// is at t0 + k · frameInterval; the last one at t0 + duration, or at the early end of the run.
class FrameLoop {
public:
    enum class Progress { StepTaken, FrameStored, Finished, Failed };

    /// All arguments must outlive the loop.
    FrameLoop(const CompiledModel& model, const State& initial, const RunOptions& options, TrajectoryStore& store);
    /// Continues after the frame of checkpoint @p from, made by a loop with the same model, initial State and options;
    /// @p store receives the frames after it.
    FrameLoop(const CompiledModel& model, const State& initial, const RunOptions& options, TrajectoryStore& store,
              const RunCheckpoint& from);

    /// At most one integrator step, or one frame.
    Progress advance();
    /// Applies pulls from the next allowed time on, see RunOptions::pullInterval; the latest of each hand.
    void pull(const std::vector<PullChange>& changes);
    /// Time reached, s; may be beyond the last frame.
    Real getAdvancedTime() const { return stepper_ ? integrator_->getAdvancedTime() : initial_.getTime(); }
    /// The State at that time; valid after the first advance().
    const State& getAdvancedState() const { return integrator_->getAdvancedState(); }
    /// The State of a frame; just before an event, that before it; valid after the first advance().
    const State& getReportedState() const { return integrator_->getState(); }
    /// Fills in everything except the phase.
    void describe(RunStatus& status) const;
    /// True if a frame is missing because the computer had no memory for it, which another computer may have.
    bool isOutOfMemory() const { return isOutOfMemory_; }

private:
    Progress continueRun();
    bool start();
    bool resumeFrom(const RunCheckpoint& from);
    void noteCheckpoint();
    bool planPulls();
    /// True, once the run has ended, if at its current pace it would exceed its limit of steps.
    bool isEndless();
    /// Next time at which pulls may change.
    Real nextPullTime() const;
    void changePulls();
    void noteEvent(Integrator::SuccessfulStepStatus arrival);
    void beWatched();
    Progress storeFrame();
    /// Why no frame after @p time could be stored, and what to do.
    std::string explainFullStore(Real time) const;
    Progress end(Progress how, std::string message);
    Real frameTime(long frame) const;
    /// Since an arbitrary instant.
    double secondsOfWork() const;
    double secondsSoFar() const;

    const CompiledModel& model_;
    const State& initial_;
    const SimulationSettings& settings_;
    const Real pullInterval_;
    RunMonitor* const monitor_;
    TrajectoryStore& store_;
    const System& system_;
    std::unique_ptr<Integrator> integrator_;
    std::optional<TimeStepper> stepper_;
    /// Index of the next frame, and of the last.
    long frame_ = 0, lastFrame_ = 0;
    Real startTime_ = 0;
    /// In order of time, and the number already applied; and requests for the next allowed time.
    PullTrack pulls_, requestedPulls_;
    std::size_t nextPull_ = 0;
    /// Number of allowed times of external pulls passed, and the time up to which planned ones have started.
    long pullMoments_ = 0;
    Real pulledUntil_ = -Infinity;
    /// Pulls change before the loop continues.
    bool pullsDue_ = false;
    Real constraintError_ = 0;
    /// Time of computing, s: start of the current advance(), total, and of the last frame.
    double advancingSince_ = 0, seconds_ = 0, secondsAtFrame_ = 0;
    /// Checkpoint to start from, or null; frame and seconds of the last recorded checkpoint.
    const RunCheckpoint* from_ = nullptr;
    const double checkpointSeconds_;
    /// Wait for the next: longer after a large one.
    double secondsToCheckpoint_;
    /// Limit of steps; and steps and time, s, when the pace was last checked.
    const Real mostSteps_;
    long stepsAtLook_ = 0;
    Real timeAtLook_ = NaN;
    int endlessLooks_ = 0;
    /// See RunOptions; for messages.
    const std::filesystem::path spillFolder_;
    const std::size_t maxBytes_;
    long checkpointFrame_ = 0;
    double secondsAtCheckpoint_ = 0;
    bool isOutOfMemory_ = false;
    std::optional<Progress> ended_;
    std::string message_;
};

}  // namespace trammel
