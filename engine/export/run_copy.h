// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"

namespace trammel {

/// A run file: the run with its model at full precision.
struct RunCopyExporter {
    static constexpr const char* key = "trun";
    static constexpr const char* label = "Run file (.trun)";
    static constexpr const char* doc = "The run with its model at full precision";
    static constexpr const char* ending = "trun";
    static constexpr const char* option = "save";
    static constexpr ExportSubject subject = ExportSubject::Run;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRun(*source.run, source.notes, path);
    }
};

}  // namespace trammel
