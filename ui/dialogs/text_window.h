// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace trammel::ui {

/// Opens a modeless window with a text, or raises an open one of that title.
void showText(QWidget* parent, const QString& title, const QString& html);
/// Same for Markdown, from the heading @p section on.
void showMarkdown(QWidget* parent, const QString& title, const QString& markdown, const QString& section = {});

}  // namespace trammel::ui
