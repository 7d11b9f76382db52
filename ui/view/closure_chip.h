// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <functional>

#include "ui/session/session.h"

class QMenu;

namespace trammel::ui {

class ToolHost;
class Viewport;

/// Fills @p menu with alternatives for the loop closed by @p closure: another constraint or joint type, or another cut
/// joint. Alternatives are evaluated in the background; reasons are listed if none exist. For a tree joint: an
/// action that cuts its loops there. Each choice is one undo step.
/// @param changed receives the element that closes the loop afterward
void addClosureActions(Session& session, QMenu& menu, ElementId closure,
                       const std::function<void(ElementId)>& changed = {});

/// Button next to a loop just closed by a tool, "Pin D: Point on line — change…", with a menu of alternatives. Hidden
/// after the next edit.
class ClosureChip : public QToolButton {
    Q_OBJECT

public:
    ClosureChip(Session& session, Viewport& viewport, ToolHost& host);

private:
    void refresh();
    void offerFor(ElementId closure);
    void place();

    Session& session_;
    Viewport& viewport_;
    ToolHost& host_;
    ElementId seen_, closure_;
    std::size_t step_ = 0;
};

}  // namespace trammel::ui
