// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Moves or turns what is selected by handles, as things stand in the world: frames on bodies are worked out from that.
///
/// A drag by a handle goes along (about) its axis, a drag by the thing itself in the plane worked in. X, Y and Z choose an
/// axis, again the axis of the element's own frame; a number typed goes exactly that far. Ctrl goes in round steps,
/// Shift a tenth as far. Each drag is one undo step.
class GizmoTool : public Tool {
public:
    enum class Kind { Move, Turn };

    GizmoTool(Session& session, const ToolHost& host, const DisplayUnits& units, Kind kind);

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(std::optional<Real> si) override;
    void accept() override;
    bool back() override;
    QString letters() const override { return QStringLiteral("XYZ"); }
    void letter(QChar letter) override;
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    bool takesFeature(const Feature&) const override { return false; }
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
    /// The handle under a pixel: 0, 1 or 2; -1 for none.
    int handleAt(const QPointF& position) const;
    /// How far along or about the axis the pointer is, m or rad.
    Real travel(const Pointer& pointer) const;
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
    /// The axis in use; -1 for none.
    int axis_ = -1;
    int hovered_ = -1;
    std::optional<Real> typed_;
    /// Along or about the axis; without an axis the way in the plane.
    Real amount_ = 0;
    Vec3 way_ = Vec3(0.);
    Real grip_ = 0;
    Vec3 grip_G_ = Vec3(0.);
    std::optional<Transform> start_;
    /// What came of the first displacement of this drag: whether there can be any.
    std::optional<Result<Edit>> edited_;
    QString problem_;
    ElementId under_;
};

}  // namespace trammel::ui
