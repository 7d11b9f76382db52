// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <functional>

#include "ui/session/session.h"

class QMenu;

namespace trammel::ui {

class ToolHost;
class Viewport;

/// Fills @p menu with the other ways to have the loop that @p closure closes: closed by another type, or cut at another
/// joint; or with why it can be neither. The ways appear once they have been worked out beside the window. For a joint
/// that closes none: to cut its loops there. What is chosen is one undo step.
/// @param changed is told what closes it now
void addClosureActions(Session& session, QMenu& menu, ElementId closure,
                       const std::function<void(ElementId)>& changed = {});

/// "Pin D: Point on line — change…", beside a loop that a tool has just closed, with a menu of the other ways. It stays until
/// something else is edited.
class ClosureChip : public QToolButton {
    Q_OBJECT

public:
    ClosureChip(Session& session, Viewport& viewport, ToolHost& host);

private:
    void look();
    void offerFor(ElementId closure);
    void place();

    Session& session_;
    Viewport& viewport_;
    ToolHost& host_;
    ElementId seen_, closure_;
    std::size_t step_ = 0;
};

}  // namespace trammel::ui
