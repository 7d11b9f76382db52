// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "inspect/inspection.h"
#include "inspect/realization.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {
namespace {

std::vector<DecorativeGeometry> drawn(const CompiledModel& model, State state) {
    realize(model, state, Stage::Position);
    Scene scene;
    model.calcScene(state, scene);
    return scene.geometry;
}

TEST(AdoptVariables, WritesDecorationsThatDiffer) {
    const CompiledModelPtr model = *compileDocument(testing::fourBar());
    const Document& document = model->getDocument();
    using Decorations = Value<std::vector<DecorativeGeometry>>;
    for (const auto& [key, value] :
         {std::pair<std::string, PropertyValue>("color", Vec3(0.1, 0.9, 0.1)), {"width", Real(0.037)}}) {
        const auto edit = setProperty(document, builtinCatalog(), document.elementsOf("body").front(), key, value);
        ASSERT_TRUE(edit) << key;
        const CompiledModelPtr next = *compileDocument(edit->document, model);
        ASSERT_EQ(&next->getSystem(), &model->getSystem()) << key;
        const Decorations wanted(drawn(*next, next->getInitialState()));
        State shown = model->getInitialState();
        EXPECT_FALSE(Decorations(drawn(*next, shown)).isIdentical(wanted)) << key;
        ASSERT_TRUE(adoptVariables(shown, next->getInitialState())) << key;
        EXPECT_TRUE(Decorations(drawn(*next, shown)).isIdentical(wanted)) << key;
    }
}

TEST(AdoptVariables, KeepsTheCacheOfEqualVariables) {
    const CompiledModelPtr model = *compileDocument(testing::fourBar());
    State shown = model->getInitialState();
    realize(*model, shown, Stage::Acceleration);
    const std::size_t valid = validEntries(shown).size();
    ASSERT_TRUE(adoptVariables(shown, model->getInitialState()));
    EXPECT_EQ(validEntries(shown).size(), valid);
    EXPECT_EQ(shown.getSystemStage(), Stage::Acceleration);
}

}  // namespace
}  // namespace trammel
