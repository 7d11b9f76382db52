// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/index.h"
#include "math/rotation.h"

namespace trammel {

class MatterGuts;

/// Motion of a body relative to another, along one plane whatever the coordinates of the joints between them.
struct PlanarMotion {
    /// The normal of the plane on the second body.
    Vec3 axis{0.};
    /// How far the origin of the second body is above that of the first along the normal, m.
    Real height = 0;
};
/// From the joints alone, before Topology is realized. Null if they may tilt or lift one body relative to the other.
/// @param axis normal of the plane, a unit vector on the first body
std::optional<PlanarMotion> findPlanarMotion(const MatterGuts& matter, MobilizedBodyIndex first,
                                             MobilizedBodyIndex second, const Vec3& axis);

}  // namespace trammel
