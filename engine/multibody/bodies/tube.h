// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/profile.h"
#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform tube or ring about z, centered on its origin.
class TubeBody : public BodyType {
public:
    static constexpr const char* key = "tube";
    static constexpr const char* label = "Tube";
    static constexpr const char* doc =
        "A uniform tube about the z axis, centered on its origin; a short one is a ring.";
    static constexpr const char* reference =
        "With the radii `a` inside and `b = a + wall` outside: `Izz = m (a² + b²)/2`, "
        "`Ixx = Iyy = m (3 (a² + b²) + length²)/12`; the tip is the end at +z.";

    static std::vector<PropertyDescriptor> properties() {
        return {sizeProperty("innerRadius", "Inner radius", 0.03, "Radius of the bore."),
                sizeProperty("wall", "Wall", 0.01, "Thickness of the wall, outward of the bore."),
                sizeProperty("length", "Length", 0.1, "Length along z."), massProperty()};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        const Real squares = square(in.real("innerRadius")) + square(outerRadius(in));
        const Real along = squares / 2, across = (3 * squares + square(in.real("length"))) / 12;
        return {in.real("mass"), Vec3(0.), UnitInertia(across, across, along)};
    }
    std::string volumeFormula(const ElementInputs&) const override {
        return "pi*this.wall*(2*this.innerRadius+this.wall)*this.length";
    }
    Vec3 calcTip(const ElementInputs& in) const override { return {0, 0, in.real("length") / 2}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        const Vec2 axis(0, 0);
        out.push_back(DecorativeGeometry(decor::Extrusion{
            shareProfile({makeCircle(axis, outerRadius(in)), {makeCircle(axis, in.real("innerRadius"))}}),
            in.real("length") / 2}));
    }

private:
    static Real outerRadius(const ElementInputs& in) { return in.real("innerRadius") + in.real("wall"); }
};

}  // namespace trammel
