// SPDX-License-Identifier: Apache-2.0
// Contacts of models written for other programs and read back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/contacts.h"
#include "decoration/surface.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "document/make_document.h"
#include "tests/unit/interchange/robot_files.h"

namespace trammel {
namespace {

TEST_F(RobotFiles, ContactsComeBackFromSdfAndMjcfAndAreNamedElsewhere) {
    // Bodies whose own shapes touch; b and c do not touch each other.
    const auto document = readDocument(R"({"trammel": 1, "name": "balls", "elements": [
        {"id": 1, "family": "body", "type": "sphere", "name": "a", "properties": {"radius": 0.1}},
        {"id": 2, "family": "body", "type": "sphere", "name": "b", "properties": {"radius": 0.1},
         "references": {"contactGroup": 9}},
        {"id": 3, "family": "body", "type": "sphere", "name": "c", "properties": {"radius": 0.1},
         "references": {"contactGroup": 9}},
        {"id": 4, "family": "joint", "type": "free", "name": "fa", "properties": {"position": [0, 0, 1]},
         "references": {"child": 1}},
        {"id": 5, "family": "joint", "type": "free", "name": "fb", "properties": {"position": [2, 0, 1]},
         "references": {"child": 2}},
        {"id": 6, "family": "joint", "type": "free", "name": "fc", "properties": {"position": [4, 0, 1]},
         "references": {"child": 3}},
        {"id": 7, "family": "shape", "type": "floor", "name": "ground",
         "properties": {"orientation": [1.5707963267948966, 0, 0], "position": [0, 0, -0.5], "length": 4, "width": 6}},
        {"id": 8, "family": "force", "type": "contactEverything", "name": "all"},
        {"id": 9, "family": "contactGroup", "type": "group", "name": "pair"}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    for (const RobotFormat& format : {sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        const Document& read = back->getDocument();
        EXPECT_TRUE(std::ranges::any_of(read.elementsOf("force"), [&](ElementId id) {
            return isContactAmongAll(read.get(id));
        })) << format.ending;
        int floors = 0;
        for (const ElementId id : read.elementsOf("shape")) {
            if (read.get(id).type != "floor" || !mayTouch(read.get(id))) continue;
            ++floors;
            EXPECT_NEAR(std::get<Vec3>(*read.get(id).findExplicit("position"))[2], -0.5, tolerance) << format.ending;
            EXPECT_EQ(std::get<Real>(*read.get(id).findExplicit("length")), 4) << format.ending;
        }
        EXPECT_GT(floors, 0) << format.ending;
        std::set<std::string> apart;
        for (const ContactException& e : back->getData().built->contactExceptions)
            if (e.second && (e.reason == NoContactReason::Group || e.reason == NoContactReason::OwnContact))
                apart.insert(read.get(e.first).name + read.get(*e.second).name);
        EXPECT_EQ(apart, std::set<std::string>{"bc"}) << format.ending;
        EXPECT_FALSE(warns("contacts")) << format.ending;
        EXPECT_TRUE(warns("all")) << format.ending;
    }
    written_ = urdf.write(*model, "meshes");
    EXPECT_TRUE(warns("contacts"));
    EXPECT_TRUE(warns("ground"));
}

TEST_F(RobotFiles, ContactsOfSomeBodiesArePairsInMjcf) {
    const auto document = readDocument(R"({"trammel": 1, "name": "balls", "elements": [
        {"id": 1, "family": "body", "type": "sphere", "name": "a", "properties": {"radius": 0.1}},
        {"id": 2, "family": "body", "type": "sphere", "name": "b", "properties": {"radius": 0.1}},
        {"id": 3, "family": "body", "type": "sphere", "name": "c", "properties": {"radius": 0.1}},
        {"id": 4, "family": "joint", "type": "free", "name": "fa", "references": {"child": 1}},
        {"id": 5, "family": "joint", "type": "free", "name": "fb", "properties": {"position": [2, 0, 1]},
         "references": {"child": 2}},
        {"id": 6, "family": "joint", "type": "free", "name": "fc", "properties": {"position": [4, 0, 1]},
         "references": {"child": 3}},
        {"id": 7, "family": "force", "type": "contact", "name": "ab", "references": {"body1": 1, "body2": 2}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr back = writeAndRead(**compileDocument(*document), mjcf);
    ASSERT_TRUE(back);
    const Document& read = back->getDocument();
    std::vector<std::string> found;
    for (const ElementId id : read.elementsOf("force"))
        if (isContactBetweenSome(read.get(id)))
            found.push_back(read.get(read.get(id).reference("body1")).name +
                            read.get(read.get(id).reference("body2")).name);
    EXPECT_EQ(found, std::vector<std::string>{"ab"});
    EXPECT_TRUE(
        std::ranges::none_of(read.elementsOf("force"), [&](ElementId id) { return isContactAmongAll(read.get(id)); }));
}

TEST_F(RobotFiles, ABodyKeptApartFromGroundIsExcludedFromTheWorldInMjcf) {
    const auto document = readDocument(R"({"trammel": 1, "name": "balls", "elements": [
        {"id": 1, "family": "body", "type": "sphere", "name": "a", "properties": {"radius": 0.1}},
        {"id": 2, "family": "joint", "type": "free", "name": "fa", "properties": {"position": [0, 0, 1]},
         "references": {"child": 1}},
        {"id": 3, "family": "shape", "type": "floor", "name": "ground",
         "properties": {"orientation": [1.5707963267948966, 0, 0]}},
        {"id": 4, "family": "force", "type": "contactEverything", "name": "all"},
        {"id": 5, "family": "force", "type": "contact", "name": "none", "properties": {"enabled": false},
         "references": {"body2": 1}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    written_ = mjcf.write(**compileDocument(*document), "meshes");
    ASSERT_TRUE(written_);
    EXPECT_NE(written_->text.find(R"(<exclude body1="world" body2="a")"), std::string::npos) << written_->text;
    EXPECT_FALSE(warns("contacts"));
}

TEST_F(RobotFiles, BodiesThatJointsConnectAreExcludedInMjcfWhereMuJoCoDoesNot) {
    // A base in Ground carries an arm of two; a weld holds a free ball on the second.
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "sphere", "name": "upper", "properties": {"radius": 0.1}},
        {"id": 2, "family": "body", "type": "sphere", "name": "lower", "properties": {"radius": 0.1}},
        {"id": 3, "family": "body", "type": "sphere", "name": "hand", "properties": {"radius": 0.1}},
        {"id": 4, "family": "joint", "type": "pin", "name": "shoulder", "references": {"parent": 10, "child": 1}},
        {"id": 5, "family": "joint", "type": "pin", "name": "elbow", "references": {"parent": 1, "child": 2}},
        {"id": 6, "family": "joint", "type": "free", "name": "fly", "references": {"child": 3}},
        {"id": 7, "family": "constraint", "type": "weld", "name": "grip", "references": {"body1": 2, "body2": 3}},
        {"id": 8, "family": "shape", "type": "floor", "name": "ground"},
        {"id": 9, "family": "force", "type": "contactEverything", "name": "all"},
        {"id": 10, "family": "body", "type": "sphere", "name": "base", "properties": {"radius": 0.1}},
        {"id": 11, "family": "joint", "type": "weld", "name": "mount", "references": {"child": 10}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    written_ = mjcf.write(**compileDocument(*document), "meshes");
    ASSERT_TRUE(written_);
    const std::string& text = written_->text;
    const auto isExcluded = [&](const std::string& one, const std::string& two) {
        return text.find("<exclude body1=\"" + one + "\" body2=\"" + two + "\"") != text.npos ||
               text.find("<exclude body1=\"" + two + "\" body2=\"" + one + "\"") != text.npos;
    };
    EXPECT_TRUE(isExcluded("upper", "base")) << text;
    EXPECT_TRUE(isExcluded("lower", "hand")) << text;
    EXPECT_FALSE(isExcluded("upper", "lower")) << text;
    EXPECT_FALSE(isExcluded("world", "hand")) << text;
}

TEST_F(RobotFiles, ContactMaterialsOfVisualShapesAreNamed) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "a"},
        {"id": 2, "family": "contactMaterial", "type": "material", "name": "rubber"},
        {"id": 3, "family": "shape", "type": "sphere", "name": "seen", "parent": 1, "references": {"ownMaterial": 2}},
        {"id": 4, "family": "shape", "type": "sphere", "name": "plain", "parent": 1}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    for (const RobotFormat& format : {urdf, sdf, mjcf}) {
        written_ = format.write(*model, "meshes");
        EXPECT_TRUE(warns("seen")) << format.ending;
        EXPECT_FALSE(warns("plain")) << format.ending;
    }
}

}  // namespace
}  // namespace trammel
