// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "formats/csv_reader.h"

namespace trammel {

/// A table of numbers in the .sto and .mot format of OpenSim: a header that ends with the line "endheader", then a row
/// of names and rows of numbers, separated by tabs or spaces.
struct StorageTable {
    CsvTable table;
    /// True if angles are in degrees; empty if the header does not say, by inDegrees or "Angles are in degrees.".
    std::optional<bool> inDegrees;
};

/// True if the text contains the header's last line.
bool isStorage(std::string_view text);

/// No value if there is no table; reports every error with its line. Names may contain spaces if tabs separate them. A
/// header that promises more rows (nRows, datarows) than there are is an error: the file is cut off; one with fewer rows or
/// another number of columns (nColumns, datacolumns) is a warning, since many are wrong.
Result<StorageTable> readStorage(std::string_view text);

}  // namespace trammel
