// SPDX-License-Identifier: Apache-2.0
#include "authoring/link_edit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "authoring/features.h"
#include "authoring/placed_element.h"
#include "authoring/pose_edit.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "inspect/grashof.h"
#include "multibody/multibody_system.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

// Loops are assembled to 1e-10; lengths of some tenths of a meter.
constexpr Real closed = 1e-8;

}  // namespace

TEST(DrawLink, PreviewHasTheFinalLength) {
    DrawnMechanism drawing;
    for (const std::optional<Real>& typed : {std::optional<Real>(), std::optional<Real>(0.15)}) {
        const LinkDraft draft{
            .start = Place{{}, "origin", Vec3(0.1, 0, 0)}, .end_G = Vec3(0.1, 0.24, 0), .length = typed};
        const auto drawn = drawLink(drawing.document, drawing.model, draft);
        ASSERT_TRUE(drawn);
        Real highest = 0;
        for (const DecorativeGeometry& g : *drawn) {
            EXPECT_NEAR(g.getTransform().R().asMat33().determinant(), 1, 1e-12);
            highest = std::max(highest, g.getTransform().p()[1]);
        }
        EXPECT_NEAR(highest, typed.value_or(0.24), 1e-12);
    }
}

TEST(AddLink, FirstLinkIsPinnedToGroundAndAddsGravity) {
    DrawnMechanism drawing;
    const LinkEdit link = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(drawing.document.elementsOf("force").size(), 1u);
    EXPECT_EQ(link.summary, "Pin to Ground");
    EXPECT_LT((drawing.at(link.tip) - Vec3(0.3, 0, 0)).norm(), closed);
    const Element& bar = drawing.document.get(link.link);
    EXPECT_GT(std::get<Real>(*bar.findExplicit("mass")), 0.1);
}

TEST(AddLink, TypedLengthKeepsTheDrawnDirection) {
    DrawnMechanism drawing;
    const LinkEdit link = drawing.draw({.start = {}, .end_G = Vec3(0.03, 0.04, 0), .length = 0.5});
    EXPECT_LT((drawing.at(link.tip) - Vec3(0.3, 0.4, 0)).norm(), closed);
}

TEST(AddLink, AChainOfTwoIsADoublePendulum) {
    DrawnMechanism drawing;
    const LinkEdit first = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    const LinkEdit second = drawing.draw({.start = first.tip, .end_G = Vec3(0.6, 0, 0)});
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 2);
    EXPECT_EQ(second.summary, "Pin to Link");
    // It is one layer above the first.
    EXPECT_LT((drawing.at(second.tip) - Vec3(0.6, 0, 0)).head<2>().norm(), closed);
}

TEST(AddLink, FourBarClosesWithoutRedundancy) {
    FourBar bar;
    const MobilityReport& mobility = bar.model->getMobility();
    EXPECT_EQ(mobility.degreesOfFreedom, 1);
    EXPECT_EQ(mobility.redundantEquations, 0);
    EXPECT_EQ(mobility.loops, 1);
    EXPECT_TRUE(bar.model->getAssembly().assembled);
    EXPECT_EQ(bar.rocker.summary, "Pin to Ground, closed with Point on line (2 equations)");
    EXPECT_LT((bar.at(bar.crank.tip) - Vec3(0, 0.1, 0)).norm(), closed);
    // Both lengths are kept: the joint between coupler and rocker has moved.
    EXPECT_LT((bar.at(bar.coupler.tip) - bar.at(bar.rocker.tip)).head<2>().norm(), closed);
    EXPECT_NEAR((bar.at(bar.rocker.tip) - Vec3(0.4, 0, 0)).head<2>().norm(), 0.25, closed);
}

TEST(AddLink, DocumentStoresTheAssembledPose) {
    FourBar bar;
    const auto again = compileDocument(bar.document);
    ASSERT_TRUE(again);
    for (const Diagnostic& d : again.diagnostics) ADD_FAILURE() << d.message;
    EXPECT_LE((*again)->getAssembly().iterations, 1);
}

TEST(AddLink, FailsForZeroLengthAndSelfConnection) {
    DrawnMechanism drawing;
    const LinkEdit link = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    EXPECT_FALSE(addLink(drawing.document, drawing.model, {.start = {}, .end_G = Vec3(0.)}));
    const auto loop = addLink(drawing.document, drawing.model, {.start = link.tip, .end = Place{link.link}});
    ASSERT_FALSE(loop);
    EXPECT_NE(loop.diagnostics.begin()->message.find("Link"), std::string::npos);
}

TEST(AddLink, WorksInAnyPlane) {
    DrawnMechanism drawing;
    const Vec3 axis = Vec3(1, 2, 3).normalized();
    const Rotation R = Rotation::withZ(axis);
    const auto in = [&](Real x, Real y) { return Vec3(R * Vec3(x, y, 0)); };
    const LinkEdit a = drawing.draw({.start = {}, .end_G = in(0, 0.1), .axis_G = axis});
    const LinkEdit b = drawing.draw({.start = a.tip, .end_G = in(0.33, 0.25), .length = 0.35, .axis_G = axis});
    drawing.draw({.start = b.tip, .end = Place{{}, "origin", in(0.4, 0)}, .length = 0.25, .axis_G = axis});
    EXPECT_TRUE(drawing.model->getAssembly().assembled);
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(drawing.model->getMobility().redundantEquations, 0);
}

namespace {

/// Two links from Ground to the face of a floating box, without the second one.
struct LinksToABox : DrawnMechanism {
    ElementId box;
    LinkEdit first;
    LinksToABox() {
        const auto made =
            addFloatingBody(document, draftBody(*builtinCatalog().findType("body", "box"), 0.06), Vec3(0, 0.2, 0));
        box = made->edit.element;
        take(made->edit.document);
        first = draw({.start = Place{{}, "origin", Vec3(0.03, 0, 0)}, .end_G = Vec3(0.13, 0.1, 0)});
    }
    Place face() const { return {box, "origin", Vec3(0.03, 0, 0)}; }
};

}  // namespace

TEST(AddLink, FloatingBodyIsCarriedByTheLink) {
    LinksToABox drawing;
    const LinkEdit second = drawing.draw({.start = drawing.first.tip, .end = drawing.face()});
    EXPECT_EQ(drawing.model->getMobility().loops, 0);
    EXPECT_EQ(drawing.model->getMobility().degreesOfFreedom, 3);
    EXPECT_EQ(second.summary, "Pin to Link, and Box to it");
    EXPECT_FALSE(floatingJointOf(drawing.document, drawing.box).isValid());
    EXPECT_EQ(carrierOf(drawing.document, drawing.box), second.closure);
    // Nothing had to move.
    EXPECT_LT((drawing.at(Place{drawing.box}) - Vec3(0, 0.2, 0)).norm(), closed);
    EXPECT_LT((drawing.at(second.tip) - drawing.at(drawing.face())).head<2>().norm(), closed);
    // A chain supported by the body itself cannot carry it: that is a loop.
    LinksToABox hanging;
    const LinkEdit arm = hanging.draw({.start = hanging.face(), .end_G = Vec3(0.13, 0.2, 0)});
    hanging.draw({.start = arm.tip, .end = Place{hanging.box, "origin", Vec3(0.03, -0.03, 0)}});
    EXPECT_EQ(hanging.model->getMobility().loops, 1);
    EXPECT_TRUE(floatingJointOf(hanging.document, hanging.box).isValid());
}

TEST(ToggleGround, LocksThePinOfALinkOnGround) {
    FourBar drawing;
    const Document before = drawing.document;
    const auto fixed = toggleGround(drawing.document, drawing.model, drawing.crank.link);
    ASSERT_TRUE(fixed);
    drawing.take(fixed->edit.document);
    EXPECT_EQ(drawing.document.elementsOf("joint").size(), before.elementsOf("joint").size());
    EXPECT_EQ(groundingOf(drawing.document, drawing.crank.link), drawing.crank.pin);
    EXPECT_EQ(findLockedJoints(drawing.document), std::vector{drawing.crank.pin});
    EXPECT_EQ(drawing.model->getMobility().redundantEquations, 0);
    const auto released = toggleGround(drawing.document, drawing.model, drawing.crank.link);
    ASSERT_TRUE(released);
    drawing.take(released->edit.document);
    EXPECT_TRUE(findLockedJoints(drawing.document).empty());
    EXPECT_FALSE(groundingOf(drawing.document, drawing.crank.link).isValid());
    // A link that Ground does not carry is welded.
    const auto welded = toggleGround(drawing.document, drawing.model, drawing.coupler.link);
    ASSERT_TRUE(welded);
    EXPECT_EQ(welded->edit.document.elementsOf("joint").size(), before.elementsOf("joint").size() + 1);
}

TEST(ToggleGround, LocksThePinOfALinkOnALinkThatIsHeld) {
    FourBar drawing;
    for (const auto& link : {drawing.crank, drawing.coupler}) {
        const std::size_t joints = drawing.document.elementsOf("joint").size();
        const auto fixed = toggleGround(drawing.document, drawing.model, link.link);
        ASSERT_TRUE(fixed);
        drawing.take(fixed->edit.document);
        EXPECT_EQ(drawing.document.elementsOf("joint").size(), joints);
        EXPECT_EQ(groundingOf(drawing.document, link.link), link.pin);
    }
    EXPECT_EQ(findLockedJoints(drawing.document), (std::vector{drawing.crank.pin, drawing.coupler.pin}));
    const auto released = toggleGround(drawing.document, drawing.model, drawing.coupler.link);
    ASSERT_TRUE(released);
    EXPECT_EQ(findLockedJoints(released->edit.document), std::vector{drawing.crank.pin});
}

TEST(AddPlacedElement, ASinusoidMotorMovesNoBody) {
    FourBar drawing;
    const TypeDescriptor& sinusoid = *builtinCatalog().findType("motion", "sinusoid");
    const auto motor = addPlacedElement(drawing.document, drawing.model, sinusoid,
                                        {{.socket = "joint", .element = drawing.crank.pin}}, Vec3(0, 0, 1));
    ASSERT_TRUE(motor);
    EXPECT_NEAR(motor->edit.document.get(motor->edit.element).valueAs<Real>(sinusoid, "mean"), Pi / 2, 1e-9);
    expectSamePoses(*drawing.model, *motor->model);
}

TEST(AddPlacedElement, AConstantCoordinateHoldsTheCurrentValue) {
    FourBar drawing;
    const TypeDescriptor& held = *builtinCatalog().findType("constraint", "constantCoordinate");
    const auto made = addPlacedElement(drawing.document, drawing.model, held,
                                       {{.socket = "joint", .element = drawing.crank.pin}}, Vec3(0, 0, 1));
    ASSERT_TRUE(made);
    EXPECT_NEAR(made->edit.document.get(made->edit.element).valueAs<Real>(held, "position"), Pi / 2, 1e-9);
    expectSamePoses(*drawing.model, *made->model);
}

TEST(MakeClosure, LoopClosingPinKeepsOrientation) {
    LinksToABox drawing;
    const LinkEdit second = drawing.draw({.start = drawing.first.tip, .end_G = Vec3(0.03, 0.2, 0)});
    const Transform before = drawing.model->calcBodyPose(second.link, drawing.model->getInitialState());
    const State& s = drawing.model->getInitialState();
    const ClosureSite at = inOnePlane(*drawing.model, s, {second.tip, drawing.face(), Vec3(0, 0, 1)});
    const auto edit =
        addElement(drawing.document, builtinCatalog(), makeClosure(*drawing.model, s, "joint", "pin", at));
    ASSERT_TRUE(edit);
    drawing.take(edit->document);
    EXPECT_EQ(drawing.model->getMobility().loops, 1);
    EXPECT_TRUE(drawing.model->getAssembly().assembled);
    // The weld equations also hold for a link rotated by half a turn, with its tip elsewhere.
    const Transform after = drawing.model->calcBodyPose(second.link, drawing.model->getInitialState());
    EXPECT_LT((after.R().asMat33() - before.R().asMat33()).norm(), closed);
    EXPECT_LT((after.p() - before.p()).norm(), closed);
}

TEST(ChangeClosure, PinHasThreeRedundantEquations) {
    FourBar bar;
    const std::vector<ClosureChoice> choices = closureChoices(bar.model, bar.rocker.closure);
    ASSERT_EQ(choices.size(), 3u);
    EXPECT_EQ(choices[0].type, "pin");
    EXPECT_EQ(choices[0].redundant, 3);
    EXPECT_EQ(choices[1].redundant, 1);
    EXPECT_EQ(choices[2].redundant, 0);
    const auto changed = changeClosure(bar.model, bar.rocker.closure, choices[0]);
    ASSERT_TRUE(changed);
    const auto model = compileDocument(changed->document);
    ASSERT_TRUE(model);
    EXPECT_TRUE((*model)->getAssembly().assembled);
    EXPECT_EQ((*model)->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ((*model)->getMobility().redundantEquations, 3);
    // And back.
    const auto back = changeClosure(*model, changed->element, choices[2]);
    ASSERT_TRUE(back);
    EXPECT_EQ((*compileDocument(back->document))->getMobility().redundantEquations, 0);
}

TEST(ChangeClosure, FindsEitherOfTwoLinksOnACrankpin) {
    FourBar bar;
    EXPECT_TRUE(closureChoices(bar.model, bar.crank.link).empty());
}

TEST(DescribeGrashof, NamesTheRotatingLinks) {
    FourBar bar;
    const std::string text = describeGrashof(*bar.model);
    EXPECT_EQ(text, "crank-rocker: Link turns fully");
    DrawnMechanism pendulum;
    pendulum.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    EXPECT_EQ(describeGrashof(*pendulum.model), "");
}

TEST(DescribeGrashof, DistinguishesAllClasses) {
    struct Case {
        Vec3 crankTip, couplerTip, ground;
        std::string text;
    };
    const std::string changePoint =
        "change point: its links can become collinear, where the assembly branch is undetermined";
    for (const Case& each : {Case{{0, 0.2, 0}, {0.3, 0.2, 0}, {0.3, 0, 0}, changePoint},
                             Case{{0, 0.3, 0}, {0.3, 0.3, 0}, {0.1, 0, 0}, "double crank: Link and Link 3 turn fully"},
                             Case{{0, 0.3, 0}, {0.1, 0.3, 0}, {0.2, 0, 0}, "double rocker: only Link 2 turns fully"},
                             Case{{0, 0.1, 0}, {0.1, 0.15, 0}, {0.2, 0, 0}, "triple rocker: no link turns fully"}}) {
        DrawnMechanism bar;
        const LinkEdit crank = bar.draw({.start = {}, .end_G = each.crankTip});
        const LinkEdit coupler = bar.draw({.start = crank.tip, .end_G = each.couplerTip});
        bar.draw({.start = coupler.tip, .end = Place{{}, "origin", each.ground}});
        EXPECT_EQ(describeGrashof(*bar.model), each.text);
    }
}

TEST(SetInitialPose, IsTheInverseOfCompilingForEveryJoint) {
    for (const TypeDescriptor* type : builtinCatalog().typesOf("joint")) {
        SCOPED_TRACE(type->key);
        Document document;
        const auto add = [&](Element draft) {
            Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
            EXPECT_TRUE(edit);
            document = edit->document;
            return edit->element;
        };
        const ElementId body = add(Element::draft("body", "box"));
        // Without functions it has no degrees of freedom.
        if (type->key == "functionBased") continue;
        Element draft = Element::draft("joint", type->key);
        draft.plug("child", body);
        add(draft);
        const auto model = compileDocument(document);
        ASSERT_TRUE(model);
        State s = (*model)->getInitialState();
        for (int i = 0; i < s.getNQ(); ++i) s.updQ()[i] += 0.1 + 0.05 * i;
        (*model)->getSystem().realize(s, Stage::Position);
        const auto posed = setInitialPose(document, builtinCatalog(), **model, s);
        ASSERT_TRUE(posed);
        const auto again = compileDocument(posed->document);
        ASSERT_TRUE(again);
        const Transform before = (*model)->calcBodyPose(body, s);
        const Transform after = (*again)->calcBodyPose(body, (*again)->getInitialState());
        EXPECT_LT((before.p() - after.p()).norm(), 1e-12);
        EXPECT_LT((before.R().asMat33() - after.R().asMat33()).norm(), 1e-12);
    }
}

TEST(FindFeatures, NamesEndsJointsAndFacesWhereTheyAre) {
    FourBar bar;
    const auto features = findFeatures(*bar.model, bar.model->getInitialState());
    const auto find = [&](const std::string& name) {
        for (const Feature& f : features)
            if (f.name == name) return f;
        ADD_FAILURE() << name;
        return Feature{};
    };
    EXPECT_LT((find("Pin A").position_G).norm(), closed);
    EXPECT_EQ(find("Pin B").place.body, bar.crank.link);
    EXPECT_LT((find("tip of Link").position_G - Vec3(0, 0.1, 0)).norm(), closed);
    for (const Feature& f : features) EXPECT_LT((bar.at(f.place) - f.position_G).norm(), closed) << f.name;
}

TEST(FindFeatures, OmitsFramesOfFloatingBodiesAndTeeth) {
    for (const char* const type : {"gear", "ringGear"}) {
        const auto made = addFloatingBody(Document(), Element::draft("body", type, "Wheel"), Transform());
        ASSERT_TRUE(made);
        for (const Feature& f : findFeatures(*made->model, made->model->getInitialState())) {
            EXPECT_FALSE(f.name.starts_with("Free motion")) << f.name;
            // Corners, edges and fillets of teeth.
            EXPECT_LT(Vec2(f.position_G[0], f.position_G[1]).norm(), closed) << type << ": " << f.name;
        }
    }
}

TEST(JoinPlaces, JoiningFreeEndsClosesTheLoopWithoutRedundancy) {
    DrawnMechanism drawing;
    const LinkEdit crank = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    const LinkEdit coupler = drawing.draw({.start = crank.tip, .end_G = Vec3(0.3, 0.25, 0)});
    const LinkEdit rocker = drawing.draw({.start = Place{{}, "origin", Vec3(0.4, 0, 0)}, .end_G = Vec3(0.42, 0.25, 0)});
    ASSERT_EQ(drawing.model->getMobility().degreesOfFreedom, 3);
    const auto joined = joinPlaces(drawing.document, drawing.model, {rocker.tip, coupler.tip, Vec3(0, 0, 1)});
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->summary, "Pin to Link 2, closed with Point on line (2 equations)");
    EXPECT_EQ(joined->model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(joined->model->getMobility().redundantEquations, 0);
    EXPECT_TRUE(joined->model->getAssembly().assembled);
    const State& s = joined->model->getInitialState();
    const Vec3 gap = calcPosition(*joined->model, s, rocker.tip) - calcPosition(*joined->model, s, coupler.tip);
    EXPECT_LT(gap.head<2>().norm(), closed);
    const auto itself = joinPlaces(drawing.document, drawing.model, {rocker.tip, Place{rocker.link}, Vec3(0, 0, 1)});
    ASSERT_FALSE(itself);
    EXPECT_EQ(itself.diagnostics.begin()->message, "Both points are on Link 3.");
}

TEST(JoinPlaces, FloatingBodyIsCarriedByAPin) {
    DrawnMechanism drawing;
    const LinkEdit link = drawing.draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    const auto box =
        addFloatingBody(drawing.document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.3, 0.2, 0));
    drawing.take(box->edit.document);
    const Place end{box->edit.element, "tip", Vec3(0.)};
    const auto joined = joinPlaces(drawing.document, drawing.model, {end, link.tip, Vec3(0, 0, 1)});
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->edit.document.get(joined->closure).type, "pin");
    EXPECT_EQ(joined->model->getMobility().degreesOfFreedom, 2);
    EXPECT_EQ(joined->model->getMobility().loops, 0);
    const State& s = joined->model->getInitialState();
    EXPECT_LT((calcPosition(*joined->model, s, end) - calcPosition(*joined->model, s, link.tip)).norm(), closed);
}

TEST(Features, AxesOfBarsCylindersAndJointsAreLinesToAimAt) {
    DrawnMechanism drawing;
    drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    drawing.take(addFloatingBody(drawing.document, draftBody(*builtinCatalog().findType("body", "cylinder"), 0.1),
                                 Vec3(0.3, 0.2, 0))
                     ->edit.document);
    const auto lineOf = [&](const std::string& name) -> Vec3 {
        for (const Feature& feature : findFeatures(*drawing.model, drawing.model->getInitialState()))
            if (feature.name == name && feature.line_G) return feature.line_G->second - feature.line_G->first;
        return Vec3(0.);
    };
    EXPECT_LT((lineOf("axis of Link") - Vec3(0.3, 0, 0)).norm(), closed);
    EXPECT_LT(lineOf("axis of Pin A").normalized().cross(Vec3(0, 0, 1)).norm(), closed);
    EXPECT_LT(lineOf("axis of Cylinder").normalized().cross(Vec3(0, 0, 1)).norm(), closed);
}

}  // namespace trammel
