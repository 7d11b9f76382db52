// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "contact/contact_geometry.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// A drawn solid as contact uses it: the shape, and its frame S in the frame D of the drawing.
struct ShapeOfGeometry {
    /// Null if the geometry is not a solid that can touch.
    std::shared_ptr<const ContactShape> shape;
    Transform X_DS;
    /// Why there is none, as a clause: "its shape is a torus"; empty where nothing solid is drawn.
    std::string refusal;
};

/// Lines, text and arrows are not solids.
ShapeOfGeometry makeContactShape(const DecorativeGeometry& geometry);

}  // namespace trammel
