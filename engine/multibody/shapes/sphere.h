// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// A ball without mass.
class SphereShape : public ShapeType {
public:
    static constexpr const char* key = "sphere";
    static constexpr const char* label = "Sphere";
    static constexpr const char* doc = "A ball without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0.05, "Radius of the ball.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Sphere{in.real("radius")});
    }
};

}  // namespace trammel
