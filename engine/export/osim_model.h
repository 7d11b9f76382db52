// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/robot_file.h"

namespace trammel {

/// A model for OpenSim.
struct OsimExporter {
    static constexpr const char* key = "osim";
    static constexpr const char* label = "OpenSim model (.osim)";
    static constexpr const char* doc = "Bodies, joints and coordinates for OpenSim 4";
    static constexpr const char* ending = "osim";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(&writeOsim, *source.model, path);
    }
};

}  // namespace trammel
