// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// A cone with its base at its origin and its tip along y, without mass.
class ConeShape : public ShapeType {
public:
    static constexpr const char* key = "cone";
    static constexpr const char* label = "Cone";
    static constexpr const char* doc = "A cone with its base at its origin and its tip along y, without mass.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0.05, "Radius of the base.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("height", "Height", Quantity::Length, 0.1, "Height of the tip above the base.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Cone{in.real("radius"), in.real("height")});
    }
};

}  // namespace trammel
