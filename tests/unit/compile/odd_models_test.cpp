// SPDX-License-Identifier: Apache-2.0
// Models edited at random or beyond reason: they compile or are refused in model terms, never with an internal error.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"
#include "document/edit.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;

Document shipped(const fs::path& name) {
    const Result<Document> read =
        readDocumentFile(fs::path(TRAMMEL_SOURCE_DIR) / "models" / "validation" / name, builtinCatalog());
    EXPECT_TRUE(read && !read.diagnostics.hasErrors()) << name;
    return *read;
}

void expectModelTerms(const Document& document, const std::string& what) {
    const Result<CompiledModelPtr> model = compileDocument(document);
    for (const Diagnostic& d : model.diagnostics) {
        EXPECT_EQ(d.message.find("::"), std::string::npos) << what << ": " << d.message;
        EXPECT_EQ(d.message.find("internal error"), std::string::npos) << what << ": " << d.message;
    }
    EXPECT_TRUE(model || model.diagnostics.hasErrors()) << what;
}

Document edited(const Document& document, const std::string& element, const std::string& key,
                std::optional<PropertyValue> value) {
    const auto edit = setProperty(document, builtinCatalog(), document.findByName(element)->id, key, std::move(value));
    EXPECT_TRUE(edit) << element << "." << key;
    return edit ? edit->document : document;
}

TEST(OddModels, CompileIfAnOverconstrainedLoopIsOpened) {
    expectModelTerms(edited(shipped("bricard.trammel"), "Pin 0", "childOrientation", std::nullopt), "bricard");
    expectModelTerms(edited(shipped("schatz.trammel"), "Pin 1", "childOrientation", Vec3(0, 1.5, 0)), "schatz");
}

TEST(OddModels, CompileAfterRandomEditsOfOneNumber) {
    std::mt19937 random(28);
    const auto below = [&random](std::size_t n) { return std::size_t(random() % n); };
    const Real values[] = {0, 1.5, -0.7, 3.14159, 1e-12, 1e20, -1e3};
    int edits = 0;
    for (const char* const name : {"bricard.trammel", "schatz.trammel", "bennett.trammel", "crank_rocker.trammel",
                                   "flyball_governor.trammel", "spatial_slider_crank.trammel", "peaucellier.trammel"}) {
        const Document document = shipped(name);
        const std::vector<ElementId> all = document.treeOrder();
        for (int i = 0; i < 25; ++i) {
            const Element& element = document.get(all[below(all.size())]);
            const TypeDescriptor& type = typeOf(element);
            if (type.properties.empty()) continue;
            const PropertyDescriptor& property = type.properties[below(type.properties.size())];
            PropertyValue value = element.value(type, property.key);
            const Real number = values[below(std::size(values))];
            if (auto* const v = std::get_if<Vec3>(&value))
                (*v)[below(3)] = number;
            else if (std::holds_alternative<Real>(value))
                value = number;
            else
                continue;
            const auto edit = setProperty(document, builtinCatalog(), element.id, property.key, value);
            if (!edit) continue;
            ++edits;
            expectModelTerms(edit->document, std::string(name) + " " + element.name + "." + property.key + " " +
                                                 std::to_string(number));
        }
    }
    EXPECT_GT(edits, 50);
}

TEST(OddModels, WarnOfBodiesBeyondTheDigitsOfNumbers) {
    const Document pendulum = shipped("../pendulum.trammel");
    const auto warnings = [&](Real x) {
        const Result<CompiledModelPtr> model = compileDocument(edited(pendulum, "Pivot", "parentPoint", Vec3(x, 0, 0)));
        return std::ranges::count_if(model.diagnostics.items(), [](const Diagnostic& d) {
            return d.severity == Severity::Warning && d.message.find("1e12 m") != std::string::npos;
        });
    };
    EXPECT_EQ(warnings(1e20), 1);
    EXPECT_EQ(warnings(0), 0);
}

TEST(OddModels, ReportHugeLengthsAsFiniteNumbers) {
    const Result<CompiledModelPtr> model =
        compileDocument(edited(shipped("crank_rocker.trammel"), "Rocker pin", "parentPoint", Vec3(9e99, 0, 0)));
    for (const Diagnostic& d : model.diagnostics) {
        EXPECT_EQ(d.message.find("inf "), std::string::npos) << d.message;
        EXPECT_EQ(d.message.find("::"), std::string::npos) << d.message;
    }
}

}  // namespace
}  // namespace trammel
