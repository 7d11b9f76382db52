// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "authoring/pose_drag.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Drags the mechanism by any body with its constraints enforced, so that loops stay closed. Each drag is one undo
/// step.
///
/// Dropping a free end (with Shift any point or joint) on a point of another body joins them and closes the loop; with
/// Shift also on Ground.
class PoseTool : public Tool {
public:
    PoseTool(Session& session, const ToolHost& host, const DisplayUnits& units)
        : session_(session), host_(host), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer&) override {}
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    /// Cancels a drag without leaving the tool.
    bool back() override;
    bool aims() const override { return !drag_ || end_; }
    bool takesFeature(const Feature& feature) const override;
    std::optional<Vec3> planePoint() const override;
    std::optional<State> posed() const override;
    ElementId closedLoop() const override { return lastClosure_; }
    QString letters() const override { return flip_ ? QStringLiteral("F") : QString(); }
    void letter(QChar) override;

private:
    /// A named point of a body that can be joined.
    struct End {
        Place place;
        QString name;
    };
    /// The body that a press here grabs; invalid: the press orbits the camera.
    ElementId bodyAt(const Pointer& pointer) const;
    /// The joinable point of @p body at the pointer; empty if none.
    std::optional<End> endAt(const Pointer& pointer, ElementId body) const;
    void join(const State& state);
    void lead();
    /// Shows the transmission angle and the dead points of a four-bar.
    void showTransmission();
    /// When the body lags far behind the pointer, searches for an assembly branch that dragging cannot reach.
    void lookForFlip();

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    std::unique_ptr<PoseDrag> drag_;
    /// The model in which the drag started; undo and redo during a drag end it.
    CompiledModelPtr draggedIn_;
    /// Ctrl: joint stops are ignored.
    bool ignoresStops_ = false;
    Vec3 grip_G_ = Vec3(0.);
    /// Target of the drag, and the pose of the other assembly branch that reaches it.
    Vec3 target_G_ = Vec3(0.);
    std::optional<State> flip_;
    QString label_;
    ElementId body_;
    std::optional<End> end_, target_;
    ElementId lastClosure_;
};

}  // namespace trammel::ui
