// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"

namespace trammel::ui {

/// The most recently chosen units of any window, for stored text such as run names.
UnitSystem chosenUnits();

}  // namespace trammel::ui
