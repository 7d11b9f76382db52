// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/profile.h"

namespace trammel {

/// The closed surface of a profile extruded from -halfThickness to halfThickness, triangles counterclockwise from outside.
/// Arcs are divided into pieces of at most @p step, rad.
TriangleMesh extrude(const Profile& profile, Real halfThickness, Real step);

}  // namespace trammel
