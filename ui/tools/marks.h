// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "compile/compiled_model.h"
#include "decoration/decorative_geometry.h"

namespace trammel::ui {

// What tools draw in the view besides the model: nothing of it can be clicked.

/// A dot on the feature aimed at.
DecorativeGeometry snapMark(const Vec3& p_G);
/// From where something begins to where it would go, while that is impossible.
DecorativeGeometry rubberLine(const Vec3& from_G, const Vec3& to_G);
/// An arrow along an axis, about a point.
DecorativeGeometry axisMark(const Vec3& p_G, const Vec3& axis_G, Real length);
/// A handle to move something by: an arrow from @p p_G in the colour of the axis (x red, y green, z blue).
DecorativeGeometry handleArrow(const Vec3& p_G, const Vec3& axis_G, Real length, int axis, bool lit);
/// A handle to move something by in the plane of @p u_G and @p v_G: a square with sides @p side about @p p_G, in the colour of
/// the axis across it.
DecorativeGeometry handleSquare(const Vec3& p_G, const Vec3& u_G, const Vec3& v_G, Real side, int axis, bool lit);
/// A handle to turn something by: a circle about @p p_G across the axis.
DecorativeGeometry handleRing(const Vec3& p_G, const Vec3& axis_G, Real radius, int axis, bool lit);
/// Something that is not there yet, as it would look on a body; nothing that could be picked.
DecorativeGeometry ghost(DecorativeGeometry geometry, int bodyId = 0);
/// The bodies of a scene in other poses, X_GB by body id, in Ground, as a background; all in @p tint if that is a color.
/// @p out is another list than the scene's.
void appendGhost(const Scene& scene, const std::vector<Transform>& X_GB, Real opacity, const QColor& tint,
                 std::vector<DecorativeGeometry>& out);
/// The bodies of a model in another pose, in the same way.
void appendGhost(const CompiledModel& model, const State& state, Real opacity, const QColor& tint,
                 std::vector<DecorativeGeometry>& out);
/// "300 mm", letters of a fixed size on the screen.
DecorativeGeometry measureLabel(const Vec3& p_G, const QString& text);

}  // namespace trammel::ui
