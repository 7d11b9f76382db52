// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"

namespace trammel {

/// Table for OpenSim: one row per frame, angles in degrees.
struct MotionTableExporter {
    static constexpr const char* key = "mot";
    static constexpr const char* label = "Run as OpenSim table, degrees (.mot)";
    static constexpr const char* doc = "OpenSim motion: one row per frame, angles in degrees";
    static constexpr const char* ending = "mot";
    static constexpr const char* option = "mot";
    static constexpr ExportSubject subject = ExportSubject::Run;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress) {
        return writeTable(*source.run, TableFormat::Motion, out, progress);
    }
};

}  // namespace trammel
