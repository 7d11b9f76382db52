// SPDX-License-Identifier: Apache-2.0
#include "formats/column_units.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(ColumnUnits, AreReadInBracketsAndParentheses) {
    const Result<CsvTable> table = readCsv("force (kN),force (left) [mN],knee (filtered),arm,(N)\n1,2,3,4,5\n");
    ASSERT_TRUE(table);
    const std::vector<CsvTable::Column>& columns = table->columns;
    EXPECT_EQ(divideTitle(columns[0]).name, "force");
    EXPECT_EQ(readUnitFactor(columns[0], Quantity::Force), 1e3);
    EXPECT_EQ(readUnitFactor(columns[0], Quantity::Angle), std::nullopt);
    EXPECT_EQ(divideTitle(columns[1]).name, "force (left)");
    EXPECT_EQ(readUnitFactor(columns[1], Quantity::Force), 1e-3);
    EXPECT_EQ(divideTitle(columns[2]).unit, "filtered");
    EXPECT_EQ(readUnitFactor(columns[2], Quantity::Angle), std::nullopt);
    EXPECT_EQ(divideTitle(columns[3]).name, "arm");
    EXPECT_TRUE(divideTitle(columns[3]).unit.empty());
    EXPECT_TRUE(divideTitle(columns[4]).name.empty());
}

TEST(ColumnUnits, AreConvertedOrRefusedForTimes) {
    const auto secondsOf = [](const std::string& title) -> std::optional<Real> {
        const Result<CsvTable> table = readCsv("angle,Time of day," + title + "\n1,2,3\n");
        const CsvTable::Column* const times = table ? findTimes(*table) : nullptr;
        EXPECT_TRUE(times && times->values.front() == 3) << title;
        return times ? readSecondsPerUnit(*times) : std::nullopt;
    };
    for (const char* const title : {"time", "time [s]", "time (s)", "time(s)", "Time (sec)", "t"})
        EXPECT_EQ(secondsOf(title), 1) << title;
    for (const char* const title : {"time [ms]", "time (ms)", "timestamp (milliseconds)"})
        EXPECT_EQ(secondsOf(title), 1e-3) << title;
    EXPECT_EQ(secondsOf("time (ns)"), 1e-9);
    for (const char* const title : {"time [frames]", "time (frames)", "time (N)"})
        EXPECT_EQ(secondsOf(title), std::nullopt) << title;
    const Result<CsvTable> none = readCsv("angle,elapsed (ms)\n1,2\n");
    EXPECT_EQ(findTimes(*none), nullptr);
}

}  // namespace
}  // namespace trammel
