// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/placed_element.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Adds a body of one type where the user clicks in the view; on the face of another body it rests on that face. The body
/// floats until a joint carries it. X, Y, Z turn its axis, from origin to tip, along that axis of the work plane or world; N along
/// the normal of the face under the pointer, else of the work plane.
class BodyTool : public Tool {
public:
    /// @param prepared element to add; empty: the type's default shape, sized to suit the view
    BodyTool(Session& session, const ToolHost& host, const DisplayUnits& units, const TypeDescriptor& type,
             std::optional<Element> prepared = std::nullopt)
        : session_(session), host_(host), units_(units), type_(type), prepared_(std::move(prepared)) {}

    QString name() const override { return QString::fromStdString(type_.label); }
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    QString letters() const override { return QStringLiteral("XYZN"); }
    void letter(QChar letter) override;

private:
    /// The body that a click would add.
    Element draft() const;
    /// Along the work plane that the user set, else along the world; with Shift the origin is at the pointer also on a face.
    Transform poseAt(const Pointer& pointer) const;
    /// The orientation of the axis chosen by a letter.
    Rotation orientationAt(const Pointer& pointer) const;
    /// From the pointer on a face to the origin of a body at @p R that rests on it; zero elsewhere.
    Vec3 clearance(const Pointer& pointer, const Rotation& R) const;

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    const TypeDescriptor& type_;
    std::optional<Element> prepared_;
    /// Null: the type's own axis.
    QChar along_;
    /// Empty until the pointer was in the view or a position typed.
    std::optional<Pointer> pointer_;
};

}  // namespace trammel::ui
