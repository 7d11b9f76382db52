// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "runtime/run_instant.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// The State from which a run of @p model goes on from an instant of another run: time, q, u, z and all discrete
/// variables are those of the stored frame to the last bit (between frames: those of restoreInstant()), but for parameters that the document of @p model sets otherwise.
/// Realized to Model at least. A run read from a file may go on too.
///
/// No value if the two have other elements: their variables are not the same ones, and a run has to start anew. The
/// error says so.
Result<State> makeBranchState(const SimulationRun& from, RunInstant instant, const CompiledModel& model);

/// What the track of pulls of @p from has to tell after a stored frame: a run that goes on from there is pulled as
/// @p from was. What pulls at the frame itself is in the State to go on from.
PullTrack makeBranchPulls(const SimulationRun& from, std::size_t frame);

}  // namespace trammel
