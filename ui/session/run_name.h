// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "document/document.h"
#include "meta/type_catalog.h"

namespace trammel::ui {

/// Formats an SI number with its unit for the name of a run.
using NumberWords = std::function<QString(Real si, Quantity quantity)>;
/// Sets the formatter for all sessions; the default is SI.
void setNumberWords(NumberWords words);

/// Short description of the edits from @p before to @p now: "Damper, Damping: 2 → 1 N·s/m". Empty if none affects a
/// run.
QString nameOfRun(const Document& before, const Document& now, const TypeCatalog& catalog);

}  // namespace trammel::ui
