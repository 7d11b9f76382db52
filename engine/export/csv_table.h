// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"

namespace trammel {

/// Time and all outputs, one row per frame.
struct CsvTableExporter {
    static constexpr const char* key = "csv";
    static constexpr const char* label = "Run as table (CSV)";
    static constexpr const char* doc = "One row per frame, SI units";
    static constexpr const char* ending = "csv";
    static constexpr const char* option = "csv";
    static constexpr ExportSubject subject = ExportSubject::Run;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress) {
        return writeTable(*source.run, TableFormat::Csv, out, progress);
    }
};

}  // namespace trammel
