// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

/// The coordinates and speeds of a joint closest to a pose and a velocity, as property values.
struct FittedJoint {
    std::vector<std::pair<std::string, PropertyValue>> coordinates, speeds;
    /// The pose they give.
    Transform X_FM;
    /// True if they give the velocity exactly, at that pose.
    bool reachesVelocity = false;
};
/// Fits @p joint, an element of a document with the same bodies and functions as that of @p model, to the pose @p X_FM and the
/// velocity @p V_FM of its frame M. None if its type needs a State for that.
std::optional<FittedJoint> fitJoint(const CompiledModel& model, const Document& document, const Element& joint,
                                    const Transform& X_FM, const SpatialVec& V_FM);
/// Velocity of frame M in F by the initial coordinates and speeds of @p joint; none if its type needs a State for that.
std::optional<SpatialVec> calcInitialVelocity(const CompiledModel& model, const Element& joint);

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
