// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trammel::ui {

/// True if the text refers to names ("3*L1") or was typed as a formula ("= 3*2 mm").
bool isFormula(const QString& typed);
/// The formula without its leading equals sign.
QString formulaOf(const QString& typed);

}  // namespace trammel::ui
