// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace trammel::ui {

/// The icon of resources/icons/NAME.svg in the theme's colours, which it follows when the theme changes.
/// Null if there is no such file.
QIcon icon(const QString& name);

/// The same in one fixed colour, for signs that mean something.
QIcon icon(const QString& name, const QColor& color);

/// The first of the two that exists.
QIcon iconOr(const QString& name, const QString& otherwise);

}  // namespace trammel::ui
