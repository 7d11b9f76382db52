// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meta/expression.h"
#include "multibody/bodies/uniform.h"
#include "multibody/shapes/plate_profile_properties.h"

namespace trammel {

/// A uniform plate in the xy plane with any outline, holes and slots.
class PlateBody : public BodyType {
public:
    static constexpr const char* key = "plate";
    static constexpr TypeRole role = TypeRole::Plate;
    static constexpr const char* label = "Plate";
    static constexpr const char* doc =
        "A uniform plate with an outline of lines and arcs, holes and slots: a link with any number of pivots.";
    static constexpr const char* reference =
        "The outline lies in the xy plane, the thickness extends equally to both sides. Area `A`, center and second "
        "moments are integrals along outline and holes, arcs included:\n\n"
        "    A = ∮ x dy,   A x̄ = ∮ x²/2 dy,   ∫x² dA = ∮ x³/3 dy,   ∫x y dA = ∮ x² y/2 dy\n\n"
        "With a border, the corners of the outline are the centers of round ends: pivots, for a link. Formulas read "
        "the "
        "area as `area`. The tip is the second corner.";
    static constexpr const char* choose =
        "For ternary and polygon links, levers, cams of arcs and brackets. A bar is simpler for a link with two "
        "pivots; a mesh takes any shape.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> all = plateProfileProperties();
        all.push_back(sizeProperty("thickness", "Thickness", 0.02, "Size along z."));
        all.push_back(massProperty());
        return all;
    }
    static std::vector<DerivedNumber> derived() {
        return {{"area",
                 "Area of the face, holes subtracted",
                 {"outline", "border", "cornerRadius", "holes"},
                 [](const DerivedNumber::Properties& property) {
                     const Dimension length = dimensionOf(Quantity::Length);
                     return Measured{readPlate(property).measure.area, length * length};
                 }}};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        return extrusionMass(in.real("mass"), readPlate(in.property).measure, in.real("thickness"));
    }
    std::string volumeFormula(const ElementInputs&) const override { return "this.area*this.thickness"; }
    Vec3 calcTip(const ElementInputs& in) const override {
        const auto corners = readRows(in.text("outline"));
        if (!corners || corners->size() < 2 || (*corners)[1].size() < 2) return Vec3(0.);
        return {(*corners)[1][0], (*corners)[1][1], 0};
    }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Extrusion{readPlate(in.property).profile, in.real("thickness") / 2}));
    }
    void check(const ElementInputs& in, Diagnostics& problems) const override {
        if (const MeasuredPlate plate = readPlate(in.property); !plate.fault.empty())
            problems.error(in.name, plate.fault, "Change its outline, holes, border or corner radius.", in.id);
    }
};

}  // namespace trammel
