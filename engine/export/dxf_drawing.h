// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// The initial pose for CAD: outlines of all bodies in millimeters at full size, each body on a layer of its own, with
/// exact arcs where a body lies in the plane of the drawing; pivots on a layer of their own.
struct DxfDrawingExporter {
    static constexpr const char* key = "dxf";
    static constexpr const char* label = "CAD drawing (.dxf)";
    static constexpr const char* doc =
        "Outlines of the initial pose at full size for CAD, one layer per body, for planar mechanisms";
    static constexpr const char* ending = "dxf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress);
    static Diagnostics check(const ExportSource& source) { return findTooLarge(source); }
};

}  // namespace trammel
