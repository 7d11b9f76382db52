// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "document/file_access.h"
#include "export/exporter.h"
#include "interchange/robot.h"

namespace trammel {

/// Replaces a file by the model in a format of another program. The warnings name all that the format cannot express.
inline Diagnostics saveRobot(const Result<std::string>& text, const std::filesystem::path& path) {
    Diagnostics diagnostics = text.diagnostics;
    if (!text) return diagnostics;
    const auto write = [&](std::ostream& out) { return bool(out << *text); };
    for (const Diagnostic& problem : writeFile(path, write)) diagnostics.add(problem);
    return diagnostics;
}

/// A robot for ROS.
struct UrdfExporter {
    static constexpr const char* key = "urdf";
    static constexpr const char* label = "URDF robot (.urdf)";
    static constexpr const char* doc = "Robot for ROS, a tree of links and joints";
    static constexpr const char* ending = "urdf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(writeUrdf(*source.model), path);
    }
};

/// A model for Gazebo.
struct SdfExporter {
    static constexpr const char* key = "sdf";
    static constexpr const char* label = "SDFormat model (.sdf)";
    static constexpr const char* doc = "Model for Gazebo in SDFormat 1.11";
    static constexpr const char* ending = "sdf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(writeSdf(*source.model), path);
    }
};

/// A model for MuJoCo.
struct MjcfExporter {
    static constexpr const char* key = "mjcf";
    static constexpr const char* label = "MuJoCo model (.xml)";
    static constexpr const char* doc = "Model for MuJoCo, with loops as equality constraints";
    static constexpr const char* ending = "xml";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static Diagnostics save(const ExportSource& source, const std::filesystem::path& path) {
        return saveRobot(writeMjcf(*source.model), path);
    }
};

}  // namespace trammel
