// SPDX-License-Identifier: Apache-2.0
// Every inconsistent state is reported in model terms, with its place and a fix that works.
#include <cmath>

#include "authoring/fixes.h"
#include "authoring/loop_closure.h"
#include "authoring/placed_element.h"
#include "authoring/size_handles.h"
#include "compile/compiled_data.h"
#include "compile/pose_checks.h"
#include "document/document_file.h"
#include "inspect/grashof.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

// Assembled to 1e-10; lengths of some tenths of a meter.
constexpr Real poseTolerance = 1e-8;

const Diagnostic* findProblem(const Diagnostics& problems, const std::string& words, ElementId element) {
    for (const Diagnostic& d : problems)
        if (d.element == element && d.message.find(words) != std::string::npos && !d.remedy.empty()) return &d;
    return nullptr;
}

/// Expects a diagnostic for @p element with these words and a fix with that label, after which there is no diagnostic.
void expectFixed(const Document& document, ElementId element, const std::string& words, const std::string& fix) {
    const Result<CompiledModelPtr> broken = compileDocument(document);
    ASSERT_TRUE(broken) << "something must still be shown";
    EXPECT_TRUE(findProblem(broken.diagnostics, words, element)) << words;
    const std::vector<Fix> fixes = findFixes(*broken, element);
    const auto found = std::ranges::find(fixes, fix, &Fix::label);
    ASSERT_NE(found, fixes.end()) << fix << " is not offered, but " << (fixes.empty() ? "nothing" : fixes[0].label);
    const Result<CompiledModelPtr> fixed = compileDocument(found->document);
    ASSERT_TRUE(fixed);
    EXPECT_FALSE(findProblem(fixed.diagnostics, words, element)) << fix;
    EXPECT_TRUE((*fixed)->getAssembly().assembled);
}

}  // namespace

TEST(ImpossibleState, TiltedPinIsReportedAndAligned) {
    FourBar bar;
    ASSERT_TRUE(findTiltedPins(*bar.model, bar.model->getInitialState()).empty());
    for (const Real degrees : {12., 90.}) {
        const Document tilted = with(bar.document, bar.rocker.pin, "parentOrientation", Vec3(degrees * Pi / 180, 0, 0));
        const auto model = compileDocument(tilted);
        ASSERT_TRUE(model);
        const Diagnostic* const told = findProblem(model.diagnostics, "is tilted by", bar.rocker.pin);
        ASSERT_TRUE(told) << degrees;
        EXPECT_NE(told->message.find(degrees == 12 ? "12°" : "90°"), std::string::npos) << told->message;
        EXPECT_NE(told->message.find("'Pin A'"), std::string::npos) << told->message;
        expectFixed(tilted, bar.rocker.pin, "is tilted by",
                    "Align '" + tilted.get(bar.rocker.pin).name + "' with the plane");
    }
}

TEST(ImpossibleState, SpatialLoopIsValid) {
    FourBar bar;
    // With a ball as closure, the axes are arbitrary.
    const auto choices = closureChoices(bar.model, bar.rocker.closure);
    const auto ball = std::ranges::find(choices, std::string("ball"), &ClosureChoice::type);
    ASSERT_NE(ball, choices.end());
    const auto spatial = changeClosure(bar.model, bar.rocker.closure, *ball);
    ASSERT_TRUE(spatial);
    const auto model = compileDocument(with(spatial->document, bar.rocker.pin, "parentOrientation", Vec3(0.2, 0, 0)));
    ASSERT_TRUE(model);
    EXPECT_FALSE(findProblem(model.diagnostics, "is tilted by", bar.rocker.pin));
}

TEST(ImpossibleState, PlanarSlotIsNotATiltedPin) {
    // An inverted slider-crank: the tip of a crank runs along a lever, both on pins.
    Document d;
    const auto add = [&d](Element draft) {
        const Result<Edit> edit = addElement(d, builtinCatalog(), std::move(draft));
        d = edit->document;
        return edit->element;
    };
    const ElementId crank = add(Element::draft("body", "bar", "Crank").set("length", 0.06));
    const ElementId lever = add(Element::draft("body", "bar", "Lever").set("length", 0.3));
    add(Element::draft("joint", "pin", "Pin A").plug("child", crank).set("angle", 1.));
    add(Element::draft("joint", "pin", "Pin B").plug("child", lever).set("parentPoint", Vec3(-0.15, 0, 0)));
    const ElementId slot = add(Element::draft("constraint", "pointOnLine", "Slot")
                                   .plug("body1", lever)
                                   .plug("body2", crank)
                                   .set("direction", Vec3(1, 0, 0))
                                   .set("point2Anchor", std::string("tip")));
    const CompiledModelPtr model = *compileDocument(d);
    ASSERT_TRUE(model->getAssembly().assembled);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(model->getMobility().redundantEquations, 1);
    EXPECT_TRUE(findTiltedPins(*model, model->getInitialState()).empty());
    const std::vector<Fix> fixes = findFixes(model, slot);
    ASSERT_FALSE(fixes.empty());
    EXPECT_EQ(fixes[0].label, "Close 'Slot' with Point in plane");
    const CompiledModelPtr fixed = *compileDocument(fixes[0].document);
    EXPECT_EQ(fixed->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(fixed->getMobility().redundantEquations, 0);
    EXPECT_TRUE(findTiltedPins(*fixed, fixed->getInitialState()).empty());
}

TEST(ImpossibleState, JointBeyondItsStopIsMovedBack) {
    FourBar bar;
    Element stop = Element::draft("force", "mobilityLinearStop", "Stop");
    stop.plug("joint", bar.crank.pin).set("low", 0.).set("high", Pi / 3);
    const Document stopped = addElement(bar.document, builtinCatalog(), stop)->document;
    expectFixed(stopped, bar.crank.pin, "beyond its stop at 60°",
                "Snap '" + stopped.get(bar.crank.pin).name + "' back inside");
    // Inside the range there is no diagnostic.
    const Document inside = with(stopped, namedIn(stopped, "Stop"), "high", Pi);
    EXPECT_FALSE(findProblem(compileDocument(inside).diagnostics, "beyond its stop", bar.crank.pin));
    // A rigid stop does not act on a joint that starts beyond it.
    Element wall = Element::draft("force", "jointImpactStop", "Wall");
    wall.plug("joint", bar.crank.pin).set("limit", Pi / 3).set("side", std::string("above"));
    const Document walled = addElement(bar.document, builtinCatalog(), wall)->document;
    EXPECT_TRUE(findProblem(compileDocument(walled).diagnostics, "does not act there", bar.crank.pin));
    EXPECT_FALSE(findProblem(compileDocument(walled).diagnostics, "impact", bar.crank.pin));
}

TEST(ImpossibleState, OpenLoopIsReportedAndFixed) {
    FourBar bar;
    const Document open = with(bar.document, bar.coupler.link, "length", 0.04);
    const auto model = compileDocument(open);
    ASSERT_TRUE(model);
    // Ground spans 400 mm, and crank, coupler and rocker 100, 40 and 250.
    const Diagnostic* const told = findProblem(model.diagnostics, "cannot close", bar.rocker.closure);
    ASSERT_TRUE(told);
    EXPECT_EQ(
        told->message,
        "The loop of 'Pin A', 'Pin B', 'Pin D' and 'Pin C' cannot close: Ground spans 400 mm, all others together "
        "only 390 mm. The smallest gap: 'Pin D' has a closure gap of 10 mm.");
    EXPECT_NE(told->remedy.find("'Link 2' 50 mm long at least"), std::string::npos) << told->remedy;
    // The crank of 100 mm turns fully with a coupler between 400 + 100 - 250 and 250 + (400 - 100).
    EXPECT_NE(told->remedy.find("'Link' turns fully only with 'Link 2' of 250 mm to 550 mm."), std::string::npos)
        << told->remedy;
    EXPECT_FALSE(findShortage(*bar.model, bar.model->getInitialState(), bar.rocker.closure));
    const std::vector<LoopGap> gaps = findGaps(**model);
    ASSERT_EQ(gaps.size(), 1u);
    EXPECT_EQ(gaps[0].closure, bar.rocker.closure);
    EXPECT_NEAR((gaps[0].second_G - gaps[0].first_G).norm(), (*model)->getAssembly().worstError, 1e-3);
    EXPECT_TRUE(findGaps(*bar.model).empty());
    // The offered lengths allow it to turn fully, too.
    const std::vector<Fix> fixes = findFixes(*model, bar.rocker.closure);
    const auto longer = std::ranges::find(fixes, std::string("Set Link 2 to 300 mm"), &Fix::label);
    ASSERT_NE(longer, fixes.end());
    EXPECT_EQ(describeGrashof(**compileDocument(longer->document)), "crank-rocker: Link turns fully");
    // Shortens a bar that is too long.
    expectFixed(with(bar.document, bar.coupler.link, "length", 1.), bar.rocker.closure, "'Link 2' spans 1000 mm",
                "Set Link 2 to 300 mm");
    expectFixed(with(bar.document, bar.crank.link, "length", 1.2), bar.rocker.closure, "'Link' spans 1200 mm",
                "Set Link to 360 mm");
}

TEST(ImpossibleState, BarHeldTwiceAtOnePointNeedsNoLength) {
    const Document d = read(fourBarText(
        R"({"id": 7, "family": "constraint", "type": "pointOnLine", "name": "C", "references": {"body1": 2, "body2": 3}})"));
    const auto model = compileDocument(d);
    ASSERT_TRUE(model);
    const Diagnostic* const told = findProblem(model.diagnostics, "cannot close: Ground spans 400 mm", ElementId{7});
    ASSERT_TRUE(told) << textOf(model.diagnostics);
    EXPECT_EQ(told->remedy,
              "Make 'Crank' 400 mm long at least, or connect 'Coupler' or 'Rocker' at another point: both its "
              "joints in this loop coincide.");
}

TEST(ImpossibleState, ExcessLocksAreReportedAndFixed) {
    FourBar bar;
    const Document d = with(with(bar.document, bar.crank.pin, "locked", std::string("position")), bar.rocker.pin,
                            "locked", std::string("position"));
    expectFixed(d, bar.rocker.pin, "2 coordinates of a mechanism with 1 degree of freedom are locked: they conflict",
                "Unlock 'Pin C'");
}

TEST(ImpossibleState, LoopWithAllJointsLockedKeepsItsPose) {
    FourBar bar;
    Document d = bar.document;
    for (const ElementId pin : {bar.crank.pin, bar.coupler.pin, bar.rocker.pin})
        d = with(d, pin, "locked", std::string("position"));
    const auto model = compileDocument(d);
    ASSERT_TRUE(model) << textOf(model.diagnostics);
    expectSamePoses(*bar.model, **model);
}

TEST(ImpossibleState, JointOutOfReachOfItsLoopIsReported) {
    FourBar bar;
    // The rocker of a crank-rocker oscillates by a few tens of degrees.
    const Real there =
        bar.document.get(bar.rocker.pin).valueAs<Real>(typeOf(bar.document.get(bar.rocker.pin)), "angle");
    expectFixed(with(bar.document, bar.rocker.pin, "angle", there + Pi / 2), bar.rocker.pin,
                "Its loop does not close at", "Use the displayed pose");
}

TEST(ImpossibleState, MotorOnALockedJointIsReported) {
    FourBar bar;
    Element motor = Element::draft("motion", "steady", "Motor");
    motor.plug("joint", bar.crank.pin);
    Document d = addElement(bar.document, builtinCatalog(), motor)->document;
    d = with(d, bar.crank.pin, "locked", std::string("position"));
    for (const std::string fix : {"Unlock 'Pin A'", "Disable 'Motor'"})
        expectFixed(d, namedIn(d, "Motor"), "It has no effect, because 'Pin A' is locked", fix);
}

TEST(ImpossibleState, ForceWithinOneBodyIsReported) {
    FourBar bar;
    Element spring = Element::draft("force", "twoPointSpring", "Spring");
    spring.plug("body1", bar.crank.link).plug("body2", bar.crank.link).set("point2Anchor", std::string("tip"));
    const Document d = addElement(bar.document, builtinCatalog(), spring)->document;
    EXPECT_TRUE(findProblem(compileDocument(d).diagnostics, "two points of one body", namedIn(d, "Spring")));
    const Document apart = setReference(d, builtinCatalog(), namedIn(d, "Spring"), "body2", bar.coupler.link)->document;
    EXPECT_FALSE(findProblem(compileDocument(apart).diagnostics, "two points of one body", namedIn(d, "Spring")));
}

TEST(ImpossibleState, ConflictingConstraintsAreDisabled) {
    FourBar bar;
    Element rod = Element::draft("constraint", "rod", "Rod");
    rod.plug("body1", bar.crank.link).plug("body2", bar.rocker.link);
    rod.set("point1Anchor", std::string("tip")).set("length", 0.02);
    const Document d = addElement(bar.document, builtinCatalog(), rod)->document;
    const CompiledModelPtr model = *compileDocument(d);
    ASSERT_FALSE(model->getAssembly().assembled);
    EXPECT_EQ(model->getMobility().redundantEquations, 0);
    EXPECT_FALSE(findConflicting(*model).empty());
    // The constraint with the gap is named.
    const std::vector<std::string>& told = model->getMobility().conflicts;
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told[0].find("'Rod'"), std::string::npos) << told[0];
    // For either element.
    for (const ElementId asked : {namedIn(d, "Rod"), bar.rocker.closure}) {
        const std::vector<Fix> fixes = findFixes(model, asked);
        const auto found = std::ranges::find_if(
            fixes, [](const Fix& fix) { return fix.label == "Disable 'Rod'" || fix.label == "Leave 'Rod' open"; });
        ASSERT_NE(found, fixes.end()) << d.get(asked).name;
        EXPECT_TRUE((*compileDocument(found->document))->getAssembly().assembled);
        EXPECT_TRUE(findConflicting(**compileDocument(found->document)).empty());
    }
}

TEST(ImpossibleState, MotorAgainstALockIsReportedAndFixed) {
    FourBar bar;
    Element motor = Element::draft("motion", "steady", "Motor");
    motor.plug("joint", bar.crank.pin);
    Document d = addElement(bar.document, builtinCatalog(), motor)->document;
    d = with(d, bar.coupler.pin, "locked", std::string("velocity"));
    const Result<CompiledModelPtr> model = compileDocument(d);
    ASSERT_TRUE(model);
    const std::vector<ElementId> all = findConflicting(**model);
    EXPECT_NE(std::ranges::find(all, bar.coupler.pin), all.end());
    EXPECT_NE(std::ranges::find(all, namedIn(d, "Motor")), all.end());
    const std::vector<Fix> fixes = findFixes(*model, bar.rocker.closure);
    for (const std::string label : {"Disable 'Motor'", "Unlock 'Pin B'"}) {
        const auto found = std::ranges::find(fixes, label, &Fix::label);
        ASSERT_NE(found, fixes.end()) << label;
        EXPECT_TRUE(findConflicting(**compileDocument(found->document)).empty()) << label;
    }
}

TEST(ImpossibleState, MovingMasslessTipGetsMass) {
    DrawnMechanism drawing;
    const LinkEdit link = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    expectFixed(with(drawing.document, link.link, "mass", 0.), link.link, "without mass", "Make Link of steel");
}

TEST(ImpossibleState, ConflictingMotorsAreDisabled) {
    FourBar bar;
    Document d = bar.document;
    for (const ElementId joint : {bar.crank.pin, bar.coupler.pin}) {
        Element motor = Element::draft("motion", "steady");
        motor.plug("joint", joint);
        d = addElement(d, builtinCatalog(), motor)->document;
    }
    const ElementId last = d.elementsOf("motion").back();
    expectFixed(d, last, "they conflict", "Disable '" + d.get(last).name + "'");
}

TEST(ImpossibleState, ConflictingConstraintIsNamedAndDisabled) {
    FourBar bar;
    // A second rod between two points that the mechanism keeps at another distance.
    Element rod = Element::draft("constraint", "rod", "Rod");
    rod.plug("body2", bar.crank.link).set("point2Anchor", std::string("tip")).set("length", 0.2);
    const Document d = addElement(bar.document, builtinCatalog(), rod)->document;
    const ElementId id = namedIn(d, "Rod");
    const auto model = compileDocument(d);
    ASSERT_TRUE(model);
    ASSERT_TRUE(model.diagnostics.hasErrors());
    EXPECT_TRUE(findProblem(model.diagnostics, "Rod", id));
    const std::vector<Fix> fixes = findFixes(*model, id);
    const auto open = std::ranges::find(fixes, std::string("Leave 'Rod' open"), &Fix::label);
    ASSERT_NE(open, fixes.end());
    EXPECT_TRUE((*compileDocument(open->document))->getAssembly().assembled);
}

TEST(ImpossibleState, ElementWithoutReferenceIsReportedAndDeleted) {
    const auto read = readDocument(R"({"trammel": 1, "name": "Dangling", "nextId": 9, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 7}}]})",
                                   builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_FALSE(read.diagnostics.empty());
    expectFixed(*read, ElementId{2}, "has no child body", "Delete 'Hinge'");
}

TEST(ImpossibleState, DuplicateNamesAndWrongUnitsAreReportedAtTheirSource) {
    const auto read = readDocument(R"({"trammel": 1, "name": "Clash", "nextId": 9, "elements": [
        {"id": 1, "family": "parameter", "type": "time", "name": "T", "properties": {"value": 2}},
        {"id": 2, "family": "body", "type": "bar", "name": "Arm", "formulas": {"length": "3*T"}},
        {"id": 3, "family": "body", "type": "bar", "name": "Arm"}]})",
                                   builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(findProblem(read.diagnostics, "length is required", ElementId{2}));
    bool clash = false;
    for (const Diagnostic& d : read.diagnostics) clash |= d.element == ElementId{3} && !d.remedy.empty();
    EXPECT_TRUE(clash);
    EXPECT_NE(read->get(ElementId{3}).name, "Arm");
    // When typed, they are rejected immediately.
    EXPECT_FALSE(setProperty(*read, builtinCatalog(), ElementId{3}, "name", std::string("Arm")));
    EXPECT_FALSE(setFormula(*read, builtinCatalog(), ElementId{2}, "length", "3*T"));
}

TEST(SizeHandles, EverySizeOfEveryTypeHasAHandle) {
    for (const std::string& family : {std::string("body"), std::string("shape")}) {
        for (const TypeDescriptor* type : builtinCatalog().typesOf(family)) {
            std::size_t sizes = 0;
            for (const PropertyDescriptor& property : type->properties)
                if (isSize(property)) sizes += property.kind == ValueKind::Vec3 ? 3 : 1;
            const Document d =
                addElement(Document(), builtinCatalog(), Element::draft(family, type->key, "X"))->document;
            const ElementId x = namedIn(d, "X");
            const CompiledModelPtr model = *compileDocument(d);
            const auto handles = findSizeHandles(*model, model->getInitialState(), x);
            EXPECT_EQ(handles.size(), sizes) << type->key;
            for (const SizeHandle& handle : handles) {
                const auto larger =
                    pullSize(d, builtinCatalog(), *model, model->getInitialState(), x, handle, handle.value + 0.01);
                ASSERT_TRUE(larger);
                const CompiledModelPtr after = *compileDocument(larger->document);
                for (const SizeHandle& moved : findSizeHandles(*after, after->getInitialState(), x)) {
                    if (moved.key != handle.key) continue;
                    const Vec3 way = moved.position_G - handle.position_G;
                    EXPECT_NEAR(way.dot(handle.direction_G), 0.01 * handle.rate, poseTolerance)
                        << type->key << handle.key;
                    EXPECT_NEAR(moved.value, handle.value + 0.01, poseTolerance);
                }
            }
        }
    }
}

TEST(SizeHandles, MassInertiaAndTheJointAtItsTipFollowALink) {
    DrawnMechanism drawing;
    const LinkEdit first = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    drawing.draw({.start = first.tip, .end_G = Vec3(0.6, 0, 0)});
    const auto massOf = [](const Document& d, ElementId body) {
        return d.get(body).valueAs<Real>(typeOf(d.get(body)), "mass");
    };
    const Real before = massOf(drawing.document, first.link);
    const auto longer = setSize(drawing.document, builtinCatalog(), first.link, "length", 0.45);
    ASSERT_TRUE(longer);
    EXPECT_NEAR(massOf(longer->document, first.link) / before, 1.5, poseTolerance);
    const Vec3 was = drawing.at(Place{namedIn(drawing.document, "Link 2"), "origin", Vec3(0.)});
    drawing.take(longer->document);
    const Vec3 is = drawing.at(Place{namedIn(drawing.document, "Link 2"), "origin", Vec3(0.)});
    EXPECT_LT((is - was - Vec3(0.15, 0, 0)).norm(), poseTolerance);
    // An explicit mass is kept.
    const Document typed = with(drawing.document, first.link, "mass", 2.);
    EXPECT_EQ(massOf(setSize(typed, builtinCatalog(), first.link, "length", 0.2)->document, first.link), 2);
}

TEST(SteelMass, IsTheVolumeDrawnTimesTheDensity) {
    for (const auto& [key, volume] : {std::pair<std::string, Real>("box", 0.001),
                                      {"sphere", 4. / 3 * Pi * 0.001},
                                      {"cylinder", Pi * 0.001 * 0.5}}) {
        const auto made =
            addFloatingBody(Document(), draftBody(*builtinCatalog().findType("body", key), 0.1), Vec3(0.));
        ASSERT_TRUE(made) << key;
        const Element& body = made->edit.document.get(made->edit.element);
        EXPECT_NEAR(body.valueAs<Real>(typeOf(body), "mass"), 7850 * volume, 1e-9) << key;
        EXPECT_TRUE(body.formula("mass")) << key;
    }
}

}  // namespace trammel
