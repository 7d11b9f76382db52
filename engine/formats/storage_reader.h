// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "formats/csv_reader.h"

namespace trammel {

/// A table of numbers as OpenSim stores motions, in files .sto and .mot: a header that ends with the line "endheader",
/// then one row of names and rows of numbers, divided by tabs or blanks.
struct StorageTable {
    CsvTable table;
    /// Whether the header says inDegrees=yes: then angles, and they only, are in degrees.
    bool inDegrees = false;
};

/// Whether the text has the header's last line.
bool isStorage(std::string_view text);

/// No value where there is no table; every fault that was found, with its line, is told. Names may have blanks where tabs
/// divide them. What the header says of numbers of rows and columns is not needed.
Result<StorageTable> readStorage(std::string_view text);

}  // namespace trammel
