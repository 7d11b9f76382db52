// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tools/tool.h"

namespace trammel::ui {

// Size of gizmo handles in the view, and how they follow the pointer.

/// Pick distance of a handle, logical pixels.
constexpr qreal HandleReach = 9;
/// Increment of a drag with Ctrl, m.
constexpr Real LengthStep = 0.01;

/// Length of a logical pixel at @p p_G normal to the line of sight, m; a plausible value for points out of sight.
Real metersPerPixel(const ViewGeometry& view, const Vec3& p_G);
/// Distance of a pixel from the segment between two others.
qreal distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b);
/// Same for the projection of a segment in space; infinite if seen end on.
qreal distanceToLine(const ViewGeometry& view, const QPointF& p, const Vec3& from_G, const Vec3& to_G);
/// Coordinate along @p direction_G (unit) from @p origin_G of the point nearest to a line of sight or to @p position,
/// m; zero for a line seen end on.
Real travelAlong(const ViewGeometry::Ray& ray, const Vec3& origin_G, const Vec3& direction_G);
Real travelAlong(const ViewGeometry& view, const QPointF& position, const Vec3& origin_G, const Vec3& direction_G);

}  // namespace trammel::ui
