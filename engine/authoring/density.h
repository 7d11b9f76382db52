// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "document/edit.h"

namespace trammel {

/// How dense a body with a known volume is: its mass, divided by that.
struct BodyDensity {
    /// kg/m³
    Real value = 0;
    /// The mass is a formula of it, and follows the sizes.
    bool givesMass = false;
    /// As it was written in that formula: "7850 kg/m^3", "rho"; empty if the mass is none.
    std::string formula = {};
};

/// None for a body whose type does not know its volume.
std::optional<BodyDensity> findDensity(const Element& body);

/// The mass as a formula of a density, which is an Expression, and of the body's own numbers; empty where its type does not know its volume.
std::string massFormula(const Element& body, const std::string& density);
/// The same of steel.
std::string steelMass(const Element& body);

/// The document with the mass of @p body given by a density. Refused where its volume is not known, or the text gives no
/// density.
Result<Edit> setDensity(const Document& document, const TypeCatalog& catalog, ElementId body,
                        const std::string& density);

/// The property of a body that holds its mesh; empty if its type has none.
std::string meshKeyOf(const TypeDescriptor& type);

/// The document with another mesh for @p body, in meters for each unit @p scale; a density that gives the mass stays.
Result<Edit> setMesh(const Document& document, const TypeCatalog& catalog, ElementId body, const std::string& mesh,
                     Real scale);

}  // namespace trammel
