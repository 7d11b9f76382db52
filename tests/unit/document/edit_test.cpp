// SPDX-License-Identifier: Apache-2.0
#include "document/edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/exceptions.h"
#include "document/changes.h"
#include "document/edit_removal.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

std::vector<std::string> names(const Document& document, const std::vector<ElementId>& ids) {
    std::vector<std::string> list;
    for (const ElementId id : ids) list.push_back(document.get(id).name);
    return list;
}

/// Expects a refusal whose text holds @p fragment and which offers a remedy.
void expectRefused(const Result<Edit>& result, const std::string& fragment) {
    EXPECT_FALSE(result);
    ASSERT_TRUE(result.diagnostics.hasErrors());
    const Diagnostic& first = result.diagnostics.items().front();
    EXPECT_NE(first.toString().find(fragment), std::string::npos) << first.toString();
    EXPECT_FALSE(first.remedy.empty());
}

using Strings = std::vector<std::string>;

TEST(AddElement, LeavesTheOriginalDocumentUnchanged) {
    const Document before = sampleDocument();
    Scene scene(before);
    scene.add(Element::draft("part", "brick"));
    EXPECT_EQ(scene.document.size(), before.size() + 1);
    EXPECT_TRUE(identical(before, sampleDocument()));
}

TEST(AddElement, NumbersEmptyAndDuplicateNames) {
    Scene scene;
    scene.add(Element::draft("part", "brick"));
    scene.add(Element::draft("part", "brick"));
    scene.add(Element::draft("part", "brick", "  Brick 2 "));
    scene.add(Element::draft("part", "brick", "Gear\n"));
    EXPECT_EQ(names(scene.document, scene.document.roots()), (Strings{"Brick", "Brick 2", "Brick 3", "Gear"}));
}

TEST(AddElement, FindsFreeNamesAmongThousands) {
    Scene scene;
    for (int i = 0; i < 3000; ++i) scene.add(Element::draft("part", "brick"));
    EXPECT_NE(scene.document.findByName("Brick 3000"), nullptr);
    expectSound(scene.document);
}

TEST(Document, OrderFollowsEveryChangeOfTheTree) {
    Scene scene;
    const ElementId a = scene.add(Element::draft("part", "brick", "A"));
    EXPECT_EQ(names(scene.document, scene.document.elementsOf("part")), (Strings{"A"}));
    scene.add(Element::draft("part", "brick", "B"), {}, 0);
    scene.add(Element::draft("tag", "dot", "On A"), a);
    const Document before = scene.document;
    EXPECT_EQ(names(before, before.elementsOf("part")), (Strings{"B", "A"}));
    EXPECT_EQ(names(before, before.treeOrder()), (Strings{"B", "A", "On A"}));
    scene.add(Element::draft("part", "brick", "C"));
    EXPECT_EQ(names(scene.document, scene.document.elementsOf("part")), (Strings{"B", "A", "C"}));
    EXPECT_EQ(names(before, before.elementsOf("part")), (Strings{"B", "A"})) << "of the document before";
    EXPECT_TRUE(scene.document.elementsOf("joint").empty());
}

TEST(AddElement, InsertsAtTheGivenIndex) {
    Scene scene;
    const ElementId a = scene.add(Element::draft("part", "brick", "A"));
    scene.add(Element::draft("part", "brick", "B"));
    scene.add(Element::draft("part", "brick", "First"), {}, 0);
    scene.add(Element::draft("tag", "dot", "On A"), a);
    scene.add(Element::draft("tag", "dot", "On A, before"), a, 0);
    EXPECT_EQ(names(scene.document, scene.document.treeOrder()), (Strings{"First", "A", "On A, before", "On A", "B"}));
    EXPECT_EQ(scene.document.path(scene.id("On A")), "A/On A");
}

TEST(AddElement, FailsForElementsInvalidInTheCatalog) {
    const Document d = sampleDocument();
    const TypeCatalog& c = sampleCatalog();
    const ElementId frame = d.findByName("Frame")->id, motor = d.findByName("Motor")->id;
    expectRefused(addElement(d, c, Element::draft("part", "balloon", "X")), "no type 'balloon'");
    expectRefused(addElement(d, c, Element::draft("part", "brick"), frame), "cannot be a child of Part 'Frame'");
    expectRefused(addElement(d, c, Element::draft("part", "brick").set("mass", -1.0)), "greater than 0 kg");
    expectRefused(addElement(d, c, Element::draft("part", "brick").set("size", 1.0)), "no property 'size'");
    expectRefused(addElement(d, c, Element::draft("link", "hinge").plug("from", motor)),
                  "cannot be connected to input 'From'");
    expectRefused(addElement(d, c, Element::draft("link", "hinge").plug("from", ElementId{999})), "not in the model");
    expectRefused(addElement(d, c, Element::draft("part", "brick"), ElementId{999}), "not in the model");
}

TEST(AddElement, NeverReusesRemovedIds) {
    Scene scene;
    const ElementId first = scene.add(Element::draft("part", "brick"));
    scene.document = removeElement(scene.document, sampleCatalog(), first)->document;
    const ElementId second = scene.add(Element::draft("part", "brick"));
    EXPECT_NE(first, second);
    Element again = Element::draft("part", "brick");
    again.id = first;
    expectRefused(addElement(scene.document, sampleCatalog(), again), "was already used");
}

TEST(AddElement, KeepsPropertiesInTheDescriptorsOrder) {
    Scene scene;
    const ElementId id =
        scene.add(Element::draft("part", "brick").set("stuff", std::string("wood")).set("mass", std::int64_t{2}));
    const auto& properties = scene.document.get(id).properties;
    ASSERT_EQ(properties.size(), 2u);
    EXPECT_EQ(properties[0].key, "mass");
    EXPECT_EQ(std::get<Real>(properties[0].value), 2.0) << "an integer converts to a real number";
    EXPECT_EQ(properties[1].key, "stuff");
}

TEST(RemoveElement, RemovesDescendantsAndDependents) {
    const Document before = sampleDocument();
    const auto result = removeElement(before, sampleCatalog(), before.findByName("Leaf")->id);
    ASSERT_TRUE(result);
    EXPECT_EQ(names(result->document, result->document.treeOrder()), Strings{"Frame"});
    EXPECT_EQ(names(before, result->removed), (Strings{"Leaf", "Knob", "Hinge", "Motor"}));
    EXPECT_EQ(names(before, result->dependents), (Strings{"Hinge", "Motor"}));
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_EQ(result.diagnostics.items().front().severity, Severity::Note);
    EXPECT_EQ(result.diagnostics.items().front().message,
              "2 dependent elements were removed too: Link 'Hinge', Link 'Motor'.");
    expectSound(result->document);
}

TEST(RemoveElement, ClearsOptionalInputsOfOthers) {
    const Document before = sampleDocument();
    const auto result = removeElement(before, sampleCatalog(), before.findByName("Hinge")->id);
    ASSERT_TRUE(result);
    EXPECT_EQ(names(before, result->disconnected), Strings{"Knob"});
    EXPECT_FALSE(result->document.findByName("Knob")->reference("watch").isValid());
    EXPECT_EQ(result->document.findByName("Motor"), nullptr);
    expectSound(result->document);
}

TEST(RemoveElements, DisconnectsOnlyElementsThatStay) {
    const Document before = sampleDocument();
    const auto id = [&](const std::string& name) { return before.findByName(name)->id; };
    const auto result = removeElements(before, sampleCatalog(), {id("Hinge"), id("Knob"), ElementId{999}});
    ASSERT_TRUE(result);
    EXPECT_EQ(names(result->document, result->document.treeOrder()), (Strings{"Frame", "Leaf"}));
    EXPECT_EQ(names(before, result->removed), (Strings{"Hinge", "Knob", "Motor"}));
    EXPECT_EQ(names(before, result->dependents), Strings{"Motor"});
    EXPECT_TRUE(result->disconnected.empty());
    EXPECT_EQ(result->element, id("Knob"));
    expectSound(result->document);
    const auto nothing = removeElements(before, sampleCatalog(), {ElementId{999}});
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->document.sharesContentWith(before) && nothing.diagnostics.empty());
}

TEST(RemoveElements, ReportsNoDependentThatIsChosenItself) {
    const Document before = sampleDocument();
    const auto id = [&](const std::string& name) { return before.findByName(name)->id; };
    const auto result = removeElements(before, sampleCatalog(), {id("Hinge"), id("Motor")});
    ASSERT_TRUE(result);
    EXPECT_EQ(names(before, result->removed), (Strings{"Hinge", "Motor"}));
    EXPECT_TRUE(result->dependents.empty());
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(RemoveElements, AgreesWithRemovingOneByOne) {
    const auto sorted = [](std::vector<ElementId> ids) {
        std::ranges::sort(ids);
        return ids;
    };
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Document before = randomDocument(seed, 80);
        std::set<ElementId> some;
        Document rest = before;
        std::vector<ElementId> removed, dependents;
        for (const ElementId id : before.treeOrder())
            if (id.value % 3 == seed % 3) some.insert(id);
        for (const ElementId id : some) {
            if (!rest.find(id)) continue;
            const auto one = removeElement(rest, sampleCatalog(), id);
            ASSERT_TRUE(one);
            removed.insert(removed.end(), one->removed.begin(), one->removed.end());
            dependents.insert(dependents.end(), one->dependents.begin(), one->dependents.end());
            rest = one->document;
        }
        const auto all = removeElements(before, sampleCatalog(), some);
        ASSERT_TRUE(all);
        EXPECT_TRUE(identical(all->document, rest)) << "seed " << seed;
        // One by one, what is chosen itself may be a dependent of another.
        const auto isChosen = [&](ElementId id) {
            for (const Element* e = before.find(id); e; e = before.find(e->parent))
                if (some.contains(e->id)) return true;
            return false;
        };
        std::erase_if(dependents, isChosen);
        EXPECT_EQ(sorted(all->removed), sorted(removed)) << "seed " << seed;
        EXPECT_EQ(sorted(all->dependents), sorted(dependents)) << "seed " << seed;
        expectSound(all->document);
    }
}

TEST(MoveElement, ReordersSiblingsAndChangesParents) {
    Scene scene(sampleDocument());
    const TypeCatalog& c = sampleCatalog();
    auto moved = moveElement(scene.document, c, scene.id("Motor"), {}, 0);
    ASSERT_TRUE(moved);
    EXPECT_EQ(names(moved->document, moved->document.roots()), (Strings{"Motor", "Frame", "Leaf", "Hinge"}));

    moved = moveElement(moved->document, c, scene.id("Knob"), scene.id("Frame"));
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->document.path(scene.id("Knob")), "Frame/Knob");
    EXPECT_TRUE(moved->document.get(scene.id("Leaf")).children.empty());
    expectSound(moved->document);
}

TEST(MoveElement, RefusesToPutAnElementUnderItself) {
    Scene scene;
    const ElementId brick = scene.add(Element::draft("part", "brick"));
    const ElementId outer = scene.add(Element::draft("tag", "dot", "Outer"), brick);
    const ElementId inner = scene.add(Element::draft("tag", "dot", "Inner"), outer);
    expectRefused(moveElement(scene.document, sampleCatalog(), outer, inner), "child of itself");
    expectRefused(moveElement(scene.document, sampleCatalog(), outer, outer), "child of itself");
    expectRefused(moveElement(scene.document, sampleCatalog(), brick, outer), "cannot be a child of");
}

TEST(SetProperty, SetsAndResetsValues) {
    Scene scene(sampleDocument());
    const TypeDescriptor& type = *sampleCatalog().findType("part", "brick");
    const ElementId frame = scene.id("Frame");
    scene.set(frame, "mass", 3.5);
    EXPECT_EQ(scene.document.get(frame).valueAs<Real>(type, "mass"), 3.5);
    const auto reset = setProperty(scene.document, sampleCatalog(), frame, "mass", std::nullopt);
    ASSERT_TRUE(reset);
    EXPECT_EQ(reset->document.get(frame).valueAs<Real>(type, "mass"), 1.0);
    EXPECT_EQ(reset->document.get(frame).findExplicit("mass"), nullptr);
    EXPECT_THROW(scene.document.get(frame).valueAs<bool>(type, "mass"), WrongValueType);
    EXPECT_THROW(scene.document.get(frame).value(type, "nonsense"), Exception);
}

TEST(SetProperty, RefusesInvalidValuesInModelTerms) {
    const Document d = sampleDocument();
    const TypeCatalog& c = sampleCatalog();
    const ElementId frame = d.findByName("Frame")->id;
    expectRefused(setProperty(d, c, frame, "mass", 0.0), "Part 'Frame': Mass must be greater than 0 kg");
    expectRefused(setProperty(d, c, frame, "mass", NaN), "must be a finite number");
    expectRefused(setProperty(d, c, frame, "mass", 2e100), "must be at most 1e+100 kg, not 2e+100 kg");
    expectRefused(setProperty(d, c, frame, "mass", "heavy"), "must be a number");
    expectRefused(setProperty(d, c, frame, "stuff", "gold"), "clay, wood");
    expectRefused(setProperty(d, c, d.findByName("Hinge")->id, "axis", Vec3(0)), "must not be zero");
    expectRefused(setProperty(d, c, ElementId{999}, "mass", 1.0), "no longer exists");
}

TEST(SetProperty, KeepsNamesUniqueTrimmedAndNotEmpty) {
    const Document d = sampleDocument();
    const TypeCatalog& c = sampleCatalog();
    const ElementId leaf = d.findByName("Leaf")->id;
    const auto renamed = setProperty(d, c, leaf, "name", " Wing ");
    ASSERT_TRUE(renamed);
    EXPECT_EQ(renamed->document.get(leaf).name, "Wing");
    EXPECT_EQ(renamed->document.findByName("Leaf"), nullptr);
    expectRefused(setProperty(d, c, leaf, "name", "Frame"), "'Frame 2'");
    expectRefused(setProperty(d, c, leaf, "name", " \t "), "must not be empty");
}

TEST(SetReference, ConnectsAndDisconnects) {
    const Document d = sampleDocument();
    const TypeCatalog& c = sampleCatalog();
    const ElementId knob = d.findByName("Knob")->id, frame = d.findByName("Frame")->id;
    const auto plugged = setReference(d, c, knob, "watch", frame);
    ASSERT_TRUE(plugged);
    EXPECT_EQ(plugged->document.get(knob).reference("watch"), frame);
    EXPECT_EQ(plugged->document.dependentsOf(frame), (std::vector<ElementId>{knob, d.findByName("Hinge")->id}));
    const auto disconnected = setReference(d, c, knob, "watch", {});
    ASSERT_TRUE(disconnected);
    EXPECT_TRUE(disconnected->document.get(knob).references.empty());
}

TEST(SetReference, DependentsFollowEveryChangeDespiteCaching) {
    const TypeCatalog& c = sampleCatalog();
    Document d = sampleDocument();
    const ElementId knob = d.findByName("Knob")->id, frame = d.findByName("Frame")->id;
    const ElementId hinge = d.findByName("Hinge")->id;
    const auto ask = [&](const std::vector<ElementId>& expected) {
        for (int times = 0; times < 3; ++times) EXPECT_EQ(d.dependentsOf(frame), expected) << times;
    };
    ask({hinge});
    d = setReference(d, c, knob, "watch", frame)->document;
    ask({knob, hinge});
    // Versions with the same references share the answer.
    d = setProperty(d, c, knob, "name", "Button")->document;
    ask({knob, hinge});
    d = removeElement(d, c, knob)->document;
    ask({hinge});
}

TEST(SetReference, RefusesWrongFamiliesAndTheElementItself) {
    const Document d = sampleDocument();
    const TypeCatalog& c = sampleCatalog();
    const ElementId motor = d.findByName("Motor")->id;
    expectRefused(setReference(d, c, motor, "drives", d.findByName("Frame")->id),
                  "cannot be connected to input 'Drives'");
    expectRefused(setReference(d, c, motor, "drives", motor), "its own input");
    expectRefused(setReference(d, c, motor, "feeds", motor), "has no input 'feeds'");
}

TEST(Edits, EditsWithoutEffectReturnTheSameDocument) {
    const Document d = sampleDocument();
    const TypeCatalog& c = sampleCatalog();
    const ElementId frame = d.findByName("Frame")->id, hinge = d.findByName("Hinge")->id;
    EXPECT_TRUE(setProperty(d, c, frame, "mass", 20.0)->document.sharesContentWith(d));
    EXPECT_TRUE(setProperty(d, c, frame, "studs", std::nullopt)->document.sharesContentWith(d));
    EXPECT_TRUE(setProperty(d, c, frame, "name", "Frame")->document.sharesContentWith(d));
    EXPECT_TRUE(setProperty(d, c, {}, "name", "Door")->document.sharesContentWith(d));
    EXPECT_TRUE(setReference(d, c, hinge, "from", frame)->document.sharesContentWith(d));
    EXPECT_TRUE(moveElement(d, c, frame, {}, 0)->document.sharesContentWith(d));
}

TEST(Edits, ShareUnchangedElements) {
    const Document before = sampleDocument();
    const ElementId frame = before.findByName("Frame")->id, leaf = before.findByName("Leaf")->id;
    const Document after = setProperty(before, sampleCatalog(), frame, "mass", 1.5)->document;
    EXPECT_EQ(after.find(leaf), before.find(leaf));
    EXPECT_NE(after.find(frame), before.find(frame));
}

TEST(Edits, KeepDocumentsValidInAnyOrder) {
    for (unsigned seed = 0; seed < 20; ++seed) expectSound(randomDocument(seed, 300));
}

TEST(Document, FindsElementsByPathEvenWithSlashesInNames) {
    Scene scene;
    const ElementId brick = scene.add(Element::draft("part", "brick", "a/b"));
    const ElementId dot = scene.add(Element::draft("tag", "dot", "c/d"), brick);
    EXPECT_EQ(scene.document.findByPath("a/b/c/d"), scene.document.find(dot));
    EXPECT_EQ(scene.document.findByPath("a/b"), scene.document.find(brick));
    EXPECT_EQ(scene.document.findByPath("c/d"), nullptr);
    EXPECT_EQ(scene.document.findByPath(""), nullptr);
}

TEST(Document, ListsAFamilyInTreeOrder) {
    const Document d = sampleDocument();
    EXPECT_EQ(names(d, d.elementsOf("link")), (Strings{"Hinge", "Motor"}));
    EXPECT_EQ(names(d, d.elementsOf("tag")), Strings{"Knob"});
    EXPECT_THROW(d.get(ElementId{999}), Exception);
}

}  // namespace
}  // namespace trammel::test
