// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "contact/friction/stribeck.h"
#include "meta/property.h"
#include "multibody/element_inputs.h"

namespace trammel {

/// Inputs of a law at one place where two surfaces touch.
struct ContactSpot {
    /// Overlap, m, and its rate, m/s.
    Real depth = 0, approach = 0;
    /// Area represented by a point of a pressure patch, m²; 0: smooth contact at a point.
    Real area = 0;
    /// Smooth contact: the factor of Hertz' theory, m^(1/2).
    Real hertzFactor = 0;
    /// E* of both surfaces, Pa.
    Real modulus = 0;
    /// Pressure by depth of both surfaces, N/m³.
    Real foundation = 0;
    /// c of both surfaces, s/m.
    Real dissipation = 0;
    /// Typical area of the whole contact patch that this spot is a part of, m²; for laws that know forces only.
    Real patchArea = 0;
};

/// The normal force of one spot, N.
struct NormalForce {
    /// Never pulls.
    Real total = 0;
    /// The part that comes from potential energy.
    Real elastic = 0;
    /// J
    Real energy = 0;
};

/// The normal force between surfaces that overlap.
class ContactLaw {
public:
    /// The law's own properties, SI, in the order of its table.
    using Numbers = std::array<Real, 4>;

    virtual ~ContactLaw() = default;
    virtual const char* key() const = 0;
    virtual const char* label() const = 0;
    virtual const char* doc() const = 0;
    virtual const char* reference() const = 0;
    virtual const char* choose() const = 0;
    virtual std::vector<PropertyDescriptor> properties() const = 0;
    virtual Numbers readNumbers(const ElementInputs&) const = 0;
    /// Whether forces follow from the materials of the surfaces.
    virtual bool usesMaterials() const = 0;
    virtual NormalForce calcForce(const ContactSpot&, const Numbers&) const = 0;
};

/// All laws; the first is the default.
const std::vector<std::shared_ptr<const ContactLaw>>& contactLaws();

}  // namespace trammel
