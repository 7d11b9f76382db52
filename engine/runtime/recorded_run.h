// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "compile/recorded_coordinates.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// A recorded motion as an ended run, one frame per time: to be played, plotted and shown beside others. Coordinates that are
/// not recorded keep their initial values; in a model with loops they follow, by assembly from frame to frame, with the
/// recorded ones kept as far as the loops allow. Speeds are differences of neighboring frames. Nothing can recompute it
/// (RunOptions::isRecorded).
///
/// @param progress receives the part done, 0 to 1; false cancels. May be empty.
/// Null if canceled.
std::shared_ptr<SimulationRun> makeRecordedRun(const CompiledModelPtr& model, const RecordedCoordinates& recorded,
                                               const std::function<bool(double)>& progress = {});

}  // namespace trammel
