// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// A box without mass.
class BoxShape : public ShapeType {
public:
    static constexpr const char* key = "box";
    static constexpr const char* label = "Box";
    static constexpr const char* doc = "A box without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("size", "Size", Quantity::Length, Vec3(0.1),
                                         "Lengths of the sides along x, y and z.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Brick{Vec3(in.vec3("size") / 2)});
    }
};

}  // namespace trammel
