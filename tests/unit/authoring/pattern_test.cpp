// SPDX-License-Identifier: Apache-2.0
// Copies of elements in lines and circles.
#include <cmath>

#include "authoring/copied.h"
#include "authoring/placed_element.h"
#include "compile/coordinates.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real sunToPlanet = 0.06;

/// A sun, a carrier about the same axis, and a planet on the carrier that meshes with the sun.
struct PlanetaryGear : DrawnMechanism {
    ElementId sun = add(Element::draft("body", "cylinder", "Sun").set("radius", 0.02));
    ElementId carrier = add(Element::draft("body", "rigid", "Carrier").set("mass", 0.5));
    ElementId planet = add(Element::draft("body", "cylinder", "Planet").set("radius", 0.04));
    ElementId offset = add(Element::draft("parameter", "length", "R").set("value", sunToPlanet));
    ElementId sunPin = add(Element::draft("joint", "pin", "Sun pin").plug("child", sun));
    ElementId carrierPin = add(Element::draft("joint", "pin", "Carrier pin").plug("child", carrier).set("angle", 0.3));
    ElementId planetPin = add(Element::draft("joint", "pin", "Planet pin")
                                  .plug("parent", carrier)
                                  .plug("child", planet)
                                  .set("parentPoint", Vec3(sunToPlanet, 0, 0)));
    ElementId mesh = add(Element::draft("constraint", "gear", "Mesh")
                             .plug("joint1", sunPin)
                             .plug("joint2", planetPin)
                             .set("ratio", -0.5));

    PlanetaryGear() { take(document); }
    Vec3 centerOf(const std::string& body) const {
        return model->calcBodyPose(namedIn(document, body), model->getInitialState()).p();
    }
};

}  // namespace

TEST(WithConnections, IncludesTheCarryingJointAndElementsActingOnIt) {
    const PlanetaryGear gear;
    EXPECT_EQ(withConnections(gear.document, {gear.planet}),
              (std::set<ElementId>{gear.planet, gear.planetPin, gear.mesh}));
    // The joint of the planet has the carrier as parent, and belongs to the planet.
    EXPECT_EQ(withConnections(gear.document, {gear.carrier}), (std::set<ElementId>{gear.carrier, gear.carrierPin}));
}

TEST(WithConnections, IncludesActingEventsAndTheirSamples) {
    PlanetaryGear gear;
    const ElementId event = gear.add(Element::draft("event", "atTime", "Then"));
    const auto hold = addElement(gear.document, builtinCatalog(),
                                 Element::draft("action", "lockJoint", "Hold").plug("joint", gear.planetPin), event);
    ASSERT_TRUE(hold);
    gear.document = hold->document;
    const ElementId held =
        gear.add(Element::draft("measure", "sampleOf", "Held").set("formula", "'Planet pin'.q").plug("event", event));
    gear.take(gear.document);
    EXPECT_EQ(withConnections(gear.document, {gear.planet}),
              (std::set<ElementId>{gear.planet, gear.planetPin, gear.mesh, event, hold->element, held}));
    std::set<ElementId> added;
    const auto edit = addPattern(gear.document, gear.model, {gear.planet}, linearPattern(2, Vec3(0, 0, 0.1)), added);
    ASSERT_TRUE(edit);
    gear.take(edit->document);
    EXPECT_EQ(gear.document.findByName("Hold 2")->reference("joint"), namedIn(gear.document, "Planet pin 2"));
    const Element& sample = *gear.document.findByName("Held 2");
    EXPECT_EQ(sample.reference("event"), namedIn(gear.document, "Then 2"));
    EXPECT_EQ(sample.valueAs<std::string>(typeOf(sample), "formula"), "'Planet pin 2'.q");
}

TEST(CircularPattern, ThreePlanetsMeshWithOneSun) {
    PlanetaryGear gear;
    std::set<ElementId> added;
    const auto edit = addPattern(gear.document, gear.model, {gear.planet},
                                 circularPattern(3, 2 * Pi, Vec3(0.), Vec3(0, 0, 1)), added);
    ASSERT_TRUE(edit);
    gear.take(edit->document);
    EXPECT_EQ(added.size(), 6u);
    for (int i = 0; i < 3; ++i) {
        const std::string number = i == 0 ? "" : " " + std::to_string(i + 1);
        const Vec3 expected = sunToPlanet * Vec3(std::cos(0.3 + i * 2 * Pi / 3), std::sin(0.3 + i * 2 * Pi / 3), 0);
        EXPECT_LT((gear.centerOf("Planet" + number) - expected).norm(), 1e-9) << i;
        const Element& pin = gear.document.get(namedIn(gear.document, "Planet pin" + number));
        EXPECT_EQ(pin.reference("parent"), gear.carrier);
        EXPECT_EQ(pin.reference("child"), namedIn(gear.document, "Planet" + number));
        const Element& mesh = gear.document.get(namedIn(gear.document, "Mesh" + number));
        EXPECT_EQ(mesh.reference("joint1"), gear.sunPin);
        EXPECT_EQ(mesh.reference("joint2"), pin.id);
    }
    // Sun and carrier still turn freely: two degrees of freedom, regardless of the number of planets.
    EXPECT_LT(gear.model->calcConstraintError(gear.model->getInitialState()), 1e-9);
    EXPECT_EQ(gear.model->getMobility().degreesOfFreedom, 2);
}

TEST(CircularPattern, AnArcEndsAtItsAngle) {
    const auto arc = circularPattern(3, Pi / 2, Vec3(1, 0, 0), Vec3(0, 0, 1));
    ASSERT_EQ(arc.size(), 2u);
    // The origin is 1 m to the left of the center.
    EXPECT_LT((arc[1] * Vec3(0.) - Vec3(1, -1, 0)).norm(), 1e-12);
    EXPECT_LT((arc[0] * Vec3(1, 0, 5) - Vec3(1, 0, 5)).norm(), 1e-12);
}

TEST(LinearPattern, CopiesFollowTheirOwnLengthsAndSharedParameters) {
    PlanetaryGear gear;
    auto with = setFormula(gear.document, builtinCatalog(), gear.planet, "length", "R/2");
    ASSERT_TRUE(with);
    with = setFormula(with->document, builtinCatalog(), gear.planet, "radius", "this.length");
    ASSERT_TRUE(with);
    const ElementId bar = gear.sun;
    with = setFormula(with->document, builtinCatalog(), bar, "radius", "Planet.radius/2");
    ASSERT_TRUE(with);
    gear.take(with->document);
    std::set<ElementId> added;
    const auto edit =
        addPattern(gear.document, gear.model, {gear.planet, bar}, linearPattern(4, Vec3(0, 0, 0.1)), added);
    ASSERT_TRUE(edit);
    gear.take(edit->document);
    EXPECT_LT((gear.centerOf("Planet 4") - gear.centerOf("Planet") - Vec3(0, 0, 0.3)).norm(), 1e-9);
    EXPECT_EQ(*gear.document.findByName("Planet 3")->formula("length"), "R/2");
    EXPECT_NE(gear.document.findByName("Sun 3")->formula("radius")->find("'Planet 3'.radius"), std::string::npos)
        << *gear.document.findByName("Sun 3")->formula("radius");
    EXPECT_EQ(gear.document.findByName("R 2"), nullptr);
}

TEST(LinearPattern, AFloatingBodyFloatsElsewhere) {
    DrawnMechanism drawn;
    const auto body =
        addFloatingBody(drawn.document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.));
    ASSERT_TRUE(body);
    drawn.take(body->edit.document);
    std::set<ElementId> added;
    const auto edit =
        addPattern(drawn.document, drawn.model, {body->edit.element}, linearPattern(2, Vec3(0.2, 0, 0)), added);
    ASSERT_TRUE(edit);
    drawn.take(edit->document);
    const Transform X = drawn.model->calcBodyPose(namedIn(drawn.document, "Box 2"), drawn.model->getInitialState());
    EXPECT_LT((X.p() - Vec3(0.2, 0, 0)).norm(), 1e-9);
    EXPECT_EQ(drawn.document.elementsOf("joint").size(), 2u);
}

TEST(LinearPattern, GravityAloneCannotBeCopied) {
    FourBar bar;
    std::set<ElementId> added;
    EXPECT_FALSE(addPattern(bar.document, bar.model, {bar.document.elementsOf("force").front()},
                            linearPattern(2, Vec3(1, 0, 0)), added));
}

}  // namespace trammel
