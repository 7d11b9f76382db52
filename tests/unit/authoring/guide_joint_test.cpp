// SPDX-License-Identifier: Apache-2.0
// Rails and slots: joints drawn with a length, and with stops at its ends. Pulleys: wheels with cables around them.
#include "authoring/guide_joint.h"

#include <cmath>

#include "authoring/features.h"
#include "authoring/placed_element.h"
#include "compile/compiled_data.h"
#include "compile/coordinates.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

const TypeDescriptor& jointType(const char* key) { return *builtinCatalog().findType("joint", key); }

/// A box that floats at a point, and a joint to be placed between it and Ground.
struct Carriage : DrawnMechanism {
    ElementId box = float_("box", Vec3(0.1, 0.2, 0), 0.08);
    PlacedElement joint;

    ElementId float_(const char* type, const Vec3& at, Real size) {
        const auto made = addFloatingBody(document, draftBody(*builtinCatalog().findType("body", type), size), at);
        EXPECT_TRUE(made);
        if (!made) return {};
        take(made->edit.document);
        return made->edit.element;
    }
    void place(const char* key, const Vec3& axis, const Place& parent, const Place& child, Real sizeUnit = 1) {
        auto made =
            addPlacedElement(document, model, jointType(key), {{"parent", parent}, {"child", child}}, axis, sizeUnit);
        ASSERT_TRUE(made) << made.diagnostics.begin()->message;
        joint = *made;
        take(made->edit.document);
    }
    Place onGround(const Vec3& at) const { return {{}, "origin", at}; }
    Place onBox() const { return {box, "origin", Vec3(0.)}; }
    const Element& guide() const { return document.get(joint.edit.element); }
};

template <class Shape>
std::vector<DecorativeGeometry> drawnAs(const CompiledModel& model, ElementId element) {
    Scene scene;
    model.calcScene(model.getInitialState(), scene);
    std::vector<DecorativeGeometry> found;
    for (const DecorativeGeometry& g : scene.geometry)
        if (g.getElement() == element && std::holds_alternative<Shape>(g.getShape())) found.push_back(g);
    return found;
}

}  // namespace

TEST(Rail, IsDrawnInItsLengthAndStopsAtItsEnds) {
    Carriage c;
    c.place("rail", Vec3(1, 0, 0), c.onGround(Vec3(0.1, 0.2, 0)), c.onBox());
    EXPECT_EQ(c.model->getMobility().degreesOfFreedom, 1);
    const auto bricks = drawnAs<decor::Brick>(*c.model, c.guide().id);
    Real longest = 0;
    for (const DecorativeGeometry& g : bricks)
        longest = std::max(longest, 2 * std::get<decor::Brick>(g.getShape()).halfLengths[0]);
    const Real length = c.guide().valueAs<Real>(jointType("rail"), "length");
    EXPECT_NEAR(longest, length, 1e-12);
    const auto limits = findLimits(*c.model);
    ASSERT_EQ(limits.size(), 1u);
    EXPECT_EQ(limits[0].joint, c.guide().id);
    EXPECT_NEAR(limits[0].upper, length / 2, 1e-12);
    EXPECT_NEAR(limits[0].lower, -length / 2, 1e-12);
    // The stops follow the length, also after the joint was renamed.
    auto edit = setProperty(c.document, builtinCatalog(), c.guide().id, "name", std::string("Z axis"));
    ASSERT_TRUE(edit);
    edit = setProperty(edit->document, builtinCatalog(), c.guide().id, "length", 1.);
    ASSERT_TRUE(edit);
    c.take(edit->document);
    EXPECT_NEAR(findLimits(*c.model)[0].upper, 0.5, 1e-12);
}

TEST(Slot, LiesInThePlaneOfTheMechanism) {
    // A lever that turns about x, a pin that slides along it.
    Carriage c;
    const ElementId lever = c.float_("box", Vec3(0.1, 0, 0), 0.3);
    c.place("pin", Vec3(1, 0, 0), c.onGround(Vec3(0.1, 0, 0)), {lever, "origin", Vec3(0.)});
    c.place("slot", Vec3(0, 1, 0), {lever, "origin", Vec3(0, 0.1, 0)}, c.onBox());
    EXPECT_EQ(c.model->getMobility().degreesOfFreedom, 3);
    const Transform X_GF = *c.model->findJointFrame(c.guide().id, c.model->getInitialState());
    EXPECT_LT((X_GF.x() - Vec3(0, 1, 0)).norm(), 1e-9);
    EXPECT_NEAR(std::abs(X_GF.z()[0]), 1, 1e-9);
    const auto normal = findPlaneNormal(*c.model, c.model->getInitialState());
    ASSERT_TRUE(normal);
    EXPECT_NEAR(std::abs((*normal)[0]), 1, 1e-9);
    const auto drawn = drawnAs<decor::Extrusion>(*c.model, c.guide().id);
    ASSERT_EQ(drawn.size(), 1u);
    Real farthest = 0;
    for (const auto& vertex : std::get<decor::Extrusion>(drawn[0].getShape()).profile->openings.at(0).vertices)
        farthest = std::max(farthest, std::abs(vertex.point[0]));
    EXPECT_NEAR(farthest, c.guide().valueAs<Real>(jointType("slot"), "length") / 2, 1e-9);
}

TEST(Slot, IsSizedByItsLinkOrRunner) {
    Carriage c;
    const LinkEdit lever = c.draw({.start = Place{{}, "origin", Vec3(0.)}, .end_G = Vec3(0.05, 0, 0)});
    c.place("slot", Vec3(1, 0, 0), {lever.link, "origin", Vec3(0.02, 0, 0)}, c.onBox());
    EXPECT_NEAR(c.guide().valueAs<Real>(jointType("slot"), "length"), 0.03, 1e-12);
    Carriage large;
    large.place("rail", Vec3(1, 0, 0), large.onGround(Vec3(0.1, 0.2, 0)), large.onBox());
    // Three times the radius of a box of 80 mm.
    EXPECT_NEAR(large.guide().valueAs<Real>(jointType("rail"), "length"), 0.21, 1e-12);
}

TEST(Slot, IsHalfAsWideAsTheEyesOfARod) {
    Carriage c;
    const ElementId rod = c.float_("eyeRod", Vec3(0.3, 0, 0), 0.1);
    const Element& eyes = c.document.get(rod);
    const Real diameter = eyes.valueAs<Real>(typeOf(eyes), "eyeDiameter");
    c.place("slot", Vec3(1, 0, 0), {rod, "origin", Vec3(0.05, 0, 0)}, c.onBox());
    EXPECT_NEAR(c.guide().valueAs<Real>(jointType("slot"), "width"), diameter / 2, 0.05 * diameter);
}

TEST(Slot, IsRoundInTheUnitOfLengthShown) {
    constexpr Real inch = 0.0254;
    const auto isRound = [](const Carriage& c, const char* type, const char* key) {
        const Real thousandths = 1000 * c.guide().valueAs<Real>(jointType(type), key) / inch;
        return std::abs(thousandths - std::round(thousandths)) < 1e-9;
    };
    Carriage c;
    const LinkEdit lever = c.draw({.start = Place{{}, "origin", Vec3(0.)}, .end_G = Vec3(0.11, 0, 0)});
    c.place("slot", Vec3(1, 0, 0), {lever.link, "origin", Vec3(0.02, 0, 0)}, c.onBox(), inch);
    EXPECT_TRUE(isRound(c, "slot", "length") && isRound(c, "slot", "width"));
    Carriage large;
    large.place("rail", Vec3(1, 0, 0), large.onGround(Vec3(0.1, 0.2, 0)), large.onBox(), inch);
    EXPECT_TRUE(isRound(large, "rail", "length") && isRound(large, "rail", "width"));
}

TEST(Slot, BelongsToTheBodyPickedFirst) {
    // Ground cannot be a child: the box slides on a pin of Ground, and the slot is drawn on the box.
    Carriage c;
    c.place("slot", Vec3(1, 0, 0), c.onBox(), c.onGround(Vec3(0.1, 0.2, 0)));
    EXPECT_EQ(c.guide().reference("child"), c.box);
    EXPECT_TRUE(c.guide().valueAs<bool>(jointType("slot"), "reversed"));
    const auto edit = setProperty(c.document, builtinCatalog(), c.guide().id, "position", 0.05);
    ASSERT_TRUE(edit);
    c.take(edit->document);
    // The pin 50 mm along the slot: the box 50 mm back.
    EXPECT_NEAR(c.model->calcBodyPose(c.box, c.model->getInitialState()).p()[0], 0.05, 1e-9);
    EXPECT_NE(drawnAs<decor::Extrusion>(*c.model, c.guide().id).at(0).getBodyId(), 0);
}

TEST(Pulley, HasTheMassPropertiesOfItsThreeCylinders) {
    const TypeDescriptor& type = *builtinCatalog().findType("body", "pulley");
    // Without depth it is one cylinder.
    Carriage c;
    const auto made = addFloatingBody(c.document,
                                      Element::draft("body", type.key, "Sheave")
                                          .set("radius", 0.05)
                                          .set("grooveDepth", 1e-9)
                                          .set("grooveWidth", 0.02)
                                          .set("flange", 0.01)
                                          .set("mass", 3.),
                                      Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const auto inertiaOf = [&](const CompiledModel& model) {
        const BuiltSystem& built = *model.getData().built;
        return built.matter->getMassProperties(model.getInitialState(), built.bodies.at(made->edit.element))
            .calcCentralInertia()
            .toMat33();
    };
    const Mat33 plain = inertiaOf(*made->model);
    EXPECT_NEAR(plain(2, 2), 3 * square(0.05) / 2, 1e-9);
    EXPECT_NEAR(plain(0, 0), 3 * (3 * square(0.05) + square(0.04)) / 12, 1e-9);
    // Flanges of twice the radius: eight parts of the mass of the bottom, at 10 mm + 5 mm from the middle.
    const auto deep = setProperty(made->edit.document, builtinCatalog(), made->edit.element, "grooveDepth", 0.05);
    ASSERT_TRUE(deep);
    c.take(deep->document);
    const Mat33 grooved = inertiaOf(*c.model);
    const Real bottom = 3. / 5, flanges = 12. / 5;
    EXPECT_NEAR(grooved(2, 2), bottom * square(0.05) / 2 + flanges * square(0.1) / 2, 1e-12);
    EXPECT_NEAR(grooved(1, 1),
                bottom * (3 * square(0.05) + square(0.02)) / 12 +
                    flanges * ((3 * square(0.1) + square(0.01)) / 12 + square(0.015)),
                1e-12);
}

TEST(Pulley, ACableThroughItsCenterGoesAroundItsGroove) {
    Carriage c;
    const ElementId sheave = c.float_("pulley", Vec3(0, 1, 0), 0.2);
    c.place("pin", Vec3(0, 0, 1), c.onGround(Vec3(0, 1, 0)), {sheave, "origin", Vec3(0.)});
    const TypeDescriptor& cable = *builtinCatalog().findType("force", "cable");
    const auto made = addPlacedElement(
        c.document, c.model, cable,
        makeCourse(cable, {c.onGround(Vec3(-0.5, 0, 0)), {sheave, "origin", Vec3(0.)}, c.onBox()}), Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const Element& rope = made->edit.document.get(made->edit.element);
    const Element& body = made->edit.document.get(sheave);
    EXPECT_EQ(rope.valueAs<Real>(cable, "via1Radius"), body.valueAs<Real>(typeOf(body), "radius"));
    // Up on the left, down on the right: clockwise.
    EXPECT_LT((rope.valueAs<Vec3>(cable, "via1Axis") - Vec3(0, 0, -1)).norm(), 1e-12);
}

TEST(FloatingBody, BringsGravityAlsoWhereEverythingTouches) {
    Document document;
    for (const char* const type : {"contactEverything", "gravity"}) {
        const auto force = addElement(document, builtinCatalog(), Element::draft("force", type));
        ASSERT_TRUE(force);
        document = force->document;
        const auto made =
            addFloatingBody(document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.));
        ASSERT_TRUE(made);
        EXPECT_EQ(made->edit.document.elementsOf("force").size(), 2u);
    }
}

TEST(Pulley, ABeltOnItsPinHasItsRadius) {
    Carriage c;
    const TypeDescriptor& belt = *builtinCatalog().findType("force", "beltDrive");
    std::vector<SocketPick> joints;
    std::vector<Real> radii;
    for (const Real size : {0.2, 0.08}) {
        const Vec3 center(size * 10, 1, 0);
        const ElementId wheel = c.float_("pulley", center, size);
        c.place("pin", Vec3(0, 0, 1), c.onGround(center), {wheel, "origin", Vec3(0.)});
        radii.push_back(c.document.get(wheel).valueAs<Real>(typeOf(c.document.get(wheel)), "radius"));
        joints.push_back({.socket = "joint" + std::to_string(radii.size()), .element = c.guide().id});
    }
    const auto made = addPlacedElement(c.document, c.model, belt, joints, Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const Element& drawn = made->edit.document.get(made->edit.element);
    EXPECT_EQ(drawn.valueAs<Real>(belt, "radius1"), radii[0]);
    EXPECT_EQ(drawn.valueAs<Real>(belt, "radius2"), radii[1]);
    EXPECT_NE(radii[0], radii[1]);
}

TEST(Pulley, ABeltBetweenFloatingPulleysHasTheirRadii) {
    Carriage c;
    const TypeDescriptor& belt = *builtinCatalog().findType("force", "beltDrive");
    std::vector<SocketPick> joints;
    std::vector<Real> radii;
    for (const Real size : {0.2, 0.08}) {
        const ElementId wheel = c.float_("pulley", Vec3(size * 10, 1, 0), size);
        radii.push_back(c.document.get(wheel).valueAs<Real>(typeOf(c.document.get(wheel)), "radius"));
        joints.push_back({.socket = "joint" + std::to_string(radii.size()), .element = carrierOf(c.document, wheel)});
    }
    const auto made = addPlacedElement(c.document, c.model, belt, joints, Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const Element& drawn = made->edit.document.get(made->edit.element);
    EXPECT_EQ(drawn.valueAs<Real>(belt, "radius1"), radii[0]);
    EXPECT_EQ(drawn.valueAs<Real>(belt, "radius2"), radii[1]);
}

TEST(Muscle, IsHalfTendonAndAtItsOptimalLengthWhereItIsDrawn) {
    Carriage c;
    const TypeDescriptor& muscle = *builtinCatalog().findType("force", "muscle");
    const auto made = addPlacedElement(c.document, c.model, muscle,
                                       makeCourse(muscle, {c.onGround(Vec3(-0.5, 0, 0)), c.onGround(Vec3(-0.5, 2, 0)),
                                                           c.onGround(Vec3(0.5, 2, 0)), c.onBox()}),
                                       Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const Element& drawn = made->edit.document.get(made->edit.element);
    EXPECT_EQ(drawn.valueAs<std::int64_t>(muscle, "viaPoints"), 2);
    EXPECT_GT(drawn.valueAs<Real>(muscle, "tendonLength"), 1.5);
    EXPECT_EQ(drawn.valueAs<Real>(muscle, "optimalLength"), drawn.valueAs<Real>(muscle, "tendonLength"));
}

}  // namespace trammel
