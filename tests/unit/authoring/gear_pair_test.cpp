// SPDX-License-Identifier: Apache-2.0
// A gear pair between two gears gets its ratio from the radii, and the phase at which teeth mesh.
#include "authoring/gear_pair.h"

#include <cmath>
#include <optional>

#include "authoring/fixes.h"
#include "authoring/mirror.h"
#include "authoring/pattern_edit.h"
#include "authoring/placed_element.h"
#include "compile/coordinates.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

struct TwoGears {
    Document document;
    ElementId firstPin, secondPin;

    /// @p isInternal: the second is a ring
    explicit TwoGears(bool isInternal, const Vec3& secondAxis = Vec3(0.)) {
        Element large = Element::draft("body", isInternal ? "ringGear" : "gear", "Large");
        large.set("teeth", std::int64_t(60));
        const Real distance = 0.002 * (isInternal ? 60 - 20 : 60 + 20);
        firstPin = put(Element::draft("joint", "pin", "First pin")
                           .plug("child", put(Element::draft("body", "gear", "Small").set("teeth", std::int64_t(20))))
                           .set("angle", 0.1));
        secondPin = put(Element::draft("joint", "pin", "Second pin")
                            .plug("child", put(large))
                            .set("parentPoint", distance * Vec3(std::cos(0.7), std::sin(0.7), 0))
                            .set("parentOrientation", secondAxis)
                            .set("childOrientation", secondAxis)
                            .set("angle", 0.4));
    }
    ElementId put(Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        EXPECT_TRUE(edit) << edit.diagnostics.begin()->message;
        document = edit->document;
        return edit->element;
    }
    PlacedElement pair() const {
        const auto made =
            addPlacedElement(document, compiled(document), *builtinCatalog().findType("constraint", "gear"),
                             {{"joint1", {}, firstPin}, {"joint2", {}, secondPin}}, Vec3(0, 0, 1));
        EXPECT_TRUE(made);
        return *made;
    }
};

/// Angle in the plane from the x axis of a body to a direction, in teeth of the body.
Real teethTo(const CompiledModel& model, const char* body, const Vec3& direction, Real teeth) {
    const Vec3 x = model.calcBodyPose(namedIn(model.getDocument(), body), model.getInitialState()).R().x();
    return teeth / (2 * Pi) * (std::atan2(direction[1], direction[0]) - std::atan2(x[1], x[0]));
}

}  // namespace

TEST(GearPair, ExternalTeethMeshAndTurnTheOtherWay) {
    const TwoGears gears(false);
    const PlacedElement made = gears.pair();
    const Element& pair = made.edit.document.get(made.edit.element);
    EXPECT_EQ(*pair.formula("ratio"), "-Small.pitchRadius/Large.pitchRadius");
    EXPECT_NEAR(pair.valueAs<Real>(typeOf(pair), "ratio"), -1. / 3, 1e-12);
    EXPECT_LT(made.model->calcConstraintError(made.model->getInitialState()), 1e-9);
    const Vec3 way(std::cos(0.7), std::sin(0.7), 0);
    const Real sum = teethTo(*made.model, "Small", way, 20) + teethTo(*made.model, "Large", -way, 60);
    EXPECT_NEAR(std::abs(std::remainder(sum, 1)), 0.5, 1e-7);
    // More teeth, another ratio.
    const auto more = setProperty(made.edit.document, builtinCatalog(), namedIn(made.edit.document, "Large"), "teeth",
                                  std::int64_t(40));
    ASSERT_TRUE(more);
    const Element& changed = more->document.get(made.edit.element);
    EXPECT_NEAR(changed.valueAs<Real>(typeOf(changed), "ratio"), -0.5, 1e-12);
    // They mesh again along the line of centers.
    const auto meshing = compiled(more->document);
    const Real sumOfFewer = teethTo(*meshing, "Small", way, 20) + teethTo(*meshing, "Large", -way, 40);
    EXPECT_NEAR(std::abs(std::remainder(sumOfFewer, 1)), 0.5, 1e-7);
}

TEST(GearPair, RedundantPairsAreDisabledTogether) {
    TwoGears gears(false);
    for (int i = 0; i < 3; ++i) gears.document = gears.pair().edit.document;
    const CompiledModelPtr model = compiled(gears.document);
    ASSERT_EQ(model->getMobility().redundantEquations, 2);
    const std::vector<std::string>& names = model->getMobility().redundantConstraints;
    ASSERT_EQ(names.size(), 2u);
    const std::vector<Fix> fixes = findFixes(model, namedIn(gears.document, names[0]));
    ASSERT_FALSE(fixes.empty());
    EXPECT_EQ(fixes[0].label, "Disable '" + names[0] + "' and '" + names[1] + "'");
    const CompiledModelPtr fixed = compiled(fixes[0].document);
    EXPECT_EQ(fixed->getMobility().redundantEquations, 0);
    EXPECT_EQ(fixed->getMobility().degreesOfFreedom, 1);
}

TEST(GearPair, FloatingGearsArePinnedByAFix) {
    Document document;
    const auto put = [&document](Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        EXPECT_TRUE(edit);
        document = edit->document;
        return edit->element;
    };
    std::vector<SocketPick> picks;
    for (const char* const name : {"Small", "Large"}) {
        const ElementId gear = put(Element::draft("body", "gear", name).set("teeth", std::int64_t(20)));
        const Vec3 center(picks.empty() ? 0. : 0.08, 0, 0);
        const ElementId joint = put(Element::draft("joint", "free").plug("child", gear).set("position", center));
        picks.push_back({picks.empty() ? "joint1" : "joint2", {}, joint});
    }
    const auto made = addPlacedElement(document, compiled(document), *builtinCatalog().findType("constraint", "gear"),
                                       picks, Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const Result<CompiledModelPtr> broken = compileDocument(made->edit.document);
    ASSERT_TRUE(broken.diagnostics.hasErrors());
    const std::vector<Fix> fixes = findFixes(*broken, made->edit.element);
    ASSERT_FALSE(fixes.empty());
    EXPECT_EQ(fixes[0].label, "Pin 'Small' and 'Large'");
    const CompiledModelPtr fixed = compiled(fixes[0].document);
    EXPECT_EQ(fixed->getMobility().degreesOfFreedom, 1);
    EXPECT_TRUE(fixed->getAssembly().assembled);
    // Each about its own center.
    State turned = fixed->getInitialState();
    turned.updQ()[0] += 1;
    fixed->getSystem().realize(turned, Stage::Position);
    const auto centerX = [&](const char* gear) {
        return fixed->calcBodyPose(namedIn(fixes[0].document, gear), turned).p()[0];
    };
    EXPECT_NEAR(centerX("Small"), 0, 1e-12);
    EXPECT_NEAR(centerX("Large"), 0.08, 1e-12);
}

/// One gear is upside down, the other turned, and both are tilted.
TEST(GearPair, PinsOfTiltedAndFlippedGearsMesh) {
    const Rotation tilt(0.4, Vec3(Vec3(1, 2, 0).normalized()));
    Document document;
    std::vector<SocketPick> picks;
    const auto put = [&document](Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        EXPECT_TRUE(edit);
        document = edit->document;
        return edit->element;
    };
    const Vec3 way = tilt * Vec3(1, 0, 0);
    for (const bool isSecond : {false, true}) {
        const char* const name = isSecond ? "Large" : "Small";
        const ElementId gear = put(Element::draft("body", "gear", name).set("teeth", std::int64_t(isSecond ? 40 : 20)));
        const Rotation own = isSecond ? Rotation(0.3, Vec3(0, 0, 1)) : Rotation(Pi, Vec3(1, 0, 0));
        const ElementId joint = put(makeFreeJoint(document, gear, Transform(tilt * own, (isSecond ? 0.12 : 0) * way)));
        picks.push_back({isSecond ? "joint2" : "joint1", {}, joint});
    }
    const auto made = addPlacedElement(document, compiled(document), *builtinCatalog().findType("constraint", "gear"),
                                       picks, Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    const Result<CompiledModelPtr> broken = compileDocument(made->edit.document);
    const std::vector<Fix> fixes = findFixes(*broken, made->edit.element);
    ASSERT_FALSE(fixes.empty());
    const CompiledModelPtr fixed = compiled(fixes[0].document);
    ASSERT_TRUE(fixed->getAssembly().assembled);
    const Element& pair = fixes[0].document.get(namedIn(fixes[0].document, "Gear pair"));
    // The pins point in opposite directions.
    EXPECT_EQ(*pair.formula("ratio"), "Small.pitchRadius/Large.pitchRadius");
    const auto teethTo = [&](const char* name, const Vec3& to, Real teeth) {
        const ElementId body = namedIn(fixes[0].document, name);
        const Vec3 x = fixed->calcBodyPose(body, fixed->getInitialState()).R().x();
        return teeth / (2 * Pi) * std::atan2((tilt * Vec3(0, 0, 1)).dot(x.cross(to)), x.dot(to));
    };
    const Real sum = teethTo("Small", way, 20) + teethTo("Large", Vec3(-way), 40);
    EXPECT_NEAR(std::abs(std::remainder(sum, 1)), 0.5, 1e-6);
}

TEST(GearPair, ARingTurnsTheSameWay) {
    const TwoGears gears(true);
    const PlacedElement made = gears.pair();
    const Element& pair = made.edit.document.get(made.edit.element);
    EXPECT_EQ(*pair.formula("ratio"), "Small.pitchRadius/Large.pitchRadius");
    // The ring's center is away from that of the gear; they touch on the other side.
    const Vec3 way(-std::cos(0.7), -std::sin(0.7), 0);
    const Real off = teethTo(*made.model, "Small", way, 20) - teethTo(*made.model, "Large", way, 60);
    EXPECT_NEAR(std::remainder(off, 1), 0, 1e-7);
    const auto fewer = setProperty(made.edit.document, builtinCatalog(), namedIn(made.edit.document, "Small"), "teeth",
                                   std::int64_t(17));
    ASSERT_TRUE(fewer);
    const auto meshing = compiled(fewer->document);
    const Real offOfFewer = teethTo(*meshing, "Small", way, 17) - teethTo(*meshing, "Large", way, 60);
    EXPECT_NEAR(std::remainder(offOfFewer, 1), 0, 1e-7);
}

TEST(GearPair, OppositeAxesChangeTheSign) {
    const TwoGears gears(false, Vec3(Pi, 0, 0));
    const PlacedElement made = gears.pair();
    EXPECT_EQ(*made.edit.document.get(made.edit.element).formula("ratio"), "Small.pitchRadius/Large.pitchRadius");
    const Vec3 way(std::cos(0.7), std::sin(0.7), 0);
    const Real sum = teethTo(*made.model, "Small", way, 20) + teethTo(*made.model, "Large", -way, 60);
    EXPECT_NEAR(std::abs(std::remainder(sum, 1)), 0.5, 1e-7);
    const auto more = setProperty(made.edit.document, builtinCatalog(), namedIn(made.edit.document, "Large"), "teeth",
                                  std::int64_t(47));
    ASSERT_TRUE(more);
    const auto meshing = compiled(more->document);
    const Real sumOfFewer = teethTo(*meshing, "Small", way, 20) + teethTo(*meshing, "Large", -way, 47);
    EXPECT_NEAR(std::abs(std::remainder(sumOfFewer, 1)), 0.5, 1e-7);
}

namespace {

/// Sun on Ground or welded, planet on an arm, and a ring that is welded to Ground; all angles away from zero.
struct Epicyclic {
    Document document;
    ElementId sunPin, planetPin, armPin, ringWeld;

    explicit Epicyclic(std::int64_t sunTeeth = 18, std::int64_t planetTeeth = 18, const Vec3& armAxis = Vec3(0.)) {
        const auto put = [&](Element draft) {
            const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
            EXPECT_TRUE(edit) << edit.diagnostics.begin()->message;
            document = edit->document;
            return edit->element;
        };
        const Real reach = 0.002 * Real(sunTeeth + planetTeeth);
        const ElementId sun = put(Element::draft("body", "gear", "Sun").set("teeth", sunTeeth));
        const ElementId arm = put(Element::draft("body", "bar", "Arm").set("length", reach));
        const ElementId planet = put(Element::draft("body", "gear", "Planet").set("teeth", planetTeeth));
        const ElementId ring = put(Element::draft("body", "ringGear", "Ring").set("teeth", sunTeeth + 2 * planetTeeth));
        sunPin = put(Element::draft("joint", "pin", "Sun pin").plug("child", sun).set("angle", 0.23));
        armPin = put(Element::draft("joint", "pin", "Arm pin")
                         .plug("child", arm)
                         .set("parentOrientation", armAxis)
                         .set("childOrientation", armAxis)
                         .set("angle", 0.4));
        planetPin = put(Element::draft("joint", "pin", "Planet pin")
                            .plug("parent", arm)
                            .plug("child", planet)
                            .set("parentPoint", Vec3(reach, 0, 0))
                            .set("angle", 0.1));
        ringWeld = put(Element::draft("joint", "weld", "Ring weld").plug("child", ring));
    }
    void pair(ElementId first, ElementId second) {
        const auto made =
            addPlacedElement(document, compiled(document), *builtinCatalog().findType("constraint", "gear"),
                             {{"joint1", {}, first}, {"joint2", {}, second}}, Vec3(0, 0, 1));
        ASSERT_TRUE(made) << made.diagnostics.begin()->message;
        document = made->edit.document;
    }
    const Element& lastPair() const { return document.get(document.elementsOf("constraint").back()); }
    /// The model with the arm, and the sun if it may turn, held at other angles.
    CompiledModelPtr turned(Real armAngle, std::optional<Real> sunAngle) const {
        Document held = document;
        const auto hold = [&](ElementId joint, Real angle) {
            const auto& options = typeOf(held.get(joint)).findProperty("locked")->options;
            held = setProperty(held, builtinCatalog(), joint, "locked", options[1].key)->document;
            held = setProperty(held, builtinCatalog(), joint, "angle", angle)->document;
        };
        hold(armPin, armAngle);
        if (sunAngle) hold(sunPin, *sunAngle);
        return compiled(held);
    }
};

void expectMeshing(const CompiledModel& model, const char* planet, Real planetTeeth, const char* other, Real teeth,
                   bool isRing) {
    const State& s = model.getInitialState();
    EXPECT_TRUE(model.getAssembly().assembled);
    const Vec3 way = model.calcBodyPose(namedIn(model.getDocument(), planet), s).p().normalized();
    const Real own = teethTo(model, planet, isRing ? way : Vec3(-way), planetTeeth),
               its = teethTo(model, other, way, teeth);
    // Inside a ring, a tooth meets a space where both are counted from; outside, halfway.
    EXPECT_NEAR(std::remainder(isRing ? its - own : its + own + 0.5, 1), 0, 1e-6) << planet << " and " << other;
}

/// Expects three planets of 24 teeth between a sun of 18 and a ring of 66.
void expectThreePlanets(const Epicyclic& gears) {
    EXPECT_EQ(compiled(gears.document)->getMobility().degreesOfFreedom, 1);
    for (const Real arm : {0.4, 0.9})
        for (const char* const planet : {"Planet", "Planet 2", "Planet 3"}) {
            const auto model = gears.turned(arm, {});
            expectMeshing(*model, planet, 24, "Sun", 18, false);
            expectMeshing(*model, planet, 24, "Ring", 66, true);
        }
}

}  // namespace

TEST(GearPair, APlanetRollsOnASunThatIsPinnedToGround) {
    for (const bool isOpposite : {false, true})
        for (const bool sunFirst : {false, true}) {
            // The arm may turn about -z, its own frame the same.
            Epicyclic gears(18, 24, isOpposite ? Vec3(Pi, 0, 0) : Vec3(0.));
            sunFirst ? gears.pair(gears.sunPin, gears.planetPin) : gears.pair(gears.planetPin, gears.sunPin);
            EXPECT_EQ(gears.lastPair().reference("jointCarrier"), gears.armPin);
            expectMeshing(*gears.turned(0.4, 0.23), "Planet", 24, "Sun", 18, false);
            expectMeshing(*gears.turned(1.3, 0.9), "Planet", 24, "Sun", 18, false);
        }
}

TEST(GearPair, APlanetRollsInARingThatIsWeldedToGround) {
    for (const bool ringFirst : {false, true}) {
        Epicyclic gears(18, 24);
        ringFirst ? gears.pair(gears.ringWeld, gears.planetPin) : gears.pair(gears.planetPin, gears.ringWeld);
        EXPECT_EQ(gears.lastPair().reference("joint1"), gears.armPin);
        EXPECT_FALSE(gears.lastPair().reference("jointCarrier").isValid());
        expectMeshing(*gears.turned(1.3, {}), "Planet", 24, "Ring", 66, true);
        gears.pair(gears.sunPin, gears.planetPin);
        EXPECT_EQ(compiled(gears.document)->getMobility().degreesOfFreedom, 1);
        // Willis: the sun turns 1 + 66/18 times as fast as the arm.
        const auto at = [&](Real arm) {
            const auto model = gears.turned(arm, {});
            return std::get<Real>(readCoordinates(*model, model->getInitialState())[0].values[0].second);
        };
        EXPECT_NEAR(at(0.5) - at(0.4), 0.1 * (1 + 66. / 18), 1e-6);
    }
}

TEST(GearPair, PlanetsOfAPatternMeshAtTheirOwnPlaces) {
    // Gears of one size would hide which of a pair is which.
    Epicyclic gears(18, 24);
    gears.pair(gears.sunPin, gears.planetPin);
    gears.pair(gears.ringWeld, gears.planetPin);
    const auto planets = addLinkedPattern(gears.document, compiled(gears.document), {namedIn(gears.document, "Planet")},
                                          Element::draft("group", "circularPattern").set("count", std::int64_t(3)));
    ASSERT_TRUE(planets) << planets.diagnostics.begin()->message;
    gears.document = planets->document;
    expectThreePlanets(gears);
    // 20 + 60 teeth are not a multiple of 3: the copies keep the phase of the source, and a note says so.
    Epicyclic odd(20, 20);
    odd.pair(odd.sunPin, odd.planetPin);
    odd.pair(odd.ringWeld, odd.planetPin);
    const auto others = addLinkedPattern(odd.document, compiled(odd.document), {namedIn(odd.document, "Planet")},
                                         Element::draft("group", "circularPattern").set("count", std::int64_t(3)));
    ASSERT_TRUE(others);
    ASSERT_FALSE(others.diagnostics.empty());
    EXPECT_EQ(others.diagnostics.begin()->message, "The teeth of these copies cannot all mesh.");
    EXPECT_TRUE(compiled(others->document)->getAssembly().assembled);
}

TEST(GearPair, APairThatRepeatsAnotherIsToBeDisabled) {
    TwoGears gears(false);
    gears.document = gears.pair().edit.document;
    const Result<CompiledModelPtr> twice = compileDocument(gears.pair().edit.document);
    ASSERT_TRUE(twice);
    EXPECT_EQ((*twice)->getMobility().redundantEquations, 1);
    ASSERT_FALSE(twice.diagnostics.empty());
    EXPECT_EQ(twice.diagnostics.begin()->remedy, "Disable it if reactions matter: the motion stays the same.");
}

TEST(GearPair, FreeCopiesMeshAtTheirOwnPlaces) {
    Epicyclic gears(18, 24);
    gears.pair(gears.sunPin, gears.planetPin);
    gears.pair(gears.ringWeld, gears.planetPin);
    std::set<ElementId> added;
    std::vector<Transform> places;
    for (const Real angle : {2 * Pi / 3, 4 * Pi / 3}) places.emplace_back(Rotation(angle, Vec3(0, 0, 1)), Vec3(0.));
    const auto planets = addPattern(gears.document, compiled(gears.document), {namedIn(gears.document, "Planet")},
                                    places, added, CopyKind::Free);
    ASSERT_TRUE(planets) << planets.diagnostics.begin()->message;
    gears.document = planets->document;
    expectThreePlanets(gears);
}

TEST(GearPair, MirrorImagesMeshAtTheirOwnPlaces) {
    for (const CopyKind kind : {CopyKind::Free, CopyKind::Linked}) {
        // A sun with an odd number of teeth is not its own mirror image.
        Epicyclic gears(19, 24);
        gears.pair(gears.sunPin, gears.planetPin);
        std::set<ElementId> added;
        const auto mirrored = addMirrored(gears.document, compiled(gears.document), {namedIn(gears.document, "Planet")},
                                          {Vec3(0.), Vec3(1, 0, 0)}, added, kind);
        ASSERT_TRUE(mirrored) << mirrored.diagnostics.begin()->message;
        gears.document = mirrored->document;
        for (const char* const planet : {"Planet", "Planet 2"}) {
            expectMeshing(*gears.turned(0.4, 0.23), planet, 24, "Sun", 19, false);
            expectMeshing(*gears.turned(0.9, 0.7), planet, 24, "Sun", 19, false);
        }
    }
}

TEST(GearPair, OtherBodiesKeepTheRatioOfTheType) {
    const Document d = fourBar();
    Element draft = Element::draft("constraint", "gear");
    draft.plug("joint1", ElementId{4}).plug("joint2", ElementId{6});
    meshGears(draft, *compiled(d));
    EXPECT_EQ(draft.findExplicit("ratio"), nullptr);
}

}  // namespace trammel
