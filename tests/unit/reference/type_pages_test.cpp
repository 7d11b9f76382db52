// SPDX-License-Identifier: Apache-2.0
// The reference pages of all registered types.
#include "reference/type_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "reference/type_drawing.h"
#include "reference/type_sample.h"

namespace trammel {
namespace {

std::vector<const TypeDescriptor*> typesOf(const std::vector<std::string>& families) {
    std::vector<const TypeDescriptor*> types;
    for (const std::string& family : families)
        for (const TypeDescriptor* type : builtinCatalog().typesOf(family)) types.push_back(type);
    return types;
}

const std::vector<std::string> drawnFamilies{"body", "joint", "constraint", "force", "motion", "shape"};

TEST(TypePages, EveryActiveTypeSaysWhenToChooseIt) {
    for (const TypeDescriptor* type : typesOf({"joint", "constraint", "force", "motion"})) {
        EXPECT_TRUE(type->choose.size() > 40 && type->choose.ends_with('.'))
            << type->family << " " << type->key
            << ": its member 'choose' says in one or two sentences when to choose it";
        EXPECT_NE(makeTypePage(*type, "").find(type->choose), std::string::npos);
    }
}

TEST(TypePages, HaveADrawingInWhichTheTypeIsVisible) {
    for (const TypeDescriptor* type : typesOf(drawnFamilies)) {
        const std::string name = type->family + " " + type->key;
        const SampleModel sample = makeSampleModel(builtinCatalog(), *type);
        ASSERT_TRUE(sample.subject.isValid()) << name << ": its sample has values that it does not take";
        const Result<CompiledModelPtr> model = compileDocument(sample.document);
        ASSERT_TRUE(model) << name;
        for (const Diagnostic& d : model.diagnostics)
            EXPECT_NE(d.severity, Severity::Error) << name << ": " << d.message;
        Scene scene;
        (*model)->calcScene((*model)->getInitialState(), scene);
        EXPECT_TRUE(std::any_of(scene.geometry.begin(), scene.geometry.end(),
                                [&](const DecorativeGeometry& g) { return g.getElement() == sample.subject; }))
            << name << ": override appendGeometry(), or give it other values in sample()";
        EXPECT_NE(makeTypePage(*type, "drawings/").find("](drawings/" + drawingFileName(*type) + ")"),
                  std::string::npos)
            << name;
    }
}

TEST(TypePages, DrawEveryJointWithItsFramesAndNoTwoAlike) {
    std::set<std::string> seen;
    for (const TypeDescriptor* type : typesOf({"joint"})) {
        const TypeDrawing picture = drawType(*type);
        EXPECT_NE(picture.svg.find(">F</text>"), std::string::npos) << type->key;
        EXPECT_NE(picture.svg.find(">M</text>"), std::string::npos) << type->key;
        const std::string withoutTitle = picture.svg.substr(picture.svg.find("</title>"));
        EXPECT_TRUE(seen.insert(withoutTitle).second) << type->key << " looks like another type";
    }
}

TEST(TypePages, ListEveryCoordinateAndSpeedOfAJointWithItsUnit) {
    int listed = 0;
    for (const TypeDescriptor* type : typesOf({"joint"})) {
        const SampleModel sample = makeSampleModel(builtinCatalog(), *type);
        const CompiledModelPtr model = *compileDocument(sample.document);
        const State& s = model->getInitialState();
        const TypeDrawing picture = drawType(*type);
        ASSERT_EQ(int(picture.coordinates.size()), s.getNQ()) << type->key;
        ASSERT_EQ(int(picture.speeds.size()), s.getNU()) << type->key;
        const std::string page = makeTypePage(*type, "");
        const auto expectRow = [&](const std::string& symbol, const TypePageParts::Coordinate& c) {
            const std::string unit = siUnit(c.quantity);
            const std::string row = "| `" + symbol + "` | " + c.name + " | " + (unit.empty() ? "none" : unit) + " |";
            EXPECT_NE(page.find(row), std::string::npos) << type->key << " lacks " << row;
            EXPECT_FALSE(c.name.empty()) << type->key;
            ++listed;
        };
        for (int i = 0; i < s.getNQ(); ++i) expectRow("q" + std::to_string(i), picture.coordinates[std::size_t(i)]);
        for (int i = 0; i < s.getNU(); ++i) expectRow("u" + std::to_string(i), picture.speeds[std::size_t(i)]);
    }
    EXPECT_GT(listed, 50);
}

TEST(TypePages, EveryPropertyHasItsInvalidatedStage) {
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        const std::string page = makeTypePage(type, "");
        for (const PropertyDescriptor& p : type.properties) {
            // Coordinates of a joint, listed above, may have equal keys.
            const std::size_t row = page.find("| `" + p.key + "` | ", page.find("**Properties**"));
            ASSERT_NE(row, std::string::npos) << type.family << " " << type.key << " " << p.key;
            const std::string line = page.substr(row, page.find('\n', row) - row);
            EXPECT_NE(line.find("| " + p.invalidates.getName() + " |"), std::string::npos) << line;
        }
    }
}

TEST(TypePages, AreReproducible) {
    EXPECT_EQ(makeTypeDrawings(), makeTypeDrawings());
    EXPECT_EQ(makeTypePages("a/"), makeTypePages("a/"));
}

}  // namespace
}  // namespace trammel
