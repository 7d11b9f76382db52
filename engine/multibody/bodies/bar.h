// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/bodies/uniform.h"
#include "multibody/shapes/prism.h"

namespace trammel {

/// A uniform straight bar along x from the origin to the tip at (length, 0, 0).
class BarBody : public BodyType {
public:
    static constexpr const char* key = "bar";
    static constexpr TypeRole role = TypeRole::Link;
    static constexpr const char* label = "Bar";
    static constexpr const char* doc = "A uniform bar along x from its origin to its tip, the usual link of linkages.";
    static constexpr const char* reference =
        "Center of mass at (length/2, 0, 0); inertia of a uniform box of length x width x thickness. Joints placed "
        "from the tip follow when the length changes.";

    static std::vector<PropertyDescriptor> properties() {
        return {sizeProperty("length", "Length", 1, "Distance from the origin to the tip."), massProperty(),
                sizeProperty("width", "Width", 0.05, "Size along y."),
                sizeProperty("thickness", "Thickness", 0.02, "Size along z.")};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        const Vec3 sides(in.real("length"), in.real("width"), in.real("thickness"));
        return MassProperties::fromCentral(in.real("mass"), Vec3(sides[0] / 2, 0, 0),
                                           uniformBoxInertia(in.real("mass"), sides));
    }
    std::string volumeFormula(const ElementInputs&) const override { return "this.length*this.width*this.thickness"; }
    Vec3 calcTip(const ElementInputs& in) const override { return {in.real("length"), 0, 0}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        // Textbook symbol of a link: a flat bar with rounded ends about its pivots.
        const Real length = in.real("length"), w = in.real("width") / 2, t = in.real("thickness") / 2;
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(length / 2, w, t)}).setTransform(Vec3(length / 2, 0, 0)));
        for (const Vec3& end : {Vec3(0.), Vec3(length, 0, 0)})
            out.push_back(DecorativeGeometry(decor::Cylinder{w, t})
                              .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)), end)));
    }
    void appendSolids(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        // One prism: the drawn solids overlap.
        constexpr int sides = 16;
        const Real length = in.real("length"), w = in.real("width") / 2;
        std::vector<Vec2> outline;
        for (int end = 0; end < 2; ++end)
            for (int i = 0; i <= sides; ++i) {
                const Real angle = Pi / 2 + Pi * end + Pi * i / sides;
                outline.emplace_back(w * std::cos(angle) + (end == 0 ? 0 : length), w * std::sin(angle));
            }
        out.push_back(makePrism(outline, in.real("thickness")));
    }
};

}  // namespace trammel
