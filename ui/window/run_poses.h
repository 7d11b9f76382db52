// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "runtime/simulation_run.h"

namespace trammel::ui {

/// X_GB by instant and body, at up to @p count instants evenly from frame @p first to frame @p last of a run. Instants
/// without a pose are left out. For any thread.
std::vector<std::vector<Transform>> posesOf(const SimulationRun& run, std::size_t first, std::size_t last,
                                            std::size_t count);

}  // namespace trammel::ui
