// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/bodies/gear.h"

namespace trammel {

/// A uniform ring with teeth inside.
class RingGearBody : public ToothedBody<RingGearBody> {
public:
    static constexpr const char* key = "ringGear";
    static constexpr const char* ownKey = "rim";
    static constexpr const char* label = "Ring gear";
    static constexpr const char* doc = "A uniform ring about the z axis with involute teeth inside.";
    static constexpr const char* reference =
        "The pitch radius is `module teeth / 2`; formulas read it as `pitchRadius`, the area of the face as `area`. "
        "Heads are one module high, roots 1.25 modules deep, without fillets. Area and inertia are integrals along the "
        "outline. A space between teeth lies at the x axis; the tip is the end at +z.";
    static constexpr const char* choose =
        "For the ring of a planetary gear. A gear pair with a gear inside turns both the same way.";
    static TypeSample sample() { return {.properties = {{"teeth", std::int64_t(12)}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return propertiesWith(54, PropertyDescriptor::real(ownKey, "Rim", Quantity::Length, 0.01,
                                                           "Thickness outward of the roots of the teeth."));
    }
    static GearShape readShape(const DerivedNumber::Properties& property) {
        GearShape shape = readTeeth(property);
        shape.isInternal = true;
        shape.rim = std::get<Real>(property(ownKey));
        return shape;
    }
};

}  // namespace trammel
