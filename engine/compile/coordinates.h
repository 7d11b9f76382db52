// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A joint's coordinates as property values of its element.
struct CoordinateValues {
    ElementId joint;
    /// {"angle", 0.3}
    std::vector<std::pair<std::string, PropertyValue>> values;
};

/// Coordinates of all joints at @p state as property values: the inverse of compiling. Quaternions become body-fixed
/// x-y-z angles. Omits joints whose coordinates are not given by properties.
std::vector<CoordinateValues> readCoordinates(const CompiledModel& model, const State& state);

/// Range of a joint's coordinate between its stops, rad or m.
struct CoordinateLimits {
    ElementId joint;
    /// Index within the joint, from 0.
    int coordinate = 0;
    Real lower = -Infinity, upper = Infinity;
    /// Rigid stops do not act on a coordinate that starts beyond them.
    bool lowerIsRigid = false, upperIsRigid = false;
};
/// Limits of all enabled stops, one entry per coordinate.
std::vector<CoordinateLimits> findLimits(const CompiledModel& model);

/// All locked joints, in document order.
std::vector<ElementId> findLockedJoints(const Document& document);

/// True if @p key of @p element is a coordinate of a joint.
bool isCoordinate(const CompiledModel& model, ElementId element, const std::string& key);

}  // namespace trammel
