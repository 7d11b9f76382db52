// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Draws a curve in the x-y plane of Ground: freehand by dragging, or point by point by clicks, which Enter ends. Changes
/// nothing in the model.
class CurveTool : public Tool {
public:
    /// Receives the points in the order of drawing, in Ground, m.
    using Take = std::function<void(const std::vector<Vec3>& points_G)>;

    CurveTool(const ToolHost& host, Take take) : host_(host), take_(std::move(take)) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    void accept() override;
    bool back() override;
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    bool aims() const override { return false; }
    std::optional<Vec3> planePoint() const override { return Vec3(0.); }

private:
    /// The point of the plane under a pixel; empty if the plane is seen edge-on.
    std::optional<Vec3> pointUnder(const QPointF& position) const;
    void show();
    void finish();

    const ToolHost& host_;
    Take take_;
    std::vector<Vec3> points_G_;
    bool isDragging_ = false;
};

}  // namespace trammel::ui
