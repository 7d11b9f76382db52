// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace trammel::ui {

/// Opens a window with a text to read beside the work. One with the same title is brought to the front instead.
void showText(QWidget* parent, const QString& title, const QString& html);
/// The same from Markdown.
void showMarkdown(QWidget* parent, const QString& title, const QString& markdown);

}  // namespace trammel::ui
