// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compile/placed_element.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Adds a body of one type where the view is clicked. It floats until a joint carries it.
class BodyTool : public Tool {
public:
    BodyTool(Session& session, const ToolHost& host, const TypeDescriptor& type)
        : session_(session), host_(host), type_(type) {}

    QString name() const override { return QString::fromStdString(type_.label); }
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;

private:
    /// Largest length of a body added now, m.
    Real size() const;

    Session& session_;
    const ToolHost& host_;
    const TypeDescriptor& type_;
};

}  // namespace trammel::ui
