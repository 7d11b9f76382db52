// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/named_coordinates.h"
#include "formats/storage_reader.h"

namespace trammel {

/// A recorded motion of a model: coordinates, and speeds where known, at given times; SI units.
struct RecordedCoordinates {
    /// s, strictly increasing.
    std::vector<Real> times;
    struct OfCoordinate {
        /// Title of the column in the file.
        std::string column;
        NamedCoordinate coordinate;
        /// One value per time.
        std::vector<Real> values;
    };
    std::vector<OfCoordinate> coordinates;
    struct OfSpeed {
        std::string column;
        NamedSpeed speed;
        std::vector<Real> values;
    };
    std::vector<OfSpeed> speeds;
    /// Columns that are not in this model.
    std::vector<std::string> ignored;
};

/// Finds the coordinates and speeds of a model in a table with a column of times (findTimes()).
///
/// A column is a coordinate if its title is the coordinate's name ("Crank pin.angle"; also with underscores for
/// spaces), its recorded name ("knee_angle_r", also "/jointset/knee_r/knee_angle_r/value"), or the name of a joint with
/// one coordinate. Units in titles, in brackets or parentheses, are converted. Rows that repeat a time are left out
/// with a note, since programs write them at events. No value if no column is a coordinate, if times decrease, if a
/// number is not finite, and if the unit of angles is open.
Result<RecordedCoordinates> matchCoordinates(const CompiledModel& model, const StorageTable& table);

}  // namespace trammel
