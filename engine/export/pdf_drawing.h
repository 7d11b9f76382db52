// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export/exporter.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// The initial pose as a line drawing to scale, seen along the axis about which most joints turn; pivots are marked; one page.
struct PdfDrawingExporter {
    static constexpr const char* key = "pdf";
    static constexpr const char* label = "Line drawing (.pdf)";
    static constexpr const char* doc = "Line drawing to scale of the initial pose for printing, for planar mechanisms";
    static constexpr const char* ending = "pdf";
    static constexpr const char* option = "";
    static constexpr ExportSubject subject = ExportSubject::Model;
    static bool write(const ExportSource& source, std::ostream& out, const Progress& progress);
    static Diagnostics check(const ExportSource& source) { return findTooLarge(source); }
};

}  // namespace trammel
