// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/link_edit.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Draws a chain of links, each pinned at its start: click twice, or type a length.
///
/// Keyboard only: Enter starts at Ground's origin, X and Y (or the letters of the work plane) choose the direction, a
/// length and Enter draw the link; the next one keeps the direction.
///
/// A link that ends on another body or on Ground closes a loop. In empty space Enter leaves the end free in the
/// pointer's direction; a click with a typed length, or with Shift, pins it to Ground.
class LinkTool : public Tool {
public:
    LinkTool(Session& session, const ToolHost& host, const DisplayUnits& units)
        : session_(session), host_(host), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(const std::optional<TypedNumber>& typed) override;
    bool takesPlace() const override { return true; }
    void accept() override;
    bool back() override;
    QString letters() const override;
    void letter(QChar letter) override;
    bool takesFeature(const Feature& feature) const override;
    std::optional<Vec3> planePoint() const override;

    ElementId closedLoop() const override { return lastClosure_; }

private:
    /// True at the link's start, where it cannot end.
    bool isStart(const Vec3& point_G) const;
    /// The axis of a pin for a link along @p way: that of the plane, turned where the link leaves the plane.
    Vec3 axisAcross(const Vec3& way) const;
    /// The link that a click would draw.
    LinkDraft draftAt(const Pointer& pointer, bool endsOnGround) const;
    void show(const Pointer& pointer);
    /// Edit that closes a loop with @p draft; cached for the last draft.
    const Result<LinkEdit>& closed(const LinkDraft& draft);
    /// The pointer moved to the chosen direction, unless the mouse has moved since.
    Pointer steeredPointer() const;
    void draw(const LinkDraft& draft);

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    std::optional<Place> start_;
    Vec3 start_G_ = Vec3(0.);
    Vec3 axis_G_ = Vec3(0, 0, 1);
    /// The work plane that was set when the link was started.
    std::optional<Transform> plane_;
    std::optional<TypedNumber> typed_;
    Pointer pointer_;
    /// Direction of the link until the pointer sets one.
    Vec3 direction_ = Vec3(1, 0, 0);
    bool pointed_ = false;
    /// True if a key chose the direction.
    bool turned_ = false;
    /// Pointer position at the last key press or click.
    QPointF stillAt_;
    struct EditAttempt {
        LinkDraft draft;
        CompiledModelPtr model;
        Result<LinkEdit> made;
    };
    std::optional<EditAttempt> tried_;
    ElementId lastClosure_;
};

}  // namespace trammel::ui
