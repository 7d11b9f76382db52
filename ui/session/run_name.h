// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "document/document.h"
#include "meta/type_catalog.h"

namespace trammel::ui {

/// How a number in SI reads in the name of a run, with its unit.
using NumberWords = std::function<QString(Real si, Quantity quantity)>;
/// For all sessions; until then they read in SI.
void setNumberWords(NumberWords words);

/// What makes a run of @p now another than one of @p before, in few words: "Damper, Damping: 2 → 1 N·s/m". Empty if
/// nothing does that a run could show.
QString nameOfRun(const Document& before, const Document& now, const TypeCatalog& catalog);

}  // namespace trammel::ui
