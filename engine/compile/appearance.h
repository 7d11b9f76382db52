// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"
#include "document/document.h"
#include "math/spatial.h"

namespace trammel {

struct BuiltSystem;

/// Geometry of a body or shape itself, in the frame of its body; empty for other elements.
/// @param document holds what a shape refers to; without it a placeholder is drawn
std::vector<DecorativeGeometry> calcOwnGeometry(const Element& element, const Document* document = nullptr);
/// Solids of a body or shape for contact, shape and pose only; also of a hidden shape.
std::vector<DecorativeGeometry> calcSolids(const Element& element, const Document& document);
/// Volume of a body as a formula of its own properties; empty if its type does not provide it.
std::string volumeFormula(const Element& element);
/// Adds diagnostics of the body's type other than those of mass properties.
void checkBody(const Element& body, Diagnostics& problems);
/// Geometry of a body, including its child shapes.
std::vector<DecorativeGeometry> calcBodyGeometry(const Document& document, const Element& body);
/// Geometry of shapes on Ground.
std::vector<DecorativeGeometry> calcGroundGeometry(const Document& document);
/// Mass properties of a body from its properties.
MassProperties calcBodyMass(const Element& body);
/// Mass properties of one piece of a split body.
MassProperties calcPieceMass(const BuiltSystem& built, const Element& body);
/// X_PF and X_BM of a joint element.
std::pair<Transform, Transform> calcJointFrames(const Document& document, const Element& joint);
/// Rotor inertia, or rotor mass, of a joint element; none for joints that take no rotor.
std::optional<Real> findRotorInertia(const Element& joint);
std::optional<Real> findRotorMass(const Element& joint);

}  // namespace trammel
