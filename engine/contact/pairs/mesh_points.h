// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// Ball and mesh: a smooth region at each point of the mesh whose distance from the ball's center is least among the points
/// around it, once however many triangles meet there. Edges and corners count as flat. With the center inside the mesh, only
/// the nearest point of all.
void calcBallMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

/// Ellipsoid and mesh: as for a ball, in coordinates in which the ellipsoid is a ball. Exact on faces; on edges and corners
/// exact where they begin to touch.
void calcEllipsoidMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

/// Capsule and mesh: both ends as balls, and where an outward edge or corner of the mesh reaches deeper between them.
void calcCapsuleMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
