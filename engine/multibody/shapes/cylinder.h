// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// A cylinder about the y axis, without mass.
class CylinderShape : public ShapeType {
public:
    static constexpr const char* key = "cylinder";
    static constexpr const char* label = "Cylinder";
    static constexpr const char* doc = "A cylinder about the y axis, without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0.05, "Radius of the cylinder.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("length", "Length", Quantity::Length, 0.2, "Length along y.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Cylinder{in.real("radius"), in.real("length") / 2});
    }
};

}  // namespace trammel
