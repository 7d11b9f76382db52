// SPDX-License-Identifier: Apache-2.0
// Formula and plugin elements allocate no more than others: nothing after the first evaluations.
#include <gtest/gtest.h>

#include <algorithm>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "extension/loaded_plugins.h"
#include "multibody/multibody_system.h"
#include "reference/type_sample.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel {
namespace {

/// Heap calls of five evaluations of a sample at other times, after some to warm up.
long callsOf(const TypeDescriptor& type) {
    const auto model = compileDocument(makeSampleModel(builtinCatalog(), type).document);
    EXPECT_TRUE(model) << type.key;
    if (!model) return -1;
    State s = (*model)->getInitialState();
    const auto evaluateAt = [&](Real t) {
        // Access for writing invalidates what depends on them.
        s.updTime() = t;
        s.updQ();
        s.updU();
        (*model)->getSystem().realize(s, Stage::Acceleration);
    };
    for (const Real t : {0., 1e-4, 2e-4}) evaluateAt(t);
    const long before = test::allocationCountOfThread();
    for (const Real t : {3e-4, 4e-4, 5e-4, 6e-4, 7e-4}) evaluateAt(t);
    return test::allocationCountOfThread() - before;
}

TEST(FormulaAllocations, WarmEvaluationsDoNotAllocate) {
    int elements = 0;
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        if (std::ranges::none_of(type.properties, &PropertyDescriptor::isFormula)) continue;
        if (type.family == "trigger" || type.family == "action") continue;
        EXPECT_EQ(callsOf(type), 0) << type.family << "/" << type.key;
        ++elements;
    }
    EXPECT_GT(elements, 10);
}

class PluginAllocations : public testing::TestWithParam<const char*> {};

TEST_P(PluginAllocations, WarmEvaluationsDoNotAllocate) {
    const auto plugin = loadPlugin(std::string(TEST_PLUGINS "/") + GetParam() + ".so");
    ASSERT_TRUE(plugin);
    ASSERT_FALSE(plugin->types.empty());
    for (const std::string& name : plugin->types) {
        const std::size_t slash = name.find('/');
        EXPECT_EQ(callsOf(*builtinCatalog().findType(name.substr(0, slash), name.substr(slash + 1))), 0) << name;
    }
    removePlugin(plugin->name);
}

INSTANTIATE_TEST_SUITE_P(All, PluginAllocations,
                         testing::Values("plugin_of_force", "plugin_of_constraint", "plugin_of_mobilizer",
                                         "plugin_of_motion", "plugin_of_subsystem", "plugin_of_event", "guide"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace trammel
