// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "formats/storage_reader.h"

namespace trammel {

/// Reads a table of recorded motion, detected by content: .sto and .mot of OpenSim, otherwise CSV. In CSV, angles without
/// a unit are in radians. Errors as readStorage() and readCsv().
/// @param texts texts in CSV
Result<StorageTable> readMotionFile(std::string_view text, CsvTexts texts = CsvTexts::AreErrors);

}  // namespace trammel
