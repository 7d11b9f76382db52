// SPDX-License-Identifier: Apache-2.0
// Groups hold elements; parts of a model become models of their own, and models become parts of others.
#include "authoring/group_edit.h"

#include "authoring/copied.h"
#include "authoring/displace.h"
#include "document/document_file.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real samePlace = 1e-8;

std::set<ElementId> childrenOf(const Document& document, ElementId group) {
    const std::vector<ElementId>& children = document.childrenOf(group);
    return {children.begin(), children.end()};
}

}  // namespace

TEST(Group, TakesTheBodiesWithTheirJointsAndMovesNothing) {
    for (const char* const closure : {pointOnLineClosure, pinClosure}) {
        const Document d = fourBar(closure);
        const CompiledModelPtr before = compiled(d);
        // The coupler and rocker, with pins B and D and the closure; not the crank, its pin A and gravity.
        const auto grouped = groupElements(d, before, {ElementId{2}, ElementId{3}});
        ASSERT_TRUE(grouped) << grouped.diagnostics.begin()->message;
        const ElementId group = grouped->element;
        EXPECT_EQ(childrenOf(grouped->document, group),
                  (std::set<ElementId>{ElementId{2}, ElementId{3}, ElementId{5}, ElementId{6}, ElementId{7}}));
        expectSamePoses(*before, *compiled(grouped->document));
        EXPECT_EQ(compiled(grouped->document)->getMobility().degreesOfFreedom, before->getMobility().degreesOfFreedom);
        // Round trip through a file.
        const Document again = read(writeDocument(grouped->document));
        EXPECT_EQ(again.childrenOf(group), grouped->document.childrenOf(group));

        const auto dissolved = dissolveGroups(grouped->document, before, {group});
        ASSERT_TRUE(dissolved);
        EXPECT_EQ(dissolved->document.find(group), nullptr);
        EXPECT_EQ(dissolved->document.size(), d.size());
        expectSamePoses(*before, *compiled(dissolved->document));
    }
}

TEST(Group, MovesAsOne) {
    const Document d = fourBar();
    const auto grouped = groupElements(d, compiled(d), {ElementId{1}, ElementId{2}, ElementId{3}});
    ASSERT_TRUE(grouped);
    const CompiledModelPtr model = compiled(grouped->document);
    const State& s = model->getInitialState();
    const Transform X(Rotation(0.3, ZAxis), Vec3(0.5, 0.2, 0));
    EXPECT_TRUE(findElementFrame(*model, s, grouped->element).has_value());
    const auto moved = displaceElements(grouped->document, builtinCatalog(), *model, s, {grouped->element}, X);
    ASSERT_TRUE(moved) << moved.diagnostics.begin()->message;
    const CompiledModelPtr after = compiled(moved->document);
    for (const std::uint64_t body : {1, 2, 3}) {
        const Transform was = X * model->calcBodyPose(ElementId{body}, s);
        const Transform is = after->calcBodyPose(ElementId{body}, after->getInitialState());
        EXPECT_LT((was.p() - is.p()).norm(), samePlace) << body;
    }
    EXPECT_LT(after->calcConstraintError(after->getInitialState()), samePlace);
}

TEST(Group, CanBeInAGroup) {
    const Document d = fourBar();
    const auto inner = groupElements(d, compiled(d), {ElementId{3}});
    ASSERT_TRUE(inner);
    const auto outer = groupElements(inner->document, compiled(d), {inner->element, ElementId{2}});
    ASSERT_TRUE(outer);
    EXPECT_EQ(outer->document.get(inner->element).parent, outer->element);
    // It is at the center of all bodies in it.
    const CompiledModelPtr model = compiled(outer->document);
    const State& s = model->getInitialState();
    const Vec3 center = (model->calcBodyPose(ElementId{2}, s).p() + model->calcBodyPose(ElementId{3}, s).p()) / 2;
    EXPECT_LT((findElementFrame(*model, s, outer->element)->p() - center).norm(), samePlace);
    const auto out = moveIntoGroup(outer->document, compiled(d), {ElementId{3}}, {});
    ASSERT_TRUE(out);
    EXPECT_FALSE(out->document.get(ElementId{3}).parent.isValid());
    EXPECT_FALSE(moveIntoGroup(outer->document, compiled(d), {outer->element}, inner->element));
    EXPECT_FALSE(groupElements(d, compiled(d), {}));
}

TEST(Group, CopiesHaveTheirOwnMembers) {
    const Document d = fourBar();
    const auto grouped = groupElements(d, compiled(d), {ElementId{1}, ElementId{2}, ElementId{3}});
    ASSERT_TRUE(grouped);
    std::set<ElementId> added;
    const auto copies = addPattern(grouped->document, compiled(grouped->document), {grouped->element},
                                   linearPattern(2, Vec3(0, 0, 0.5)), added);
    ASSERT_TRUE(copies);
    EXPECT_EQ(copies->document.childrenOf(namedIn(copies->document, "Group 2")).size(), 7u);
    const CompiledModelPtr model = compiled(copies->document);
    EXPECT_NEAR(model->calcBodyPose(namedIn(copies->document, "Rocker 2"), model->getInitialState()).p()[2], 0.5,
                samePlace);
}

TEST(ExtractModel, IsAModelOfItsOwnThatCanBeInsertedTwice) {
    Document d = fourBar();
    const auto parameter =
        addElement(d, builtinCatalog(), Element::draft("parameter", "length", "L").set("value", 0.25));
    ASSERT_TRUE(parameter);
    d = setFormula(parameter->document, builtinCatalog(), ElementId{3}, "length", "L")->document;
    const CompiledModelPtr whole = compiled(d);
    // Coupler and rocker: pin B of the crank is at a fixed place now.
    const auto part = extractModel(whole, {ElementId{2}, ElementId{3}}, "Dyad");
    ASSERT_TRUE(part) << part.diagnostics.begin()->message;
    EXPECT_EQ(part->name(), "Dyad");
    const CompiledModelPtr own = compiled(*part);
    EXPECT_EQ(part->elementsOf("body").size(), 2u);
    EXPECT_EQ(part->elementsOf("force").size(), 1u);
    ASSERT_NE(part->findByName("L"), nullptr);
    for (const char* const body : {"Coupler", "Rocker"}) {
        const Vec3 was = whole->calcBodyPose(namedIn(d, body), whole->getInitialState()).p();
        EXPECT_LT((own->calcBodyPose(namedIn(*part, body), own->getInitialState()).p() - was).norm(), samePlace);
    }
    EXPECT_EQ(own->getMobility().degreesOfFreedom, 0);

    const auto first = insertModel(d, whole, *part, "Dyad", Vec3(0.1, 0, 0));
    ASSERT_TRUE(first) << first.diagnostics.begin()->message;
    EXPECT_EQ(first->edit.document.get(first->edit.element).name, "Dyad");
    const auto second = insertModel(first->edit.document, first->model, *part, "Dyad", Vec3(0.1, 0, 0));
    ASSERT_TRUE(second);
    const Document& both = second->edit.document;
    EXPECT_EQ(both.get(second->edit.element).name, "Dyad 2");
    EXPECT_EQ(both.elementsOf("body").size(), 7u);
    EXPECT_EQ(both.elementsOf("force").size(), 1u);
    // Each with a parameter of its own.
    EXPECT_EQ(*both.findByName("Rocker 2")->formula("length"), "'L 2'");
    EXPECT_EQ(*both.findByName("Rocker 3")->formula("length"), "'L 3'");
    EXPECT_EQ(both.findByName("L 3")->parent, second->edit.element);
    // Beside the first and the original.
    const State& s = second->model->getInitialState();
    const Vec3 at = second->model->calcBodyPose(namedIn(both, "Rocker 3"), s).p();
    for (const char* const other : {"Rocker", "Rocker 2"})
        EXPECT_GT((second->model->calcBodyPose(namedIn(both, other), s).p() - at).norm(), 0.05);
    EXPECT_LT(second->model->calcConstraintError(s), samePlace);
}

TEST(ExtractModel, OmitsElementsActingOnOutsideJoints) {
    Document d = fourBar();
    const auto gear = addElement(
        d, builtinCatalog(),
        Element::draft("constraint", "gear", "Mesh").plug("joint1", ElementId{4}).plug("joint2", ElementId{6}));
    ASSERT_TRUE(gear);
    const auto part = extractModel(compiled(gear->document), {ElementId{3}}, "Arm");
    ASSERT_TRUE(part);
    EXPECT_EQ(part->findByName("Mesh"), nullptr);
    EXPECT_FALSE(part.diagnostics.empty());
    EXPECT_EQ(part->elementsOf("body").size(), 1u);
}

TEST(ExtractModel, IncludesInputsOfFormulasAndEventsButNoStudies) {
    Document d = fourBar();
    const auto add = [&](Element draft, ElementId parent = {}) {
        const auto edit = addElement(d, builtinCatalog(), std::move(draft), parent);
        EXPECT_TRUE(edit);
        d = edit->document;
        return edit->element;
    };
    const ElementId crankPin{4}, rockerPin{6};
    add(Element::draft("parameter", "angularSpeed", "W").set("value", 3.));
    add(Element::draft("motion", "timeFormula", "Motor").set("formula", "1.5 rad + W*t").plug("joint", crankPin));
    const ElementId event = add(Element::draft("event", "atTime", "Then"));
    add(Element::draft("action", "lockJoint", "Brake").plug("joint", crankPin), event);
    add(Element::draft("action", "lockJoint", "Other").plug("joint", rockerPin), event);
    add(Element::draft("study", builtinCatalog().typesOf("study").front()->key, "Study"));
    add(Element::draft("shape", "floor", "Floor"));
    const auto part = extractModel(compiled(d), {ElementId{1}}, "Crank");
    ASSERT_TRUE(part);
    for (const char* const taken : {"W", "Motor", "Then", "Brake", "Gravity"})
        EXPECT_NE(part->findByName(taken), nullptr) << taken;
    for (const char* const left : {"Other", "Study", "Floor"}) EXPECT_EQ(part->findByName(left), nullptr) << left;
    compiled(*part);
}

TEST(InsertModel, ShapesOfGroundAloneAreInserted) {
    const Document d = fourBar();
    const auto hall = addElement(Document(), builtinCatalog(), Element::draft("shape", "floor", "Floor"));
    ASSERT_TRUE(hall);
    const auto inserted = insertModel(d, compiled(d), hall->document, "Hall", Vec3(0.1, 0, 0));
    ASSERT_TRUE(inserted);
    EXPECT_EQ(inserted->edit.document.elementsOf("shape").size(), 1u);
}

TEST(InsertModel, AnEmptyModelIsRefused) {
    const Document d = fourBar();
    EXPECT_FALSE(insertModel(d, compiled(d), Document(), "Nothing", Vec3(0.1, 0, 0)));
}

}  // namespace trammel
