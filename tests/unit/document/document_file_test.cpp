// SPDX-License-Identifier: Apache-2.0
#include "document/document_file.h"

#include <gtest/gtest.h>

#include <clocale>
#include <filesystem>
#include <fstream>
#include <limits>

#include "document/changes.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

const char* const canonicalText = R"({
  "trammel": 1,
  "name": "Door",
  "notes": "Ä \"quoted\"\nnote",
  "nextId": 12,
  "elements": [
    {
      "id": 3,
      "family": "part",
      "type": "brick",
      "name": "Frame",
      "properties": {
        "mass": 0.1,
        "center": [0.0, -1e-300, 123456.789],
        "studs": 7,
        "glaze": {"coats": [1, 2.5]}
      },
      "color of the wood": "red"
    },
    {
      "id": 9,
      "family": "tag",
      "type": "dot",
      "name": "Knob",
      "parent": 3,
      "references": {
        "watch": 3
      }
    },
    {
      "id": 5,
      "family": "part",
      "type": "balloon",
      "name": "Red one",
      "properties": {
        "gas": "He",
        "volume": [1.5, {"unit": "l"}]
      },
      "references": {
        "string": 9
      },
      "extra": null
    }
  ],
  "window": {
    "zoom": 2
  }
}
)";

/// Lists and objects in the text above that are written on one line in it, as the writer writes them.
std::string canonical() {
    std::string text = canonicalText;
    const auto replace = [&](const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace(R"({"coats": [1, 2.5]})", "{\n          \"coats\": [1, 2.5]\n        }");
    replace(R"([1.5, {"unit": "l"}])",
            "[\n          1.5,\n          {\n            \"unit\": \"l\"\n          }\n        ]");
    return text;
}

TEST(DocumentFile, WritesACanonicalFileBackByteForByte) {
    const auto result = readDocument(canonical(), sampleCatalog());
    ASSERT_TRUE(result);
    EXPECT_EQ(writeDocument(*result), canonical());
    EXPECT_FALSE(result.diagnostics.hasErrors());
}

TEST(DocumentFile, BeginsWithTheVersion) { EXPECT_EQ(writeDocument(Document()).substr(0, 16), "{\n  \"trammel\": 1"); }

TEST(DocumentFile, GivesBackTheIdenticalDocument) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Document before = randomDocument(seed, 200);
        const auto after = readDocument(writeDocument(before), sampleCatalog());
        ASSERT_TRUE(after);
        EXPECT_TRUE(after.diagnostics.empty()) << after.diagnostics.items().front().toString();
        EXPECT_TRUE(identical(before, *after));
        EXPECT_EQ(before.nextId(), after->nextId());
        EXPECT_EQ(contentHash(before), contentHash(*after));
        expectSound(*after);
    }
}

TEST(DocumentFile, KeepsEveryBitOfADouble) {
    std::mt19937_64 random(5);
    Scene scene;
    const ElementId id = scene.add(Element::draft("part", "brick"));
    std::vector<Real> values{5e-324, 9.999999999999999e99, 0.1, 1.0 / 3, 1e22, 123456789012345680.0};
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t bits = random();
        Real x = 0;
        std::memcpy(&x, &bits, sizeof x);
        if (std::abs(x) < 1e100 && x != 0) values.push_back(std::abs(x));
    }
    for (const Real x : values) {
        scene.set(id, "mass", x);
        const auto back = readDocument(writeDocument(scene.document), sampleCatalog());
        ASSERT_TRUE(back && back->get(id).findExplicit("mass")) << x;
        EXPECT_EQ(std::get<Real>(*back->get(id).findExplicit("mass")), x);
    }
}

TEST(DocumentFile, KeepsIntegersAtTheirLimits) {
    Scene scene;
    const ElementId id = scene.add(Element::draft("part", "brick").set("studs", std::int64_t{100}));
    const auto back = readDocument(writeDocument(scene.document), sampleCatalog());
    EXPECT_EQ(std::get<std::int64_t>(*back->get(id).findExplicit("studs")), 100);
}

TEST(DocumentFile, ReadsPropertiesInAnyOrderAndWritesThemInTheDescriptors) {
    const auto result = readDocument(
        R"({"elements":[{"type":"brick","properties":{"stuff":"wood","studs":2.0,"mass":5},"name":"B","family":"part",
            "id":1}],"trammel":1})",
        sampleCatalog());
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.diagnostics.empty());
    const std::string text = writeDocument(*result);
    EXPECT_LT(text.find("\"mass\": 5.0"), text.find("\"studs\": 2,"));
    EXPECT_LT(text.find("\"studs\": 2,"), text.find("\"stuff\": \"wood\""));
}

TEST(DocumentFile, SurvivesTextsThatAreNotUtf8) {
    Scene scene;
    scene.set({}, "notes", std::string("\xFF\xC3"));
    const ElementId id =
        scene.add(Element::draft("part", "brick", "Kn\xF6pf").set("note", std::string("\xED\xA0\x80")));
    EXPECT_EQ(scene.document.get(id).name, "Kn\xEF\xBF\xBDpf");
    const auto back = readDocument(writeDocument(scene.document), sampleCatalog());
    ASSERT_TRUE(back);
    EXPECT_TRUE(identical(scene.document, *back));
}

TEST(DocumentFile, EditsOfElementsOfUnknownTypesKeepTheTextOfTheFile) {
    auto document = *readDocument(canonical(), sampleCatalog());
    const ElementId balloon = document.findByName("Red one")->id;
    EXPECT_FALSE(setProperty(document, sampleCatalog(), balloon, "gas", "H2"));
    document = setProperty(document, sampleCatalog(), balloon, "name", "Blue one")->document;
    document = moveElement(document, sampleCatalog(), balloon, {}, 0)->document;
    const std::string text = writeDocument(document);
    EXPECT_NE(text.find("\"gas\": \"He\""), std::string::npos);
    EXPECT_NE(text.find("\"string\": 9"), std::string::npos);
    EXPECT_LT(text.find("Blue one"), text.find("Frame"));
}

TEST(ContentHash, DependsOnTheContentAndNotOnTheNextId) {
    const Document document = sampleDocument();
    EXPECT_EQ(contentHash(document), contentHash(document.withNextIdAtLeast(1000)));
    const Document other = setProperty(document, sampleCatalog(), {}, "name", "Gate")->document;
    EXPECT_NE(contentHash(document), contentHash(other));
    EXPECT_EQ(contentHash(document).size(), 16u);
}

}  // namespace
}  // namespace trammel::test
