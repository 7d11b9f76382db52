// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trammel::ui {

/// Whether a text speaks of other numbers ("3*L1"), or was typed as a formula ("= 3*2 mm").
bool isFormula(const QString& typed);
/// The text as a formula: without the sign before it.
QString formulaOf(const QString& typed);

}  // namespace trammel::ui
