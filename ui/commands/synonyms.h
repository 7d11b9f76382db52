// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace trammel::ui {

/// The program's words for a word of other programs, also while it is being typed: "hinge", "hing" -> "pin". Empty if none
/// is known.
QStringList synonymsOf(const QString& typed);

}  // namespace trammel::ui
