// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Sets the plane in which tools work: on a face that is clicked; through three points; through an edge or axis, at an angle that
/// is typed or through another point; or normal to a world axis by X, Y, Z. Changes the view only, not the model.
class WorkPlaneTool : public Tool {
public:
    WorkPlaneTool(Session& session, ToolHost& host) : session_(session), host_(host) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    std::optional<Quantity> typedQuantity() const override;
    void setTyped(const std::optional<TypedNumber>& typed) override;
    void accept() override;
    bool back() override;
    QString letters() const override { return QStringLiteral("XYZ"); }
    void letter(QChar letter) override;

private:
    /// The plane that a click at @p pointer sets; empty if more points are needed, or they are in one line.
    std::optional<Transform> planeAt(const Pointer& pointer) const;
    /// Normal to @p normal_G, which is turned toward the viewer; x along @p x_G, or level if that is zero.
    Transform makePlane(const Vec3& p_G, Vec3 normal_G, const Vec3& x_G) const;
    /// Through the held edge, at the typed angle from the previous plane.
    Transform atAngle() const;
    void show();
    void set(const Transform& X_GW);

    Session& session_;
    ToolHost& host_;
    Pointer pointer_;
    std::vector<Vec3> points_G_;
    /// The edge or axis through which the plane goes.
    std::optional<Feature> edge_;
    std::optional<TypedNumber> typed_;
};

}  // namespace trammel::ui
