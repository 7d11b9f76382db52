// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

class QMenu;

namespace trammel::ui {

class MainWindow;

/// Menu bar and tool bar, from the command table.
void makeMenus(MainWindow& window);
void makeToolBar(MainWindow& window);

/// What the view can show, with a search field.
void fillShowMenu(MainWindow& window, QMenu* menu);

/// A menu of all types of a family that can be added.
void fillAddMenu(MainWindow& window, QMenu* menu, const QString& family);

/// What the right button offers: adding to @p family if that is not empty, else what can be done with the selection.
void openContextMenu(MainWindow& window, const QString& family, const QPoint& globalPosition);

}  // namespace trammel::ui
