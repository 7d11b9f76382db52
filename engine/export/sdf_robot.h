// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/robot_file.h"

namespace trammel {

/// A model for Gazebo.
struct SdfExporter {
    static constexpr const char* key = "sdf";
    static constexpr const char* label = "SDFormat model (.sdf)";
    static constexpr const char* doc = "Model for Gazebo in SDFormat 1.11";
    static constexpr const char* ending = "sdf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(&writeSdf, *source.model, path);
    }
};

}  // namespace trammel
