// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

// Convex solids with flat faces: pressure patches along the axis of least overlap among the normals of the faces and the
// common perpendiculars of the edges.
void calcBoxPolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcPolyhedronPolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
