// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "inspect/marker_tracking.h"

namespace trammel {

/// How a file of recorded motion is read.
struct MotionReading {
    /// Unit of angles in a table; none: as the table says.
    std::optional<bool> inDegrees = {};
    /// Receives the fraction done, 0 to 1; false cancels. May be empty.
    std::function<bool(double)> progress = {};
};

/// The motion in a file.
struct ReadMotion {
    RecordedCoordinates motion;
    /// Set for a file of markers: @ref motion is what was found by tracking them.
    std::optional<TrackedMotion> tracked;
};

/// File name extensions without the dot, in lower case.
inline constexpr const char* motionFileEndings[] = {"csv", "sto", "mot", "trc"};

/// Reads recorded motion of a model: a table of coordinates (CSV, .sto, .mot; see matchCoordinates()), or markers
/// (.trc; see trackMarkers()), by content. No value, with errors, on failure; no value without errors if canceled.
Result<ReadMotion> readMotionOf(const CompiledModel& model, const std::filesystem::path& file,
                                const MotionReading& how = {});

}  // namespace trammel
