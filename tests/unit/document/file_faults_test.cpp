// SPDX-License-Identifier: Apache-2.0
// Reading any file yields the valid part and a report.
#include <gtest/gtest.h>

#include <random>

#include "document/changes.h"
#include "document/document_file.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

Result<Document> read(std::string_view text) { return readDocument(text, sampleCatalog()); }

/// A file with the given elements.
Result<Document> readElements(const std::string& elements) {
    return read("{\"trammel\": 1, \"elements\": [" + elements + "]}");
}

std::string brick(int id, const std::string& name, const std::string& more = {}) {
    return "{\"id\": " + std::to_string(id) + ", \"family\": \"part\", \"type\": \"brick\", \"name\": \"" + name +
           "\"" + (more.empty() ? "" : ", ") + more + "}";
}

std::string hinge(int id, const std::string& references) {
    return "{\"id\": " + std::to_string(id) + ", \"family\": \"link\", \"type\": \"hinge\", \"name\": \"Hinge\", " +
           "\"references\": {" + references + "}}";
}

/// Expects one report of the given severity whose place and message begin as given, and a remedy for each report.
void expectReport(const Diagnostics& diagnostics, Severity severity, const std::string& place,
                  const std::string& message) {
    bool found = false;
    std::string all;
    for (const Diagnostic& d : diagnostics) {
        EXPECT_FALSE(d.remedy.empty()) << d.toString();
        EXPECT_FALSE(d.place.empty()) << d.toString();
        found = found || (d.severity == severity && d.place == place && d.message.find(message) != std::string::npos);
        all += d.toString() + "\n";
    }
    EXPECT_TRUE(found) << "expected at '" << place << "': " << message << "\ngot:\n" << all;
}

TEST(FileFaults, MalformedJsonIsReportedWithLineAndColumn) {
    const auto result = read("{\n  \"trammel\": 1,\n  \"elements\": [ {\"id\": 1 \"family\": 2} ]\n}\n");
    expectReport(result.diagnostics, Severity::Error, "line 3, column 26", "is unexpected here");
}

TEST(FileFaults, SyntaxErrorOnOneLineHasItsOwnColumn) {
    const std::string start = R"({"trammel": 1, "elements": [)";
    const struct {
        std::string text, fault;
        std::size_t column;
    } cases[] = {{"]} garbage", "garbage", 4},
                 {"]}}", "}", 3},
                 {R"({"id": 1 "family": 2}]})", "\"family\"", 10},
                 {R"({"id": tru}]})", "tru", 8},
                 {R"({"name": "bad)"
                  "\t"
                  R"(tab"}]})",
                  "\"bad", 10},
                 {"1, 2,]}", "]", 6},
                 {"<<<<<<< HEAD", "<", 1}};
    for (const auto& c : cases) {
        const auto result = read(start + c.text);
        expectReport(result.diagnostics, Severity::Error, "line 1, column " + std::to_string(start.size() + c.column),
                     "'" + c.fault);
    }
    expectReport(read(start + "]}\n<<<<<<< HEAD\n").diagnostics, Severity::Error, "line 2, column 1",
                 "'<' is unexpected");
}

TEST(FileFaults, CompleteElementsBeforeASyntaxErrorAreKept) {
    const auto result = readElements(brick(1, "A") + "," + brick(2, "B") + ", {\"id\": 3, oops");
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.diagnostics.hasErrors());
    EXPECT_EQ(result->size(), 2u);
    EXPECT_NE(result->findByName("B"), nullptr);
}

TEST(FileFaults, NonModelGivesNoDocument) {
    for (const char* text :
         {"", "  \n", "hello", "[]", "42", "null", "\"trammel\"", "{}", "{\"a\": 1}", "<xml/>", "{"}) {
        const auto result = read(text);
        EXPECT_FALSE(result) << text;
        EXPECT_TRUE(result.diagnostics.hasErrors()) << text;
    }
}

TEST(FileFaults, BinaryFileGivesOneError) {
    const auto result = read(std::string_view("trammel run 1\n\0\0 nan nan\xff nan {", 31));
    EXPECT_FALSE(result);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    expectReport(result.diagnostics, Severity::Error, "File", "it holds binary data");
}

TEST(FileFaults, NewerFileVersionIsRejected) {
    const auto result = read("{\"trammel\": 2, \"elements\": []}");
    EXPECT_FALSE(result);
    expectReport(result.diagnostics, Severity::Error, "trammel", "written by a newer version of Trammel");
    EXPECT_TRUE(read("{\"trammel\": \"x\", \"elements\": []}"));
    EXPECT_TRUE(read("{\"elements\": []}"));
    EXPECT_TRUE(read("{\"trammel\": 1}"));
}

TEST(FileFaults, InvalidValueIsReplacedByTheDefault) {
    const struct {
        const char *key, *json, *message;
    } cases[] = {
        {"mass", "-1", "Mass must be greater than 0 kg, not -1 kg; the default 1 kg is used"},
        {"mass", "\"heavy\"", "must be a number"},
        {"mass", "null", "must be a number"},
        {"mass", "[1]", "must be a number"},
        {"mass", "true", "must be a number"},
        {"mass", "1e999", "must be a number"},
        {"mass", "NaN", "must be a number"},
        {"mass", "-Infinity", "must be a number"},
        {"center", "[1, 2]", "must be a list of three numbers"},
        {"center", "[1, NaN, 2]", "must be a list of three numbers"},
        {"color", "[0, 0, 2]", "must be at most 1"},
        {"visible", "1", "must be true or false"},
        {"studs", "2.5", "must be an integer"},
        {"studs", "18446744073709551615", "must be an integer"},
        {"studs", "101", "must be at most 100"},
        {"note", "7", "must be text"},
        {"note", "{\"deep\": {}}", "must be text"},
        {"stuff", "\"gold\"", "must be one of clay, wood"},
    };
    const TypeDescriptor& type = *sampleCatalog().findType("part", "brick");
    for (const auto& c : cases) {
        const auto result = readElements(
            brick(1, "A", std::string("\"properties\": {\"") + c.key + "\": " + c.json + "}") + ", " + brick(2, "B"));
        ASSERT_TRUE(result) << c.json;
        EXPECT_EQ(result->size(), 2u) << c.json;
        expectReport(result.diagnostics, Severity::Error, std::string("elements[0] 'A' › properties.") + c.key,
                     c.message);
        EXPECT_TRUE(equal(result->findByName("A")->value(type, c.key), type.findProperty(c.key)->defaultValue));
    }
}

TEST(FileFaults, NumbersOutOfRangeAreReportedWithLineAndColumn) {
    const auto result =
        read("{\"trammel\": 1,\n \"elements\": [" + brick(1, "Ä", "\"properties\": {\"mass\": 1e999}") + "]}");
    ASSERT_TRUE(result);
    expectReport(result.diagnostics, Severity::Error, "line 2, column 96", "'1e999' is not a finite number");
    EXPECT_TRUE(readElements(brick(1, "A", "\"properties\": {\"center\": [1e-999, 0, 0]}")).diagnostics.empty())
        << "too small a number is zero";
}

TEST(FileFaults, InvalidReferenceIsCleared) {
    const auto base = brick(1, "A") + "," + brick(2, "B");
    const struct {
        const char *json, *message;
    } cases[] = {{"77", "no element 77"},        {"\"A\"", "no element \"A\""},
                 {"-1", "no element -1"},        {"1.5", "no element 1.5"},
                 {"[1]", "no element [1]"},      {"3", "its own input"},
                 {"1e300", "no element 1e+300"}, {"4", "cannot be connected to input"}};
    const std::string motor = ", {\"id\": 4, \"family\": \"link\", \"type\": \"motor\", \"name\": \"M\"}";
    for (const auto& c : cases) {
        const auto result = readElements(base + "," + hinge(3, std::string("\"from\": 1, \"to\": ") + c.json) + motor);
        ASSERT_TRUE(result) << c.json;
        expectReport(result.diagnostics, Severity::Error, "elements[2] 'Hinge' › references.to", c.message);
        EXPECT_EQ(result->findByName("Hinge")->reference("from"), ElementId{1});
        EXPECT_FALSE(result->findByName("Hinge")->reference("to").isValid());
    }
    EXPECT_TRUE(readElements(base + "," + hinge(3, "\"from\": null, \"to\": 0")).diagnostics.empty());
}

TEST(FileFaults, DuplicateIdsAreReplaced) {
    const auto result =
        readElements(brick(4, "A") + "," + brick(4, "B") + "," + brick(0, "C") + "," + brick(-3, "D") +
                     ", {\"family\": \"part\", \"type\": \"brick\", \"name\": \"E\"}," + hinge(5, "\"from\": 4"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->size(), 6u);
    expectSound(*result);
    expectReport(result.diagnostics, Severity::Error, "elements[1] 'B'", "Id 4 is already used by an earlier element");
    expectReport(result.diagnostics, Severity::Warning, "elements[4] 'E'", "no valid id");
    EXPECT_EQ(result->findByName("Hinge")->reference("from"), result->findByName("A")->id);
    EXPECT_GT(result->findByName("B")->id.value, 5u);
}

TEST(FileFaults, HugeIdsAllowNewElements) {
    const auto result =
        read("{\"trammel\": 1, \"nextId\": 99999999999999999999, \"elements\": [" +
             std::string("{\"id\": 9007199254740991, \"family\": \"part\", \"type\": \"brick\", ") +
             "\"name\": \"A\"}, {\"id\": 9007199254740992, \"family\": \"part\", \"type\": \"brick\", " +
             "\"name\": \"B\"}, {\"id\": 1, \"family\": \"part\", \"type\": \"brick\", \"name\": \"C\"}]}");
    ASSERT_TRUE(result);
    EXPECT_EQ(result->findByName("A")->id.value, Document::LargestId);
    EXPECT_EQ(result->findByName("B")->id, ElementId{2});
    const auto added = addElement(*result, sampleCatalog(), Element::draft("part", "brick"));
    EXPECT_FALSE(added);
    EXPECT_TRUE(added.diagnostics.hasErrors());
}

TEST(FileFaults, InvalidNamesAreReplaced) {
    const auto result = readElements(brick(1, "A") + "," + brick(2, "A") + "," + brick(3, "A 2") + "," + brick(4, "") +
                                     "," + brick(5, "x", "\"name\": 5"));
    ASSERT_TRUE(result);
    expectSound(*result);
    EXPECT_EQ(result->get(ElementId{3}).name, "A 2") << "an element keeps its name if no earlier one has it";
    EXPECT_EQ(result->get(ElementId{2}).name, "A 3");
    EXPECT_EQ(result->get(ElementId{4}).name, "Brick");
    expectReport(result.diagnostics, Severity::Warning, "elements[1] 'A'", "this one is renamed to 'A 3'");
}

TEST(FileFaults, InvalidParentMovesElementToTopLevel) {
    const auto dot = [](int id, const std::string& name, const std::string& parent) {
        return "{\"id\": " + std::to_string(id) + ", \"family\": \"tag\", \"type\": \"dot\", \"name\": \"" + name +
               "\", \"parent\": " + parent + "}";
    };
    const auto result =
        readElements(brick(1, "A") + "," + brick(2, "B", "\"parent\": 1") + "," + dot(3, "C", "99") + "," +
                     dot(4, "D", "5") + "," + dot(5, "E", "6") + "," + dot(6, "F", "4") + "," + dot(7, "G", "7") + "," +
                     dot(8, "H", "\"A\"") + "," + dot(9, "I", "10") + "," + dot(10, "J", "1"));
    ASSERT_TRUE(result);
    expectSound(*result);
    EXPECT_EQ(result->size(), 10u);
    expectReport(result.diagnostics, Severity::Error, "elements[1] 'B' › parent", "cannot be a child of Part 'A'");
    expectReport(result.diagnostics, Severity::Error, "elements[2] 'C' › parent", "no element 99");
    expectReport(result.diagnostics, Severity::Error, "elements[3] 'D' › parent", "form a cycle");
    expectReport(result.diagnostics, Severity::Error, "elements[6] 'G' › parent", "form a cycle");
    expectReport(result.diagnostics, Severity::Error, "elements[7] 'H' › parent", "no element \"A\"");
    EXPECT_EQ(result->path(ElementId{9}), "A/J/I") << "a child may precede its parent";
    EXPECT_EQ(result->path(ElementId{5}), "D/F/E") << "a cycle is cut in one place only";
}

TEST(FileFaults, UnknownKeysAreReportedAndKept) {
    const auto result = read(
        R"({"trammel": 1, "window": {"zoom": 2}, "elements": [{"id": 1, "family": "part", "type": "brick", "name": "A",
            "weather": "rain", "properties": {"massss": 3}, "references": {"friend": 1}}]})");
    ASSERT_TRUE(result);
    EXPECT_EQ(result.diagnostics.count(Severity::Warning), 4u);
    expectReport(result.diagnostics, Severity::Warning, "window", "it is kept");
    expectReport(result.diagnostics, Severity::Warning, "elements[0] 'A' › weather", "it is kept");
    expectReport(result.diagnostics, Severity::Warning, "elements[0] 'A' › properties.massss", "no such property");
    expectReport(result.diagnostics, Severity::Warning, "elements[0] 'A' › references.friend", "no such input");
    const std::string text = writeDocument(*result);
    for (const char* kept : {"\"zoom\": 2", "\"weather\": \"rain\"", "\"massss\": 3", "\"friend\": 1"})
        EXPECT_NE(text.find(kept), std::string::npos) << kept;
}

TEST(FileFaults, UnknownTypesAreReportedAndKept) {
    const auto result =
        readElements(brick(1, "A") + R"(, {"id": 2, "family": "sky", "type": "cloud", "name": "B", "rain": [1, 2]},
                            {"id": 3, "name": "C", "family": 7}, 42, "x", null, [])");
    ASSERT_TRUE(result);
    EXPECT_EQ(result->size(), 3u);
    expectReport(result.diagnostics, Severity::Warning, "elements[1] 'B'", "Type 'cloud' of family 'sky' is unknown");
    expectReport(result.diagnostics, Severity::Warning, "elements[2] 'C'", "Family or type is missing");
    expectReport(result.diagnostics, Severity::Error, "elements[3]", "not an element");
    const auto again = read(writeDocument(*result));
    ASSERT_TRUE(again);
    EXPECT_TRUE(identical(*result, *again));
    EXPECT_NE(writeDocument(*again).find("\"family\": 7"), std::string::npos);
}

TEST(FileFaults, LastOfDuplicateKeysIsUsed) {
    const auto result = readElements(brick(1, "A", R"("properties": {"mass": 2, "mass": 3})"));
    ASSERT_TRUE(result);
    expectReport(result.diagnostics, Severity::Error, "elements[0].properties", "'mass' occurs more than once");
    EXPECT_EQ(std::get<Real>(*result->get(ElementId{1}).findExplicit("mass")), 3.0);
}

TEST(FileFaults, PartsOfTheWrongKindAreIgnored) {
    const auto result = read(R"({"trammel": 1, "name": 5, "notes": [], "nextId": "x", "elements": [
        {"id": 1, "family": "part", "type": "brick", "name": "A", "properties": 7, "references": []}]})");
    ASSERT_TRUE(result);
    EXPECT_EQ(result.diagnostics.count(Severity::Error), 4u);
    EXPECT_EQ(result.diagnostics.count(Severity::Warning), 1u) << "nextId is not content";
    EXPECT_TRUE(identical(*result, *read(writeDocument(*result))));
    const auto noList = read("{\"trammel\": 1, \"elements\": {}}");
    ASSERT_TRUE(noList);
    expectReport(noList.diagnostics, Severity::Error, "elements", "A list of elements is expected");
}

TEST(FileFaults, MissingElementsAreAnError) {
    const auto result = read("{\"trammel\": 1, \"name\": \"Door\"}");
    ASSERT_TRUE(result);
    expectReport(result.diagnostics, Severity::Error, "File", "\"elements\" is missing");
    EXPECT_FALSE(read("{\"trammel\": 1, \"elements\": []}").diagnostics.hasErrors());
}

TEST(FileFaults, EveryLossIsAnError) {
    for (const char* const lossy : {R"("properties": {"mass": -1})", R"("properties": {"center": [1, 2]})",
                                    R"("properties": 7)", R"("references": {"from": 77})", R"("formulas": {"mass": 3})",
                                    R"("formulas": {"weather": "1"})", R"("name": 5)", R"("note": 1, "note": 2)"}) {
        const std::string element =
            lossy[0] == '"' && std::string(lossy).starts_with("\"references")
                ? R"({"id": 1, "family": "link", "type": "hinge", "name": "A", )" + std::string(lossy) + "}"
                : R"({"id": 1, "family": "part", "type": "brick", )" + std::string(lossy) + "}";
        EXPECT_TRUE(readElements(element).diagnostics.hasErrors()) << lossy;
    }
}

TEST(FileFaults, InvalidUtf8IsReplaced) {
    const auto result = readElements(brick(1, "Kn\xF6pf") + "," + brick(2, "B"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->size(), 2u);
    EXPECT_TRUE(result.diagnostics.hasErrors());
    EXPECT_EQ(result->get(ElementId{1}).name, "Kn\xEF\xBF\xBDpf");
    EXPECT_TRUE(read("\xEF\xBB\xBF{\"trammel\": 1, \"elements\": []}").diagnostics.empty());
}

TEST(FileFaults, ExcessiveNestingIsRejected) {
    const std::string deep(100000, '[');
    const auto result = readElements(brick(1, "A") + ", {\"id\": 2, \"deep\": " + deep);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->size(), 1u);
    EXPECT_TRUE(result.diagnostics.hasErrors());
    EXPECT_FALSE(read(deep));
}

TEST(FileFaults, ManyErrorsAreCounted) {
    std::string elements = "0";
    for (int i = 0; i < 20000; ++i) elements += ",0";
    const auto result = readElements(elements);
    ASSERT_TRUE(result);
    EXPECT_EQ(result.diagnostics.size(), MostProblems + 1);
    EXPECT_NE(result.diagnostics.items().back().message.find("19001 further problems"), std::string::npos);
}

TEST(FileFaults, DeeplyNestedElementsAreValid) {
    std::string elements = brick(1, "A");
    for (int i = 2; i < 100000; ++i)
        elements += ",{\"id\":" + std::to_string(i) + ",\"family\":\"tag\",\"type\":\"dot\",\"name\":\"" +
                    std::to_string(i) + "\",\"parent\":" + std::to_string(i - 1) + "}";
    const auto result = readElements(elements);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.diagnostics.empty());
    EXPECT_EQ(result->treeOrder().size(), 99999u);
    EXPECT_EQ(removeElement(*result, sampleCatalog(), ElementId{1})->document.size(), 0u);
}

/// Reading must succeed, and yield a valid document that is unchanged by writing and reading.
void expectSurvives(std::string_view text) {
    const auto result = read(text);
    if (!result) {
        EXPECT_TRUE(result.diagnostics.hasErrors());
        return;
    }
    expectSound(*result);
    const auto again = read(writeDocument(*result));
    ASSERT_TRUE(again) << text;
    EXPECT_TRUE(identical(*result, *again)) << text;
}

TEST(FileFaults, TruncationAnywhereIsHarmless) {
    const std::string text = writeDocument(sampleDocument());
    for (std::size_t length = 0; length < text.size(); ++length) {
        SCOPED_TRACE(length);
        const std::string_view cut = std::string_view(text).substr(0, length);
        expectSurvives(cut);
        const bool isCutShort = length + 1 < text.size();
        EXPECT_EQ(read(cut).diagnostics.hasErrors(), isCutShort);
    }
}

TEST(FileFaults, FlippedBytesAreHarmless) {
    const std::string text = writeDocument(sampleDocument());
    std::mt19937 random(11);
    for (int round = 0; round < 5000; ++round) {
        SCOPED_TRACE(round);
        std::string damaged = text;
        for (int i = 0; i <= round % 4; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
        expectSurvives(damaged);
    }
}

TEST(FileFaults, ExchangedTokensAreHarmless) {
    const std::string text = writeDocument(sampleDocument());
    const std::vector<std::string> tokens{"1",    "null", "-1", "[]", "{}",       "\"x\"",         "1e999",
                                          "NaN",  "true", ",",  "]",  "\"id\": ", "\"parent\": 2", ":",
                                          "0.5",  "\\",   "\"", "2",  "5",        "\"\\ud800\"",   "\"\\u0000\"",
                                          "\xFF", "{",    "["};
    std::mt19937 random(12);
    for (int round = 0; round < 5000; ++round) {
        SCOPED_TRACE(round);
        std::string damaged = text;
        const std::size_t start = random() % damaged.size();
        damaged.replace(start, random() % 12, tokens[random() % tokens.size()]);
        expectSurvives(damaged);
    }
}

}  // namespace
}  // namespace trammel::test
