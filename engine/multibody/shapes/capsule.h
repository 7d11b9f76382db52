// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// A cylinder about the y axis with a hemisphere at each end, without mass.
class CapsuleShape : public ShapeType {
public:
    static constexpr const char* key = "capsule";
    static constexpr const char* label = "Capsule";
    static constexpr const char* doc = "A cylinder about the y axis with round ends, without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0.05, "Radius of cylinder and ends.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("length", "Length", Quantity::Length, 0.2,
                                         "Length of the cylinder along y, without the round ends.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Capsule{in.real("radius"), in.real("length") / 2});
    }
};

}  // namespace trammel
