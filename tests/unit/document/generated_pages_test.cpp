// SPDX-License-Identifier: Apache-2.0
// Texts generated from the catalog: the JSON schema and the type reference.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "document/document_file.h"
#include "document/schema.h"
#include "document/type_reference.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonSchema, DescribesEveryPropertyOfEveryType) {
    const Json schema = Json::parse(makeJsonSchema(sampleCatalog()));
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for (const TypeDescriptor& type : sampleCatalog().types()) {
        const Json& definition = schema["$defs"].at(type.family + "." + type.key);
        for (const PropertyDescriptor& p : type.properties) {
            const Json& property = definition["properties"]["properties"]["properties"].at(p.key);
            EXPECT_EQ(property["title"], p.label);
            EXPECT_EQ(property["x-invalidates"], p.invalidates.getName());
            EXPECT_TRUE(property.contains("default"));
            EXPECT_TRUE(property.contains("type") || property.contains("enum"));
        }
        for (const SocketDescriptor& s : type.sockets)
            EXPECT_EQ(definition["properties"]["references"]["properties"].at(s.key)["$ref"], "#/$defs/reference");
    }
}

TEST(JsonSchema, HoldsRangesUnitsAndChoices) {
    const Json schema = Json::parse(makeJsonSchema(sampleCatalog()));
    const Json& brick = schema["$defs"]["part.brick"]["properties"]["properties"]["properties"];
    EXPECT_EQ(brick["mass"]["exclusiveMinimum"], 0);
    EXPECT_EQ(brick["mass"]["x-unit"], "kg");
    EXPECT_EQ(brick["studs"]["minimum"], 1);
    EXPECT_EQ(brick["studs"]["maximum"], 100);
    EXPECT_EQ(brick["stuff"]["enum"], Json::parse(R"(["clay", "wood"])"));
    EXPECT_EQ(brick["color"]["items"]["maximum"], 1);
    const Json& axis = schema["$defs"]["link.hinge"]["properties"]["properties"]["properties"]["axis"];
    EXPECT_EQ(axis["not"]["const"], Json::parse("[0, 0, 0]"));
}

TEST(JsonSchema, RefersOnlyToWhatItDefines) {
    const Json schema = Json::parse(makeJsonSchema(sampleCatalog()));
    const Json flat = schema.flatten();
    int references = 0;
    for (const auto& [path, value] : flat.items()) {
        if (!path.ends_with("/$ref")) continue;
        ++references;
        EXPECT_TRUE(schema.contains(Json::json_pointer(value.get<std::string>().substr(1)))) << value;
    }
    EXPECT_GT(references, 5);
}

TEST(TypeReference, NamesEveryTypePropertyInputAndOutput) {
    const std::string page = makeTypeReference(sampleCatalog());
    EXPECT_NE(page.find("## Parts"), std::string::npos);
    EXPECT_NE(page.find("### Brick (`part.brick`)"), std::string::npos);
    EXPECT_NE(page.find("| `mass` | Mass | kg | > 0 | 1 kg | Instance | How heavy. |"), std::string::npos) << page;
    EXPECT_NE(page.find("| `watch` | Watch | Part or Link | yes | What it looks at. |"), std::string::npos) << page;
    EXPECT_NE(page.find("| `height` | Height | m | Position |  | Above the floor. |"), std::string::npos) << page;
    EXPECT_NE(page.find("As old as Ur."), std::string::npos);
    EXPECT_NE(page.find("Anything \\| at all."), std::string::npos) << "a bar would end the table's cell";
}

TEST(TypeReference, ShowsTheGivenImageFramesCoordinatesAndSpeeds) {
    TypePageParts parts;
    parts.drawing = "drawings/part.brick.svg";
    parts.frames = "F is in the wall.";
    parts.coordinates = {{"tilt", Quantity::Angle}, {"height", Quantity::Length}};
    parts.speeds = {{"whirl", Quantity::AngularSpeed}};
    const TypeDescriptor& brick = *sampleCatalog().findType("part", "brick");
    const std::string page = makeTypeReference(sampleCatalog(), brick, parts);
    EXPECT_NE(page.find("![Brick](drawings/part.brick.svg)"), std::string::npos) << page;
    EXPECT_NE(page.find("F is in the wall."), std::string::npos);
    EXPECT_NE(page.find("| `q0` | tilt | rad |\n| `q1` | height | m |"), std::string::npos) << page;
    EXPECT_NE(page.find("| `u0` | whirl | rad/s |"), std::string::npos) << page;
    const std::string plain = makeTypeReference(sampleCatalog(), brick);
    EXPECT_EQ(plain.find("!["), std::string::npos) << "no image without a drawing";
    EXPECT_EQ(plain.find("Coordinates q"), std::string::npos);
}

}  // namespace
}  // namespace trammel::test
