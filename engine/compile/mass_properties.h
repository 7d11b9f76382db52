// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "document/document.h"
#include "math/spatial.h"

namespace trammel {

struct BuiltSystem;

/// Mass properties of a body from its properties.
MassProperties calcBodyMass(const Element& body);
/// Mass properties of one piece of a split body.
MassProperties calcPieceMass(const BuiltSystem& built, const Element& body);
/// Adds diagnostics of the body's type other than those of mass properties.
void checkBody(const Element& body, Diagnostics& problems);
/// Volume of a body as a formula of its own properties; empty if its type does not provide it.
std::string volumeFormula(const Element& element);
/// Rotor inertia, or rotor mass, of a joint element; none for joints that take no rotor.
std::optional<Real> findRotorInertia(const Element& joint);
std::optional<Real> findRotorMass(const Element& joint);

}  // namespace trammel
