// SPDX-License-Identifier: Apache-2.0
// Invalid contents of a file: what is kept, and the offered fixes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "authoring/fixes.h"
#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"

namespace trammel {
namespace {

struct ReadFile {
    explicit ReadFile(const std::string& elements) {
        read = readDocument("{\"trammel\": 1, \"elements\": [" + elements + "]}", builtinCatalog(),
                            FormulaCheck::Always, &errors);
    }
    const Document& document() const { return *read.value; }
    Real length(const std::string& name, const Document& of) const {
        const Element& e = *of.findByName(name);
        return e.valueAs<Real>(typeOf(e), "length");
    }
    /// The document after applying the fix of @p key whose label starts with @p label.
    Document after(const std::string& key, const std::string& label) const {
        std::string all;
        for (const ReadError& error : errors) {
            if (error.key != key) continue;
            for (const Fix& fix : findReadFixes(document(), builtinCatalog(), error)) {
                if (fix.label.starts_with(label)) return fix.document;
                all += "\n" + fix.label;
            }
        }
        ADD_FAILURE() << "no button " << label << " among:" << all;
        return document();
    }
    std::string asRead(const std::string& key) const {
        const auto error = std::ranges::find(errors, key, &ReadError::key);
        return error == errors.end() ? "" : describeAsRead(document(), builtinCatalog(), *error);
    }

    std::vector<ReadError> errors;
    Result<Document> read;
};

const std::string arm = R"({"id": 1, "family": "body", "type": "bar", "name": "Arm")";
const std::string timeAndLength = R"(,
    {"id": 8, "family": "parameter", "type": "time", "name": "T", "properties": {"value": 2}},
    {"id": 9, "family": "parameter", "type": "length", "name": "Length1", "properties": {"value": 0.4}})";

TEST(ReadFixes, InvalidFormulaKeepsTheOthers) {
    const ReadFile file(arm + R"(, "formulas": {"length": "3*T", "width": "Length1/10", "mass": "2 kg"}})" +
                        timeAndLength);
    const Element& e = *file.document().findByName("Arm");
    EXPECT_EQ(e.formula("length"), nullptr);
    ASSERT_TRUE(e.formula("width") && e.formula("mass"));
    EXPECT_DOUBLE_EQ(e.valueAs<Real>(typeOf(e), "width"), 0.04);
    ASSERT_EQ(file.errors.size(), 1u);
    EXPECT_EQ(file.errors[0].key, "length");
    ASSERT_EQ(file.read.diagnostics.size(), 1u);
    EXPECT_EQ(file.read.diagnostics.items()[0].place, file.errors[0].place);
    EXPECT_NE(file.read.diagnostics.items()[0].place.find("length"), std::string::npos);
}

TEST(ReadFixes, DependentFormulaUsesTheKeptNumber) {
    const ReadFile file(arm + R"(, "properties": {"length": 0.5}, "formulas": {"length": "3*T"}},
        {"id": 2, "family": "body", "type": "bar", "name": "Rod", "formulas": {"length": "2*Arm.length"}})" +
                        timeAndLength);
    ASSERT_EQ(file.errors.size(), 1u);
    EXPECT_DOUBLE_EQ(file.length("Rod", file.document()), 1.0);
}

TEST(ReadFixes, OneFormulaOfACycleIsRemoved) {
    const ReadFile file(arm + R"(, "properties": {"length": 0.5}, "formulas": {"length": "Rod.length"}},
        {"id": 2, "family": "body", "type": "bar", "name": "Rod", "formulas": {"length": "2*Arm.length"}})");
    ASSERT_EQ(file.errors.size(), 1u);
    EXPECT_DOUBLE_EQ(file.length("Rod", file.document()), 1.0);
}

TEST(ReadFixes, NumberCanBeReadInTheIntendedUnit) {
    const ReadFile plain(arm + R"(, "formulas": {"length": "300"}})");
    EXPECT_DOUBLE_EQ(plain.length("Arm", plain.after("length", "Read as 300 mm")), 0.3);
    EXPECT_EQ(plain.after("length", "Read as 300 mm").findByName("Arm")->formula("length"), nullptr);
    const ReadFile wrong(arm + R"(, "formulas": {"length": "3*T"}})" + timeAndLength);
    EXPECT_DOUBLE_EQ(wrong.length("Arm", wrong.after("length", "Read as mm")), 0.006);
    EXPECT_NE(wrong.after("length", "Read as mm").findByName("Arm")->formula("length"), nullptr);
    const ReadFile seconds(arm + R"(, "formulas": {"length": "3 s"}})");
    EXPECT_DOUBLE_EQ(seconds.length("Arm", seconds.after("length", "Read as 3 m")), 0.003);
    const ReadFile comma(arm + R"(, "formulas": {"length": "0,3 m"}})");
    EXPECT_DOUBLE_EQ(comma.length("Arm", comma.after("length", "Read as 0.3 m")), 0.3);
    const ReadFile text(arm + R"(, "properties": {"length": "300 mm", "width": "20"}})");
    EXPECT_DOUBLE_EQ(text.length("Arm", text.after("length", "Read as 300 mm")), 0.3);
    const Document wide = text.after("width", "Read as 20 mm");
    const Element& e = *wide.findByName("Arm");
    EXPECT_DOUBLE_EQ(e.valueAs<Real>(typeOf(e), "width"), 0.02);
}

TEST(ReadFixes, AUnitWhereNoneBelongsIsRemoved) {
    const ReadFile file(
        R"({"id": 1, "family": "parameter", "type": "number", "name": "n", "formulas": {"value": "3 mm"}})");
    const Document without = file.after("value", "Remove the unit");
    const Element& e = *without.findByName("n");
    EXPECT_DOUBLE_EQ(e.valueAs<Real>(typeOf(e), "value"), 3);
}

TEST(ReadFixes, SimilarNameIsSuggested) {
    const ReadFile file(arm + R"(, "formulas": {"length": "2*Lenght1"}})" + timeAndLength);
    EXPECT_DOUBLE_EQ(file.length("Arm", file.after("length", "Read 'Lenght1' as 'Length1'")), 0.8);
    const ReadFile missing(arm + R"(, "properties": {"length": 0.7}, "formulas": {"length": "Reach"}})");
    const Document with = missing.after("length", "Add the parameter 'Reach'");
    ASSERT_TRUE(with.findByName("Reach"));
    EXPECT_DOUBLE_EQ(missing.length("Arm", with), 0.7);
    EXPECT_NE(with.findByName("Arm")->formula("length"), nullptr);
}

TEST(ReadFixes, ValueOutOfRangeIsClamped) {
    const ReadFile file(arm + R"(, "properties": {"length": -0.3, "visible": "yes"}})");
    EXPECT_DOUBLE_EQ(file.length("Arm", file.after("length", "Use 0.3 m")), 0.3);
    EXPECT_TRUE(file.asRead("length").ends_with("its default")) << file.asRead("length");
}

TEST(ReadFixes, EitherOfTwoElementsCanKeepTheName) {
    const ReadFile file(arm + R"(, "properties": {"length": 0.3}},
        {"id": 2, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 0.5}},
        {"id": 3, "family": "body", "type": "bar", "name": "Rod", "formulas": {"length": "2*Arm.length"}})");
    EXPECT_EQ(file.asRead(""), "Rename to 'Arm 2'");
    EXPECT_DOUBLE_EQ(file.length("Arm 2", file.document()), 0.5);
    const Document exchanged = file.after("", "Keep 'Arm' here, rename the other to 'Arm 2'");
    EXPECT_DOUBLE_EQ(file.length("Arm", exchanged), 0.5);
    EXPECT_DOUBLE_EQ(file.length("Arm 2", exchanged), 0.3);
    // Formulas keep referring to the same element.
    EXPECT_DOUBLE_EQ(file.length("Rod", exchanged), 0.6);
    EXPECT_EQ(file.after("", "Delete 'Arm 2'").findByName("Arm 2"), nullptr);
}

TEST(ReadFixes, AReferenceToNothingMeansGroundOrTheEndOfTheElement) {
    const ReadFile file(arm + R"(},
        {"id": 2, "family": "joint", "type": "pin", "name": "Pin", "references": {"parent": 77, "child": 1}})");
    EXPECT_EQ(file.asRead("parent"), "Leave at Ground");
    EXPECT_EQ(file.after("parent", "Delete 'Pin'").findByName("Pin"), nullptr);
}

TEST(KeyFixes, GiveTheValueToTheSimilarKeyOrRemoveIt) {
    const ReadFile file(arm + R"(, "properties": {"lenght": 0.5, "mass": 2, "maas": 3, "weather": "rain"}})" + R"(,
        {"id": 2, "family": "joint", "type": "pin", "name": "Pin", "references": {"chidl": 1}})");
    const CompiledModelPtr model = *compileDocument(file.document());
    const auto fixesOf = [](const CompiledModelPtr& of, std::uint64_t id) {
        std::map<std::string, Document> byLabel;
        for (const Fix& fix : findFixes(of, ElementId{id})) byLabel.emplace(fix.label, fix.document);
        return byLabel;
    };
    const auto fixes = fixesOf(model, 1);
    EXPECT_FALSE(fixes.contains("Use 'maas' as 'mass'")) << "mass has a value";
    EXPECT_FALSE(fixes.contains("Use 'weather' as 'width'"));
    ASSERT_TRUE(fixes.contains("Use 'lenght' as 'length'"));
    const Document& corrected = fixes.at("Use 'lenght' as 'length'");
    EXPECT_DOUBLE_EQ(file.length("Arm", corrected), 0.5);
    ASSERT_TRUE(fixes.contains("Remove 'weather'"));
    EXPECT_DOUBLE_EQ(file.length("Arm", fixes.at("Remove 'weather'")), file.length("Arm", file.document()));

    // One after the other, until nothing is unknown; also where the System is reused.
    Document document = corrected;
    Result<CompiledModelPtr> next = compileDocument(document, model);
    for (const char* const label : {"Remove 'maas'", "Remove 'weather'"}) {
        EXPECT_TRUE(next.diagnostics.hasErrors());
        document = fixesOf(*next, 1).at(label);
        next = compileDocument(document, *next);
    }
    document = fixesOf(*next, 2).at("Use 'chidl' as 'child'");
    EXPECT_EQ(document.get(ElementId{2}).reference("child"), ElementId{1});
    for (const Diagnostic& d : compileDocument(document, *next).diagnostics)
        EXPECT_NE(d.severity, Severity::Error) << d.toString();
    EXPECT_EQ(writeDocument(document).find("lenght"), std::string::npos);
}

TEST(KeyFixes, NameTheFirstOfManyKeys) {
    std::string keys;
    for (int i = 0; i < 500; ++i) keys += (i ? ", \"k" : "\"k") + std::to_string(i) + "\": 1";
    const ReadFile file(arm + ", \"properties\": {" + keys + "}}");
    const Result<CompiledModelPtr> model = compileDocument(file.document());
    EXPECT_EQ(model.diagnostics.count(Severity::Error), 11u);
    std::string all;
    for (const Diagnostic& d : model.diagnostics) all += d.toString() + "\n";
    EXPECT_NE(all.find("490 more unknown keys"), std::string::npos) << all;
    EXPECT_LE(findFixes(*model, ElementId{1}).size(), 20u);
}

}  // namespace
}  // namespace trammel
