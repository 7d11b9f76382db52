// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inspect/inspection.h"
#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// What is left of a run when it is over: enough to look at every stored instant again, and to compute it again.
struct RecordedRun {
    CompiledModelPtr model;
    State initial;
    std::shared_ptr<const TrajectoryStore> frames;
    RunOptions options;

    static RecordedRun of(const SimulationRun& run);
    /// The State of a stored frame, realized to Model only.
    State stateAt(std::size_t frame) const;
};

/// Where two runs part.
struct RunDivergence {
    /// False: all frames that both have are the same to the last bit.
    bool diverges = false;
    /// The first stored frame that is not the same, its time, s, and the stage of the first thing that is not.
    std::size_t frame = 0;
    Real time = 0;
    /// The first integrator step that is not the same, counted from 1. 0: they differ from the start on, or computing
    /// them again did not tell.
    long step = 0;
    Stage stage;
    /// One or two sentences: "Step 137, from 0.418 s to 0.42 s, is the first to differ. ..."
    std::string sentence;
    /// At the beginning of that step if anything differs there, else at its end; or at the frame.
    std::vector<StateDifference> differences;
};

/// Finds the first stored frame in which two runs differ; computes both again, to find the first step; and in
/// it the first stage, variable and entry. What they differ in from the start on, as an edited parameter, is told at
/// frame 0. Variables and entries of different Systems are paired by their names.
/// @param control is told how far this is; where it says so, no more steps are computed
RunDivergence findDivergence(const RecordedRun& a, const RecordedRun& b, TaskControl* control = nullptr);

}  // namespace trammel
