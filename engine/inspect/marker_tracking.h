// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "compile/recorded_coordinates.h"
#include "formats/marker_file.h"
#include "inspect/record_format.h"
#include "math/vector.h"

namespace trammel {

/// The motion of a model whose markers follow recorded ones as closely as possible.
struct TrackedMotion {
    /// All coordinates of the model.
    RecordedCoordinates motion;
    /// Names of the markers that were tracked.
    std::vector<std::string> markers;
    /// Distance of each marker from the recorded one, m: one row per time, one column per marker; NaN where it was not seen.
    Matrix residuals;
    /// Recorded markers that the model does not have.
    std::vector<std::string> ignored;

    /// Root mean square of the residuals seen, and the largest with its place, m, s.
    Real rms = 0, largest = 0, timeOfLargest = 0;
    std::string markerOfLargest;
};

/// Finds the coordinates at each time that minimize the sum of squared distances of the model's markers from recorded ones;
/// loops stay closed.
///
/// A marker of the model is a shape or a point trace with the name of a recorded one. The first pose is searched for from the
/// initial one, each later one from the one before. Unseen markers do not count. No value if fewer than three markers match, if
/// none is seen at some time, or if the loops do not close.
/// @param progress receives the part done, 0 to 1; false cancels: no value, no diagnostics. May be empty
Result<TrackedMotion> trackMarkers(const CompiledModel& model, const MarkerTable& recorded,
                                   const std::function<bool(double)>& progress = {});

/// Writes the coordinates as a table with the columns that matchCoordinates() finds again; angles are in degrees in storage.
void writeCoordinates(const RecordedCoordinates& motion, std::ostream& out, RecordFormat format = RecordFormat::Csv);
/// Writes the residuals as CSV; empty cells are written as "nan".
void writeResiduals(const TrackedMotion& tracked, std::ostream& out);

}  // namespace trammel
