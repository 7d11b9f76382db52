// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <vector>

#include "ui/plots/curve.h"

namespace trammel::ui {

/// Writes curves as a table, one row for each stored frame, numbers in full precision in the units shown. Runs stored at
/// times of their own get a time column each; past the end of the shorter one stands "nan".
void writeCurves(const std::vector<Curve>& curves, std::ostream& out);

}  // namespace trammel::ui
