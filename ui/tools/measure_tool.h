// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Measures between points: the distance of two with its parts along the world's axes, and with a third one the angle
/// at the second. Changes nothing in the model.
class MeasureTool : public Tool {
public:
    MeasureTool(Session& session, const DisplayUnits& units) : session_(session), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    bool back() override;

    /// What has been measured, as the chip says it: "412.3 mm  Δx 400 mm  Δy -100 mm".
    QString reading() const { return preview_.chip; }

private:
    void show(const Pointer& pointer);
    QString lengthText(Real si) const { return formatQuantity(si, Quantity::Length, units_, 7); }

    Session& session_;
    const DisplayUnits& units_;
    std::vector<Vec3> points_;
};

}  // namespace trammel::ui
