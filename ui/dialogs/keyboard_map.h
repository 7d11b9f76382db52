// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace trammel::ui {

class CommandTable;

/// Opens a window with all shortcuts and mouse gestures; shortcuts come from the command table.
void showKeyboardMap(const CommandTable& commands, QWidget* parent);

}  // namespace trammel::ui
