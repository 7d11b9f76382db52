// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/recorded_coordinates.h"
#include "document/edit.h"

namespace trammel {

/// The document with its coordinates driven by a recorded motion: a smooth curve through the recording for each.
///
/// A joint with one coordinate gets a motor by a function, other coordinates a prescribed coordinate each; those of an earlier
/// recording are replaced. Other motors of these joints are removed, and locks are released, with a note each. The settings
/// get the time of the recording, and its first pose is the initial one. Coordinates that follow from others by the
/// constraints are not driven, with a note. Components of quaternions are left out with a warning. No value for fewer than
/// four times, or if nothing can be driven.
/// @param smoothing of the curves, see SplineFitter; 0 passes through every value
Result<Edit> driveByRecord(const Document& document, const CompiledModel& model, const RecordedCoordinates& record,
                           Real smoothing = 0);

}  // namespace trammel
