// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "math/rotation.h"

namespace trammel::test {

/// A convex solid as tests know it, implemented independently of the engine's shapes.
struct ConvexPart {
    /// Farthest point in a direction, which is not zero.
    std::function<Vec3(const Vec3&)> support;
    /// Everything within this distance of what `support` describes, m.
    Real rounding = 0;
    /// Normals of flat faces, and directions of straight edges.
    std::vector<Vec3> normals, edges;
};

/// Lower and upper bounds of the distance of two convex solids, m; the lower one is below 0 if they may overlap. Both
/// are certain: the lower one by a separating plane, the upper one by a point of each solid.
struct Separation {
    Real least = 0, most = 0;
    /// From A to B.
    Vec3 normal{1, 0, 0};
};

/// The distance of two convex solids by their difference, whose point nearest to the origin is sought among simplices.
Separation calcSeparation(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB);

/// h_A(n) + h_B(-n): the overlap along the unit vector n from A into B.
Real calcOverlapAlong(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB, const Vec3& n);

/// Upper bound of the least overlap over all directions: tries the normals of all faces, the common perpendiculars of
/// all edges, directions spread over the sphere and @p hint, then refines the best.
Real findLeastOverlap(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB,
                      const Vec3& hint = Vec3(1, 0, 0));

}  // namespace trammel::test
