// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform grooved wheel about z, centered on its origin: a cylinder between two flanges.
class PulleyBody : public BodyType {
public:
    static constexpr const char* key = "pulley";
    static constexpr const char* label = "Pulley";
    static constexpr const char* doc = "A uniform wheel with a groove about the z axis, centered on its origin.";
    static constexpr const char* reference =
        "Three coaxial cylinders: the bottom of the groove with `radius` and `grooveWidth`, and two flanges with `R = "
        "radius + grooveDepth` and thickness `flange`. `Izz = sum of m r²/2`, `Ixx = Iyy = sum of m (3 r² + h²)/12 + m "
        "z²`; the tip is the end at +z.";
    static constexpr const char* choose =
        "For sheaves, drums and rope wheels. A via point of a cable on its axis goes around the bottom of the groove. "
        "The cable slips without friction; a belt or chain turns its wheels.";

    static std::vector<PropertyDescriptor> properties() {
        return {sizeProperty("radius", "Radius", 0.05, "Radius at the bottom of the groove."),
                sizeProperty("grooveDepth", "Groove depth", 0.01, "Height of the flanges above the groove's bottom."),
                sizeProperty("grooveWidth", "Groove width", 0.012, "Distance between the flanges."),
                sizeProperty("flange", "Flange", 0.004, "Thickness of each flange."), massProperty()};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        Real volume = 0, along = 0, across = 0;
        for (const Part& part : partsOf(in)) {
            const Real own = square(part.radius) * part.height;
            volume += own;
            along += own * square(part.radius) / 2;
            across += own * ((3 * square(part.radius) + square(part.height)) / 12 + square(part.z));
        }
        return {in.real("mass"), Vec3(0.), UnitInertia(across / volume, across / volume, along / volume)};
    }
    std::string volumeFormula(const ElementInputs&) const override {
        return "pi*(this.radius^2*this.grooveWidth+2*(this.radius+this.grooveDepth)^2*this.flange)";
    }
    Vec3 calcTip(const ElementInputs& in) const override {
        return {0, 0, in.real("grooveWidth") / 2 + in.real("flange")};
    }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        for (const Part& part : partsOf(in))
            out.push_back(DecorativeGeometry(decor::Cylinder{part.radius, part.height / 2})
                              .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)), Vec3(0, 0, part.z))));
    }

private:
    /// A cylinder about z whose center is at z.
    struct Part {
        Real radius, height, z;
    };
    /// The bottom of the groove comes first: a cable on the axis takes its radius.
    static std::array<Part, 3> partsOf(const ElementInputs& in) {
        const Real rim = in.real("radius") + in.real("grooveDepth"), flange = in.real("flange");
        const Real middle = (in.real("grooveWidth") + flange) / 2;
        return {Part{in.real("radius"), in.real("grooveWidth"), 0}, Part{rim, flange, middle},
                Part{rim, flange, -middle}};
    }
};

}  // namespace trammel
