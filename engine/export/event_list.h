// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"

namespace trammel {

/// Time and description of each event.
struct EventListExporter {
    static constexpr const char* key = "events";
    static constexpr const char* label = "Events of the run (CSV)";
    static constexpr const char* doc = "One row per event, time and description";
    static constexpr const char* ending = "csv";
    static constexpr const char* option = "events";
    static constexpr ExportSubject subject = ExportSubject::Run;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress) {
        writeEvents(*source.run, out);
        return !progress || progress(1);
    }
};

}  // namespace trammel
