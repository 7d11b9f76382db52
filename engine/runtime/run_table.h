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

/// Told how far the work is, 0 to 1; false ends it.
using Progress = std::function<bool(double)>;

/// Writes time and all signals of the model for every stored frame so far: the one table of a run, whoever asks for it,
/// so that window and command line give the same bytes. Errors show in the stream's state. False if @p progress ended
/// it. May be called from any thread.
bool writeTable(const SimulationRun& run, TableFormat format, std::ostream& out, const Progress& progress = {});

/// Writes what interrupted the run so far, in the order of time: a row "time [s]", "event" for each event.
void writeEvents(const SimulationRun& run, std::ostream& out);

}  // namespace trammel
