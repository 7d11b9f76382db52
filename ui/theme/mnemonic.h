// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trammel::ui {

/// @p text, such as a name, for a menu or a button, where a plain '&' would mark the next letter as a mnemonic.
inline QString withoutMnemonic(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

}  // namespace trammel::ui
