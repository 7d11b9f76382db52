// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "math/vec.h"

namespace trammel {

/// Trajectories of markers, as a motion-capture system records them.
struct MarkerTable {
    /// s, strictly increasing.
    std::vector<Real> times;
    std::vector<std::string> names;
    /// Positions in Ground by marker, then time, m; NaN where a marker was not seen.
    std::vector<std::vector<Vec3>> positions;
};

/// True if the text begins as a .trc file does.
bool isMarkerFile(std::string_view text);

/// Reads a .trc file: three lines of header with the unit (m, cm, mm), a row of marker names, a row of axes, then rows of
/// frame number, time and three cells per marker, separated by tabs; empty cells where a marker was not seen.
///
/// Reports every error with its line, and warns about another number of frames or markers than the header says.
Result<MarkerTable> readMarkerFile(std::string_view text);

}  // namespace trammel
