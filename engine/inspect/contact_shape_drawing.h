// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contact/contact_geometry.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// Lines that show a shape as the contact pairs compute with it, in its frame S: a few curves of a smooth shape, the
/// triangles of a polyhedron or mesh, the bounds of any other kind of shape.
struct ContactShapeDrawing {
    DecorativeGeometry lines;
    /// True if fewer triangles are drawn than the mesh has, or the bounds only.
    bool isSimplified = false;
};

/// Most triangles drawn of a mesh.
inline constexpr std::size_t MostContactTriangles = 5000;

/// Computed once for each shape in a thread and kept while the shape lives, so that an unchanged mesh is the same object.
/// @param size half the side of the square that is drawn of an unbounded shape, m
ContactShapeDrawing drawContactShape(const std::shared_ptr<const ContactShape>& shape, Real size);

}  // namespace trammel
