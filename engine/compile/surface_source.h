// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/element_id.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// A solid that an element draws on a body, as far as contact is concerned.
struct SurfaceSource {
    /// The body or shape.
    ElementId element;
    /// None: Ground.
    ElementId body;
    /// Which of the element's drawings.
    int part = 0;
    /// Shape and pose only.
    DecorativeGeometry geometry;
    /// Extends infinitely below the plane y = 0 of its frame.
    bool isHalfSpace = false;
};

}  // namespace trammel
