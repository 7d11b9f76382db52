// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>

#include "runtime/simulation_run.h"

namespace trammel {

enum class TableFormat {
    /// Comma-separated, SI units in the titles.
    Csv,
    /// OpenSim storage: SI units, radians.
    Storage,
    /// OpenSim motion: as Storage, with angles and their rates in degrees.
    Motion
};

/// Receives the progress, 0 to 1; returning false cancels.
using Progress = std::function<bool(double)>;

/// Writes time and the basic outputs of the model for every frame so far; window and command line write identical bytes.
/// Errors set the stream's state. Returns false if @p progress canceled. May be called from any thread.
bool writeTable(const SimulationRun& run, TableFormat format, std::ostream& out, const Progress& progress = {});

/// Writes the events of the run so far, in order of time: one row "time [s]", "event" per event.
void writeEvents(const SimulationRun& run, std::ostream& out);

}  // namespace trammel
