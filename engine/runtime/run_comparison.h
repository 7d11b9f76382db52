// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inspect/inspection.h"
#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Data of an ended run: restores every frame and recomputes the run.
struct RecordedRun {
    CompiledModelPtr model;
    State initial;
    std::shared_ptr<const TrajectoryStore> frames;
    RunOptions options;

    static RecordedRun of(const SimulationRun& run);
    /// The State of a frame, realized to Model only.
    State stateAt(std::size_t frame) const;
};

/// Where two runs diverge.
struct RunDivergence {
    /// False: all common frames are bitwise identical.
    bool diverges = false;
    /// The first frame that differs, its time, s, and the stage of the first difference.
    std::size_t frame = 0;
    Real time = 0;
    /// The first integrator step that differs, from 1. 0: they differ from the start, or recomputing did not show it.
    long step = 0;
    Stage stage;
    /// One or two sentences: "Step 137, from 0.418 s to 0.42 s, is the first that differs. ..."
    std::string sentence;
    /// Differences at the beginning of that step, or if none exist at its end; or at the frame.
    std::vector<StateDifference> differences;
};

/// Finds the first frame in which two runs differ; recomputes both to find the first step, and in it the first stage,
/// variable and entry. Differences from the start, such as an edited parameter, are reported at frame 0. Variables and
/// entries of different Systems are paired by name.
/// @param control receives progress; cancels the recomputation
RunDivergence findDivergence(const RecordedRun& a, const RecordedRun& b, TaskControl* control = nullptr);

}  // namespace trammel
