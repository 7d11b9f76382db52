// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"

namespace trammel {

/// Table for OpenSim: one row per frame, angles in radians.
struct StorageTableExporter {
    static constexpr const char* key = "sto";
    static constexpr const char* label = "Run as OpenSim table, radians (.sto)";
    static constexpr const char* doc = "OpenSim storage: one row per frame, SI units, radians";
    static constexpr const char* ending = "sto";
    static constexpr const char* option = "sto";
    static constexpr ExportSubject subject = ExportSubject::Run;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress) {
        return writeTable(*source.run, TableFormat::Storage, out, progress);
    }
};

}  // namespace trammel
