// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "decoration/profile.h"
#include "meta/expression.h"
#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform flat rod along x with an eye, a ring with a bore, about each of its ends.
class EyeRodBody : public BodyType {
public:
    static constexpr const char* key = "eyeRod";
    static constexpr const char* label = "Rod with eyes";
    static constexpr const char* doc = "A flat rod along x with an eye at its origin and at its tip: a connecting rod.";
    static constexpr const char* reference =
        "The outline of two disks and the web between them is extruded along z by the thickness; a web wider than the "
        "eyes is as wide as these. Area, center and inertia are integrals along the outline; formulas read the area as "
        "`area`. The tip is at (length, 0, 0).";
    static constexpr const char* choose =
        "For connecting rods and links with visible bearings. A bar is simpler; a plate has any number of pivots.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            sizeProperty("length", "Length", 1, "Distance between the centers of the eyes."),
            sizeProperty("eyeDiameter", "Eye diameter", 0.12, "Outer diameter of the eyes."),
            PropertyDescriptor::real("bore", "Bore", Quantity::None, 0.5, "Diameter of the holes by that of the eyes.")
                .min(0)
                .max(0.95)
                .at(Stage::Instance),
            PropertyDescriptor::real("web", "Web", Quantity::None, 0.5, "Width of the web by the diameter of the eyes.")
                .min(0.05)
                .max(1)
                .at(Stage::Instance),
            sizeProperty("thickness", "Thickness", 0.03, "Length along z."),
            massProperty()};
    }
    static std::vector<DerivedNumber> derived() {
        return {{"area",
                 "Area of the face, holes subtracted",
                 {"length", "eyeDiameter", "bore", "web"},
                 [](const DerivedNumber::Properties& property) {
                     const Dimension length = dimensionOf(Quantity::Length);
                     return Measured{measureProfile(profileOf(property)).area, length * length};
                 }}};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        return extrusionMass(in.real("mass"), measureProfile(profileOf(in.property)), in.real("thickness"));
    }
    std::string volumeFormula(const ElementInputs&) const override { return "this.area*this.thickness"; }
    Vec3 calcTip(const ElementInputs& in) const override { return {in.real("length"), 0, 0}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(
            DecorativeGeometry(decor::Extrusion{shareProfile(profileOf(in.property)), in.real("thickness") / 2}));
    }

private:
    static Profile profileOf(const DerivedNumber::Properties& property) {
        const auto real = [&](const char* each) { return std::get<Real>(property(each)); };
        // Eyes are smaller where they would overlap.
        const Real length = real("length"), radius = std::min(real("eyeDiameter") / 2, length / 2 * (1 - 1e-3));
        const Real up = std::asin(real("web")), x = radius * std::cos(up), y = radius * std::sin(up);
        // Each eye is an arc from one edge of the web around to the other.
        const Real bulge = std::tan((2 * Pi - 2 * up) / 4);
        Profile profile{
            {{{Vec2(x, -y), 0}, {Vec2(length - x, -y), bulge}, {Vec2(length - x, y), 0}, {Vec2(x, y), bulge}}}, {}};
        if (const Real hole = real("bore") * radius; hole > 0)
            profile.openings = {makeCircle(Vec2(0, 0), hole), makeCircle(Vec2(length, 0), hole)};
        return profile;
    }
};

}  // namespace trammel
