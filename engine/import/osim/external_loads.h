// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "base/diagnostics.h"
#include "formats/recorded_load.h"

namespace trammel {

/// Reads external loads of OpenSim: an XML file that says which columns of a table (.mot, .sto, CSV) are the force, its point
/// and the torque on which body, and that table beside it.
///
/// A load that is switched off is left out with a note. No value, with errors, if the file or the table cannot be read, if
/// columns are missing, or if a load is expressed in a third body.
Result<std::vector<RecordedLoad>> readExternalLoads(const std::filesystem::path& file);

}  // namespace trammel
