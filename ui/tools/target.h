// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/tools/tool.h"

namespace trammel::ui {

/// What is aimed at, as it is called at the pointer: "tip of Crank (Tab: 2 here)", "grid · x 100 mm · y 50 mm".
QString targetName(const Pointer& pointer, const DisplayUnits& units);

/// A dot on the feature aimed at, with the line that it lies on where that is an axis; nothing in empty space.
void markTarget(const Pointer& pointer, std::vector<DecorativeGeometry>& marks);

}  // namespace trammel::ui
