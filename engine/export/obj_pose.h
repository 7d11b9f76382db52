// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// Triangles with an object for each body and shape, in meters.
struct ObjPoseExporter {
    static constexpr const char* key = "obj";
    static constexpr const char* label = "Initial pose as mesh (.obj)";
    static constexpr const char* doc = "Triangles in the initial pose, an object for each body and shape, in meters";
    static constexpr const char* ending = "obj";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress);
    static Diagnostics check(const ExportSource& source) { return findTooLarge(source); }
};

}  // namespace trammel
