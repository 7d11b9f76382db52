// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"
#include "multibody/shapes/prism.h"

namespace trammel {

/// A wedge that rises along x from its origin.
class RampShape : public ShapeType {
public:
    static constexpr const char* key = "ramp";
    static constexpr const char* label = "Ramp";
    static constexpr const char* doc = "A wedge that rises along x, from an edge at its origin.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("length", "Length", Quantity::Length, 1, "Length of the base along x.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("height", "Height", Quantity::Length, 0.4, "Height at the far end.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("width", "Width", Quantity::Length, 0.5, "Width along z.")
                    .above(0)
                    .at(Stage::Report)};
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        const Real x = in.real("length"), y = in.real("height");
        return makePrism({Vec2(0, 0), Vec2(x, 0), Vec2(x, y)}, in.real("width"));
    }
};

}  // namespace trammel
