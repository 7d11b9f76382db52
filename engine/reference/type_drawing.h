// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/type_reference.h"

namespace trammel {

/// Images and data of a type from a small model with one element of it.
struct TypeDrawing {
    /// SVG image; empty for types without drawing. Depends only on the catalog.
    std::string svg;
    /// For joint types, with the number of coordinates of the sample; empty for others.
    std::vector<TypePageParts::Coordinate> coordinates, speeds;
    /// For joint types: position of frame M in F with default properties.
    Vec3 startOfM = Vec3(0.);
};

/// Draws a type of the built-in catalog: a joint with its frames F and M, and translucent copies of two earlier poses;
/// a constraint, force or motion with its bodies; a body or shape with its frame. Compiles a model: some ms.
TypeDrawing drawType(const TypeDescriptor& type);

/// File name of the type's image: "joint.slider.svg".
std::string drawingFileName(const TypeDescriptor& type);

}  // namespace trammel
