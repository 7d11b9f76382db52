// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/frame_loop.h"
#include "runtime/trajectory_store.h"

namespace trammel {

/// What it takes to compute a run again: those of its options, with nobody who watches, and with all that pulled until
/// now.
RunOptions optionsToReplay(const SimulationRun& run);

/// Computes a run again from its first State, or from a checkpoint of it, to the last bit as it was, on the thread of
/// whoever asks.
class RunReplay {
public:
    /// All must outlive it. @p from null: from the first State.
    RunReplay(const CompiledModel& model, const State& initial, const RunOptions& options,
              const RunCheckpoint* from = nullptr);

    /// At most one integrator step, or one stored frame.
    FrameLoop::Progress advance() { return loop_.advance(); }
    /// Goes on to the end of the next integrator step. False: the run ends before, and nothing has moved since.
    bool advanceOneStep();
    long getNumSteps() const { return steps_; }
    /// Where the last step ended.
    const State& getState() const { return loop_.getAdvancedState(); }
    /// From the first on, or those after the checkpoint.
    const TrajectoryStore& getFrames() const { return frames_; }

private:
    TrajectoryStore frames_;
    FrameLoop loop_;
    long steps_ = 0;
};

}  // namespace trammel
