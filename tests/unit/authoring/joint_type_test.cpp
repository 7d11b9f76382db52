// SPDX-License-Identifier: Apache-2.0
#include "authoring/joint_type.h"

#include "authoring/guide_joint.h"
#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

/// Loops are assembled to 1e-10.
constexpr Real samePose = 1e-7;

constexpr ElementId jointA{4}, jointB{5}, closureC{7};

Result<Edit> change(const Document& document, const std::set<ElementId>& joints, const std::string& type) {
    const CompiledModelPtr model = *compileDocument(document).value;
    return changeJointType(document, builtinCatalog(), *model, model->getInitialState(), joints, type);
}

void expectNoBodyMoved(const Document& before, const Document& after) {
    const CompiledModelPtr a = *compileDocument(before).value, b = *compileDocument(after).value;
    EXPECT_TRUE(b->getAssembly().assembled);
    for (const ElementId id : after.elementsOf("body")) {
        const Transform was = a->calcBodyPose(id, a->getInitialState());
        const Transform is = b->calcBodyPose(id, b->getInitialState());
        EXPECT_LT((was.p() - is.p()).norm(), samePose) << after.get(id).name;
        EXPECT_LT((was.R().asMat33() - is.R().asMat33()).norm(), samePose) << after.get(id).name;
    }
}

Document withMotorAndLimits(Document document) {
    const auto add = [&document](Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        ASSERT_TRUE(edit);
        document = edit->document;
    };
    add(Element::draft("motion", "steady", "Motor").plug("joint", jointA).set("rate", 2.));
    add(Element::draft("force", "mobilityLinearStop", "Limits").plug("joint", jointA).set("low", 0.).set("high", 3.));
    return document;
}

}  // namespace

TEST(JointType, ChangesToEveryOfferedTypeWithoutMovingABody) {
    const Document document = fourBar();
    const auto offered = jointTypesFor(builtinCatalog(), document.get(jointA));
    EXPECT_GT(offered.size(), 10u);
    for (const TypeDescriptor* const type : offered) {
        SCOPED_TRACE(type->key);
        const Result<Edit> edit = change(document, {jointA}, type->key);
        ASSERT_TRUE(edit) << textOf(edit.diagnostics);
        EXPECT_EQ(edit->document.get(jointA).type, type->key);
        EXPECT_EQ(edit->document.get(jointA).name, "A");
        // A rail and a slot have stops.
        EXPECT_EQ(edit->document.size(), document.size() + (isGuide(*type) ? 1 : 0));
        expectNoBodyMoved(document, edit->document);
    }
}

TEST(JointType, KeepsWhatFitsTheSameCoordinate) {
    const Document document = withMotorAndLimits(fourBar());
    const Result<Edit> edit = change(document, {jointA}, "cylinder");
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    const Element& joint = edit->document.get(jointA);
    EXPECT_NE(edit->document.findByName("Limits"), nullptr);
    // A steady motor would drive the sliding too.
    EXPECT_EQ(edit->document.findByName("Motor"), nullptr);
    // Both rotate about z.
    EXPECT_NEAR(joint.valueAs<Real>(typeOf(joint), "angle"), 1.5, samePose);
    EXPECT_NEAR(joint.valueAs<Real>(typeOf(joint), "rate"), 3, samePose);
}

TEST(JointType, DropsAndReportsMotorAndLimitsOfAnotherQuantity) {
    const Document document = withMotorAndLimits(fourBar());
    const Result<Edit> edit = change(document, {jointA}, "slider");
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    EXPECT_EQ(edit->document.findByName("Motor"), nullptr);
    EXPECT_EQ(edit->document.findByName("Limits"), nullptr);
    EXPECT_EQ(edit->removed.size(), 2u);
    const std::string note = textOf(edit.diagnostics);
    for (const char* const words : {"Pin changed to Slider", "Kept: place", "Dropped:", "'Motor'", "'Limits'"})
        EXPECT_NE(note.find(words), std::string::npos) << words << " in " << note;
    expectNoBodyMoved(document, edit->document);
}

TEST(JointType, RoundTripKeepsThePose) {
    const Document document = fourBar();
    const Result<Edit> there = change(document, {jointA, jointB}, "ball");
    ASSERT_TRUE(there) << textOf(there.diagnostics);
    EXPECT_EQ(there->document.get(jointB).type, "ball");
    const Result<Edit> back = change(there->document, {jointA, jointB}, "pin");
    ASSERT_TRUE(back) << textOf(back.diagnostics);
    expectNoBodyMoved(document, back->document);
    const TypeDescriptor& pin = typeOf(back->document.get(jointA));
    EXPECT_NEAR(back->document.get(jointA).valueAs<Real>(pin, "angle"), 1.5, samePose);
    EXPECT_NEAR(back->document.get(jointA).valueAs<Real>(pin, "rate"), 3, samePose);
}

TEST(JointType, ChangesTheJointThatClosesALoop) {
    const Document document = fourBar(pinClosure);
    const Result<Edit> edit = change(document, {closureC}, "ball");
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    expectNoBodyMoved(document, edit->document);
}

TEST(JointType, IsRefusedWhereAFormulaUsesALostNumber) {
    const Result<Edit> used = setFormula(fourBar(), builtinCatalog(), ElementId{6}, "angle", "A.angle");
    ASSERT_TRUE(used) << textOf(used.diagnostics);
    const Result<Edit> edit = change(used->document, {jointA}, "slider");
    EXPECT_FALSE(edit);
    EXPECT_NE(textOf(edit.diagnostics).find("D"), std::string::npos) << textOf(edit.diagnostics);
}

TEST(JointType, IsRefusedForOtherElementsAndUnknownTypes) {
    EXPECT_FALSE(change(fourBar(), {ElementId{1}}, "pin"));
    EXPECT_FALSE(change(fourBar(), {jointA}, "no such type"));
    EXPECT_FALSE(change(fourBar(), {jointA, ElementId{8}}, "slider"));
}

TEST(JointType, ARailKeepsTheLimitsOfTheSliderAndReachesItsRunner) {
    DrawnMechanism drawn;
    const ElementId box = drawn.add(Element::draft("body", "box", "Runner"));
    const ElementId slider =
        drawn.add(Element::draft("joint", "slider", "Way").plug("child", box).set("position", 0.7));
    const Result<Edit> free = change(drawn.document, {slider}, "rail");
    ASSERT_TRUE(free) << textOf(free.diagnostics);
    const Element& rail = free->document.get(slider);
    EXPECT_GE(rail.valueAs<Real>(typeOf(rail), "length"), 1.4);
    ASSERT_NE(free->document.findByName("Stops of Way"), nullptr);
    drawn.add(Element::draft("force", "mobilityLinearStop", "Limits").plug("joint", slider).set("high", 0.8));
    const Result<Edit> limited = change(drawn.document, {slider}, "rail");
    ASSERT_TRUE(limited) << textOf(limited.diagnostics);
    EXPECT_NE(limited->document.findByName("Limits"), nullptr);
    EXPECT_EQ(limited->document.findByName("Stops of Way"), nullptr);
}

}  // namespace trammel
