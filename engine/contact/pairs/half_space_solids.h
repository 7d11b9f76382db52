// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// Half-space and capsule: a smooth region for each end ball that reaches into the half-space, so that the force stays
/// continuous when the capsule comes to lie.
void calcHalfSpaceCapsule(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
/// Half-space and ellipsoid: one smooth region.
void calcHalfSpaceEllipsoid(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

// Solids with faces: a patch for each face, or part of a round surface, that faces the half-space and reaches into it. The
// integral of the depth over all patches is the volume of the overlap as long as no face that faces away is inside.
void calcHalfSpaceBox(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcHalfSpacePolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcHalfSpaceMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
/// Round surfaces are divided into flat strips that keep their place relative to the lowest line: rolling is smooth.
void calcHalfSpaceCylinder(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcHalfSpaceCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
