// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// The normal of least overlap of two convex solids.
struct ConvexNormal {
    /// Unit vector from A into B, in A, and how far B moves along it until they are apart, m.
    Vec3 normal;
    Real depth = 0;
};

/// Finds the direction along which two convex solids overlap least; false if they do not overlap. Between directions of nearly
/// equal overlap, as deep in a corner, it turns continuously; the depth is then the way along it until they are apart.
///
/// Bullet's answer is where the search starts, with directions all around. The overlap f(n) = h_A(n) + h_B(-n) is then
/// minimized over the unit vectors with the exact support functions: over the directions in which a solid is flat, along
/// the circles of directions in which it is straight, and by Newton's method where both surfaces are curved. So the depth
/// is exact even where the start is not, or where none exists.
bool findConvexNormal(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ConvexNormal& out);

/// Finds a unit vector from A into B, in A, along which two convex solids are apart; false if they overlap or it is not known:
/// then @p normal is that of least overlap, or zero. Approximate, by Bullet: to be checked with the support functions.
bool findSeparation(const ContactShape& A, const ContactShape& B, const Transform& X_AB, Vec3& normal);

}  // namespace trammel
