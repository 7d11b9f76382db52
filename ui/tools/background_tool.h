// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/tools/background_data.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Scales a background by two points whose distance is typed, and moves it by dragging. The first point keeps its place. Each
/// change is one undo step.
class BackgroundTool : public Tool {
public:
    BackgroundTool(Session& session, const ToolHost& host, const DisplayUnits& units, ElementId background)
        : session_(session), host_(host), units_(units), background_(background) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(const std::optional<TypedNumber>& typed) override;
    void accept() override;
    bool back() override;
    bool aims() const override { return false; }
    bool beginDrag(const Pointer& pointer) override;
    void drag(const Pointer& pointer) override;
    void endDrag() override;

private:
    /// Where the background is; empty if it is gone.
    std::optional<BackgroundPlace> place() const;
    /// The point of the image's plane under the pointer, and whether it is on the image.
    std::optional<Vec3> pointAt(const Pointer& pointer) const;
    bool isOn(const Vec3& p_G) const;
    void show();
    /// Outline of the image at @p place.
    void outline(const BackgroundPlace& place);
    void edit(const QString& label, const Vec3& position, std::optional<Real> width);

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    const ElementId background_;
    std::vector<Vec3> points_G_;
    std::optional<Vec3> pointer_G_, grip_G_;
    Vec3 way_G_ = Vec3(0.);
    std::optional<TypedNumber> typed_;
    mutable std::string sizedFrom_;
    mutable QSize pixels_;
};

}  // namespace trammel::ui
