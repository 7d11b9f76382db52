// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"
#include "multibody/shapes/plate_profile_properties.h"

namespace trammel {

/// The profile of a plate as the shape of a body, without mass.
class PlateShapeType : public ShapeType {
public:
    static constexpr const char* key = "plate";
    static constexpr const char* label = "Plate";
    static constexpr const char* doc = "A plate with an outline of lines and arcs, holes and slots, without mass.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> all = plateProfileProperties();
        all.push_back(
            PropertyDescriptor::real("thickness", "Thickness", Quantity::Length, 0.02, "Size along z.").above(0));
        for (PropertyDescriptor& property : all) property.at(Stage::Report);
        return all;
    }
    DecorativeGeometry makeGeometry(const ShapeInputs& in) const override {
        return DecorativeGeometry(decor::Extrusion{readPlate(in.property).profile, in.real("thickness") / 2});
    }
};

}  // namespace trammel
