// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Measures the distance of two points with its world components; with a third point the angle at the second. Does not
/// change the model.
class MeasureTool : public Tool {
public:
    MeasureTool(Session& session, const DisplayUnits& units) : session_(session), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    bool back() override;

    /// The measurement as in the chip: "412.3 mm  Δx 400 mm  Δy -100 mm".
    QString reading() const { return preview_.chip; }

private:
    void show(const Pointer& pointer);
    QString lengthText(Real si) const { return formatQuantity(si, Quantity::Length, units_, 7); }

    Session& session_;
    const DisplayUnits& units_;
    struct Point {
        Vec3 p_G;
        bool isPivot;
    };
    /// The vector from @p from to @p to; between pivots of a planar linkage only its component in the plane, and @p
    /// layers receives the rest, m.
    Vec3 wayBetween(const Point& from, const Point& to, Real& layers) const;

    std::vector<Point> points_;
};

}  // namespace trammel::ui
