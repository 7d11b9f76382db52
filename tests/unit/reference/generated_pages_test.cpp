// SPDX-License-Identifier: Apache-2.0
// Generated files in resources/ must match the registries.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "compile/catalog.h"
#include "document/schema.h"
#include "reference/type_pages.h"

namespace trammel {
namespace {

std::string contentOf(const std::string& path) {
    std::ifstream in(std::string(TRAMMEL_SOURCE_DIR "/") + path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST(GeneratedPages, TheSchemaIsUpToDate) {
    EXPECT_TRUE(contentOf("resources/schema/trammel.schema.json") == makeJsonSchema(builtinCatalog()))
        << "run: trammel-cli schema > resources/schema/trammel.schema.json";
}

TEST(GeneratedPages, TheTypeReferenceIsUpToDate) {
    EXPECT_TRUE(contentOf("resources/help/types.md") == makeTypePages("drawings/"))
        << "run: trammel-cli types > resources/help/types.md";
}

TEST(GeneratedPages, TheDrawingsAreUpToDateAndSmall) {
    const std::string folder = "resources/help/drawings/", remedy = "run: trammel-cli types --drawings " + folder;
    std::set<std::string> there;
    for (const auto& file : std::filesystem::directory_iterator(TRAMMEL_SOURCE_DIR "/" + folder))
        there.insert(file.path().filename().string());
    std::set<std::string> made;
    for (const auto& [name, svg] : makeTypeDrawings()) {
        made.insert(name);
        EXPECT_TRUE(contentOf(folder + name) == svg) << name << " is out of date; " << remedy;
        EXPECT_LT(svg.size(), 15000u) << name;
    }
    for (const std::string& name : there)
        EXPECT_TRUE(made.contains(name)) << "no type has this drawing: delete " << folder << name;
}

}  // namespace
}  // namespace trammel
