// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"

namespace trammel::ui {

/// The units that were chosen last, in whichever window: for words that are kept, such as the names of runs.
UnitSystem chosenUnits();

}  // namespace trammel::ui
