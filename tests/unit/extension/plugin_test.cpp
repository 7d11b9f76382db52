// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "authoring/placed_element.h"
#include "base/failure_text.h"
#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/equation_quantities.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "extension/code_folder.h"
#include "extension/plugin_check.h"
#include "extension/plugin_file.h"
#include "extension/plugin_project.h"
#include "inspect/inspection.h"
#include "reference/type_sample.h"

namespace trammel {
namespace {

std::filesystem::path fileOf(const std::string& plugin) {
    return std::filesystem::path(TEST_PLUGINS) / (plugin + ".so");
}

std::string textOf(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += d.toString() + "\n";
    return all;
}

LoadedPlugin load(const std::string& plugin) {
    const Result<LoadedPlugin> loaded = loadPlugin(fileOf(plugin));
    EXPECT_TRUE(loaded) << textOf(loaded.diagnostics);
    return loaded ? *loaded : LoadedPlugin();
}

Document add(const Document& document, Element draft, ElementId* id = nullptr) {
    const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
    EXPECT_TRUE(edit) << textOf(edit.diagnostics);
    if (id) *id = edit->element;
    return edit->document;
}

/// A block that floats, and an element of a plugin's type connected to it by @p input.
Document blockWith(const std::string& family, const std::string& type, const std::string& input = {}) {
    ElementId body;
    Document document = add({}, draftOf(TypeRole::Block, "Block"), &body);
    Element element = Element::draft(family, type, "Mine");
    if (!input.empty()) element.plug(input, body);
    return add(document, std::move(element));
}

/// Acceleration of the first body along x.
Real accelerationOf(const CompiledModel& model) {
    State s = model.getInitialState();
    model.getSystem().realize(s, Stage::Acceleration);
    return model.getData().built->matter->getBodyAcceleration(s, MobilizedBodyIndex(1))[1][0];
}

class PluginKinds : public testing::TestWithParam<const char*> {};

TEST_P(PluginKinds, AreBuiltAndExaminedWithoutFindings) {
    const LoadedPlugin plugin = load(std::string("plugin_of_") + GetParam());
    ASSERT_EQ(plugin.types.size(), 1u);
    EXPECT_EQ(textOf(checkPluginTypes(plugin)), "");
    removePlugin(plugin.name);
}

INSTANTIATE_TEST_SUITE_P(All, PluginKinds,
                         testing::Values("force", "constraint", "mobilizer", "motion", "subsystem", "event"),
                         [](const auto& each) { return std::string(each.param); });

TEST(Plugins, TheElementsOfTheGuideAreExaminedWithoutFindings) {
    const LoadedPlugin guide = load("guide");
    EXPECT_EQ(guide.types.size(), 8u);
    EXPECT_EQ(textOf(checkPluginTypes(guide)), "");
    removePlugin("guide");
}

TEST(Plugins, TheModelsOfTheGuideHaveNoProblems) {
    load("guide");
    const std::filesystem::path folder = std::filesystem::path(TRAMMEL_SOURCE_DIR) / "resources/plugins/guide/models";
    int count = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const auto document = readDocumentFile(file.path(), builtinCatalog());
        ASSERT_TRUE(document) << textOf(document.diagnostics);
        const auto model = compileDocument(*document);
        EXPECT_EQ(textOf(document.diagnostics) + textOf(model.diagnostics), "") << file.path();
        ++count;
    }
    EXPECT_EQ(count, 9);
    removePlugin("guide");
}

TEST(Plugins, OnlyElementsWithParametersHaveAVariableOfThem) {
    load("guide");
    const auto variablesOf = [](const std::string& model) {
        const auto document = readDocumentFile(
            std::string(TRAMMEL_SOURCE_DIR "/resources/plugins/guide/models/") + model + ".trammel", builtinCatalog());
        const auto compiled = compileDocument(*document);
        std::string names;
        for (const SubsystemReport& each : inspectState(**compiled, (*compiled)->getInitialState()).subsystems)
            for (const VariableReport& v : each.variables) names += v.name + '\n';
        return names;
    };
    EXPECT_NE(variablesOf("repulsive_force").find("parameters of Repulsion"), std::string::npos);
    for (const auto& [model, element] : {std::pair("distance_constraint", "Distance"), {"subsystem", "Drag"}}) {
        const std::string names = variablesOf(model);
        EXPECT_NE(names.find(std::string(element) + " enabled"), std::string::npos) << names;
        EXPECT_EQ(names.find(std::string("parameters of ") + element), std::string::npos) << names;
    }
    removePlugin("guide");
}

TEST(Plugins, AnEquationOfBodiesHasNoQuantity) {
    load("guide");
    const auto document = readDocumentFile(
        TRAMMEL_SOURCE_DIR "/resources/plugins/guide/models/distance_constraint.trammel", builtinCatalog());
    const auto model = compileDocument(*document);
    // The error is a square of a length.
    for (const EquationQuantity& each : findQuantitiesByRow(**model, (*model)->getInitialState())) {
        EXPECT_EQ(each.error, Quantity::None);
        EXPECT_EQ(each.multiplier, Quantity::None);
    }
    removePlugin("guide");
}

TEST(Plugins, AForceMovesBodiesLikeTheBuiltInOne) {
    load("plugin_of_force");
    const auto accelerations = [](const std::string& type) {
        SampleModel sample = makeSampleModel(builtinCatalog(), *builtinCatalog().findType("force", type));
        for (const auto& [key, value] : std::vector<std::pair<std::string, Real>>{
                 {"stiffness", 250}, {"damping", 0}, {"restLength", 0.07}, {"length", 0.07}})
            if (builtinCatalog().findType("force", type)->findProperty(key))
                sample.document = *[&] {
                    Result<Edit> edit = setProperty(sample.document, builtinCatalog(), sample.subject, key, value);
                    return std::optional(edit ? edit->document : sample.document);
                }();
        const auto model = compileDocument(sample.document);
        State s = (*model)->getInitialState();
        (*model)->getSystem().realize(s, Stage::Acceleration);
        return Vector(s.getUDot());
    };
    const Vector own = accelerations("plugin_of_force.plugin_of_force"), builtIn = accelerations("twoPointSpring");
    ASSERT_EQ(own.size(), builtIn.size());
    ASSERT_GT(builtIn.norm(), 1);
    EXPECT_LT((own - builtIn).norm(), 1e-13 * builtIn.norm());
    removePlugin("plugin_of_force");
}

TEST(Plugins, RefuseABuildForAnotherVersionWithAReason) {
    const auto loaded = loadPlugin(fileOf("other_plugin"));
    EXPECT_FALSE(loaded);
    const std::string text = textOf(loaded.diagnostics);
    EXPECT_NE(text.find("It was built for Trammel 99.9"), std::string::npos) << text;
    EXPECT_NE(text.find("this program is " + programStamp()), std::string::npos) << text;
    const auto program = loadPlugin(TRAMMEL_CLI);
    EXPECT_NE(textOf(program.diagnostics).find("It is not a plugin"), std::string::npos);
}

TEST(Plugins, JointsArePlacedInAModel) {
    load("plugin_of_mobilizer");
    const TypeDescriptor& type = *builtinCatalog().findType("joint", "plugin_of_mobilizer.plugin_of_mobilizer");
    // Without a model there is no joint of it: the axis is that of most joints.
    EXPECT_EQ((*mainAxisOf(type) - Vec3(0, 0, 1)).norm(), 0);
    EXPECT_FALSE(slides(type));
    ElementId body;
    const Document document = add({}, draftOf(TypeRole::Block, "Block"), &body);
    const auto model = compileDocument(document);
    const Result<PlacedElement> placed =
        addPlacedElement(document, *model, type, {{"parent", Place{}}, {"child", Place{body}}}, Vec3(0, 0, 1));
    ASSERT_TRUE(placed) << textOf(placed.diagnostics);
    EXPECT_EQ(placed->edit.document.elementsOf("joint").size(), 1u);
    removePlugin("plugin_of_mobilizer");
}

TEST(Plugins, AreCopiedToAFolderThatAllowsCode) {
    const std::filesystem::path good = std::filesystem::temp_directory_path() / "trammel_code_folder_test";
    // A file is not a folder.
    EXPECT_EQ(usableCodeFolders({TRAMMEL_CLI, good}), std::vector{good});
    EXPECT_TRUE(usableCodeFolders({TRAMMEL_CLI}).empty());
    EXPECT_FALSE(usableCodeFolders(codeFolders()).empty());
    // An emptied folder is skipped.
    const std::filesystem::path copy = copyInto({good / "missing", good}, fileOf("other_plugin"));
    EXPECT_EQ(copy.parent_path(), good);
    EXPECT_TRUE(std::filesystem::exists(copy));
    std::filesystem::remove_all(good);
}

TEST(Plugins, AddTypesThatFilesName) {
    load("weaker_plugin");
    const Document document = blockWith("force", "thrust.thrust", "body");
    const std::string text = writeDocument(document);
    removePlugin("thrust");

    // Without it the element is kept, and saved as it was read.
    const auto without = readDocument(text, builtinCatalog());
    ASSERT_TRUE(without);
    EXPECT_EQ(writeDocument(*without), text);
    const auto model = compileDocument(*without);
    ASSERT_TRUE(model);
    EXPECT_NE(textOf(model.diagnostics).find("comes from the plugin 'thrust', which is not loaded"), std::string::npos)
        << textOf(model.diagnostics);
    EXPECT_EQ(accelerationOf(**model), 0);

    load("weaker_plugin");
    const auto with = readDocument(text, builtinCatalog());
    const auto working = compileDocument(*with);
    EXPECT_GT(accelerationOf(**working), 0);
    removePlugin("thrust");
}

TEST(Plugins, AreReplacedRepeatedly) {
    load("weaker_plugin");
    const Document document = blockWith("force", "thrust.thrust", "body");
    const auto first = compileDocument(document);
    const Real weak = accelerationOf(**first);
    for (int i = 0; i < 20; ++i) {
        load(i % 2 ? "weaker_plugin" : "stronger_plugin");
        const auto next = compileDocument(document);
        EXPECT_DOUBLE_EQ(accelerationOf(**next), i % 2 ? weak : 2 * weak);
    }
    // The model of the first version is unchanged.
    EXPECT_EQ(accelerationOf(**first), weak);
    EXPECT_EQ(loadedPlugins().size(), 1u);
    removePlugin("thrust");
}

TEST(Plugins, KeepTheSystemWhenAParameterIsEdited) {
    load("weaker_plugin");
    Document document = blockWith("force", "thrust.thrust", "body");
    const auto before = compileDocument(document);
    const auto edit =
        setProperty(document, builtinCatalog(), document.elementsOf("force").front(), "force", PropertyValue(6.));
    const auto after = compileDocument(edit->document, *before);
    EXPECT_EQ(&(*before)->getSystem(), &(*after)->getSystem());
    EXPECT_DOUBLE_EQ(accelerationOf(**after), 2 * accelerationOf(**before));
    removePlugin("thrust");
}

TEST(FaultyPlugins, AnExceptionNamesElementMethodAndStage) {
    load("faulty_plugin");
    const auto model = compileDocument(blockWith("force", "faulty.throwing"));
    ASSERT_TRUE(model) << textOf(model.diagnostics);
    State s = (*model)->getInitialState();
    s.setTime(1);
    try {
        (*model)->getSystem().realize(s, Stage::Dynamics);
        FAIL() << "It does not throw.";
    } catch (const std::exception& failure) {
        EXPECT_EQ(failureText(failure),
                  "'Mine': its method calcForce() at stage Dynamics failed: the field is not defined here.");
    }
    removePlugin("faulty");
}

TEST(FaultyPlugins, LackOfMemoryIsReportedAsSuch) {
    load("faulty_plugin");
    const auto model = compileDocument(blockWith("force", "faulty.exhausting"));
    EXPECT_NE(textOf(model.diagnostics).find("its method calcForce() at stage Dynamics failed: memory ran out."),
              std::string::npos)
        << textOf(model.diagnostics);
    removePlugin("faulty");
}

TEST(FaultyPlugins, AForceThatIsNotFiniteIsAProblemOfItsElement) {
    load("faulty_plugin");
    const Document document = blockWith("force", "faulty.notFinite");
    const auto model = compileDocument(document);
    const auto& items = model.diagnostics.items();
    const auto found = std::find_if(items.begin(), items.end(), [&](const Diagnostic& d) {
        return d.element == document.elementsOf("force").front() && d.severity == Severity::Error;
    });
    ASSERT_NE(found, items.end()) << textOf(model.diagnostics);
    EXPECT_EQ(found->message, "its method calcForce() at stage Dynamics returned a number that is not finite.");
    removePlugin("faulty");
}

TEST(FaultyPlugins, AConstructorThatThrowsIsAProblemOfItsElement) {
    load("faulty_plugin");
    const auto model = compileDocument(blockWith("force", "faulty.refusing"));
    EXPECT_NE(textOf(model.diagnostics).find("Its constructor failed: no such material. Correct its plugin."),
              std::string::npos)
        << textOf(model.diagnostics);
    removePlugin("faulty");
}

TEST(FaultyPlugins, TheCheckFindsWrongDerivatives) {
    const std::string found = textOf(checkPluginTypes(load("faulty_plugin")));
    EXPECT_NE(found.find("velocity errors are not the time derivatives of its position errors"), std::string::npos)
        << found;
    EXPECT_NE(found.find("not finite"), std::string::npos) << found;
    EXPECT_NE(found.find("no such material"), std::string::npos) << found;
    EXPECT_NE(found.find("Its setQToFitTransform() does not reach poses of the joint."), std::string::npos) << found;
    // A joint declares a constant H.
    EXPECT_NE(found.find("Accelerations of bodies are not the time derivatives of their velocities."),
              std::string::npos)
        << found;
    removePlugin("faulty");
}

TEST(FaultyPlugins, TheCheckFindsWrongEnergiesAndDataOutsideTheState) {
    const Diagnostics found = checkPluginTypes(load("faulty_plugin"));
    const auto says = [&](const std::string& type, const std::string& what) {
        return std::ranges::any_of(found.items(), [&](const Diagnostic& d) {
            return d.place == type && d.message.find(what) != d.message.npos;
        });
    };
    EXPECT_TRUE(says("Wrong energy", "not the negative gradient of its potential energy")) << textOf(found);
    EXPECT_TRUE(says("Counting", "depend on earlier evaluations")) << textOf(found);
    EXPECT_FALSE(says("Counting", "negative gradient")) << textOf(found);
    removePlugin("faulty");
}

TEST(FaultyPlugins, AConstructorThatDoesNotEndIsEnded) {
    const Diagnostics found = inspectPlugin(TRAMMEL_CLI, fileOf("hanging_plugin"), 0.5);
    EXPECT_NE(textOf(found).find("It did not answer within 0.5 s"), std::string::npos) << textOf(found);
}

TEST(FaultyPlugins, AForceThatEndsTheProgramIsReported) {
    constexpr double enough = 100;
    const Diagnostics found = inspectPlugin(TRAMMEL_CLI, fileOf("leaving_plugin"), enough);
    EXPECT_NE(textOf(found).find("code of a plugin ended the program"), std::string::npos) << textOf(found);
}

TEST(PluginInspection, ReportsNothingOfASoundPlugin) {
    constexpr double enough = 100;
    EXPECT_EQ(textOf(inspectPlugin(TRAMMEL_CLI, fileOf("weaker_plugin"), enough)), "");
}

TEST(PluginProjects, RefuseUnsuitableNamesAndFolders) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "plugin_projects";
    std::filesystem::remove_all(folder);
    EXPECT_FALSE(writePluginProject(folder, "My Force", "force"));
    EXPECT_FALSE(writePluginProject(folder, "my_force", "sandwich"));
    EXPECT_TRUE(writePluginProject(folder, "my_force", "force"));
    EXPECT_FALSE(writePluginProject(folder, "my_force", "force"));
    const auto project = findPluginProject(folder / "my_force");
    ASSERT_TRUE(project);
    EXPECT_EQ(project->name, "my_force");
    EXPECT_TRUE(std::filesystem::exists(project->source()));
    EXPECT_FALSE(findPluginProject(folder));
}

TEST(PluginProjects, ErrorsOfTheCompilerHaveFileAndLine) {
    const Diagnostics found = readCompilerOutput(
        "[ 50%] Building\n/a/magnets.cpp: In function 'int f()':\n/a/magnets.cpp:12:5: error: 'strenght' was not "
        "declared in this scope\n/a/magnets.cpp:14:9: warning: unused variable 'x'\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found.items()[0].place, "/a/magnets.cpp, line 12");
    EXPECT_EQ(found.items()[0].message, "'strenght' was not declared in this scope");
    EXPECT_EQ(found.items()[1].severity, Severity::Warning);
}

}  // namespace
}  // namespace trammel
