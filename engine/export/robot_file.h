// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <ostream>

#include "document/file_access.h"
#include "document/file_failure.h"
#include "export/exporter.h"
#include "formats/stl_writer.h"
#include "interchange/robot.h"

namespace trammel {

/// Replaces a file by the model in a format of another program, and writes its meshes into the folder "NAME_meshes" beside it. The
/// warnings name all that the format cannot express.
inline Diagnostics saveRobot(Result<RobotText> (*format)(const CompiledModel&, const std::string&),
                             const CompiledModel& model, const std::filesystem::path& path) {
    const std::string folder = path.stem().string() + "_meshes";
    const Result<RobotText> robot = format(model, folder);
    Diagnostics diagnostics = robot.diagnostics;
    if (!robot) return diagnostics;
    const std::filesystem::path meshes = path.parent_path() / folder;
    if (!robot->meshes.empty()) diagnostics.append(makeFolder(meshes));
    if (diagnostics.hasErrors()) return diagnostics;
    for (const RobotMesh& mesh : robot->meshes)
        diagnostics.append(replaceFile(meshes / mesh.file, writeStl(*mesh.triangles)));
    // No model without its meshes.
    if (diagnostics.hasErrors()) return diagnostics;
    const auto write = [&](std::ostream& out) { return bool(out << robot->text); };
    diagnostics.append(writeFile(path, write));
    return diagnostics;
}

}  // namespace trammel
