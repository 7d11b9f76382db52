// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace trammel {

/// Format of a table of coordinates or forces: CSV in SI units, or OpenSim's .sto and .mot with its names of columns.
enum class RecordFormat { Csv, Storage };

/// The format by the ending of a file's name.
inline RecordFormat recordFormatOf(const std::filesystem::path& file) {
    const std::filesystem::path ending = file.extension();
    return ending == ".sto" || ending == ".mot" ? RecordFormat::Storage : RecordFormat::Csv;
}

}  // namespace trammel
