// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tools/tool.h"

namespace trammel::ui {

// Handles in the view: how large they are, and how the pointer leads them.

/// A handle this near is meant, logical pixels.
constexpr qreal HandleReach = 9;
/// Drags with Ctrl go in steps of this, m.
constexpr Real LengthStep = 0.01;

/// What a logical pixel stands for at @p p_G across the line of sight, m; something sensible where nothing can be seen.
Real metresPerPixel(const ViewGeometry& view, const Vec3& p_G);
/// How far a pixel is from a line drawn between two others.
qreal distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b);
/// The same for a line between two points as they appear; infinite for one that is seen end on.
qreal distanceToLine(const ViewGeometry& view, const QPointF& p, const Vec3& from_G, const Vec3& to_G);
/// How far along @p direction_G, of unit length, from @p origin_G the point of that line lies that is nearest to a line of
/// sight, or to what is under @p position, m; zero for a line seen end on.
Real travelAlong(const ViewGeometry::Ray& ray, const Vec3& origin_G, const Vec3& direction_G);
Real travelAlong(const ViewGeometry& view, const QPointF& position, const Vec3& origin_G, const Vec3& direction_G);

}  // namespace trammel::ui
