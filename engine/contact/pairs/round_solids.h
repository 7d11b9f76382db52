// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

// Convex solids of which at least one is a cylinder or cone and none an ellipsoid: pressure patches along the normal of
// least overlap. Round surfaces are divided into facets that roll along with the contact.
void calcBoxCylinder(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcBoxCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcCylinderCylinder(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcCylinderCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcCylinderPolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcConeCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcConePolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

/// Ellipsoid and any convex solid but a half-space, ball or capsule, in either order: one smooth region along the normal of
/// least overlap, with the relative curvature of both surfaces; edges and corners of the other count as flat.
void calcEllipsoidSolid(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
