// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace trammel::ui {

/// The icon resources/icons/NAME.svg in theme colors; follows theme changes. Null if the file does not exist.
QIcon icon(const QString& name);

/// Same in a fixed color, for status icons.
QIcon icon(const QString& name, const QColor& color);

/// The first of the two icons that exists.
QIcon iconOr(const QString& name, const QString& otherwise);

}  // namespace trammel::ui
