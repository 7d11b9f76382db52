// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QSizeF>
#include <QString>
#include <vector>

#include "compile/compiled_model.h"
#include "decoration/decorative_geometry.h"

namespace trammel::ui {

// Graphics that tools add to the view; not pickable.

/// A dot on the snapped feature.
DecorativeGeometry snapMark(const Vec3& p_G);
/// Line from the start to an impossible end.
DecorativeGeometry rubberLine(const Vec3& from_G, const Vec3& to_G);
/// Arrow along an axis through a point.
DecorativeGeometry axisMark(const Vec3& p_G, const Vec3& axis_G, Real length);
/// Move handle: arrow from @p p_G in the color of the axis (x red, y green, z blue).
DecorativeGeometry handleArrow(const Vec3& p_G, const Vec3& axis_G, Real length, int axis, bool lit);
/// Plane handle: square with sides @p side about @p p_G in the plane of @p u_G and @p v_G, in the color of its normal
/// axis.
DecorativeGeometry handleSquare(const Vec3& p_G, const Vec3& u_G, const Vec3& v_G, Real side, int axis, bool lit);
/// Rotate handle: circle about @p p_G normal to the axis.
DecorativeGeometry handleRing(const Vec3& p_G, const Vec3& axis_G, Real radius, int axis, bool lit);
/// Preview of a geometry on a body; not pickable.
DecorativeGeometry ghost(DecorativeGeometry geometry, int bodyId = 0);
/// Appends the bodies of a scene at other poses X_GB (by body id), as background, all in @p tint if it is a color.
/// @p out must not be the scene's own list.
void appendGhost(const Scene& scene, const std::vector<Transform>& X_GB, Real opacity, const QColor& tint,
                 std::vector<DecorativeGeometry>& out);
/// Same for a model at the pose of @p state.
void appendGhost(const CompiledModel& model, const State& state, Real opacity, const QColor& tint,
                 std::vector<DecorativeGeometry>& out);
/// Space that a measureLabel() takes in the view, logical pixels.
QSizeF measureLabelSize(const QString& text);
/// Text such as "300 mm", of constant size on screen.
DecorativeGeometry measureLabel(const Vec3& p_G, const QString& text);

}  // namespace trammel::ui
