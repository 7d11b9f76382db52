// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <vector>

#include "ui/plots/curve.h"

namespace trammel::ui {

/// Writes a table with one row per frame, full precision, shown units. Runs with different frame times get a
/// time column each; the shorter one is padded with "nan".
void writeCurves(const std::vector<Curve>& curves, std::ostream& out);

}  // namespace trammel::ui
