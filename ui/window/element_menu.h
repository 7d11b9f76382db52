// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QPoint;

namespace trammel::ui {

class MainWindow;

/// Fills the context menu of the selected element for the clicked place: drive or lock a joint, change a loop closure,
/// trace a point of a body.
void fillElementMenu(MainWindow& window, QMenu& menu, const QPoint& globalPosition);

}  // namespace trammel::ui
