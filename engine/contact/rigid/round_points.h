// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "contact/contact_surfaces.h"
#include "contact/rigid/rigid_point.h"
#include "contact/rigid/solid_pair.h"

namespace trammel {

/// A box or polyhedron of more edges has too many places where a capsule or cylinder may touch it: events would be too slow.
inline constexpr std::size_t mostEdgesOfRoundPairs = 60;

/// Appends the points at which a capsule or a cylinder may touch a box or a convex polyhedron in space, two capsules each
/// other, or a ball a cylinder, and, but for the ball, the distance of both to @p gaps. All points are of one patch. False
/// for other shapes, and for more edges than mostEdgesOfRoundPairs.
bool appendRoundPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& points,
                       std::map<int, std::shared_ptr<const SolidGap>>& gaps);

}  // namespace trammel
