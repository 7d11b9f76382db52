// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform ball centered on its origin.
class SphereBody : public BodyType {
public:
    static constexpr const char* key = "sphere";
    static constexpr const char* label = "Sphere";
    static constexpr const char* doc = "A uniform ball centered on its origin.";
    static constexpr const char* reference = "`I = 2 m r²/5` about any axis; the tip is the point at +x.";

    static std::vector<PropertyDescriptor> properties() {
        return {sizeProperty("radius", "Radius", 0.1, "Radius of the ball."), massProperty()};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        return {in.real("mass"), Vec3(0.), UnitInertia::sphere(in.real("radius"))};
    }
    std::string volumeFormula(const ElementInputs&) const override { return "4/3*pi*this.radius^3"; }
    Vec3 calcTip(const ElementInputs& in) const override { return {in.real("radius"), 0, 0}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Sphere{in.real("radius")}));
    }
};

}  // namespace trammel
