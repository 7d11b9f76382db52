// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// Triangles of all bodies for printing and meshing, binary, in meters.
struct StlPoseExporter {
    static constexpr const char* key = "stl";
    static constexpr const char* label = "Initial pose as mesh (.stl)";
    static constexpr const char* doc = "Triangles of all bodies in the initial pose, binary, in meters";
    static constexpr const char* ending = "stl";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress);
    static Diagnostics check(const ExportSource& source) { return findTooLarge(source); }
};

}  // namespace trammel
