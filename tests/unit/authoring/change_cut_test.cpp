// SPDX-License-Identifier: Apache-2.0
// Tree and cut joints are selectable: any joint of a loop, without moving anything.
#include "authoring/fixes.h"
#include "authoring/loop_closure.h"
#include "compile/compiled_data.h"
#include "multibody/matter_subsystem.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

// Assembled to 1e-10; lengths of some tenths of a meter.
constexpr Real exact = 1e-8;
// Equal accelerations from different equations: 9.8 m/s^2, and mass matrices of bars with condition number 1e4.
constexpr Real exactAcceleration = 1e-7;

/// Expects equal poses and equal initial accelerations of all bodies.
void expectSameMotion(const CompiledModel& a, const CompiledModel& b, const std::string& which) {
    State s = a.getInitialState(), t = b.getInitialState();
    a.getSystem().realize(s, Stage::Acceleration);
    b.getSystem().realize(t, Stage::Acceleration);
    for (const ElementId body : a.getDocument().elementsOf("body")) {
        const Transform was = a.calcBodyPose(body, s), is = b.calcBodyPose(body, t);
        EXPECT_LT((was.p() - is.p()).norm(), exact) << which;
        EXPECT_LT((was.R().asMat33() - is.R().asMat33()).norm(), exact) << which;
        const auto acceleration = [&](const CompiledModel& model, const State& state) {
            const BuiltSystem& built = *model.getData().built;
            return built.matter->getBodyAcceleration(state, built.bodies.at(body));
        };
        const SpatialVec change = acceleration(a, s) - acceleration(b, t);
        EXPECT_LT(change[0].norm() + change[1].norm(), exactAcceleration) << which;
    }
}

/// A spatial loop of pin, @p second, weld, ball and pin: one degree of freedom if the second joint has two.
Document spatialLoop(const char* second) {
    Document d = read(
        R"({"trammel": 1, "name": "Spatial", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1}},
 {"id": 2, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.3}},
 {"id": 3, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 0.2}},
 {"id": 4, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": 0.25}},
 {"id": 5, "family": "joint", "type": "pin", "name": "A", "properties": {"angle": 0.4, "parentOrientation": [0.2, 0.3, 0]}, "references": {"child": 1}},
 {"id": 6, "family": "joint", "type": ")" +
        std::string(second) +
        R"(", "name": "B", "properties": {"parentPointAnchor": "tip", "parentOrientation": [0.5, -0.3, 0.2]}, "references": {"parent": 1, "child": 2}},
 {"id": 7, "family": "joint", "type": "weld", "name": "C", "properties": {"parentPointAnchor": "tip", "parentOrientation": [0, 0.4, 0]}, "references": {"parent": 2, "child": 3}},
 {"id": 8, "family": "joint", "type": "ball", "name": "D", "properties": {"parentPointAnchor": "tip", "parentOrientation": [0.3, 0.9, -0.4]}, "references": {"parent": 3, "child": 4}},
 {"id": 9, "family": "force", "type": "gravity", "name": "Gravity"}]})");
    const CompiledModelPtr open = compiled(d);
    const ElementId rocker = namedIn(d, "Rocker");
    const Transform X_GB = open->calcBodyPose(rocker, open->getInitialState());
    const Vec3 tilt(0.7, 0.1, 0);
    Element last = Element::draft("joint", "pin", "E");
    last.plug("child", rocker).set("childPointAnchor", std::string("tip")).set("childOrientation", tilt);
    last.set("parentPoint", calcPosition(*open, open->getInitialState(), Place{rocker, "tip", Vec3(0.)}));
    last.set("parentOrientation", (X_GB.R() * Rotation::fromBodyXYZ(tilt)).toBodyXYZ());
    return addElement(d, builtinCatalog(), last)->document;
}

}  // namespace

TEST(ChangeCut, CuttingAtAnotherPinMovesNothing) {
    FourBar bar;
    const std::vector<ElementId> pins = cutChoices(*bar.model, bar.rocker.closure);
    ASSERT_EQ(pins.size(), 3u);
    for (const ElementId pin : pins) {
        const std::string name = bar.document.get(pin).name;
        const auto cut = changeCut(bar.model, bar.rocker.closure, pin);
        ASSERT_TRUE(cut) << name;
        EXPECT_EQ(cut->document.get(cut->element).name, name);
        EXPECT_EQ(cut->document.get(cut->element).family, "constraint");
        const auto model = compileDocument(cut->document);
        ASSERT_TRUE(model) << name;
        EXPECT_FALSE(model.diagnostics.hasErrors()) << name << ": " << model.diagnostics.begin()->message;
        EXPECT_EQ((*model)->getMobility().degreesOfFreedom, 1) << name;
        EXPECT_EQ((*model)->getMobility().redundantEquations, 0) << name;
        EXPECT_EQ((*model)->getMobility().loops, 1) << name;
        for (const ElementId body : bar.document.elementsOf("body")) {
            const Transform was = bar.model->calcBodyPose(body, bar.model->getInitialState());
            const Transform is = (*model)->calcBodyPose(body, (*model)->getInitialState());
            EXPECT_LT((was.p() - is.p()).norm(), exact) << name;
            EXPECT_LT((was.R().asMat33() - is.R().asMat33()).norm(), exact) << name;
        }
        // And back, from the new closure.
        const auto back = changeCut(*model, cut->element, namedIn(cut->document, "Pin D"));
        ASSERT_TRUE(back) << name;
        EXPECT_EQ((*compileDocument(back->document))->getMobility().degreesOfFreedom, 1);
    }
}

TEST(ChangeCut, AnyJointOfASpatialLoopCanBeCut) {
    for (const char* second : {"universal", "cylinder", "bendStretch"}) {
        const Document d = spatialLoop(second);
        const CompiledModelPtr model = compiled(d);
        ASSERT_TRUE(model->getAssembly().assembled) << second;
        ASSERT_EQ(model->getMobility().degreesOfFreedom, 1) << second;
        const ElementId closure = namedIn(d, "E");
        const std::vector<ElementId> joints = cutChoices(*model, closure);
        ASSERT_EQ(joints.size(), 4u) << second;
        for (const ElementId joint : joints) {
            const std::string which = std::string(second) + " cut at " + d.get(joint).name;
            const auto cut = changeCut(model, closure, joint);
            ASSERT_TRUE(cut) << which;
            EXPECT_EQ(cut->document.get(cut->element).name, d.get(joint).name);
            EXPECT_EQ(cut->document.get(cut->element).type, d.get(joint).type);
            const CompiledModelPtr other = compiled(cut->document);
            EXPECT_EQ(other->getMobility().degreesOfFreedom, 1) << which;
            EXPECT_EQ(other->getMobility().redundantEquations, 0) << which;
            EXPECT_EQ(other->getMobility().loops, 1) << which;
            EXPECT_TRUE(other->getData().built->splits.count(cut->element)) << which;
            expectSameMotion(*model, *other, which);
            // From there to every other joint, and back.
            for (const ElementId next : cutChoices(*other, cut->element)) {
                const auto again = changeCut(other, cut->element, next);
                ASSERT_TRUE(again) << which;
                expectSameMotion(*model, *compiled(again->document), which + ", then " + d.get(next).name);
            }
        }
    }
}

TEST(ChangeCut, EquivalentConstraintBecomesATreeJoint) {
    for (const char* type : {"ball", "weld"}) {
        const Document joints = spatialLoop("universal");
        const CompiledModelPtr asJoints = compiled(joints);
        const bool isBall = std::string(type) == "ball";
        const ElementId cut = namedIn(joints, isBall ? "D" : "C");
        const CompiledModelPtr before = compiled(changeCut(asJoints, namedIn(joints, "E"), cut)->document);
        const std::vector<ClosureChoice> choices = closureChoices(before, cut);
        const auto choice = std::ranges::find_if(
            choices, [&](const ClosureChoice& each) { return each.family == "constraint" && each.type == type; });
        ASSERT_NE(choice, choices.end()) << type;
        EXPECT_EQ(choice->redundant, 0) << type;
        const auto changed = changeClosure(before, cut, *choice);
        ASSERT_TRUE(changed) << type;
        const CompiledModelPtr closed = compiled(changed->document);
        expectSameMotion(*asJoints, *closed, type);
        const auto moved = changeCut(closed, changed->element, namedIn(changed->document, "B"));
        ASSERT_TRUE(moved) << type;
        EXPECT_EQ(moved->document.get(namedIn(moved->document, isBall ? "D" : "C")).family, "joint");
        expectSameMotion(*asJoints, *compiled(moved->document), type);
    }
}

TEST(ChangeCut, DrivenCutJointStaysAJoint) {
    FourBar bar;
    Element motor = Element::draft("motion", "steady");
    motor.plug("joint", bar.crank.pin);
    bar.take(addElement(bar.document, builtinCatalog(), motor)->document);
    ASSERT_EQ(cutChoices(*bar.model, bar.rocker.closure).size(), 3u);
    const auto cut = changeCut(bar.model, bar.rocker.closure, bar.crank.pin);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->element, bar.crank.pin);
    EXPECT_EQ(cut->document.elementsOf("motion").size(), 1u);
    const CompiledModelPtr model = compiled(cut->document);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(model->getMobility().drivenDegrees, 1);
    EXPECT_TRUE(model->getData().built->splits.count(bar.crank.pin));
    expectSameMotion(*bar.model, *model, "motor");
}

TEST(ChangeCut, ConstraintWithoutEquivalentJointKeepsItsLoop) {
    FourBar bar;
    Element rod = Element::draft("constraint", "rod", "Rod");
    rod.plug("body1", bar.crank.link).plug("body2", bar.rocker.link);
    rod.set("point1Anchor", std::string("tip")).set("length", 0.5);
    bar.take(addElement(bar.document, builtinCatalog(), rod)->document);
    EXPECT_TRUE(cutChoices(*bar.model, namedIn(bar.document, "Rod")).empty());
    EXPECT_FALSE(changeCut(bar.model, namedIn(bar.document, "Rod"), bar.crank.pin));
}

TEST(ChangeCut, SliderLoopCanBeCutAtAPin) {
    const Document d = read(R"({"trammel": 1, "name": "Slider-crank", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1}},
 {"id": 2, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.3}},
 {"id": 3, "family": "body", "type": "box", "name": "Piston"},
 {"id": 4, "family": "joint", "type": "pin", "name": "A", "references": {"child": 1}},
 {"id": 5, "family": "joint", "type": "pin", "name": "B", "properties": {"parentPointAnchor": "tip"}, "references": {"parent": 1, "child": 2}},
 {"id": 6, "family": "joint", "type": "pin", "name": "C", "properties": {"parentPointAnchor": "tip"}, "references": {"parent": 2, "child": 3}},
 {"id": 7, "family": "joint", "type": "slider", "name": "Rail", "properties": {"position": 0.4, "cutsLoop": true}, "references": {"child": 3}}]})");
    const CompiledModelPtr model = compiled(d);
    ASSERT_TRUE(model->getData().built->splits.count(ElementId{7}));
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(model->getMobility().redundantEquations, 3);
    const std::vector<Fix> fixes = findFixes(model, ElementId{7});
    ASSERT_FALSE(fixes.empty());
    EXPECT_EQ(fixes[0].label.substr(0, 17), "Cut the loop at '") << fixes[0].label;
    const CompiledModelPtr fixed = compiled(fixes[0].document);
    EXPECT_EQ(fixed->getMobility().redundantEquations, 0);
    EXPECT_EQ(fixed->getMobility().degreesOfFreedom, 1);
    expectSameMotion(*model, *fixed, fixes[0].label);
    // The document determines the cut joint: at the pin, the slider carries the piston.
    const CompiledModelPtr other =
        compiled(with(with(d, ElementId{7}, "cutsLoop", false), ElementId{6}, "cutsLoop", true));
    EXPECT_TRUE(other->getData().built->splits.count(ElementId{6}));
    EXPECT_FALSE(other->getData().built->splits.count(ElementId{7}));
}

}  // namespace trammel
