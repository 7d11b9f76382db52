// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "runtime/run_instant.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// The initial State of a branch of @p model from an instant of another run: time, q, u, z and discrete variables are
/// bitwise identical to those of the frame (between frames: those of restoreInstant()), except for parameters changed
/// in the document of @p model. Realized to Model at least. Runs read from files can be branched too.
///
/// No value, with an error, if the elements differ: the variables are not the same then, and a new run is required.
Result<State> makeBranchState(const SimulationRun& from, RunInstant instant, const CompiledModel& model);

/// The entries of @p from's pull track after a frame, so that the branch is pulled in the same way. Pulls active at the
/// frame are in the branch State.
PullTrack makeBranchPulls(const SimulationRun& from, std::size_t frame);

}  // namespace trammel
