// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/gear_profile.h"
#include "meta/expression.h"
#include "multibody/bodies/uniform.h"

namespace trammel {

/// A uniform body with involute teeth about z, centered on its origin. G has a static function readShape() of its
/// properties, and the key of the property that it has in addition to those of its teeth, `ownKey`.
template <class G>
class ToothedBody : public BodyType {
public:
    static std::vector<DerivedNumber> derived() {
        return {{"pitchRadius",
                 "Radius of the pitch circle",
                 {"module", "teeth"},
                 [](const DerivedNumber::Properties& property) {
                     return Measured{G::readShape(property).pitchRadius(), dimensionOf(Quantity::Length)};
                 }},
                {"area",
                 "Area of the face",
                 {"module", "teeth", "pressureAngle", G::ownKey},
                 [](const DerivedNumber::Properties& property) {
                     const Dimension length = dimensionOf(Quantity::Length);
                     return Measured{measureGear(G::readShape(property)).measure.area, length * length};
                 }}};
    }
    MassProperties calcMassProperties(const ElementInputs& in) const override {
        return extrusionMass(in.real("mass"), measureGear(G::readShape(in.property)).measure, in.real("thickness"));
    }
    std::string volumeFormula(const ElementInputs&) const override { return "this.area*this.thickness"; }
    Vec3 calcTip(const ElementInputs& in) const override { return {0, 0, in.real("thickness") / 2}; }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(
            decor::Extrusion{measureGear(G::readShape(in.property)).profile, in.real("thickness") / 2}));
    }
    void check(const ElementInputs& in, Diagnostics& problems) const override {
        if (const std::string fault = makeGearProfile(G::readShape(in.property)).fault; !fault.empty())
            problems.warning(in.name, fault, "Change its teeth or their pressure angle, or its other lengths.", in.id);
    }

protected:
    static std::vector<PropertyDescriptor> propertiesWith(std::int64_t teeth, PropertyDescriptor own) {
        return {sizeProperty("module", "Module", 0.004, "Pitch diameter per tooth."),
                PropertyDescriptor::integer("teeth", "Teeth", teeth, "Number of teeth.")
                    .min(5)
                    .max(400)
                    .at(Stage::Instance),
                sizeProperty("thickness", "Thickness", 0.01, "Length along z."),
                PropertyDescriptor::real("pressureAngle", "Pressure angle", Quantity::Angle, 20 * Pi / 180,
                                         "Angle of the tooth flank at the pitch circle.")
                    .min(10 * Pi / 180)
                    .max(35 * Pi / 180)
                    .at(Stage::Instance),
                std::move(own.at(Stage::Instance)),
                massProperty()};
    }
    static GearShape readTeeth(const DerivedNumber::Properties& property) {
        GearShape shape;
        shape.module = std::get<Real>(property("module"));
        shape.teeth = int(std::get<std::int64_t>(property("teeth")));
        shape.pressureAngle = std::get<Real>(property("pressureAngle"));
        return shape;
    }
};

/// A uniform spur gear.
class GearBody : public ToothedBody<GearBody> {
public:
    static constexpr const char* key = "gear";
    static constexpr const char* ownKey = "bore";
    static constexpr const char* label = "Gear";
    static constexpr const char* doc = "A uniform spur gear about the z axis with involute teeth.";
    static constexpr const char* reference =
        "The pitch radius is `module teeth / 2`; formulas read it as `pitchRadius`, the area of the face as `area`. "
        "Heads are one module high, roots 1.25 modules deep, without fillets. Area and inertia are integrals along the "
        "outline. A tooth lies at the x axis; the tip is the end at +z.";
    static constexpr const char* choose =
        "For gears that are seen, and for a gear pair whose ratio follows the teeth: the pair gets it when it is added "
        "between the joints of two gears. Without contact the teeth only show the motion; a gear pair makes it.";
    static TypeSample sample() { return {.properties = {{"teeth", std::int64_t(12)}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return propertiesWith(
            18, PropertyDescriptor::real(ownKey, "Bore", Quantity::Length, 0.01, "Diameter of the hole; 0: none."));
    }
    static GearShape readShape(const DerivedNumber::Properties& property) {
        GearShape shape = readTeeth(property);
        shape.bore = std::get<Real>(property(ownKey));
        return shape;
    }
};

}  // namespace trammel
