// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/plate_edit.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Draws a plate through any number of points: a link with a pivot at each.
///
/// A point of a body, or a pivot on Ground, is pinned there; empty space gives a free corner, with Shift one without a hole. G
/// pins the plate to Ground at the pointer.
/// Enter, or a click on the first or last point, ends it.
class PlateTool : public Tool {
public:
    PlateTool(Session& session, const ToolHost& host, const DisplayUnits& units)
        : session_(session), host_(host), units_(units) {}

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    void accept() override;
    bool back() override;
    QString letters() const override { return QStringLiteral("G"); }
    void letter(QChar letter) override;
    std::optional<Vec3> planePoint() const override;

private:
    PlateDraft::Corner cornerAt(const Pointer& pointer) const;
    /// True at the first or last point, where a click ends the plate.
    bool ends(const Pointer& pointer) const;
    void show();
    void add();
    void addCorner(PlateDraft::Corner corner);

    Session& session_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    PlateDraft draft_;
    Pointer pointer_;
};

}  // namespace trammel::ui
