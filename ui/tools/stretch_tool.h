// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/pivot_edit.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Moves a pivot; the links that meet there stretch, and the other pivots stay. A pivot is dragged, or clicked and then
/// placed by another click or by typed coordinates. The changed mechanism is previewed with its lengths; each gesture is
/// one undo step.
class StretchTool : public Tool {
public:
    StretchTool(Session& session, const DisplayUnits& units) : session_(session), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return held_.has_value(); }
    bool back() override;
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;
    bool takesFeature(const Feature& feature) const override;
    std::optional<Vec3> planePoint() const override;

private:
    /// Moves the held pivot to the pointer, in the preview only.
    void lead(const Pointer& pointer);
    void commit();
    void release();
    /// "Crank 120 mm · L1 60 mm"
    QString textOf(const std::vector<WantedNumbers::Change>& changes) const;
    void markLengths(const PivotEdit& moved);

    Session& session_;
    const DisplayUnits& units_;
    std::optional<Feature> held_;
    bool dragging_ = false;
    QPointF pressed_;
    bool hasLeft_ = false;
    /// Target of the pivot; empty before it moves, or if it cannot go there.
    std::optional<Vec3> target_G_;
};

}  // namespace trammel::ui
