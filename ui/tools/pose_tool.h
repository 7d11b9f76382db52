// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "compile/pose_drag.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Drags the mechanism by any of its bodies, through its constraints: loops stay closed. One drag is one undo step.
///
/// Taken by a free end, or with Shift by any other point or joint, a body can be dropped on a point of another, which
/// closes the loop there, with Shift also on Ground.
class PoseTool : public Tool {
public:
    PoseTool(Session& session, const ToolHost& host) : session_(session), host_(host) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer&) override {}
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    /// In a drag: nothing was moved, and the tool stays in hand.
    bool back() override;
    bool aims() const override { return !drag_ || end_; }
    bool takesFeature(const Feature& feature) const override;
    std::optional<Vec3> planePoint() const override;
    std::optional<State> posed() const override;
    ElementId closedLoop() const override { return lastClosure_; }
    QString letters() const override { return flip_ ? QStringLiteral("F") : QString(); }
    void letter(QChar) override;

private:
    /// A point of a body that something can be joined to, with its name.
    struct End {
        Place place;
        QString name;
    };
    /// The body that a press here takes hold of; none: the camera turns.
    ElementId bodyAt(const Pointer& pointer) const;
    /// The end of @p body that the pointer is at, if it can be joined.
    std::optional<End> endAt(const Pointer& pointer, ElementId body) const;
    void join(const State& state);
    void lead();
    /// Looks for a pose that is not to be reached by dragging, where the grip is left far behind.
    void lookForFlip();

    Session& session_;
    const ToolHost& host_;
    std::unique_ptr<PoseDrag> drag_;
    /// Ctrl: joints go beyond their stops.
    bool ignoresStops_ = false;
    Vec3 grip_G_ = Vec3(0.);
    /// Where the grip is led to, and the pose folded the other way in which it would get there.
    Vec3 target_G_ = Vec3(0.);
    std::optional<State> flip_;
    QString label_;
    ElementId body_;
    std::optional<End> end_, target_;
    ElementId lastClosure_;
};

}  // namespace trammel::ui
