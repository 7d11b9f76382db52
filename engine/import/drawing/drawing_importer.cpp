// SPDX-License-Identifier: Apache-2.0
#include "import/drawing/drawing_importer.h"

#include <charconv>

#include "import/drawing/dxf_reader.h"
#include "import/drawing/svg_reader.h"

namespace trammel {

namespace {

/// Thickness and unit; @p fileUnit is the meaning of the first choice of the unit.
std::vector<PropertyDescriptor> drawingOptions(const char* fileUnit) {
    return {
        PropertyDescriptor::choice("thickness", "Thickness",
                                   {{"0.001", "1 mm"},
                                    {"0.002", "2 mm"},
                                    {"0.003", "3 mm"},
                                    {"0.005", "5 mm"},
                                    {"0.01", "10 mm"},
                                    {"0.02", "20 mm"}},
                                   "0.005", "Thickness of all plates."),
        PropertyDescriptor::choice(
            "unit", "Unit",
            {{"file", fileUnit}, {"0.001", "Millimeter"}, {"0.01", "Centimeter"}, {"1", "Meter"}, {"0.0254", "Inch"}},
            "file", "Length of one unit of the drawing.")};
}

Real realOf(const std::string& text) {
    Real x = 0;
    std::from_chars(text.data(), text.data() + text.size(), x);
    return x;
}

void makePlates(ImportJob& job, std::vector<PlanePath> paths, Real unit) {
    if (!job.failures.empty()) return;
    for (PlanePath& path : paths)
        for (Contour::Vertex& vertex : path.contour.vertices) vertex.point *= unit;
    addPlates(job, std::move(paths), realOf(job.choice("thickness")));
}

}  // namespace

const char* const DxfImporter::help =
    "Closed outlines become free plates of steel, where they are in the drawing; a plate's frame is at its first "
    "hole. Lines and arcs whose ends meet are joined. Circles and slots inside an outline become holes, and outlines "
    "inside a hole plates again. Ellipses and splines become straight lines.\n\n"
    "Blocks are not expanded, and texts and dimensions are left out: explode blocks before you export. Save DXF as "
    "text, not binary.";
const char* const SvgImporter::help =
    "Closed paths become free plates of steel, where they are in the drawing, with y upward; a plate's frame is at "
    "its first hole. Circles and slots inside become holes. Circular arcs stay arcs; Bézier curves and ellipses become "
    "straight lines.\n\n"
    "The size is that of the page: `width=\"210mm\"` with a `viewBox`. Without one, a unit is 1/96 inch. Texts, images "
    "and references (`use`) are left out: convert them to paths first.";

std::vector<PropertyDescriptor> DxfImporter::options() { return drawingOptions("From the file, else millimeter"); }
std::vector<PropertyDescriptor> SvgImporter::options() { return drawingOptions("From the page, else 1/96 inch"); }

std::vector<SupportedElement> DxfImporter::elements() {
    return {{"LWPOLYLINE, POLYLINE, and LINE and ARC that meet", "plate, or slot in one"},
            {"CIRCLE", "round plate, or hole in one"},
            {"ELLIPSE, SPLINE", "straight lines of an outline"},
            {"INSERT, TEXT, DIMENSION, HATCH and others", ""}};
}

std::vector<SupportedElement> SvgImporter::elements() {
    return {{"path, rect, polygon, polyline, line", "plate, or slot in one"},
            {"circle, ellipse", "round plate, or hole in one"},
            {"transform, g, viewBox", "place and size"},
            {"use, text, image", ""}};
}

void DxfImporter::read(ImportJob& job) {
    DxfDrawing drawing = readDxf(job);
    const std::string unit = job.choice("unit");
    if (unit == "file" && !drawing.unit && job.failures.empty())
        job.report.add({ImportOutcome::Approximated, "unit", "The file names none; it was read in millimeters.",
                        job.fileName(), 0});
    makePlates(job, std::move(drawing.paths), unit == "file" ? drawing.unit.value_or(1e-3) : realOf(unit));
}

void SvgImporter::read(ImportJob& job) {
    SvgDrawing drawing = readSvg(job);
    const std::string unit = job.choice("unit");
    makePlates(job, std::move(drawing.paths), unit == "file" ? drawing.unit : realOf(unit));
}

}  // namespace trammel
