// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// An ellipsoid with its axes along the shape's frame, without mass.
class EllipsoidShape : public ShapeType {
public:
    static constexpr const char* key = "ellipsoid";
    static constexpr const char* label = "Ellipsoid";
    static constexpr const char* doc = "An ellipsoid without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("radii", "Radii", Quantity::Length, Vec3(0.05, 0.08, 0.05),
                                         "Half lengths of the axes x, y and z.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Ellipsoid{in.vec3("radii")});
    }
};

}  // namespace trammel
