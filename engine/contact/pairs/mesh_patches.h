// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

// Meshes with each other and with solids that have faces; round solids are divided into facets. Pressure patches: the
// surfaces cut each other in closed curves, and each curve bounds a place of contact of its own with one normal. It starts as
// the vector area of the curve and is turned to the normals of the faces over which most of the overlap lies. A solid wholly
// inside the other cuts nothing and gives no region.
void calcBoxMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcCylinderMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcConeMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcPolyhedronMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);
void calcMeshMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
