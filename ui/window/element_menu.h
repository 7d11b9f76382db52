// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QPoint;

namespace trammel::ui {

class MainWindow;

/// What can be done with the selected element where it was clicked: drive or lock a joint, close a loop in another way,
/// trace a point of a body.
void fillElementMenu(MainWindow& window, QMenu& menu, const QPoint& globalPosition);

}  // namespace trammel::ui
