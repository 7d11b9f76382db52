// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/robot_file.h"

namespace trammel {

/// A model for MuJoCo.
struct MjcfExporter {
    static constexpr const char* key = "mjcf";
    static constexpr const char* label = "MuJoCo model (.xml)";
    static constexpr const char* doc = "Model for MuJoCo, a tree of bodies and joints";
    static constexpr const char* ending = "xml";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(&writeMjcf, *source.model, path);
    }
};

}  // namespace trammel
