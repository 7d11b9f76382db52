// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "compile/recorded_coordinates.h"
#include "inspect/record_format.h"
#include "math/vector.h"

namespace trammel {

/// Activations and tensions of muscles that produce a recorded motion, by time.
struct StaticOptimization {
    /// s
    std::vector<Real> times;
    std::vector<std::string> muscles;
    /// One row per time, one column per muscle: 0 to 1, and N.
    Matrix activations, tensions;
    /// Speeds on which muscles act, with the forces, N m or N, that they do not produce: one row per time.
    std::vector<UIndex> speeds;
    std::vector<std::string> speedNames;
    Matrix reserves;
    /// The largest of them with its name, "torque of knee_angle_r", and its time; 0 without speeds.
    Real largestReserve = 0, timeOfLargest = 0;
    std::string nameOfLargest;
    Quantity quantityOfLargest = Quantity::None;
};

/// Shares the forces of a recorded motion among the muscles of a model.
///
/// At each time the activations minimize the sum of their squares and of the squares of reserve forces, 1 N m or 1 N counting
/// as much as full activation; muscles and reserves together produce the forces that inverse dynamics without muscles finds. The
/// tension of a muscle is its own law at that activation, length and speed. No value, with errors, without muscles and as
/// calcInverseDynamics().
/// **Source:** Anderson and Pandy, J. Biomech. 34 (2001), "Static and dynamic optimization solutions for gait are practically
/// equivalent".
/// @param smoothing as calcInverseDynamics()
/// @param progress receives the part done, 0 to 1; false cancels: no value, no diagnostics. May be empty
Result<StaticOptimization> optimizeMuscles(const CompiledModel& model, const RecordedCoordinates& recorded,
                                           Real smoothing, const std::function<bool(double)>& progress = {});

/// Writes one row per time: activations.
void writeActivations(const StaticOptimization& result, std::ostream& out, RecordFormat format = RecordFormat::Csv);
/// Writes one row per time: tensions, then reserves, "reserve torque of knee_angle_r".
void writeTensions(const CompiledModel& model, const StaticOptimization& result, std::ostream& out,
                   RecordFormat format = RecordFormat::Csv);

}  // namespace trammel
