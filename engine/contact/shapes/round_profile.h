// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/surface_point.h"

namespace trammel {

/// Nearest surface point of the solid that a convex polygon in the half-plane (radius, y) sweeps about the y axis.
///
/// The polygon is given by its @p count corners off or at the ends on the axis, from the lower end on the axis to the upper
/// one. The curvature around the axis is that of the circle through the point (Meusnier); within a fiftieth of
/// @p largestRadius from the axis, that of a circle of that size.
SurfacePoint findNearestOnProfile(const Vec2* corners, int count, Real largestRadius, const Vec3& p);

}  // namespace trammel
