// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/frame_loop.h"
#include "runtime/trajectory_store.h"

namespace trammel {

/// Options for recomputing a run: without monitor, and with all pulls so far.
RunOptions optionsToReplay(const SimulationRun& run);

/// Recomputes a run bitwise identically from its first State or from a checkpoint, on the calling thread.
class RunReplay {
public:
    /// All arguments must outlive it. @p from null: from the first State.
    RunReplay(const CompiledModel& model, const State& initial, const RunOptions& options,
              const RunCheckpoint* from = nullptr);

    /// At most one integrator step, or one frame.
    FrameLoop::Progress advance() { return loop_.advance(); }
    /// Continues to the end of the next integrator step. False if the run ends before, without a change.
    bool advanceOneStep();
    /// After Progress::Failed: the reason, see RunStatus::message.
    std::string describeFailure() const {
        RunStatus status;
        loop_.describe(status);
        return status.message;
    }
    long getNumSteps() const { return steps_; }
    /// The State at the end of the last step.
    const State& getState() const { return loop_.getAdvancedState(); }
    /// Frames from the first, or after the checkpoint.
    const TrajectoryStore& getFrames() const { return frames_; }

private:
    TrajectoryStore frames_;
    FrameLoop loop_;
    long steps_ = 0;
};

}  // namespace trammel
