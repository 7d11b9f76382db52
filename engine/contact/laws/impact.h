// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "contact/contact_law.h"

namespace trammel {

/// Stiffness and damping given as numbers:  f = k d (x/d)^e + c step(x/d) xdot.
class ImpactLaw : public ContactLaw {
public:
    const char* key() const override { return "impactContact"; }
    const char* label() const override { return "Contact with given stiffness"; }
    const char* doc() const override { return "Contact whose stiffness and damping are given as numbers."; }
    const char* reference() const override {
        return "`f = k d (x/d)^e + c step(x/d) xdot`, never less than zero, with the overlap `x`. The damping rises "
               "from zero at the first touch to `c` at the depth `d`; at that depth the elastic force is `k d`. A flat "
               "patch shares the force by area. This is the IMPACT function of Adams with `K = k d^(1 - e)`. Friction "
               "as for *Contact*.";
    }
    const char* choose() const override {
        return "When a stiffness has been measured or comes from another program. When only materials are known, "
               "choose *Contact*.";
    }
    std::vector<PropertyDescriptor> properties() const override {
        return {PropertyDescriptor::real("stiffness", "Stiffness", Quantity::Stiffness, 1e6,
                                         "Elastic force by depth, at the depth of full damping.")
                    .above(0)
                    .at(Stage::Dynamics),
                PropertyDescriptor::real("exponent", "Exponent", Quantity::None, 1.5,
                                         "1: linear; 1.5: smooth surfaces; 2.2: usual for metals.")
                    .min(1)
                    .max(5)
                    .at(Stage::Dynamics),
                PropertyDescriptor::real("damping", "Damping", Quantity::Damping, 100, "Full damping.")
                    .min(0)
                    .at(Stage::Dynamics),
                PropertyDescriptor::real("fullDampingDepth", "Depth of full damping", Quantity::Length, 1e-4,
                                         "Depth at which the damping is complete.")
                    .above(0)
                    .at(Stage::Dynamics)};
    }
    Numbers readNumbers(const ElementInputs& in) const override {
        return {in.real("stiffness"), in.real("exponent"), in.real("damping"), in.real("fullDampingDepth")};
    }
    bool usesMaterials() const override { return false; }

    NormalForce calcForce(const ContactSpot& spot, const Numbers& n) const override {
        const auto [stiffness, exponent, damping, fullDepth] = n;
        const Real share = spot.area > 0 ? spot.area / spot.patchArea : 1;
        const Real x = spot.depth / fullDepth;
        NormalForce f;
        f.elastic = share * stiffness * fullDepth * std::pow(x, exponent);
        f.energy = f.elastic * spot.depth / (exponent + 1);
        f.total = std::max<Real>(0, f.elastic + share * damping * calcQuinticStep(x) * spot.approach);
        return f;
    }
};

}  // namespace trammel
