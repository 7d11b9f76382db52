// SPDX-License-Identifier: Apache-2.0
#include "authoring/common_values.h"

#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

const std::vector<ElementId> bars{ElementId{1}, ElementId{2}, ElementId{3}};
const std::vector<ElementId> pins{ElementId{4}, ElementId{5}, ElementId{6}};

const CommonValue* find(const std::vector<CommonValue>& values, const std::string& key) {
    const auto held = std::ranges::find_if(values, [&](const CommonValue& v) { return v.property.key == key; });
    return held == values.end() ? nullptr : &*held;
}

Real lengthOf(const Document& d, ElementId id) { return d.get(id).valueAs<Real>(typeOf(d.get(id)), "length"); }

}  // namespace

TEST(CommonValues, AreMarkedWhereTheyDiffer) {
    const Document document = fourBar();
    const auto values = findCommonValues(document, builtinCatalog(), bars);
    ASSERT_NE(find(values, "length"), nullptr);
    EXPECT_TRUE(find(values, "length")->isMixed);
    EXPECT_FALSE(find(values, "width")->isMixed);
    const auto joints = findCommonValues(document, builtinCatalog(), pins);
    const CommonValue* const point = find(joints, "parentPoint");
    ASSERT_NE(point, nullptr);
    EXPECT_EQ(point->isMixedPart, (std::array<bool, 3>{true, false, false}));
}

TEST(CommonValues, AreThoseThatAllTypesHave) {
    const auto values = findCommonValues(fourBar(), builtinCatalog(), {ElementId{1}, ElementId{4}});
    EXPECT_EQ(find(values, "length"), nullptr);
    EXPECT_EQ(find(values, "angle"), nullptr);
    EXPECT_TRUE(findCommonValues(fourBar(), builtinCatalog(), {ElementId{1}}).empty());
}

TEST(CommonValues, AreSetForAllElements) {
    const Result<Edit> edit = setCommonValue(fourBar(), builtinCatalog(), {}, bars, "length", -1, 0.5);
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    for (const ElementId bar : bars) EXPECT_EQ(lengthOf(edit->document, bar), 0.5);
}

TEST(CommonValues, SetOneComponentAndKeepTheOthers) {
    const Result<Edit> edit = setCommonValue(fourBar(), builtinCatalog(), {}, pins, "parentPoint", 1, Vec3(9, 0.05, 9));
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    const Element& joint = edit->document.get(ElementId{6});
    EXPECT_EQ(joint.valueAs<Vec3>(typeOf(joint), "parentPoint"), Vec3(0.4, 0.05, 0));
}

TEST(CommonValues, LockEachJointAtItsPose) {
    const Document document = fourBar();
    const CompiledModelPtr model = *compileDocument(document).value;
    const Result<Edit> edit =
        setCommonValue(document, builtinCatalog(), model, pins, "locked", -1, std::string("position"));
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    for (const CoordinateValues& held : readCoordinates(*model, model->getInitialState())) {
        if (held.joint == ElementId{7}) continue;
        const Element& joint = edit->document.get(held.joint);
        EXPECT_EQ(joint.valueAs<Real>(typeOf(joint), "angle"), std::get<Real>(held.values.front().second));
    }
}

TEST(CommonValues, AreRefusedAsAWhole) {
    const Result<Edit> edit = setCommonValue(fourBar(), builtinCatalog(), {}, bars, "length", -1, -1.);
    EXPECT_FALSE(edit);
    EXPECT_FALSE(setCommonFormula(fourBar(), builtinCatalog(), bars, "length", "nothing * 2"));
}

TEST(CommonValues, TakeOneFormulaForAll) {
    const Result<Edit> edit =
        setCommonFormula(fourBar(), builtinCatalog(), {ElementId{2}, ElementId{3}}, "length", "3 * Crank.length");
    ASSERT_TRUE(edit) << textOf(edit.diagnostics);
    EXPECT_DOUBLE_EQ(lengthOf(edit->document, ElementId{3}), 0.3);
    const auto values = findCommonValues(edit->document, builtinCatalog(), {ElementId{2}, ElementId{3}});
    ASSERT_EQ(find(values, "length")->formulas.size(), 1u);
    EXPECT_EQ(find(values, "length")->formulas.front().text, "3 * Crank.length");
}

}  // namespace trammel
