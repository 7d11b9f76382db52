// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A joint's coordinates as the values of its element's properties.
struct CoordinateValues {
    ElementId joint;
    /// {"angle", 0.3}
    std::vector<std::pair<std::string, PropertyValue>> values;
};

/// The coordinates of all joints at @p state as their types' properties give them; the inverse of what compiling does.
/// Quaternions become body-fixed x-y-z angles. Joints whose coordinates no property gives are left out.
std::vector<CoordinateValues> readCoordinates(const CompiledModel& model, const State& state);

/// Between which values a coordinate of a joint has to stay because of its stops, rad or m.
struct CoordinateLimits {
    ElementId joint;
    /// Counted from 0 within the joint.
    int coordinate = 0;
    Real lower = -Infinity, upper = Infinity;
    /// A rigid stop throws back what arrives at it, and leaves alone what begins beyond it.
    bool lowerIsRigid = false, upperIsRigid = false;
};
/// Limits of all enabled stops, one entry per coordinate.
std::vector<CoordinateLimits> findLimits(const CompiledModel& model);

/// The joints that are locked in any way, in the order of the document.
std::vector<ElementId> findLockedJoints(const Document& document);

/// Whether @p key of @p element is a coordinate of a joint.
bool isCoordinate(const CompiledModel& model, ElementId element, const std::string& key);

}  // namespace trammel
