// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/inspection.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// What is left of a run when it is over: enough to look at every stored instant again.
struct RecordedRun {
    CompiledModelPtr model;
    State initial;
    std::shared_ptr<const TrajectoryStore> frames;

    static RecordedRun of(const SimulationRun& run) {
        return {run.getModel(), run.getInitialState(), run.getTrajectory()};
    }
    /// The State of a stored frame, realized to Model only.
    State stateAt(std::size_t frame) const;
};

/// Where two runs of Systems with the same variables part.
struct RunDivergence {
    /// False: all frames that both have are the same to the last bit.
    bool diverges = false;
    /// The first stored frame that is not the same, its time, s, and the stage of the first thing that is not.
    std::size_t frame = 0;
    Real time = 0;
    Stage stage;
    /// One sentence: "At 0.42 s, frame 42, the first to differ is 'angle of Crank pin', by 3e-9 of its size."
    std::string sentence;
    std::vector<StateDifference> differences;
};

/// Finds the first stored frame in which two runs of the same System differ, and there the first stage, variable and
/// entry. What they differ in from the start on, as an edited parameter, is told at frame 0.
RunDivergence findDivergence(const RecordedRun& a, const RecordedRun& b);

}  // namespace trammel
