// SPDX-License-Identifier: Apache-2.0
#include "formats/csv_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "formats/csv.h"

namespace trammel {
namespace {

TEST(CsvReader, RoundTripsWrittenTables) {
    std::ostringstream out;
    CsvWriter csv(out);
    csv.writeHeader({"time [s]", "a, \"quoted\" name", "b [m/s]"});
    const std::vector<Real> first{0, 1. / 3, -1e-300}, second{0.1, 2e300, 5};
    csv.writeRow(first);
    csv.writeRow(second);
    const Result<CsvTable> table = readCsv(out.str());
    ASSERT_TRUE(table);
    ASSERT_EQ(table->columns.size(), 3u);
    EXPECT_EQ(table->columns[0].name, "time");
    EXPECT_EQ(table->columns[0].unit, "s");
    EXPECT_EQ(table->columns[1].name, "a, \"quoted\" name");
    EXPECT_EQ(table->columns[1].unit, "");
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(table->columns[i].values, (std::vector<Real>{first[i], second[i]}));
}

TEST(CsvReader, ReadsForeignTables) {
    const Result<CsvTable> table = readCsv("\xEF\xBB\xBF x ,\"y\"\r\n 1 , +2\r\n\r\nnan,1e3");
    ASSERT_TRUE(table);
    EXPECT_EQ(table->columns[0].name, "x");
    EXPECT_EQ(table->find("y")->values, (std::vector<Real>{2, 1000}));
    EXPECT_TRUE(std::isnan(table->columns[0].values[1]));
    EXPECT_EQ(table->find("z"), nullptr);
}

TEST(CsvReader, ReadsTablesOfSpreadsheetsInOtherLanguages) {
    const Result<CsvTable> german = readCsv("\xEF\xBB\xBFtime [s];\"a;b\";c\r\n0,5;-1,25e-3;3\r\n");
    ASSERT_TRUE(german);
    EXPECT_EQ(german->find("time")->values, std::vector<Real>{0.5});
    EXPECT_EQ(german->find("a;b")->values, std::vector<Real>{-1.25e-3});
    const Result<CsvTable> tabs = readCsv("time\tx, in m\ty\n1\t2\t3\n");
    ASSERT_TRUE(tabs);
    EXPECT_EQ(tabs->find("x, in m")->values, std::vector<Real>{2});
    // A comma within a number is not a decimal point where commas separate.
    EXPECT_FALSE(readCsv("a,b\n1,5\n\"1,5\",2\n"));
}

TEST(CsvReader, ReadsDecimalCommasBetweenTabs) {
    const Result<CsvTable> table = readCsv("time\tA.angle\n0,5\t-1,25e-3\n1\t2.5\n");
    ASSERT_TRUE(table) << table.diagnostics.begin()->toString();
    EXPECT_EQ(table->find("time")->values, (std::vector<Real>{0.5, 1}));
    EXPECT_EQ(table->find("A.angle")->values, (std::vector<Real>{-1.25e-3, 2.5}));
}

TEST(CsvReader, ReportsEveryErrorWithItsLine) {
    const Result<CsvTable> table = readCsv("a,b\n1,2\n\n3\n4,x\n");
    EXPECT_FALSE(table);
    ASSERT_EQ(table.diagnostics.size(), 2u);
    EXPECT_EQ(table.diagnostics.items()[0].place, "line 4");
    EXPECT_EQ(table.diagnostics.items()[1].place, "line 5");
    EXPECT_FALSE(readCsv(""));
    EXPECT_FALSE(readCsv("\n\n"));
    EXPECT_FALSE(readCsv("a,a\n1,2\n"));
    EXPECT_FALSE(readCsv("a,\"b\n1,2\n"));
}

TEST(CsvReader, ReadsTextsAsGapsOnRequest) {
    const Result<CsvTable> table = readCsv("time,a,note\n0,,first\n1,2,\n", CsvTexts::AreGaps);
    ASSERT_TRUE(table) << table.diagnostics.begin()->toString();
    EXPECT_EQ(table->find("time")->values, (std::vector<Real>{0, 1}));
    EXPECT_TRUE(std::isnan(table->find("a")->values[0]));
    EXPECT_EQ(table->find("a")->values[1], 2);
    EXPECT_TRUE(std::isnan(table->find("note")->values[1]));
    EXPECT_FALSE(readCsv("time,a\n0\n", CsvTexts::AreGaps));
}

TEST(CsvReader, SurvivesArbitraryInput) {
    for (const char* text : {"\"", ",", ",,\n,", "\"\"\"", "a\n\"1", "\r\r\r", "[", "] [\n1", "a []\n1e999\n"}) {
        const Result<CsvTable> table = readCsv(text);
        EXPECT_TRUE(table || table.diagnostics.hasErrors()) << text;
    }
}

TEST(CsvReader, RefusesTooManyColumnsAtOnce) {
    const Result<CsvTable> table = readCsv(std::string(mostTableColumns, ',') + "\n");
    EXPECT_FALSE(table);
    EXPECT_EQ(table.diagnostics.size(), 1u);
    EXPECT_NE(table.diagnostics.begin()->message.find("200000 columns"), std::string::npos);
    // Reported once, and not for each pair of them.
    EXPECT_EQ(readCsv(std::string(1000, ',') + "\n").diagnostics.size(), 1u);
}

}  // namespace
}  // namespace trammel
