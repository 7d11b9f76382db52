// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"
#include "multibody/shapes/prism.h"

namespace trammel {

/// Solid ground below the plane y = 0, infinite; a plate of it is drawn.
class FloorShape : public ShapeType {
public:
    static constexpr const char* key = "floor";
    static constexpr const char* label = "Floor";
    static constexpr const char* doc = "Unbounded level ground, drawn as a plate. Rotate it for a slope.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("length", "Length", Quantity::Length, 2, "Drawn length along x.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("width", "Width", Quantity::Length, 2, "Drawn width along z.")
                    .above(0)
                    .at(Stage::Report),
                PropertyDescriptor::real("thickness", "Thickness", Quantity::Length, 0.02, "Drawn thickness.")
                    .above(0)
                    .at(Stage::Report)};
    }
    bool isUnbounded() const override { return true; }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        const Real x = in.real("length") / 2, t = in.real("thickness");
        return makePrism({Vec2(-x, -t), Vec2(x, -t), Vec2(x, 0), Vec2(-x, 0)}, in.real("width"));
    }
};

}  // namespace trammel
