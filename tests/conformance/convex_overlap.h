// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "math/rotation.h"

namespace trammel::test {

/// A convex solid as tests know it, written apart from the shapes of the engine.
struct ConvexPart {
    /// Farthest point in a direction, which is not zero.
    std::function<Vec3(const Vec3&)> support;
    /// Everything within this distance of what `support` describes, m.
    Real rounding = 0;
    /// Normals of flat faces, and directions of straight edges.
    std::vector<Vec3> normals, edges;
};

/// A length by which two convex solids are apart at least, and one by which they are apart at most, m: below 0 the first
/// counts as not apart. Each is certain: the first by a plane between the solids, the second by a point of each.
struct Separation {
    Real least = 0, most = 0;
    /// From A to B.
    Vec3 normal{1, 0, 0};
};

/// The distance of two convex solids by their difference, whose point nearest to the origin is sought among simplices.
Separation calcSeparation(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB);

/// h_A(n) + h_B(-n): the overlap along the unit vector n from A into B.
Real calcOverlapAlong(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB, const Vec3& n);

/// The least overlap over all directions, from above: tried are the normals of all faces, the common perpendiculars of all
/// edges, directions spread over the sphere, @p hint, and from the best of them ever nearer ones.
Real findLeastOverlap(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB,
                      const Vec3& hint = Vec3(1, 0, 0));

}  // namespace trammel::test
