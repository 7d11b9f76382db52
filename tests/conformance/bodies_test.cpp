// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "decoration/profile.h"
#include "multibody/body_type.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

/// Inputs with the defaults of a type, one property changed.
ElementInputs defaultsBut(const TypeDescriptor& type, const std::string& key = {}, PropertyValue value = {}) {
    ElementInputs in;
    in.name = type.label;
    in.property = [&type, key, value](const std::string& asked) {
        return asked == key ? value : type.findProperty(asked)->defaultValue;
    };
    return in;
}

/// Another value of a size: twice the default, or 1 cm for none.
Real changedSize(const PropertyDescriptor& p) {
    const Real size = std::get<Real>(p.defaultValue);
    return size == 0 ? 0.01 : 2 * size;
}

class EveryBody : public ::testing::TestWithParam<Row> {
protected:
    const TypeDescriptor& type = GetParam().type;
    const BodyType& body = dynamic_cast<const BodyType&>(*type.implementation);
};

TEST_P(EveryBody, ItsDefaultsArePhysicalAndHaveMassAndInertia) {
    const MassProperties mp = body.calcMassProperties(defaultsBut(type));
    EXPECT_EQ(describeImpossibleMass(mp), "");
    EXPECT_GT(mp.getMass(), 0);
    EXPECT_GT(mp.calcCentralInertia().diagonal().minCoeff(), 0);
}

class EveryUniformBody : public EveryBody {};

TEST_P(EveryUniformBody, HasTwiceTheInertiaWithTwiceTheMass) {
    const MassProperties one = body.calcMassProperties(defaultsBut(type, "mass", 1.0));
    const MassProperties two = body.calcMassProperties(defaultsBut(type, "mass", 2.0));
    EXPECT_LT((two.getInertia() - 2 * one.getInertia()).norm(), 1e-15);
    EXPECT_EQ(two.getMassCenter(), one.getMassCenter());
}

TEST_P(EveryBody, EverySizeChangesItsInertia) {
    const MassProperties before = body.calcMassProperties(defaultsBut(type));
    for (const PropertyDescriptor& p : type.properties) {
        if (p.kind != ValueKind::Real || p.quantity != Quantity::Length) continue;
        const MassProperties after = body.calcMassProperties(defaultsBut(type, p.key, changedSize(p)));
        EXPECT_GT((after.getInertia() - before.getInertia()).norm(), 0) << p.key;
        EXPECT_EQ(describeImpossibleMass(after), "") << p.key;
    }
}

TEST_P(EveryBody, DrawsItself) {
    std::vector<DecorativeGeometry> geometry;
    body.appendGeometry(defaultsBut(type), geometry);
    EXPECT_FALSE(geometry.empty());
    EXPECT_TRUE(body.calcTip(defaultsBut(type)).allFinite());
}

TEST_P(EveryBody, HasTheMassPropertiesOfTheProfileItIsDrawnWith) {
    std::vector<DecorativeGeometry> geometry;
    body.appendGeometry(defaultsBut(type), geometry);
    const auto* const drawn = std::get_if<decor::Extrusion>(&geometry.front().getShape());
    if (!drawn) return;
    const MassProperties own = body.calcMassProperties(defaultsBut(type));
    const MassProperties exact =
        extrusionMass(own.getMass(), measureProfile(*drawn->profile), 2 * drawn->halfThickness);
    EXPECT_LT((own.getMassCenter() - exact.getMassCenter()).norm(), 1e-14);
    EXPECT_LT((own.getInertia() - exact.getInertia()).norm(), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryBody, ::testing::ValuesIn(rows(bodyTypes())), rowName);
// Other bodies have inertias given by numbers.
INSTANTIATE_TEST_SUITE_P(
    Registry, EveryUniformBody,
    ::testing::ValuesIn(rowsIf(bodyTypes(), [](const TypeDescriptor& type) { return !type.findProperty("moments"); })),
    rowName);

class EveryShape : public ::testing::TestWithParam<Row> {};

TEST_P(EveryShape, EverySizeChangesWhatIsDrawn) {
    const TypeDescriptor& type = GetParam().type;
    const auto& shape = dynamic_cast<const ShapeType&>(*type.implementation);
    const auto sizes = [](const DecorativeGeometry& g) {
        std::vector<Real> all;
        if (const auto* s = std::get_if<decor::Brick>(&g.getShape())) all = {s->halfLengths[0]};
        if (const auto* s = std::get_if<decor::Sphere>(&g.getShape())) all = {s->radius};
        if (const auto* s = std::get_if<decor::Cylinder>(&g.getShape())) all = {s->radius, s->halfHeight};
        if (const auto* s = std::get_if<decor::Cone>(&g.getShape())) all = {s->radius, s->height};
        if (const auto* s = std::get_if<decor::Capsule>(&g.getShape())) all = {s->radius, s->halfHeight};
        if (const auto* s = std::get_if<decor::Ellipsoid>(&g.getShape())) all = {s->radii[0]};
        if (const auto* s = std::get_if<decor::Mesh>(&g.getShape()); s && s->mesh)
            for (const Vec3& v : s->mesh->vertices) all.insert(all.end(), {v[0], v[1], v[2]});
        if (const auto* s = std::get_if<decor::Extrusion>(&g.getShape())) {
            all = {s->halfThickness};
            for (const auto& vertex : s->profile->outline.vertices)
                all.insert(all.end(), {vertex.point[0], vertex.bulge});
        }
        return all;
    };
    const auto draw = [&](const ElementInputs& in) {
        ShapeInputs inputs;
        static_cast<ElementInputs&>(inputs) = in;
        inputs.mesh = [](const std::string&) { return nullptr; };
        return shape.makeGeometry(inputs);
    };
    const std::vector<Real> before = sizes(draw(defaultsBut(type)));
    EXPECT_FALSE(before.empty());
    for (const PropertyDescriptor& p : type.properties) {
        EXPECT_EQ(p.invalidates, Stage(Stage::Report)) << p.key << ": a shape has no mass, nothing is computed from it";
        if (p.kind != ValueKind::Real || p.quantity != Quantity::Length) continue;
        EXPECT_NE(sizes(draw(defaultsBut(type, p.key, changedSize(p)))), before) << p.key;
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryShape, ::testing::ValuesIn(rows(shapeTypes())), rowName);

}  // namespace
}  // namespace trammel::testing
