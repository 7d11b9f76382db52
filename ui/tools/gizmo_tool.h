// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Moves or turns what is selected by handles, as things stand in the world: frames on bodies are worked out from that.
///
/// A drag by an arrow or ring goes along or about its axis, by a square in its plane, by the thing itself in the plane
/// worked in. X, Y and Z choose an axis, again the axis of the element's own frame; a number typed goes exactly that far.
/// A point of the thing that it is taken by comes to lie on points of others that it passes. Ctrl goes in round steps
/// instead, Shift a tenth as far. Each drag is one undo step.
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

    /// Axes of the element's own frame instead of the world's.
    bool isLocal() const { return local_; }
    void setLocal(bool local);

private:
    /// Where the handles are: the frame of the element that is meant; none if nothing is.
    std::optional<Transform> frame() const;
    Vec3 axis(int index) const;
    Real handleLength() const;
    /// How far a pixel is from a handle as it is drawn, logical pixels.
    qreal distanceToHandle(int index, const QPointF& position) const;
    /// The corners of the square handle across an axis.
    std::array<Vec3, 4> square(int index) const;
    /// The handle under a pixel: 0, 1 or 2 for an axis, 3, 4 or 5 for the plane across one; -1 for none.
    int handleAt(const QPointF& position) const;
    bool isPlane() const { return axis_ >= FirstPlane; }
    /// How far along or about the axis the pointer is, m or rad.
    Real travel(const Pointer& pointer) const;
    /// The same of a point.
    Real travelTo(const Vec3& p_G) const;
    /// Across the plane that a drag without an axis goes in.
    Vec3 planeNormal() const;
    /// The displacement that is asked for now.
    Transform displacement() const;
    Result<Edit> edit(const Transform& X_G) const;
    /// The axis that is seen best from here along its length.
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
    /// The handle in use, as handleAt() counts them.
    int axis_ = -1;
    int hovered_ = -1;
    std::optional<TypedNumber> typed_;
    /// Along or about the axis; without an axis the way in the plane.
    Real amount_ = 0;
    Vec3 way_ = Vec3(0.);
    Real grip_ = 0;
    Vec3 grip_G_ = Vec3(0.);
    /// The point of the thing that it would be or is taken by.
    std::optional<Feature> gripped_;
    /// What the drag ends at, after a dot.
    QString snapped_;
    std::optional<Transform> start_;
    /// What came of the first displacement of this drag: whether there can be any.
    std::optional<Result<Edit>> edited_;
    QString problem_;
    ElementId under_;
};

}  // namespace trammel::ui
