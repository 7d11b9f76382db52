// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A coordinate by name: "Crank pin.angle".
struct NamedCoordinate {
    std::string name;
    /// If the joint type does not determine it: an angle if its rate turns the joint in the initial pose, a length if
    /// it only shifts it.
    Quantity quantity = Quantity::None;
    ElementId joint;
    /// Index in the matter subsystem.
    QIndex q;
    /// Index in the joint, and number of the joint's coordinates.
    int index = 0, count = 1;
    /// Name in recorded motions: of the joint's property coordinateNamesKey; may be empty.
    std::string recordedName = {};
    /// True for a component of a quaternion, meaningless without the others.
    bool isOfQuaternion = false;
};
/// All coordinates, in document order of joints.
std::vector<NamedCoordinate> coordinatesOf(const CompiledModel& model);

/// A speed by its output name: "Crank pin.rate".
struct NamedSpeed {
    std::string name;
    Quantity quantity = Quantity::None;
    ElementId joint;
    /// Index in the matter subsystem, and in the joint.
    UIndex u;
    int index = 0;
};
/// All speeds.
std::vector<NamedSpeed> speedsOf(const CompiledModel& model);

/// Property of joints with the names of their coordinates in recorded motions, in order, separated by semicolons.
inline constexpr const char* coordinateNamesKey = "coordinateNames";

/// Up to three of @p names closest in spelling to @p name, for "did you mean".
std::vector<std::string> nearestNames(const std::string& name, const std::vector<std::string>& names);

/// Reports that there is no @p what called @p name, with the nearest of @p names.
void refuseName(Diagnostics& diagnostics, const std::string& what, const std::string& name,
                const std::vector<std::string>& names);

}  // namespace trammel
