// SPDX-License-Identifier: Apache-2.0
// Posing, placing and fixing mechanisms: the operations of the window's tools and buttons.
#include <algorithm>
#include <cmath>

#include "authoring/features.h"
#include "authoring/fixes.h"
#include "authoring/placed_element.h"
#include "authoring/pose_drag.h"
#include "compile/coordinates.h"
#include "inspect/wiggle_motion.h"
#include "multibody/multibody_system.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

// Loops are assembled to 1e-10 and tracked to somewhat less; lengths of some tenths of a meter.
constexpr Real closedTo = 1e-7;
// The search for the best pose ends with steps of 1e-8.
constexpr Real nearest = 1e-5;

Real gapOf(const CompiledModel& model, const State& s) { return model.calcConstraintError(s); }

/// A box on a slider along x, created when only the box existed.
struct BoxOnSlider : DrawnMechanism {
    ElementId box, slider;
    BoxOnSlider() {
        const auto body =
            addFloatingBody(document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.3, 0.2, 0));
        EXPECT_TRUE(body);
        box = body->edit.element;
        take(body->edit.document);
        const auto joint = addPlacedElement(document, model, *builtinCatalog().findType("joint", "slider"),
                                            {{"parent", Place{{}, "origin", Vec3(0.3, 0.2, 0)}}, {"child", Place{box}}},
                                            Vec3(0, 1, 0));
        EXPECT_TRUE(joint);
        slider = joint->edit.element;
        take(joint->edit.document);
    }
};

}  // namespace

TEST(AddFloatingBody, FirstBodyAddsGravity) {
    const Element box = draftBody(*builtinCatalog().findType("body", "box"), 0.1);
    const auto first = addFloatingBody(Document(), box, Vec3(0.));
    ASSERT_TRUE(first);
    ASSERT_EQ(first->edit.document.elementsOf("force").size(), 1u);
    EXPECT_EQ(first->edit.document.get(first->edit.element).name, "Box");
    const auto second = addFloatingBody(first->edit.document, box, Vec3(0.2, 0, 0));
    ASSERT_TRUE(second);
    EXPECT_EQ(second->edit.document.elementsOf("force").size(), 1u);
    // Removed gravity is not added again.
    const auto without =
        removeElement(first->edit.document, builtinCatalog(), first->edit.document.elementsOf("force").front());
    EXPECT_TRUE(addFloatingBody(without->document, box, Vec3(0.2, 0, 0))->edit.document.elementsOf("force").empty());
}

TEST(FitShape, ScalesTheDraftToTheReachOfItsBody) {
    const TypeDescriptor& capsule = *builtinCatalog().findType("shape", "capsule");
    constexpr Real side = 0.01, reach = side * 0.87, defaultLength = 0.2, defaultRadius = 0.05;
    const auto body = addFloatingBody(Document(), draftBody(*builtinCatalog().findType("body", "box"), side), Vec3(0.));
    ASSERT_TRUE(body);
    Element small = Element::draft("shape", "capsule"), onGround = small;
    fitShape(small, capsule, body->edit.document, body->edit.element);
    const Real length = small.valueAs<Real>(capsule, "length");
    EXPECT_NEAR(length, reach, 0.1 * reach);
    EXPECT_NEAR(small.valueAs<Real>(capsule, "radius"), length * defaultRadius / defaultLength, 1e-15);
    fitShape(onGround, capsule, body->edit.document, ElementId());
    EXPECT_EQ(onGround.valueAs<Real>(capsule, "length"), defaultLength);
}

TEST(PoseDrag, AFourBarFollowsThePointerWithItsLoopClosed) {
    FourBar bar;
    const Vec3 grip = bar.at(bar.crank.tip);
    PoseDrag drag(bar.model, bar.crank.link, grip);
    ASSERT_EQ(drag.heldReason(), "");
    for (int i = 1; i <= 40; ++i) {
        const Real angle = Pi / 2 + i * Pi / 40;
        const Vec3 target(0.1 * std::cos(angle), 0.1 * std::sin(angle), grip[2]);
        drag.moveTo(target);
        EXPECT_LT((drag.getGrip() - target).norm(), nearest) << i;
        EXPECT_LT(gapOf(*bar.model, drag.getState()), closedTo) << i;
    }
}

TEST(PoseDrag, ApproachesUnreachableTargets) {
    FourBar bar;
    PoseDrag drag(bar.model, bar.crank.link, bar.at(bar.crank.tip));
    for (int i = 0; i < 20; ++i) drag.moveTo(Vec3(-1, 0, 0));
    EXPECT_LT((drag.getGrip().head<2>() - Vec2(-0.1, 0)).norm(), 1e-3);
}

TEST(PoseDrag, ALockedJointHoldsTheMechanismAndIsNamed) {
    FourBar bar;
    const auto locked =
        setProperty(bar.document, builtinCatalog(), bar.crank.pin, "locked", PropertyValue(std::string("position")));
    ASSERT_TRUE(locked);
    bar.take(locked->document);
    PoseDrag drag(bar.model, bar.coupler.link, bar.at(bar.coupler.tip));
    EXPECT_EQ(drag.heldReason(), "0 DOF left: locked by Pin A.");
}

TEST(SetCoordinate, SetsTheJointExactlyAndTheLoopFollows) {
    FourBar bar;
    for (ElementId pin : {bar.crank.pin, bar.rocker.pin}) {
        const Element& before = bar.document.get(pin);
        const Real wanted = std::get<Real>(*before.findExplicit("angle")) + 0.1;
        const auto set = setCoordinate(bar.document, builtinCatalog(), *bar.model, pin, "angle", PropertyValue(wanted));
        ASSERT_TRUE(set);
        bar.take(set->document);
        EXPECT_TRUE(bar.model->getAssembly().assembled);
        EXPECT_NEAR(std::get<Real>(*bar.document.get(pin).findExplicit("angle")), wanted, closedTo);
        EXPECT_LT(gapOf(*bar.model, bar.model->getInitialState()), closedTo);
    }
}

TEST(SetCoordinate, IsAnyPropertyWhereThereIsNoLoop) {
    DrawnMechanism drawing;
    const LinkEdit link = drawing.draw({.start = {}, .end_G = Vec3(0.3, 0, 0)});
    const auto set =
        setCoordinate(drawing.document, builtinCatalog(), *drawing.model, link.pin, "angle", PropertyValue(0.5));
    ASSERT_TRUE(set);
    EXPECT_EQ(std::get<Real>(*set->document.get(link.pin).findExplicit("angle")), 0.5);
    EXPECT_TRUE(isCoordinate(*drawing.model, link.pin, "angle"));
    EXPECT_FALSE(isCoordinate(*drawing.model, link.pin, "rate"));
    EXPECT_FALSE(isCoordinate(*drawing.model, link.link, "length"));
}

TEST(AddFloatingBody, HasTheRequestedSizeAndSteelMass) {
    BoxOnSlider made;
    const Element& box = made.document.get(made.box);
    EXPECT_LT((std::get<Vec3>(*box.findExplicit("size")) - Vec3(0.1, 0.1, 0.1)).norm(), 1e-12);
    EXPECT_NEAR(std::get<Real>(*box.findExplicit("mass")), 7850 * 0.001, 1e-9);
}

TEST(FindFeatures, BoxHasCornersEdgesAndFaces) {
    BoxOnSlider made;
    const auto features = findFeatures(*made.model, made.model->getInitialState());
    const auto count = [&](const std::string& name) { return std::ranges::count(features, name, &Feature::name); };
    EXPECT_EQ(count("corner of Box"), 8);
    // The middle of each edge, and the edge itself.
    EXPECT_EQ(count("edge of Box"), 24);
    EXPECT_EQ(count("face of Box"), 6);
    EXPECT_EQ(count("origin of Box"), 1);
    const auto left = std::ranges::find_if(features, [](const Feature& feature) {
        return feature.name == "face of Box" && (feature.position_G - Vec3(0.25, 0.2, 0)).norm() < 1e-12;
    });
    EXPECT_NE(left, features.end());
}

TEST(AddPlacedElement, JointCarriesAFloatingBodyAtItsPlace) {
    BoxOnSlider made;
    EXPECT_EQ(made.document.elementsOf("joint").size(), 1u);
    EXPECT_EQ(made.model->getMobility().degreesOfFreedom, 1);
    EXPECT_LT((made.at(Place{made.box}) - Vec3(0.3, 0.2, 0)).norm(), closedTo);
    // It slides along the requested axis.
    const auto moved =
        setCoordinate(made.document, builtinCatalog(), *made.model, made.slider, "position", PropertyValue(0.1));
    ASSERT_TRUE(moved);
    made.take(moved->document);
    EXPECT_LT((made.at(Place{made.box}) - Vec3(0.3, 0.3, 0)).norm(), closedTo);
}

TEST(AddPlacedElement, ChildMeetsParentAtThePickForEveryJoint) {
    for (const TypeDescriptor* type : builtinCatalog().typesOf("joint")) {
        // Without functions it has no degrees of freedom.
        if (type->key == "functionBased") continue;
        SCOPED_TRACE(type->key);
        BoxOnSlider made;
        const auto body = addFloatingBody(made.document, draftBody(*builtinCatalog().findType("body", "box"), 0.1),
                                          Vec3(0.7, 0.1, 0.2));
        ASSERT_TRUE(body);
        made.take(body->edit.document);
        const ElementId child = body->edit.element;
        const auto joint = addPlacedElement(made.document, made.model, *type,
                                            {{"parent", Place{made.box, "origin", Vec3(0.1, 0, 0)}},
                                             {"child", Place{child, "origin", Vec3(0, 0.1, 0)}}},
                                            Vec3(1, 0, 0));
        ASSERT_TRUE(joint);
        made.take(joint->edit.document);
        EXPECT_EQ(made.document.elementsOf("joint").size(), 2u);
        const auto X_GF = made.model->findJointFrame(joint->edit.element, made.model->getInitialState());
        ASSERT_TRUE(X_GF);
        EXPECT_LT((X_GF->p() - Vec3(0.4, 0.2, 0)).norm(), closedTo);
        EXPECT_LT((X_GF->R() * *mainAxisOf(*type) - Vec3(1, 0, 0)).norm(), closedTo);
    }
}

TEST(AddPlacedElement, JointIsIndependentOfThePickOrder) {
    const TypeDescriptor& pin = *builtinCatalog().findType("joint", "pin");
    BoxOnSlider made;
    const auto body =
        addFloatingBody(made.document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.7, 0.1, 0.2));
    ASSERT_TRUE(body);
    made.take(body->edit.document);
    const ElementId loose = body->edit.element;
    for (const ElementId carrier : {made.box, ElementId()}) {
        const auto joint = addPlacedElement(
            made.document, made.model, pin,
            {{"parent", Place{loose, "origin", Vec3(0, 0.1, 0)}}, {"child", Place{carrier, "origin", Vec3(0.1, 0, 0)}}},
            Vec3(0, 0, 1));
        ASSERT_TRUE(joint);
        const Element& element = joint->edit.document.get(joint->edit.element);
        EXPECT_EQ(element.reference("parent"), carrier);
        EXPECT_EQ(element.reference("child"), loose);
        EXPECT_EQ(element.valueAs<Vec3>(pin, "parentPoint"), Vec3(0.1, 0, 0));
        EXPECT_EQ(element.valueAs<Vec3>(pin, "childPoint"), Vec3(0, 0.1, 0));
        // Its free joint is gone, and no loop is closed.
        EXPECT_EQ(joint->edit.document.elementsOf("joint").size(), 2u);
        EXPECT_TRUE(joint->model->getAssembly().assembled);
    }
    // A body supported by a floating body cannot carry it.
    const auto other =
        addFloatingBody(made.document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.));
    ASSERT_TRUE(other);
    made.take(other->edit.document);
    const std::vector<SocketPick> picks{{"parent", Place{loose}}, {"child", Place{other->edit.element}}};
    for (int i = 0; i < 2; ++i) {
        const auto joint = addPlacedElement(made.document, made.model, pin, picks, Vec3(0, 0, 1));
        ASSERT_TRUE(joint);
        made.take(joint->edit.document);
        EXPECT_EQ(made.document.get(joint->edit.element).reference("parent"), loose);
    }
}

TEST(AddPlacedElement, ConstraintsAndForcesAreConnectedAsPicked) {
    int tried = 0;
    for (const char* family : {"constraint", "force"})
        for (const TypeDescriptor* type : builtinCatalog().typesOf(family)) {
            if (!type->findSocket("body1") || !type->findSocket("body2")) continue;
            SCOPED_TRACE(type->key);
            BoxOnSlider made;
            const Place far{{}, "origin", Vec3(0.1, 0.1, 0)};
            const auto placed = addPlacedElement(made.document, made.model, *type,
                                                 {{"body1", far}, {"body2", Place{made.box}}}, Vec3(0, 0, 1));
            ASSERT_TRUE(placed);
            const Element& element = placed->edit.document.get(placed->edit.element);
            EXPECT_EQ(element.reference("body2"), made.box);
            EXPECT_FALSE(element.reference("body1").isValid());
            if (pointPropertyOf(*type, "body1")) {
                EXPECT_EQ(element.valueAs<Vec3>(*type, "point1"), Vec3(0.1, 0.1, 0));
            }
            // As long as the distance of the points.
            const Real apart = (made.at(Place{made.box}) - Vec3(0.1, 0.1, 0)).norm();
            for (const char* key : {"length", "restLength"})
                if (type->findProperty(key)) {
                    EXPECT_NEAR(element.valueAs<Real>(*type, key), apart, 1e-12);
                }
            ++tried;
        }
    EXPECT_GT(tried, 10);
}

TEST(FindFixes, PlanarPinIsFixedByPointOnLine) {
    FourBar bar;
    const auto pinned = changeClosure(bar.model, bar.rocker.closure, closureChoices(bar.model, bar.rocker.closure)[0]);
    ASSERT_TRUE(pinned);
    bar.take(pinned->document);
    const std::vector<Fix> fixes = findFixes(bar.model, pinned->element);
    ASSERT_FALSE(fixes.empty());
    EXPECT_EQ(fixes[0].label, "Close 'Pin D' with Point on line");
    bar.take(fixes[0].document);
    EXPECT_EQ(bar.model->getMobility().redundantEquations, 0);
    EXPECT_EQ(bar.model->getMobility().degreesOfFreedom, 1);
}

TEST(FindFixes, OpenLoopIsFixedByALengthOrLeftOpen) {
    FourBar bar;
    const auto shortened = setProperty(bar.document, builtinCatalog(), bar.coupler.link, "length", PropertyValue(0.04));
    ASSERT_TRUE(shortened);
    bar.take(shortened->document);
    ASSERT_FALSE(bar.model->getAssembly().assembled);
    const std::vector<Fix> fixes = findFixes(bar.model, bar.rocker.closure);
    ASSERT_GE(fixes.size(), 2u);
    for (const Fix& fix : fixes) {
        bar.take(fix.document);
        EXPECT_TRUE(bar.model->getAssembly().assembled) << fix.label;
    }
}

TEST(FindFixes, NoFixesWithoutProblems) {
    FourBar bar;
    EXPECT_TRUE(findFixes(bar.model, bar.rocker.closure).empty());
}

TEST(WiggleMotion, OscillatesWithTheLoopClosed) {
    FourBar bar;
    const auto ways = bar.model->calcWiggles(bar.model->getInitialState());
    ASSERT_EQ(ways.size(), 1u);
    WiggleMotion motion(bar.model, ways[0]);
    const Vector q0 = bar.model->getInitialState().getQ();
    for (const Real phase : {0.3, 1.57, 3.14, 4.7}) EXPECT_LT(gapOf(*bar.model, motion.at(phase)), closedTo) << phase;
    EXPECT_GT((motion.at(Pi / 2).getQ() - q0).cwiseAbs().maxCoeff(), 0.05);
    EXPECT_LT((motion.at(0).getQ() - q0).cwiseAbs().maxCoeff(), closedTo);
}

}  // namespace trammel
