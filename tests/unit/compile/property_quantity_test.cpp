// SPDX-License-Identifier: Apache-2.0
// Numbers that belong to a joint's coordinate have the quantity of the connected joint.
#include "document/property_quantity.h"

#include <gtest/gtest.h>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "document/formulas.h"
#include "meta/units.h"

namespace trammel {
namespace {

/// A pin and a slider, each with a body, without forces.
class CoordinateNumbers : public ::testing::Test {
protected:
    CoordinateNumbers() {
        hinge = joint("pin", "Hinge");
        rail = joint("slider", "Rail");
        table = joint("planar", "Table");
        socket = joint("ball", "Socket");
    }

    ElementId joint(const char* type, const char* name) {
        const ElementId body = add(Element::draft("body", "box"));
        return add(Element::draft("joint", type, name).plug("child", body));
    }
    ElementId add(Element draft) { return take(addElement(document, builtinCatalog(), std::move(draft))).element; }
    Edit take(const Result<Edit>& result) {
        told.clear();
        for (const Diagnostic& d : result.diagnostics) told += d.toString() + "\n";
        if (!result) throw std::runtime_error(told);
        document = result->document;
        return *result;
    }
    ElementId stopOn(ElementId acted) {
        return add(Element::draft("force", "mobilityLinearStop").plug("joint", acted));
    }
    std::optional<Quantity> quantity(ElementId id, const char* key) const {
        const Element& element = document.get(id);
        return quantityOf(document, builtinCatalog(), element, *typeOf(element).findProperty(key));
    }
    Result<Edit> give(ElementId id, const char* key, const char* formula) const {
        return setFormula(document, builtinCatalog(), id, key, std::string(formula));
    }
    Real number(ElementId id, const char* key) const {
        return document.get(id).valueAs<Real>(typeOf(document.get(id)), key);
    }

    Document document;
    ElementId hinge, rail, table, socket;
    std::string told;
};

TEST_F(CoordinateNumbers, AreAnglesOnAPinAndLengthsOnASlider) {
    const ElementId onHinge = stopOn(hinge), onRail = stopOn(rail);
    EXPECT_EQ(quantity(onHinge, "high"), Quantity::Angle);
    EXPECT_EQ(quantity(onHinge, "stiffness"), Quantity::AngularStiffness);
    EXPECT_EQ(quantity(onHinge, "dissipation"), Quantity::AngularSlowness);
    EXPECT_EQ(quantity(onRail, "high"), Quantity::Length);
    EXPECT_EQ(quantity(onRail, "stiffness"), Quantity::Stiffness);
    EXPECT_EQ(quantity(onRail, "dissipation"), Quantity::Slowness);

    const ElementId damper = add(Element::draft("force", "mobilityDamper").plug("joint", rail));
    EXPECT_EQ(quantity(damper, "damping"), Quantity::Damping);
    const ElementId torque = add(Element::draft("force", "mobilityConstantForce").plug("joint", hinge));
    EXPECT_EQ(quantity(torque, "force"), Quantity::Torque);
    const ElementId motor = add(Element::draft("motion", "steady").plug("joint", rail));
    EXPECT_EQ(quantity(motor, "rate"), Quantity::Speed);
}

TEST_F(CoordinateNumbers, FollowTheCoordinateThatIsCounted) {
    const ElementId stop = stopOn(table);
    EXPECT_EQ(quantity(stop, "low"), Quantity::Angle);
    take(setProperty(document, builtinCatalog(), stop, "coordinate", PropertyValue(std::int64_t(1))));
    EXPECT_EQ(quantity(stop, "low"), Quantity::Length);
    take(setProperty(document, builtinCatalog(), stop, "coordinate", PropertyValue(std::int64_t(5))));
    EXPECT_EQ(quantity(stop, "low"), std::nullopt) << "a coordinate that the joint does not have";
    take(setReference(document, builtinCatalog(), stop, "joint", {}));
    EXPECT_EQ(quantity(stop, "low"), std::nullopt);
    // All speeds of a planar joint are driven at one rate, which has no single quantity; a ball's are all angular.
    EXPECT_EQ(quantity(add(Element::draft("motion", "steady").plug("joint", table)), "rate"), std::nullopt);
    EXPECT_EQ(quantity(add(Element::draft("motion", "steady").plug("joint", socket)), "rate"), Quantity::AngularSpeed);
    // A quaternion component has no unit; the torque about its axis has one.
    const ElementId held = add(Element::draft("constraint", "constantCoordinate").plug("joint", socket));
    EXPECT_EQ(quantity(held, "position"), std::nullopt);
    const ElementId torque = add(Element::draft("force", "mobilityConstantForce").plug("joint", socket));
    EXPECT_EQ(quantity(torque, "force"), Quantity::Torque);
}

TEST_F(CoordinateNumbers, FollowTheLevelThatIsPrescribed) {
    const ElementId motor = add(Element::draft("motion", "sinusoid").plug("joint", rail));
    EXPECT_EQ(quantity(motor, "amplitude"), Quantity::Length);
    take(setProperty(document, builtinCatalog(), motor, "level", PropertyValue(std::string("velocity"))));
    EXPECT_EQ(quantity(motor, "amplitude"), Quantity::Speed);
    take(setProperty(document, builtinCatalog(), motor, "level", PropertyValue(std::string("acceleration"))));
    EXPECT_EQ(quantity(motor, "amplitude"), Quantity::Acceleration);
}

TEST_F(CoordinateNumbers, TakeFormulasWithTheirUnit) {
    const ElementId onHinge = stopOn(hinge), onRail = stopOn(rail);
    take(give(onHinge, "high", "60 deg"));
    EXPECT_DOUBLE_EQ(number(onHinge, "high"), Pi / 3);
    take(give(onRail, "high", "60 mm"));
    EXPECT_DOUBLE_EQ(number(onRail, "high"), 0.06);
    const Result<Edit> refused = give(onHinge, "low", "60 mm");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.diagnostics.begin()->message.find("angle is required"), std::string::npos)
        << refused.diagnostics.begin()->message;
    // Numbers in formulas have units too.
    const std::string high = "'" + document.get(onHinge).name + "'.high";
    EXPECT_FALSE(give(onRail, "low", ("-" + high).c_str()));
    take(give(onHinge, "low", ("-" + high).c_str()));
    EXPECT_DOUBLE_EQ(number(onHinge, "low"), -Pi / 3);
    const ElementId spring = add(Element::draft("force", "mobilitySpring").plug("joint", hinge));
    take(give(spring, "stiffness", "2 N*m / 10 deg"));
    EXPECT_DOUBLE_EQ(number(spring, "stiffness"), 2 / (10 * Pi / 180));
}

TEST_F(CoordinateNumbers, FormulaOfWrongDimensionIsRemoved) {
    const ElementId stop = stopOn(hinge);
    take(give(stop, "high", "60 deg"));
    take(give(stop, "stiffness", "500 N*m/rad"));
    take(setReference(document, builtinCatalog(), stop, "joint", rail));
    EXPECT_EQ(document.get(stop).formula("high"), nullptr);
    EXPECT_EQ(document.get(stop).formula("stiffness"), nullptr);
    EXPECT_DOUBLE_EQ(number(stop, "high"), Pi / 3) << "the number is kept";
    EXPECT_NE(told.find("their numbers are kept"), std::string::npos) << told;
    take(setProperty(document, builtinCatalog(), stop, "low", PropertyValue(-0.2)));
}

TEST_F(CoordinateNumbers, KeepFormulasThroughAFile) {
    const ElementId stop = stopOn(hinge);
    take(give(stop, "high", "60 deg"));
    const Result<Document> read = readDocument(writeDocument(document), builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(read.diagnostics.empty());
    ASSERT_NE(read->get(stop).formula("high"), nullptr);
    EXPECT_EQ(*read->get(stop).formula("high"), "60 deg");
}

TEST_F(CoordinateNumbers, FunctionValuesAcceptAnyUnit) {
    const ElementId curve = add(Element::draft("function", "smoothStep"));
    EXPECT_EQ(quantity(curve, "endValue"), std::nullopt);
    take(give(curve, "endValue", "90 deg"));
    EXPECT_DOUBLE_EQ(number(curve, "endValue"), Pi / 2);
    take(give(curve, "endValue", "20 mm"));
    EXPECT_DOUBLE_EQ(number(curve, "endValue"), 0.02);
}

TEST(CoordinateNumberTypes, ReferToExistingInputsAndProperties) {
    int seen = 0;
    for (const TypeDescriptor& type : builtinCatalog().types())
        for (const PropertyDescriptor& property : type.properties) {
            if (!property.ofCoordinate) continue;
            const std::string where = type.key + "." + property.key;
            ++seen;
            ASSERT_EQ(property.kind, property.isFormula ? ValueKind::Text : ValueKind::Real) << where;
            ASSERT_NE(type.findSocket("joint"), nullptr) << where;
            if (const std::string& which = property.ofCoordinate->which; !which.empty()) {
                ASSERT_NE(type.findProperty(which), nullptr) << where;
                EXPECT_EQ(type.findProperty(which)->kind, ValueKind::Integer) << where;
            }
            if (const std::string& level = property.ofCoordinate->level; !level.empty()) {
                ASSERT_NE(type.findProperty(level), nullptr) << where;
                for (const PropertyDescriptor::Option& option : type.findProperty(level)->options)
                    EXPECT_TRUE(option.key == "position" || option.key == "velocity" || option.key == "acceleration")
                        << where;
            }
            EXPECT_FALSE(unitText(property).empty()) << where;
        }
    EXPECT_GE(seen, 15);
}

TEST(CoordinateNumberTypes, AreMeasuredInUnitsThatFitTogether) {
    for (const Quantity coordinate : {Quantity::Angle, Quantity::Length}) {
        const auto dimension = [&](CoordinateRole role) { return dimensionOf(*quantityOf(role, coordinate)); };
        const Dimension value = dimension(CoordinateRole::Value), time = dimensionOf(Quantity::Time);
        EXPECT_EQ(dimension(CoordinateRole::Rate), value / time);
        EXPECT_EQ(dimension(CoordinateRole::Acceleration), value / time / time);
        EXPECT_EQ(dimension(CoordinateRole::Stiffness), dimension(CoordinateRole::Load) / value);
        EXPECT_EQ(dimension(CoordinateRole::Damping), dimension(CoordinateRole::Load) / value * time);
        EXPECT_EQ(dimension(CoordinateRole::Slowness), Dimension() / value * time);
    }
}

}  // namespace
}  // namespace trammel
