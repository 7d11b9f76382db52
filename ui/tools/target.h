// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/tools/tool.h"

namespace trammel::ui {

/// Name of the snap target in the chip: "tip of Crank (Tab: 2 here)", "grid · x 100 mm · y 50 mm".
QString targetName(const Pointer& pointer, const DisplayUnits& units);

/// Marks the snapped feature with a dot, and its line if it is an axis; nothing in empty space.
void markTarget(const Pointer& pointer, std::vector<DecorativeGeometry>& marks);

}  // namespace trammel::ui
