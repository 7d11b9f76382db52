// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/decorative_geometry.h"
#include "document/document.h"

namespace trammel {

/// Geometry of a body or shape itself, in the frame of its body; empty for other elements.
/// @param document holds the elements that a shape refers to; without it a placeholder is drawn
std::vector<DecorativeGeometry> calcOwnGeometry(const Element& element, const Document* document = nullptr);
/// Solids of a body or shape for contact, with shape and pose only; includes hidden shapes.
std::vector<DecorativeGeometry> calcSolids(const Element& element, const Document& document);
/// Geometry of a body, including its child shapes.
std::vector<DecorativeGeometry> calcBodyGeometry(const Document& document, const Element& body);
/// Geometry of shapes on Ground.
std::vector<DecorativeGeometry> calcGroundGeometry(const Document& document);

}  // namespace trammel
