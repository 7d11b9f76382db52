// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/type_reference.h"

namespace trammel {

/// What a small model with one element of a type shows about the type.
struct TypePicture {
    /// An SVG picture; empty for types that nothing is drawn of. Depends on nothing but the catalog.
    std::string svg;
    /// Of a joint type, with as many coordinates as its sample has; empty for others.
    std::vector<TypePageParts::Coordinate> coordinates, speeds;
    /// Of a joint type: where frame M is in F when the joint starts from its defaults.
    Vec3 startOfM = Vec3(0.);
};

/// Draws a type of the built-in catalog: a joint with its frames F and M, at a pose with trails of two before it; a
/// constraint, force or motion with what it acts on; a body or shape with its frame. Compiles a model: some ms.
TypePicture pictureType(const TypeDescriptor& type);

/// The name of the picture's file: "joint.slider.svg".
std::string drawingFileName(const TypeDescriptor& type);

}  // namespace trammel
