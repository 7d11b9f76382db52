// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/three_positions.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Finds the four-bar that carries its coupler through three positions: the two ends of the coupler are clicked in
/// each. Until Enter adds the linkage, the positions can be dragged: the first end moves them, the second turns them.
class ThreePositionTool : public Tool {
public:
    ThreePositionTool(Session& session, const ToolHost& host, const DisplayUnits& units)
        : session_(session), host_(host), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return points_.size() < All; }
    void accept() override;
    bool back() override;
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override { held_ = -1; }
    bool aims() const override { return points_.size() < All; }
    std::optional<Vec3> planePoint() const override;

private:
    static constexpr std::size_t All = 6;
    /// The points A1, B1, A2, B2, A3, B3; the last one may follow the pointer.
    using Points = std::vector<Vec3>;
    /// @p points with each B at the distance of the first one.
    static Points fitted(Points points);
    int pointAt(const QPointF& position) const;
    void show(const Points& points);
    void showLinkage(const CouplerPositions& positions);

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    Points points_;
    Vec3 normal_G_ = Vec3(0, 0, 1);
    Pointer pointer_;
    int held_ = -1;
};

}  // namespace trammel::ui
