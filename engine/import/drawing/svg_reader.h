// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/drawing/plane_path.h"

namespace trammel {

/// Paths of an SVG drawing, y upward, in m: user units by width and viewBox, else 1/96 inch.
struct SvgDrawing {
    std::vector<PlanePath> paths;
    /// m per user unit.
    Real unit = 0.0254 / 96;
};

/// Reads path, rect, circle, ellipse, polygon, polyline and line with their transforms, in user units with y upward;
/// what is not drawn (defs, clip paths, display: none) is ignored, and other elements become rows of the report. A
/// drawing that is not XML is a failure. **Source:** W3C, Scalable Vector Graphics (SVG) 1.1, paths and coordinate
/// systems.
SvgDrawing readSvg(ImportJob& job);

}  // namespace trammel
