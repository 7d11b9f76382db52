// SPDX-License-Identifier: Apache-2.0
// Patterns of linked copies that are changed later.
#include "authoring/pattern_edit.h"

#include <cmath>

#include "authoring/copied.h"
#include "authoring/group_edit.h"
#include "authoring/joint_type.h"
#include "authoring/linked_copies.h"
#include "authoring/placed_element.h"
#include "compile/pattern_type.h"
#include "document/document_file.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

/// A link "Arm" on a pin of Ground at (0.1, 0, 0), with a pattern of it.
struct PatternOfArms : DrawnMechanism {
    LinkEdit link = draw({.start = Place{{}, "origin", Vec3(0.1, 0, 0)}, .end_G = Vec3(0.3, 0, 0)});
    ElementId arm = link.link, pin = carrierOf(document, link.link), pattern;

    PatternOfArms() {
        edit(arm, "name", std::string("Arm"));
        edit(pin, "name", std::string("Arm pin"));
    }
    void edit(ElementId id, const char* key, const PropertyValue& value) {
        const CompiledModelPtr before = model;
        const Result<Edit> changed =
            followPatterns(document, setProperty(document, builtinCatalog(), id, key, value), before);
        ASSERT_TRUE(changed) << changed.diagnostics.begin()->message;
        take(changed->document);
    }
    void make(Element draft) {
        const auto made = addLinkedPattern(document, model, {arm}, std::move(draft));
        ASSERT_TRUE(made) << made.diagnostics.begin()->message;
        take(made->document);
        pattern = made->element;
    }
    void makeLine() {
        make(Element::draft("group", "linearPattern")
                 .set("count", std::int64_t(3))
                 .set("distance", 0.5)
                 .set("direction", Vec3(0, 2, 0)));
    }
    void makeCircle(std::int64_t count) { make(Element::draft("group", "circularPattern").set("count", count)); }
    Vec3 place(const std::string& body) const {
        return model->calcBodyPose(namedIn(document, body), model->getInitialState()).p();
    }
    Real lengthOf(const std::string& body) const {
        const Element& element = *document.findByName(body);
        return element.valueAs<Real>(typeOf(element), "length");
    }
    bool has(const std::string& name) const { return document.findByName(name) != nullptr; }
};

}  // namespace

TEST(PatternEdit, HoldsAGroupForEachCopy) {
    PatternOfArms p;
    p.makeLine();
    ASSERT_EQ(p.document.childrenOf(p.pattern).size(), 2u);
    EXPECT_EQ(p.document.get(p.document.get(namedIn(p.document, "Arm 3")).parent).name, "Copy 3 of Arm");
    EXPECT_EQ(findPattern(p.document, namedIn(p.document, "Arm pin 2")), p.pattern);
    EXPECT_FALSE(findPattern(p.document, p.arm).isValid());
    EXPECT_EQ(patternsOf(p.document, p.arm), std::set<ElementId>{p.pattern});
    EXPECT_LT((p.place("Arm 3") - Vec3(0.1, 1, 0)).norm(), 1e-9);
}

TEST(PatternEdit, CountAddsAndRemovesCopies) {
    PatternOfArms p;
    p.makeLine();
    p.edit(namedIn(p.document, "Arm 2"), "length", 0.33);
    p.edit(p.pattern, "count", std::int64_t(5));
    EXPECT_LT((p.place("Arm 5") - Vec3(0.1, 2, 0)).norm(), 1e-9);
    EXPECT_EQ(p.lengthOf("Arm 2"), 0.33);
    p.edit(p.arm, "length", 0.25);
    EXPECT_EQ(p.lengthOf("Arm 5"), 0.25);
    EXPECT_EQ(p.lengthOf("Arm 3"), 0.25);
    EXPECT_EQ(p.lengthOf("Arm 2"), 0.33);
    p.edit(p.pattern, "count", std::int64_t(2));
    EXPECT_TRUE(p.has("Arm 2"));
    EXPECT_FALSE(p.has("Arm 3") || p.has("Arm pin 3") || p.has("Copy 3 of Arm"));
}

TEST(PatternEdit, SpacingMovesCopiesThatStayLinked) {
    PatternOfArms p;
    p.makeLine();
    p.edit(namedIn(p.document, "Arm 2"), "length", 0.33);
    p.edit(p.pattern, "distance", 0.2);
    EXPECT_LT((p.place("Arm 3") - Vec3(0.1, 0.4, 0)).norm(), 1e-9);
    EXPECT_EQ(p.lengthOf("Arm 2"), 0.33);
    p.edit(p.pattern, "direction", Vec3(0, 0, 1));
    EXPECT_LT((p.place("Arm 3") - Vec3(0.1, 0, 0.4)).norm(), 1e-9);
    p.edit(p.pin, "parentPoint", Vec3(0.15, 0.3, 0));
    EXPECT_LT((p.place("Arm 3") - Vec3(0.15, 0.3, 0.4)).norm(), 1e-9);
}

TEST(PatternEdit, AParameterDrivesTheSpacing) {
    PatternOfArms p;
    p.makeLine();
    const ElementId pitch = p.add(Element::draft("parameter", "length", "Pitch").set("value", 0.5));
    const auto driven = setFormula(p.document, builtinCatalog(), p.pattern, "distance", "Pitch");
    ASSERT_TRUE(driven) << driven.diagnostics.begin()->message;
    p.take(driven->document);
    p.edit(pitch, "value", 0.6);
    EXPECT_LT((p.place("Arm 2") - Vec3(0.1, 0.6, 0)).norm(), 1e-9);
}

TEST(PatternEdit, ACircularPatternSpreadsItsCopiesAgain) {
    PatternOfArms p;
    p.makeCircle(3);
    p.edit(p.pattern, "count", std::int64_t(4));
    EXPECT_LT((p.place("Arm 2") - Vec3(0, 0.1, 0)).norm(), 1e-9);
    EXPECT_LT((p.place("Arm 4") - Vec3(0, -0.1, 0)).norm(), 1e-9);
    p.edit(p.pattern, "angle", Pi / 2);
    EXPECT_LT((p.place("Arm 4") - Vec3(0, 0.1, 0)).norm(), 1e-9);
    p.edit(p.pin, "parentPoint", Vec3(0.2, 0, 0));
    EXPECT_LT((p.place("Arm 4") - Vec3(0, 0.2, 0)).norm(), 1e-9);
    p.edit(p.pattern, "center", Vec3(0.2, 0, 0));
    p.edit(p.pattern, "axis", Vec3(1, 0, 0));
    EXPECT_LT((p.place("Arm 4") - Vec3(0.2, 0, 0)).norm(), 1e-9);
}

TEST(PatternEdit, AMirrorPlaneMoves) {
    PatternOfArms p;
    p.make(Element::draft("group", "mirrorImage"));
    EXPECT_LT((p.place("Arm 2") - Vec3(-0.1, 0, 0)).norm(), 1e-9);
    p.edit(p.pattern, "point", Vec3(0.5, 0, 0));
    EXPECT_LT((p.place("Arm 2") - Vec3(0.9, 0, 0)).norm(), 1e-9);
    p.edit(p.pattern, "normal", Vec3(1, 1, 0));
    EXPECT_LT((p.place("Arm 2") - Vec3(0.5, 0.4, 0)).norm(), 1e-9);
    p.edit(p.pin, "parentPoint", Vec3(0.2, 0, 0));
    EXPECT_LT((p.place("Arm 2") - Vec3(0.5, 0.3, 0)).norm(), 1e-9);
}

TEST(PatternEdit, CopiesGetAdditionsOfTheSourceOnDemand) {
    PatternOfArms p;
    p.makeLine();
    EXPECT_TRUE(findUncopied(p.document, p.pattern).empty());
    const ElementId motor = p.add(Element::draft("motion", "steady", "Motor").plug("joint", p.pin));
    const ElementId spring = p.add(Element::draft("force", "twoPointSpring", "Spring")
                                       .plug("body1", p.arm)
                                       .set("point1", Vec3(0.1, 0, 0))
                                       .set("point2", Vec3(0, -0.2, 0)));
    const auto knob = addElement(p.document, builtinCatalog(), Element::draft("shape", "sphere", "Knob"), p.arm);
    ASSERT_TRUE(knob);
    p.take(knob->document);
    // An element that acts on a copy is left alone.
    p.add(Element::draft("force", "twoPointSpring", "Between")
              .plug("body1", p.arm)
              .plug("body2", namedIn(p.document, "Arm 2")));
    p.take(p.document);
    EXPECT_EQ(findUncopied(p.document, p.pattern), (std::set<ElementId>{motor, spring, knob->element}));
    const auto updated = updatePattern(p.document, p.model, p.pattern);
    ASSERT_TRUE(updated) << updated.diagnostics.begin()->message;
    p.take(updated->document);
    EXPECT_TRUE(findUncopied(p.document, p.pattern).empty());
    EXPECT_EQ(p.document.findByName("Motor 3")->reference("joint"), namedIn(p.document, "Arm pin 3"));
    EXPECT_EQ(p.document.findByName("Knob 2")->parent, namedIn(p.document, "Arm 2"));
    const Element& third = *p.document.findByName("Spring 3");
    EXPECT_EQ(third.reference("body1"), namedIn(p.document, "Arm 3"));
    EXPECT_LT((third.valueAs<Vec3>(typeOf(third), "point1") - Vec3(0.1, 0, 0)).norm(), 1e-9);
    EXPECT_LT((third.valueAs<Vec3>(typeOf(third), "point2") - Vec3(0, 0.8, 0)).norm(), 1e-9);
    EXPECT_LT((p.place("Arm 3") - Vec3(0.1, 1, 0)).norm(), 1e-9);
    p.edit(spring, "stiffness", 321.);
    EXPECT_EQ(p.document.findByName("Spring 2")->valueAs<Real>(typeOf(third), "stiffness"), 321.);
    // New copies have it too, and an unlinked copy still counts as one.
    const auto broken = breakLinks(p.document, {namedIn(p.document, "Motor 2")});
    ASSERT_TRUE(broken);
    p.take(broken->document);
    EXPECT_TRUE(findUncopied(p.document, p.pattern).empty());
    p.edit(p.pattern, "count", std::int64_t(4));
    EXPECT_TRUE(p.has("Spring 4") && p.has("Knob 4"));
}

TEST(PatternEdit, CopiesChangeTheirTypeWithTheirSource) {
    PatternOfArms p;
    p.makeLine();
    const auto changed =
        changeJointType(p.document, builtinCatalog(), *p.model, p.model->getInitialState(), {p.pin}, "cylinder");
    ASSERT_TRUE(changed) << changed.diagnostics.begin()->message;
    p.take(changed->document);
    EXPECT_EQ(p.document.findByName("Arm pin 3")->type, "cylinder");
    p.edit(p.pin, "parentPoint", Vec3(0.2, 0.1, 0));
    EXPECT_LT((p.place("Arm 3") - Vec3(0.2, 1.1, 0)).norm(), 1e-9);
    const auto slot =
        changeJointType(p.document, builtinCatalog(), *p.model, p.model->getInitialState(), {p.pin}, "slot");
    ASSERT_TRUE(slot) << slot.diagnostics.begin()->message;
    p.take(slot->document);
    p.edit(p.pin, "length", 0.31);
    EXPECT_EQ(p.lengthOf("Arm pin 2"), 0.31);
}

TEST(PatternEdit, StagesStandOnEachOther) {
    DrawnMechanism d;
    const LinkEdit bar = d.draw({.start = Place{{}, "origin", Vec3(0.)}, .end_G = Vec3(0.4, 0.2, 0)});
    const auto mirrored = addLinkedPattern(d.document, d.model, {bar.link},
                                           Element::draft("group", "mirrorImage").set("point", Vec3(0.2, 0, 0)));
    ASSERT_TRUE(mirrored);
    d.take(mirrored->document);
    const ElementId first = bar.link, second = d.document.elementsOf("body").back();
    const auto slides = changeJointType(d.document, builtinCatalog(), *d.model, d.model->getInitialState(),
                                        {carrierOf(d.document, second)}, "slot");
    ASSERT_TRUE(slides);
    d.take(slides->document);
    const auto middle = addPlacedElement(
        d.document, d.model, *builtinCatalog().findType("joint", "pin"),
        {{"parent", Place{first, "massCenter", Vec3(0.)}}, {"child", Place{second, "massCenter", Vec3(0.)}}},
        Vec3(0, 0, 1));
    ASSERT_TRUE(middle);
    d.take(middle->edit.document);
    ASSERT_EQ(d.model->getMobility().degreesOfFreedom, 1);
    const auto tower = addLinkedPattern(d.document, d.model, {first, second},
                                        Element::draft("group", "linearPattern")
                                            .set("distance", 0.2)
                                            .set("direction", Vec3(0, 1, 0))
                                            .set("connected", true));
    ASSERT_TRUE(tower) << tower.diagnostics.begin()->message;
    d.take(tower->document);
    // The foot slides on Ground alone.
    const auto slots = [&] {
        return std::ranges::count_if(d.document.elementsOf("joint"),
                                     [&](ElementId joint) { return d.document.get(joint).type == "slot"; });
    };
    EXPECT_EQ(slots(), 1);
    EXPECT_EQ(d.model->getMobility().degreesOfFreedom, 1);
    EXPECT_TRUE(d.model->getAssembly().assembled);
    // Index 0 is the second stage.
    const auto copyIn = [&](std::size_t stage, ElementId source) {
        for (const ElementId id : d.document.subtree(d.document.childrenOf(tower->element)[stage]))
            if (linkedSourceOf(d.document, d.document.get(id)) == source) return id;
        return ElementId{};
    };
    const auto topOf = [&](ElementId body) { return d.at({body, "tip", Vec3(0.)}); };
    EXPECT_LT((topOf(copyIn(1, second)) - Vec3(0, 0.6, 0)).norm(), 1e-6);
    // A fourth stage is joined to the third.
    const auto taller = followPatterns(
        d.document, setProperty(d.document, builtinCatalog(), tower->element, "count", std::int64_t(4)), d.model);
    ASSERT_TRUE(taller);
    d.take(taller->document);
    EXPECT_EQ(d.document.get(carrierOf(d.document, copyIn(2, first))).reference("parent"), copyIn(1, second));
    EXPECT_EQ(slots(), 1);
    EXPECT_EQ(d.model->getMobility().degreesOfFreedom, 1);
    // Stops of the slot belong to no pivot.
    EXPECT_TRUE(findUncopied(d.document, tower->element).empty());
    // Longer bars in one stage apply to all, and the stages stay stacked.
    const auto longer = setProperty(d.document, builtinCatalog(), first, "length", 0.6);
    ASSERT_TRUE(longer);
    d.take(longer->document);
    EXPECT_TRUE(d.model->getAssembly().assembled);
    EXPECT_NEAR(topOf(copyIn(1, second))[1], 3 * topOf(second)[1], 1e-6);
    // A fifth stage is joined to the fourth at its current position.
    const auto five = followPatterns(
        d.document, setProperty(d.document, builtinCatalog(), tower->element, "count", std::int64_t(5)), d.model);
    ASSERT_TRUE(five);
    d.take(five->document);
    EXPECT_NEAR(topOf(copyIn(3, second))[1], 5 * topOf(second)[1], 1e-6);
    EXPECT_EQ(d.model->getMobility().degreesOfFreedom, 1);
    // Another distance moves pivots with their stages.
    const auto apart = followPatterns(
        d.document, setProperty(d.document, builtinCatalog(), tower->element, "distance", 0.25), d.model);
    ASSERT_TRUE(apart);
    d.take(apart->document);
    EXPECT_TRUE(d.model->getAssembly().assembled);
    EXPECT_NEAR(topOf(copyIn(1, second))[1], 3 * topOf(second)[1], 1e-6);
}

TEST(PatternEdit, AMirrorImageGetsAdditionsOfItsSource) {
    PatternOfArms p;
    p.make(Element::draft("group", "mirrorImage").set("normal", Vec3(1, 0, 0)));
    const ElementId motor = p.add(Element::draft("motion", "steady", "Motor").plug("joint", p.pin));
    const ElementId spring = p.add(Element::draft("force", "twoPointSpring", "Spring")
                                       .plug("body1", p.arm)
                                       .set("point1", Vec3(0.1, 0.02, 0.03))
                                       .set("point2", Vec3(0.05, -0.2, 0.04)));
    const auto follows = setFormula(p.document, builtinCatalog(), spring, "stiffness", "Arm.length * 1000 N/m^2");
    ASSERT_TRUE(follows) << follows.diagnostics.begin()->message;
    p.take(follows->document);
    const auto knob =
        addElement(p.document, builtinCatalog(),
                   Element::draft("shape", "sphere", "Knob").set("position", Vec3(0.1, 0.03, 0.01)), p.arm);
    ASSERT_TRUE(knob);
    p.take(knob->document);
    EXPECT_EQ(findUncopied(p.document, p.pattern), (std::set<ElementId>{motor, spring, knob->element}));
    const std::size_t before = p.document.treeOrder().size();
    const auto updated = updatePattern(p.document, p.model, p.pattern);
    ASSERT_TRUE(updated) << updated.diagnostics.begin()->message;
    p.take(updated->document);
    EXPECT_EQ(p.document.treeOrder().size(), before + 3);
    EXPECT_TRUE(findUncopied(p.document, p.pattern).empty());
    const ElementId image = namedIn(p.document, "Arm 2");
    EXPECT_EQ(p.document.findByName("Motor 2")->reference("joint"), namedIn(p.document, "Arm pin 2"));
    EXPECT_EQ(p.document.findByName("Knob 2")->parent, image);
    const Element& second = *p.document.findByName("Spring 2");
    EXPECT_EQ(findPattern(p.document, second.id), p.pattern);
    EXPECT_EQ(second.reference("body1"), image);
    const auto endOf = [&](const Element& element, ElementId body) {
        return p.model->calcBodyPose(body, p.model->getInitialState()) *
               element.valueAs<Vec3>(typeOf(element), body.isValid() ? "point1" : "point2");
    };
    const auto mirrored = [](const Vec3& v) { return Vec3(-v[0], v[1], v[2]); };
    const Element& first = p.document.get(spring);
    EXPECT_LT((endOf(second, image) - mirrored(endOf(first, p.arm))).norm(), 1e-9);
    EXPECT_LT((endOf(second, {}) - mirrored(endOf(first, {}))).norm(), 1e-9);
    // They follow as the others do.
    p.edit(p.arm, "length", 0.25);
    EXPECT_NEAR(p.document.findByName("Spring 2")->valueAs<Real>(typeOf(second), "stiffness"), 250, 1e-9);
    p.edit(p.pattern, "point", Vec3(0.5, 0, 0));
    EXPECT_LT((endOf(*p.document.findByName("Spring 2"), {}) - Vec3(0.95, -0.2, 0.04)).norm(), 1e-9);
}

TEST(PatternEdit, DeletedCopiesAreNotRestored) {
    PatternOfArms p;
    p.makeLine();
    const auto without = removeElement(p.document, builtinCatalog(), namedIn(p.document, "Copy 2 of Arm"));
    ASSERT_TRUE(without);
    p.take(without->document);
    const auto longer = followPatterns(
        p.document, setProperty(p.document, builtinCatalog(), p.pattern, "count", std::int64_t(4)), p.model);
    ASSERT_TRUE(longer);
    ASSERT_FALSE(longer.diagnostics.empty());
    EXPECT_EQ(longer.diagnostics.begin()->message, "Deleted copies are not restored.");
    p.take(longer->document);
    p.edit(p.pattern, "distance", 0.4);
    std::set<long> heights;
    for (const ElementId body : p.document.elementsOf("body"))
        heights.insert(std::lround(10 * p.model->calcBodyPose(body, p.model->getInitialState()).p()[1]));
    EXPECT_EQ(heights, (std::set<long>{0, 8, 12}));
}

TEST(PatternEdit, DuplicatesOfCopiesStayInPlace) {
    PatternOfArms p;
    p.makeLine();
    const ElementId group = namedIn(p.document, "Copy 3 of Arm");
    std::set<ElementId> added;
    const auto pasted = pasteBeside(p.document, p.model, copyPlaced(*p.model, p.model->getInitialState(), {group}),
                                    Vec3(0, 0, 0.3), added);
    ASSERT_TRUE(pasted);
    p.take(pasted->edit.document);
    const auto within = moveElement(p.document, builtinCatalog(), namedIn(p.document, "Copy 3 of Arm 2"), p.pattern);
    ASSERT_TRUE(within) << within.diagnostics.begin()->message;
    p.take(within->document);
    const Vec3 there = p.place("Arm 4");
    p.edit(p.pattern, "distance", 0.2);
    EXPECT_LT((p.place("Arm 4") - there).norm(), 1e-9);
    EXPECT_LT((p.place("Arm 2") - Vec3(0.1, 0.2, 0)).norm(), 1e-9);
    EXPECT_LT((p.place("Arm 3") - Vec3(0.1, 0.4, 0)).norm(), 1e-9);
}

TEST(PatternEdit, ReportsWhyNothingWasCopied) {
    PatternOfArms p;
    const auto none = addLinkedPattern(p.document, p.model, {}, Element::draft("group", "mirrorImage"));
    EXPECT_FALSE(none);
    EXPECT_TRUE(none.diagnostics.hasErrors());
}

TEST(PatternEdit, IsSavedAndChangedAfterwards) {
    PatternOfArms p;
    p.makeCircle(4);
    const auto read = readDocument(writeDocument(p.document), builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(read.diagnostics.empty());
    p.take(*read);
    p.edit(p.pattern, "count", std::int64_t(2));
    EXPECT_LT((p.place("Arm 2") - Vec3(-0.1, 0, 0)).norm(), 1e-9);
    EXPECT_FALSE(p.has("Arm 3"));
}

TEST(PatternEdit, IsRefusedWithAReasonWithoutLinkedCopies) {
    PatternOfArms p;
    p.makeLine();
    const auto broken = breakLinks(p.document, {p.pattern});
    ASSERT_TRUE(broken);
    p.take(broken->document);
    const auto more = setProperty(p.document, builtinCatalog(), p.pattern, "count", std::int64_t(4));
    const auto refused = followPatterns(p.document, more, p.model);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.diagnostics.begin()->message, "It has no copy that is linked to its source.");
    EXPECT_FALSE(followPatterns(p.document, more, nullptr));
}

/// A pattern of a subassembly: arm and copies in a model of their own, inserted beside the first.
TEST(PatternEdit, WorksInASubassembly) {
    for (const bool isGrouped : {false, true}) {
        SCOPED_TRACE(isGrouped);
        PatternOfArms p;
        p.makeLine();
        std::set<ElementId> chosen{p.arm, p.pattern};
        if (isGrouped) {
            const auto grouped = groupElements(p.document, p.model, chosen);
            ASSERT_TRUE(grouped);
            p.take(grouped->document);
            chosen = {grouped->element};
        }
        const auto part = extractModel(p.model, chosen, "Arms");
        ASSERT_TRUE(part) << part.diagnostics.begin()->message;
        const auto alone = compiled(*part);
        EXPECT_LT((alone->calcBodyPose(namedIn(*part, "Arm 3"), alone->getInitialState()).p() - Vec3(0.1, 1, 0)).norm(),
                  1e-9);
        const auto inserted = insertModel(p.document, p.model, *part, "Arms", Vec3(1, 0, 0));
        ASSERT_TRUE(inserted) << inserted.diagnostics.begin()->message;
        p.take(inserted->edit.document);
        ASSERT_TRUE(p.has("Arm 4") && p.has("Arm 6"));
        // Its copies follow its own arm and its own count, and nothing else does.
        p.edit(namedIn(p.document, "Arm 4"), "length", 0.25);
        EXPECT_EQ(p.lengthOf("Arm 6"), 0.25);
        EXPECT_NEAR(p.lengthOf("Arm 3"), 0.2, 1e-12);
        p.edit(namedIn(p.document, "Linear pattern 2"), "count", std::int64_t(4));
        EXPECT_EQ(p.document.elementsOf("body").size(), 7u);
        EXPECT_EQ(findPattern(p.document, namedIn(p.document, "Arm 7")), namedIn(p.document, "Linear pattern 2"));
    }
}

/// The copies alone, without what they follow.
TEST(PatternEdit, CopiesAloneAreAModelToo) {
    PatternOfArms p;
    p.makeLine();
    const auto part = extractModel(p.model, {p.pattern}, "Copies");
    ASSERT_TRUE(part) << part.diagnostics.begin()->message;
    const auto alone = compiled(*part);
    EXPECT_LT((alone->calcBodyPose(namedIn(*part, "Arm 3"), alone->getInitialState()).p() - Vec3(0.1, 1, 0)).norm(),
              1e-9);
    const Element& copy = *part->findByName("Arm 3");
    EXPECT_NEAR(copy.valueAs<Real>(typeOf(copy), "length"), 0.2, 1e-12);
}

/// The arm alone, without its copies, and in a group apart from them.
TEST(PatternEdit, TheSourceAloneIsAModelToo) {
    for (const bool isGrouped : {false, true}) {
        SCOPED_TRACE(isGrouped);
        PatternOfArms p;
        p.makeLine();
        ElementId chosen = p.arm;
        if (isGrouped) {
            const auto grouped = groupElements(p.document, p.model, {p.arm});
            ASSERT_TRUE(grouped);
            p.take(grouped->document);
            chosen = grouped->element;
        }
        const auto part = extractModel(p.model, {chosen}, "Arm");
        ASSERT_TRUE(part) << part.diagnostics.begin()->message;
        const auto alone = compiled(*part);
        EXPECT_EQ(part->elementsOf("body").size(), 1u);
        const auto inserted = insertModel(p.document, p.model, *part, "Arm", Vec3(1, 0, 0));
        ASSERT_TRUE(inserted) << inserted.diagnostics.begin()->message;
        p.take(inserted->edit.document);
        EXPECT_EQ(p.document.elementsOf("body").size(), 4u);
        p.edit(p.pattern, "count", std::int64_t(4));
        EXPECT_EQ(p.document.elementsOf("body").size(), 5u);
    }
}

}  // namespace trammel
