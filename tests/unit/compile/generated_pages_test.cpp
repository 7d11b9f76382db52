// SPDX-License-Identifier: Apache-2.0
// What is generated from the registries and kept in resources/ must be what the registries say now.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "compile/catalog.h"
#include "document/schema.h"
#include "document/type_reference.h"

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
    EXPECT_TRUE(contentOf("resources/help/types.md") == makeTypeReference(builtinCatalog()))
        << "run: trammel-cli types > resources/help/types.md";
}

}  // namespace
}  // namespace trammel
