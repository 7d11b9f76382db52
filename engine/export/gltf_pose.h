// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// Bodies and shapes of the initial pose, for Blender and browsers: one text file.
struct GltfPoseExporter {
    static constexpr const char* key = "gltf";
    static constexpr const char* label = "Initial pose as glTF (.gltf)";
    static constexpr const char* doc = "Bodies of the initial pose in glTF, for Blender and web pages";
    static constexpr const char* ending = "gltf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress);
    static Diagnostics check(const ExportSource& source) { return findTooLarge(source); }
};

}  // namespace trammel
