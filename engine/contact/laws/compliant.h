// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "contact/contact_law.h"

namespace trammel {

/// Hertz' theory at smooth places, elastic foundation over patches, both with Hunt and Crossley's dissipation.
class CompliantLaw : public ContactLaw {
public:
    const char* key() const override { return "contact"; }
    const char* label() const override { return "Contact"; }
    const char* doc() const override { return "Bodies push each other apart where they touch, with friction."; }
    const char* reference() const override {
        return "Smooth surfaces (Hertz): `f = 4/3 E* sqrt(R) x^1.5 (1 + 3/2 c xdot)` with the overlap `x`, the "
               "relative radius of curvature `R` and `1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2`; for unequal curvatures "
               "the factor of the ellipse. Flat faces and edges (elastic foundation): pressure `p = k x (1 + 3/2 c "
               "xdot)` over the overlapping patch. `c` follows from the restitution at 1 m/s; the force never pulls. "
               "Friction (Stribeck): coefficient from 0 at rest to static at the transition speed, dynamic from three "
               "times that speed on. *Softened* materials sink in by the given share of the size of the body under its "
               "weight; then steps are longer by far. Sources: Johnson, Contact Mechanics (1985); Hunt and Crossley "
               "(1975).";
    }
    const char* choose() const override {
        return "For bodies that hit, rest on, slide or roll on each other, when materials are known. For a stop at an "
               "end of travel, a stop on the joint computes faster.";
    }
    std::vector<PropertyDescriptor> properties() const override {
        return {
            PropertyDescriptor::choice("stiffness", "Stiffness", {{"softened", "Softened"}, {"material", "Material"}},
                                       "softened", "Softened materials run faster; true materials give contact times.")
                .at(Stage::Dynamics),
            PropertyDescriptor::real("sinkage", "Sinkage", Quantity::None, 0.001,
                                     "Softened: depth under the body's weight by its size.")
                .above(0)
                .max(0.1)
                .at(Stage::Dynamics)};
    }
    Numbers readNumbers(const ElementInputs& in) const override {
        return {in.text("stiffness") == "softened" ? in.real("sinkage") : 0};
    }
    bool usesMaterials() const override { return true; }

    NormalForce calcForce(const ContactSpot& spot, const Numbers&) const override {
        const Real x = spot.depth;
        NormalForce f;
        if (spot.area > 0) {
            f.elastic = spot.foundation * x * spot.area;
            f.energy = f.elastic * x / 2;
        } else {
            f.elastic = spot.modulus * spot.hertzFactor * x * std::sqrt(x);
            f.energy = 0.4 * f.elastic * x;
        }
        f.total = std::max<Real>(0, f.elastic * (1 + 1.5 * spot.dissipation * spot.approach));
        return f;
    }
};

}  // namespace trammel
