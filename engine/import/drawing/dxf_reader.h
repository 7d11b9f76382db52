// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/drawing/plane_path.h"

namespace trammel {

/// Paths of a DXF drawing.
struct DxfDrawing {
    std::vector<PlanePath> paths;
    /// m per unit of the drawing, from $INSUNITS; none if the file does not say.
    std::optional<Real> unit;
};

/// Reads LINE, ARC, CIRCLE, ELLIPSE, LWPOLYLINE, POLYLINE and SPLINE of the section ENTITIES, in units of the drawing.
/// Other kinds become rows of the report, one for each kind. Reading ends, with a row, at the first line that is not a
/// group code; a file without a section, or in binary DXF, is a failure. **Source:** Autodesk, DXF reference, group
/// codes of entities.
DxfDrawing readDxf(ImportJob& job);

}  // namespace trammel
