// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform cylinder or disk about z, centered on its origin.
class CylinderBody : public BodyType {
public:
    static constexpr const char* key = "cylinder";
    static constexpr TypeRole role = TypeRole::Wheel;
    static constexpr const char* label = "Cylinder";
    static constexpr const char* doc = "A uniform cylinder or disk about the z axis, centered on its origin.";
    static constexpr const char* reference =
        "`Izz = m r²/2`, `Ixx = Iyy = m (3 r² + length²)/12`; the tip is the end at +z.";

    static std::vector<PropertyDescriptor> properties() {
        return {sizeProperty("radius", "Radius", 0.1, "Radius of the cylinder."),
                sizeProperty("length", "Length", 0.05, "Length along z."), massProperty()};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        return {in.real("mass"), Vec3(0.), UnitInertia::cylinderAlongZ(in.real("radius"), in.real("length") / 2)};
    }
    std::string volumeFormula(const ElementInputs&) const override { return "pi*this.radius^2*this.length"; }
    Vec3 calcTip(const ElementInputs& in) const override { return {0, 0, in.real("length") / 2}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Cylinder{in.real("radius"), in.real("length") / 2})
                          .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)))));
    }
};

}  // namespace trammel
