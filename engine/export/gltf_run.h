// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// Bodies and shapes with their motion, for Blender and browsers: one binary file.
struct GltfRunExporter {
    static constexpr const char* key = "glb";
    static constexpr const char* label = "Run as animation (.glb)";
    static constexpr const char* doc = "Bodies with their motion in glTF, for Blender and web pages";
    static constexpr const char* ending = "glb";
    static constexpr const char* option = "glb";
    static constexpr ExportSubject subject = ExportSubject::Run;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress);
    static Diagnostics check(const ExportSource& source) { return findTooLarge(source); }
};

}  // namespace trammel
