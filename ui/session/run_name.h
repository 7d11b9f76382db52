// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "document/document.h"
#include "meta/type_catalog.h"

namespace trammel::ui {

/// What makes a run of @p now another than one of @p before, in few words: "Damper, Damping: 2 → 1 N·s/m". Empty if
/// nothing does that a run could show.
QString nameOfRun(const Document& before, const Document& now, const TypeCatalog& catalog);

}  // namespace trammel::ui
