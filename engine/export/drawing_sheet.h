// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/decorative_geometry.h"
#include "export/scene_surfaces.h"

namespace trammel {

/// The sheet of a drawing: its axes right and up in Ground, and the normal toward the viewer.
struct DrawingSheet {
    Vec3 right, up, normal;
    /// Coordinates on the sheet and height above it, m.
    Vec3 project(const Vec3& p_G) const { return {right.dot(p_G), up.dot(p_G), normal.dot(p_G)}; }
    Vec2 flatten(const Vec3& p_G) const { return {right.dot(p_G), up.dot(p_G)}; }
};

/// Seen along the axis of Ground about which most joints turn at @p state (requires Position); z if none.
DrawingSheet chooseSheet(const CompiledModel& model, const State& state);

/// A pivot that turns about the normal of the sheet, in place on it, m.
struct DrawnPivot {
    Vec2 place{0, 0};
    bool isOnGround = false;
};
/// The pivots of joints and of closed loops at @p state (requires Position).
std::vector<DrawnPivot> collectPivots(const CompiledModel& model, const State& state, const DrawingSheet& sheet);

/// Silhouette and sharp edges of a surface on the side of the viewer, as lines on the sheet, m.
std::vector<std::vector<Vec2>> collectEdges(const DrawingSheet& sheet, const Scene& scene, const SceneSurface& surface);

/// Whether geometry is drawn as a line: springs, cables and rods of forces and constraints.
bool isDrawnAsLine(const DecorativeGeometry& geometry);
/// That line on the sheet, m; empty for other shapes.
std::vector<Vec2> lineOf(const DrawingSheet& sheet, const Scene& scene, const DecorativeGeometry& geometry);

}  // namespace trammel
