// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/robot_file.h"

namespace trammel {

/// A robot for ROS.
struct UrdfExporter {
    static constexpr const char* key = "urdf";
    static constexpr const char* label = "URDF robot (.urdf)";
    static constexpr const char* doc = "Robot for ROS, a tree of links and joints";
    static constexpr const char* ending = "urdf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(&writeUrdf, *source.model, path);
    }
};

}  // namespace trammel
