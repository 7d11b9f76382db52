// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "compile/pose_drag.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Drags the mechanism by any of its bodies, through its constraints: loops stay closed. One drag is one undo step.
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
    bool takesFeature(const Feature&) const override { return false; }
    std::optional<Vec3> planePoint() const override;
    std::optional<State> posed() const override;

private:
    /// The body that a press here takes hold of; none: the camera turns.
    ElementId bodyAt(const Pointer& pointer) const;

    Session& session_;
    const ToolHost& host_;
    std::unique_ptr<PoseDrag> drag_;
    Vec3 grip_G_ = Vec3(0.);
    QString label_;
};

}  // namespace trammel::ui
