// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compile/link_edit.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Draws links one after the other, each pinned to where it begins: click, click, or a typed length.
///
/// By keyboard alone: Enter begins at Ground's origin, X and Y, or the letters of the plane worked in, choose the direction, a length and Enter draw; each further
/// link goes on in the same direction.
///
/// A link that ends on another body, or on Ground, closes the loop. In empty space Enter leaves the end free, in the
/// pointer's direction; a click with a typed length, or with Shift, pins it to Ground there.
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
    /// Where the link begins: it cannot end there.
    bool isStart(const Vec3& point_G) const;
    /// The draft that a click would draw.
    LinkDraft draftAt(const Pointer& pointer, bool endsOnGround) const;
    void show(const Pointer& pointer);
    /// What would come of a draft that closes a loop; worked out when it is another than the last one.
    const Result<LinkEdit>& closed(const LinkDraft& draft);
    /// The pointer where the direction says, if the mouse has said nothing since.
    Pointer steered() const;
    void draw(const LinkDraft& draft);

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    std::optional<Place> start_;
    Vec3 start_G_ = Vec3(0.);
    Vec3 axis_G_ = Vec3(0, 0, 1);
    std::optional<TypedNumber> typed_;
    Pointer pointer_;
    /// Where a link goes while no pointer says so.
    Vec3 direction_ = Vec3(1, 0, 0);
    bool pointed_ = false;
    /// A letter said so.
    bool turned_ = false;
    /// Where the pointer was when a letter or a click last said where to.
    QPointF stillAt_;
    struct Tried {
        LinkDraft draft;
        CompiledModelPtr model;
        Result<LinkEdit> made;
    };
    std::optional<Tried> tried_;
    ElementId lastClosure_;
};

}  // namespace trammel::ui
