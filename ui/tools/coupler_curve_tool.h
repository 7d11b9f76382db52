// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/four_bar.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Shows the coupler curve of the point under the pointer, and thin curves of points around it; a click traces the point.
class CouplerCurveTool : public Tool {
public:
    CouplerCurveTool(Session& session, const ToolHost& host, const DisplayUnits& units)
        : session_(session), host_(host), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    bool takesFeature(const Feature& feature) const override { return !feature.line_G && !feature.isSurface(); }
    std::optional<Vec3> planePoint() const override;

private:
    /// The four-bar of the model, if it is one.
    std::optional<FourBarLoop> loop() const;
    /// The curve of a point of the coupler.
    DecorativeGeometry drawCurve(const FourBarLoop& loop, const Vec3& point_G, int samples) const;

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
};

}  // namespace trammel::ui
