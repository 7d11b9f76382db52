// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "formats/csv_reader.h"

namespace trammel {

/// A table of numbers in the .sto and .mot format of OpenSim: a header that ends with the line "endheader", then a row
/// of names and rows of numbers, separated by tabs or spaces.
struct StorageTable {
    CsvTable table;
    /// True if the header says inDegrees=yes: then angles are in degrees.
    bool inDegrees = false;
};

/// True if the text contains the header's last line.
bool isStorage(std::string_view text);

/// No value if there is no table; reports every error with its line. Names may contain spaces if tabs separate them.
/// Sizes in the header are ignored.
Result<StorageTable> readStorage(std::string_view text);

}  // namespace trammel
