// SPDX-License-Identifier: Apache-2.0
// Formulas: edits, renaming, removal, files and undo.
#include <gtest/gtest.h>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "compile/formula_names.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "document/fragment.h"
#include "document/history.h"

namespace trammel {
namespace {

/// A crank of length L1 = 80 mm and a rod of 3*L1, both links with their default width.
class Formulas : public ::testing::Test {
protected:
    Formulas() {
        l1 = add(Element::draft("parameter", "length", "L1").set("value", 0.08));
        crank = add(Element::draft("body", "bar", "Crank").setFormula("length", "L1"));
        rod = add(Element::draft("body", "bar", "Rod").setFormula("length", "3*L1"));
    }

    ElementId add(Element draft) { return take(addElement(document, builtinCatalog(), std::move(draft))).element; }
    Edit take(const Result<Edit>& result) {
        for (const Diagnostic& d : result.diagnostics) last += d.toString() + "\n";
        if (!result) throw std::runtime_error(last);
        document = result->document;
        return *result;
    }
    Edit set(ElementId id, const std::string& key, PropertyValue value) {
        return take(setProperty(document, builtinCatalog(), id, key, value));
    }
    std::string refusal(const Result<Edit>& result) {
        EXPECT_FALSE(result);
        return result.diagnostics.empty() ? std::string() : result.diagnostics.items().front().toString();
    }
    Real length(ElementId id) const {
        const Element& element = document.get(id);
        return element.valueAs<Real>(typeOf(element), "length");
    }
    const std::string* formula(ElementId id, const char* key = "length") const { return document.get(id).formula(key); }

    Document document;
    ElementId l1, crank, rod;
    std::string last;
};

TEST_F(Formulas, FollowReferencedNumbers) {
    EXPECT_DOUBLE_EQ(length(crank), 0.08);
    EXPECT_DOUBLE_EQ(length(rod), 0.24);
    set(l1, "value", 0.1);
    EXPECT_DOUBLE_EQ(length(crank), 0.1);
    EXPECT_DOUBLE_EQ(length(rod), 0.3);
    take(setFormula(document, builtinCatalog(), rod, "width", "Rod.length/10"));
    set(l1, "value", 0.2);
    EXPECT_DOUBLE_EQ(document.get(rod).valueAs<Real>(typeOf(document.get(rod)), "width"), 0.06);
}

TEST_F(Formulas, TypedNumberRemovesTheFormula) {
    set(rod, "length", 0.5);
    EXPECT_EQ(formula(rod), nullptr);
    set(l1, "value", 0.1);
    EXPECT_DOUBLE_EQ(length(rod), 0.5);
    EXPECT_DOUBLE_EQ(length(crank), 0.1);
    take(setFormula(document, builtinCatalog(), crank, "length", {}));
    EXPECT_DOUBLE_EQ(length(crank), 0.1) << "the number that the formula gave stays";
    EXPECT_FALSE(document.hasFormulas());
}

TEST_F(Formulas, SetVectorComponents) {
    const ElementId box = add(Element::draft("body", "box", "Box"));
    const char* key = nullptr;
    for (const PropertyDescriptor& p : typeOf(document.get(box)).properties)
        if (p.kind == ValueKind::Vec3 && p.quantity == Quantity::Length) key = p.key.c_str();
    ASSERT_NE(key, nullptr);
    const std::string part = std::string(key) + ".y";
    take(setFormula(document, builtinCatalog(), box, part, "2*L1"));
    const auto vector = [&] { return document.get(box).valueAs<Vec3>(typeOf(document.get(box)), key); };
    EXPECT_DOUBLE_EQ(vector()[1], 0.16);
    Vec3 other = vector();
    other[0] += 1;
    set(box, key, other);
    EXPECT_NE(formula(box, part.c_str()), nullptr) << "another part was typed";
    other[1] += 1;
    set(box, key, other);
    EXPECT_EQ(formula(box, part.c_str()), nullptr);
}

TEST_F(Formulas, ErrorsUseModelTerms) {
    const auto refuse = [&](const std::string& text) {
        return refusal(setFormula(document, builtinCatalog(), rod, "length", text));
    };
    EXPECT_NE(refuse("L1 + 3 s").find("length plus time"), std::string::npos) << refuse("L1 + 3 s");
    EXPECT_NE(refuse("L1*L1").find("length is required"), std::string::npos) << refuse("L1*L1");
    EXPECT_NE(refuse("L7").find("There is no 'L7'"), std::string::npos) << refuse("L7");
    EXPECT_NE(refuse("Crank").find("specify one of its numbers"), std::string::npos) << refuse("Crank");
    EXPECT_NE(refuse("Rod.length").find("depends on itself"), std::string::npos) << refuse("Rod.length");
    EXPECT_NE(refuse("-L1").find("must be"), std::string::npos) << refuse("-L1");
    EXPECT_NE(refuse("3*").find("expected"), std::string::npos) << refuse("3*");
    EXPECT_EQ(*formula(rod), "3*L1");
    // Dependent formulas limit the values of a parameter.
    const std::string why = refusal(setProperty(document, builtinCatalog(), l1, "value", -0.1));
    EXPECT_NE(why.find("Crank"), std::string::npos) << why;
    EXPECT_DOUBLE_EQ(length(rod), 0.24);
    EXPECT_NE(refusal(setFormula(document, builtinCatalog(), rod, "name", "L1")).find("no number"), std::string::npos);
}

TEST_F(Formulas, DetectCircularDependencies) {
    const ElementId l2 = add(Element::draft("parameter", "length", "L2").setFormula("value", "2*L1"));
    const Result<Edit> circle = setFormula(document, builtinCatalog(), l1, "value", "L2/2");
    EXPECT_NE(refusal(circle).find("depends on itself"), std::string::npos);
    EXPECT_EQ(circle.diagnostics.items().size(), 1u) << "said once for all that are in it";
    EXPECT_DOUBLE_EQ(document.get(l2).valueAs<Real>(typeOf(document.get(l2)), "value"), 0.16);
}

TEST_F(Formulas, FollowRenaming) {
    set(l1, "name", std::string("crank length"));
    EXPECT_EQ(*formula(rod), "3*'crank length'");
    set(l1, "value", 0.1);
    EXPECT_DOUBLE_EQ(length(rod), 0.3);
}

TEST_F(Formulas, NumbersAreKeptWhenReferencedElementsAreRemoved) {
    take(removeElement(document, builtinCatalog(), l1));
    EXPECT_EQ(formula(rod), nullptr);
    EXPECT_DOUBLE_EQ(length(rod), 0.24);
    EXPECT_NE(last.find("their numbers are kept"), std::string::npos) << last;
    EXPECT_NE(last.find("Rod"), std::string::npos) << last;
}

TEST_F(Formulas, SurviveFileAndUndo) {
    const Result<Document> read = readDocument(writeDocument(document), builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(read.diagnostics.empty());
    EXPECT_TRUE(identical(*read, document));
    EXPECT_TRUE(read->hasFormulas());
    History history(document);
    set(l1, "value", 0.1);
    history.push(document, "L1");
    history.undo();
    EXPECT_TRUE(identical(history.current(), *read));
}

TEST_F(Formulas, InvalidFormulasOfAFileAreReportedAndRemoved) {
    std::string text = writeDocument(document);
    text.replace(text.find("3*L1"), 4, "3*L9");
    const Result<Document> read = readDocument(text, builtinCatalog());
    ASSERT_TRUE(read);
    ASSERT_EQ(read.diagnostics.size(), 1u);
    EXPECT_NE(read.diagnostics.items().front().toString().find("'L9'"), std::string::npos);
    EXPECT_EQ(read->findByName("Rod")->formula("length"), nullptr);
    EXPECT_NE(read->findByName("Crank")->formula("length"), nullptr);
    text.replace(text.find("3*L9"), 4, "3*L1");
    // A number that differs from its formula is replaced.
    text.replace(text.find("0.24"), 4, "0.99");
    const Result<Document> corrected = readDocument(text, builtinCatalog());
    ASSERT_TRUE(corrected);
    EXPECT_DOUBLE_EQ(corrected->findByName("Rod")->valueAs<Real>(typeOf(*corrected->findByName("Rod")), "length"),
                     0.24);
}

TEST_F(Formulas, DiffShowsFormulasAndTheirResultsOnly) {
    const Document before = document;
    take(setFormula(document, builtinCatalog(), rod, "length", "L1*3"));
    const Changes same = diff(before, document);
    ASSERT_EQ(same.changed.size(), 1u);
    EXPECT_EQ(same.changed[0].formulas, std::vector<std::string>{"length"});
    EXPECT_EQ(lowestInvalidated(same, builtinCatalog()), Stage::Infinity);
    const Document then = document;
    set(l1, "value", 0.1);
    EXPECT_EQ(diff(then, document).changed.size(), 3u);
}

TEST_F(Formulas, LeaveModelsWithParametersRunnable) {
    const Result<CompiledModelPtr> model = compileDocument(document);
    ASSERT_TRUE(model);
    for (const Diagnostic& d : model.diagnostics) EXPECT_NE(d.element, l1) << d.toString();
}

TEST(ParameterTypes, ThereIsOneForEachQuantity) {
    for (const Quantity quantity : allQuantities) {
        bool found = false;
        for (const TypeDescriptor* type : builtinCatalog().typesOf("parameter"))
            found = found || type->properties.front().quantity == quantity;
        EXPECT_TRUE(found) << quantityName(quantity);
    }
}

TEST(FormulaNames, OutputsQuotedWithTheirElementFollowItsName) {
    const TypeCatalog& catalog = builtinCatalog();
    Document d;
    const auto add = [&](Element draft) {
        const Result<Edit> edit = addElement(d, catalog, std::move(draft));
        EXPECT_TRUE(edit);
        d = edit->document;
        return edit->element;
    };
    const ElementId pivot = add(Element::draft("body", "box", "Pivot"));
    add(Element::draft("body", "box", "Pivot.2"));
    const ElementId measure = add(
        Element::draft("measure", "valueOf", "M").set("formula", "'Pivot.reaction force' + 'Pivot.2.reaction force'"));
    const auto formulaOf = [&](const char* name) {
        const Element& element = *d.findByName(name);
        return element.valueAs<std::string>(typeOf(element), "formula");
    };
    const Result<Edit> renamed = setProperty(d, catalog, pivot, "name", PropertyValue(std::string("Hinge")));
    ASSERT_TRUE(renamed);
    d = renamed->document;
    EXPECT_EQ(formulaOf("M"), "'Hinge.reaction force' + 'Pivot.2.reaction force'");
    std::set<ElementId> added;
    const Result<Edit> pasted = pasteElements(d, catalog, copyElements(d, {pivot, measure}), added);
    ASSERT_TRUE(pasted);
    d = pasted->document;
    EXPECT_EQ(formulaOf("M 2"), "'Hinge 2.reaction force' + 'Pivot.2.reaction force'");
}

TEST(FormulaNames, APreviewOfAJointsFormulaIsItsValueInTheState) {
    Document document;
    const auto add = [&](Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        document = edit->document;
        return edit->element;
    };
    const ElementId bar = add(Element::draft("body", "bar", "Bar"));
    const ElementId slot = add(Element::draft("joint", "formula", "Slot").plug("child", bar).set("q1", Pi / 3));
    const auto model = compileDocument(document);
    ASSERT_TRUE(model);
    const auto previewOf = [&](const char* formula) {
        return previewFormula(**model, document, slot, "translationX", formula, (*model)->getInitialState());
    };
    const FormulaPreview moving = previewOf("0.2 m*cos(q1)"), fixed = previewOf("Bar.length/2");
    EXPECT_EQ(moving.stage, Stage::Position);
    ASSERT_TRUE(moving.value);
    EXPECT_NEAR(moving.value->value, 0.1, 1e-15);
    EXPECT_EQ(fixed.stage, Stage::Topology);
    ASSERT_TRUE(fixed.value);
}

TEST(FormulaNames, AreCompletedFromTheirBeginning) {
    Document document;
    const auto add = [&](Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        document = edit->document;
        return edit->element;
    };
    const ElementId bar = add(Element::draft("body", "bar", "Crank"));
    const ElementId pin = add(Element::draft("joint", "pin", "Crank pin").plug("child", bar));
    const ElementId force = add(Element::draft("force", "mobilityFormula", "Law").plug("joint", pin));
    const ElementId slot =
        add(Element::draft("joint", "formula", "Slot").plug("child", add(Element::draft("body", "bar", "Rod"))));
    const auto model = compileDocument(document);
    ASSERT_TRUE(model);
    using Names = std::vector<std::string>;
    const auto complete = [&](ElementId element, const char* start) {
        return completeName(**model, document, element, start);
    };
    EXPECT_EQ(complete(force, "cr"), (Names{"'Crank pin'.", "Crank."}));
    EXPECT_EQ(complete(force, "Crank.tip.v"), (Names{"Crank.tip.vx", "Crank.tip.vy", "Crank.tip.vz"}));
    EXPECT_EQ(complete(force, "'Crank pin'.u"), (Names{"'Crank pin'.u", "'Crank pin'.u1"}));
    EXPECT_EQ(complete(force, "flo"), Names{"floor("});
    EXPECT_EQ(complete(force, "'flo"), Names());
    // A force cannot read energies; a joint has its own coordinates and numbers only.
    EXPECT_EQ(complete(force, "kin"), Names());
    EXPECT_EQ(complete(slot, "q"), Names{"q1"});
    EXPECT_EQ(complete(slot, "Crank.len"), Names{"Crank.length"});
    EXPECT_EQ(complete(slot, "Crank.tip"), Names());
}

TEST(FormulaNames, ThisIsReserved) {
    const TypeCatalog& catalog = builtinCatalog();
    Result<Edit> added = addElement(Document(), catalog, Element::draft("body", "box", "this"));
    ASSERT_TRUE(added);
    EXPECT_EQ(added->document.get(added->element).name, "this 2");
    const Result<Edit> renamed =
        setProperty(added->document, catalog, added->element, "name", PropertyValue(std::string("this")));
    ASSERT_FALSE(renamed);
    EXPECT_NE(renamed.diagnostics.begin()->message.find("reserved for formulas"), std::string::npos);
    const auto read = readDocument(R"({"trammel": 1, "nextId": 2, "elements": [
        {"id": 1, "family": "body", "type": "box", "name": "this"}]})",
                                   catalog);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->get(ElementId{1}).name, "this 2");
}

}  // namespace
}  // namespace trammel
