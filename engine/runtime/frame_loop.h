// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "integrate/time_stepper.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Computes the frames of one run, in portions short enough to stop between: the one loop of every run, in a thread or
/// not. Frame k is at t0 + k · frameInterval; the last one at t0 + duration, or where the run ended before.
class FrameLoop {
public:
    enum class Progress { StepTaken, FrameStored, Finished, Failed };

    /// All must outlive the loop.
    FrameLoop(const CompiledModel& model, const State& initial, const RunOptions& options, TrajectoryStore& store);
    /// Goes on after the frame of @p from, which was noted by a loop on the same model, initial State and options;
    /// @p store gets the frames after it.
    FrameLoop(const CompiledModel& model, const State& initial, const RunOptions& options, TrajectoryStore& store,
              const RunCheckpoint& from);

    /// At most one integrator step, or one stored frame.
    Progress advance();
    /// These pull from the next moment on at which that may be, see RunOptions::pullInterval; of each hand the latest.
    void pull(const std::vector<PullChange>& wishes);
    /// Up to which time the motion is known, s: perhaps beyond the last frame.
    Real getAdvancedTime() const { return stepper_ ? integrator_->getAdvancedTime() : initial_.getTime(); }
    /// The State there; only once something has been computed.
    const State& getAdvancedState() const { return integrator_->getAdvancedState(); }
    /// Fill in everything but the phase.
    void describe(RunStatus& status) const;

private:
    Progress goOn();
    bool start();
    bool takeUp(const RunCheckpoint& from);
    void noteCheckpoint();
    bool planPulls();
    /// When pulls may change next.
    Real nextPullTime() const;
    void changePulls();
    void noteEvent(Integrator::SuccessfulStepStatus arrival);
    void beWatched();
    Progress storeFrame();
    Progress end(Progress how, std::string message);
    Real frameTime(long frame) const;
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
    /// Of the frame to be computed next, and of the last.
    long frame_ = 0, lastFrame_ = 0;
    Real startTime_ = 0;
    /// In the order of time, and how many of them hold or held; and what is to be from the next moment on.
    PullTrack pulls_, wishes_;
    std::size_t nextPull_ = 0;
    /// How often pulls could have been changed from outside, and up to which time planned ones have begun.
    long pullMoments_ = 0;
    Real pulledUntil_ = -Infinity;
    /// They change before it goes on.
    bool pullsDue_ = false;
    Real constraintError_ = 0;
    /// Of computing, wall time: until now, until the advance() at work began, and until the last stored frame.
    using Clock = std::chrono::steady_clock;
    Clock::time_point advancingSince_;
    double seconds_ = 0, secondsAtFrame_ = 0;
    /// Where to begin, if not at the start; and of the last checkpoint noted, frame and seconds.
    const RunCheckpoint* from_ = nullptr;
    const double checkpointSeconds_;
    long checkpointFrame_ = 0;
    double secondsAtCheckpoint_ = 0;
    std::optional<Progress> ended_;
    std::string message_;
};

}  // namespace trammel
