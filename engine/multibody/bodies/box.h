// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform box centered on its origin.
class BoxBody : public BodyType {
public:
    static constexpr const char* key = "box";
    static constexpr TypeRole role = TypeRole::Block;
    static constexpr const char* label = "Box";
    static constexpr const char* doc = "A uniform box centered on its origin.";
    static constexpr const char* reference = "Sides along the body's axes; the tip is the middle of the +x face.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("size", "Size", Quantity::Length, Vec3(0.2),
                                         "Lengths of the sides along x, y and z.")
                    .above(0)
                    .at(Stage::Instance),
                massProperty()};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        return {in.real("mass"), Vec3(0.), uniformBoxInertia(in.real("mass"), in.vec3("size"))};
    }
    std::string volumeFormula(const ElementInputs&) const override { return "this.size.x*this.size.y*this.size.z"; }
    Vec3 calcTip(const ElementInputs& in) const override { return {in.vec3("size")[0] / 2, 0, 0}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(in.vec3("size") / 2)}));
    }
};

}  // namespace trammel
