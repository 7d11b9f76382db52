// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace trammel::ui {

class CommandTable;

/// Opens, beside the work, the list of all shortcuts and mouse gestures; the shortcuts come from the command table.
void showKeyboardMap(const CommandTable& commands, QWidget* parent);

}  // namespace trammel::ui
