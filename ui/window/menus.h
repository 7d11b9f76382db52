// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

class QMenu;

namespace trammel::ui {

class MainWindow;

/// Creates menu bar and toolbar from the command table.
void makeMenus(MainWindow& window);
void makeToolbar(MainWindow& window);

/// Menu of view contents, with a search field.
void fillShowMenu(MainWindow& window, QMenu* menu);

/// Menu of the types of a family that can be added.
void fillAddMenu(MainWindow& window, QMenu* menu, const QString& family);

/// Opens the context menu: types of @p family to add, or if empty the commands for the selection.
void openContextMenu(MainWindow& window, const QString& family, const QPoint& globalPosition);

}  // namespace trammel::ui
