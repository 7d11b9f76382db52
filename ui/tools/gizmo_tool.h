// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Moves or rotates the selection with a gizmo in world coordinates and writes the resulting frames on bodies.
///
/// An arrow or ring drags along or about its axis, a square in its plane, the object itself in the work plane. X, Y and
/// Z choose an axis, pressed again the local axis; a typed number sets the exact amount. The grabbed feature snaps to
/// features of other elements. Ctrl snaps to increments, Shift moves at a tenth of the speed. Each drag is one undo
/// step.
class GizmoTool : public Tool {
public:
    enum class Kind { Move, Turn };

    GizmoTool(Session& session, const ToolHost& host, const DisplayUnits& units, Kind kind);

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(const std::optional<TypedNumber>& typed) override;
    void accept() override;
    bool back() override;
    QString letters() const override { return QStringLiteral("XYZ"); }
    void letter(QChar letter) override;
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    bool takesFeature(const Feature& feature) const override;
    std::optional<Vec3> planePoint() const override;

    /// True for the element's local axes, false for world axes.
    bool isLocal() const { return local_; }
    void setLocal(bool local);

private:
    /// Frame of the gizmo; empty if nothing is selected.
    std::optional<Transform> frame() const;
    Vec3 axis(int index) const;
    Real handleLength() const;
    /// Distance of a pixel from a handle as drawn, logical pixels.
    qreal distanceToHandle(int index, const QPointF& position) const;
    /// Corners of the square handle normal to an axis.
    std::array<Vec3, 4> square(int index) const;
    /// Handle under a pixel: 0, 1, 2 for an axis, 3, 4, 5 for the plane normal to it; -1 for none.
    int handleAt(const QPointF& position) const;
    bool isPlane() const { return axis_ >= FirstPlane; }
    /// Displacement of the pointer along or about the axis, m or rad.
    Real travel(const Pointer& pointer) const;
    /// Same for a point.
    Real travelTo(const Vec3& p_G) const;
    /// Normal of the plane of a drag without an axis.
    Vec3 planeNormal() const;
    /// Displacement of the current drag or typed number.
    Transform displacement() const;
    Result<Edit> edit(const Transform& X_G) const;
    /// The axis best seen along its length.
    int axisFacingUs() const;
    void show();
    void commit();
    QString amount() const;

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    const Kind kind_;
    bool local_ = false;
    bool dragging_ = false;
    static constexpr int FirstPlane = 3;
    /// Active handle, numbered as in handleAt().
    int axis_ = -1;
    int hovered_ = -1;
    std::optional<TypedNumber> typed_;
    /// Displacement along or about the axis; without an axis, distance in the plane.
    Real amount_ = 0;
    Vec3 way_ = Vec3(0.);
    Real grip_ = 0;
    Vec3 grip_G_ = Vec3(0.);
    /// The feature of the object that would be or is grabbed.
    std::optional<Feature> gripped_;
    /// Name of the snap target, after a separator.
    QString snapped_;
    std::optional<Transform> start_;
    /// Result of the drag's first displacement: whether the object can move at all.
    std::optional<Result<Edit>> edited_;
    QString problem_;
    ElementId under_;
};

}  // namespace trammel::ui
