// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "document/edit.h"

namespace trammel {

/// Density of a body of known volume: mass over volume.
struct BodyDensity {
    /// kg/m³
    Real value = 0;
    /// True if the mass is a formula of the density, and follows the sizes.
    bool givesMass = false;
    /// The density as written in that formula: "7850 kg/m^3", "rho"; empty without formula.
    std::string formula = {};
};

/// Empty for a body whose type does not provide a volume.
std::optional<BodyDensity> findDensity(const Element& body);

/// The mass as a formula of a density, given as an Expression, and the body's own properties; empty if its type does
/// not provide a volume.
std::string massFormula(const Element& body, const std::string& density);
/// The mass formula for steel.
std::string steelMass(const Element& body);

/// The document with the mass of @p body given by a density. Fails if the volume is unknown, or the text is not a
/// density.
Result<Edit> setDensity(const Document& document, const TypeCatalog& catalog, ElementId body,
                        const std::string& density);

/// Key of the property of a body or mesh type that holds triangles; empty if none.
std::string meshKeyOf(const TypeDescriptor& type);

/// The document with another mesh for the body or mesh @p body, with @p scale meters per unit; keeps a density that
/// determines the mass.
Result<Edit> setMesh(const Document& document, const TypeCatalog& catalog, ElementId body, const std::string& mesh,
                     Real scale);

}  // namespace trammel
