// SPDX-License-Identifier: Apache-2.0
#include "formats/storage_reader.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(StorageReader, ReadsOpenSimFiles) {
    const std::string text =
        "Coordinates\nversion=1\nnRows=2\nnColumns=3\ninDegrees=yes\n\nUnits are S.I.\nendheader\n"
        "time\tright knee\t pelvis_ty\n 0.00\t 10.5\t-1e-3\n 0.01\t+11\t2\n";
    ASSERT_TRUE(isStorage(text));
    const Result<StorageTable> storage = readStorage(text);
    ASSERT_TRUE(storage);
    EXPECT_EQ(storage.value->inDegrees, true);
    const CsvTable& table = storage.value->table;
    ASSERT_EQ(table.columns.size(), 3u);
    EXPECT_EQ(table.find("time")->values, (std::vector<Real>{0, 0.01}));
    EXPECT_EQ(table.find("right knee")->values, (std::vector<Real>{10.5, 11}));
    EXPECT_EQ(table.columns[2].values, (std::vector<Real>{-1e-3, 2}));
}

TEST(StorageReader, TakesBlanksAndOtherEndsOfLinesAndRadians) {
    const Result<StorageTable> storage =
        readStorage("old.mot\r\ndatacolumns 2\r\nINDEGREES = No\r\nEndHeader\r\ntime  Hinge.angle\r\n0 1\r\n\r\n1 2");
    ASSERT_TRUE(storage);
    EXPECT_EQ(storage.value->inDegrees, false);
    EXPECT_EQ(storage.value->table.find("Hinge.angle")->values, (std::vector<Real>{1, 2}));
}

TEST(StorageReader, RefusesATableThatIsCutOff) {
    const auto read = [](const std::string& header) {
        return readStorage("m\n" + header + "endheader\ntime a\n0 1\n1 2\n");
    };
    EXPECT_TRUE(read("nRows=2\nnColumns=2\n"));
    EXPECT_FALSE(read("nRows=101\n"));
    EXPECT_FALSE(read("datarows 3\n"));
    // Headers of whole tables are often wrong.
    for (const char* const header : {"nRows=1\n", "nColumns=3\n"}) {
        const Result<StorageTable> whole = read(header);
        ASSERT_TRUE(whole) << header;
        EXPECT_EQ(whole->table.numRows(), 2u);
        EXPECT_EQ(whole.diagnostics.size(), 1u) << header;
    }
    EXPECT_FALSE(read("nRows=many\n"));
}

TEST(StorageReader, LeavesTheUnitOfAnglesOpenIfTheHeaderDoes) {
    const Result<StorageTable> open = readStorage("m\nendheader\ntime a\n0 1\n");
    ASSERT_TRUE(open);
    EXPECT_EQ(open.value->inDegrees, std::nullopt);
    EXPECT_FALSE(readStorage("m\ninDegrees=maybe\nendheader\ntime a\n0 1\n"));
    const Result<StorageTable> inWords = readStorage("m\nAngles are in degrees.\nendheader\ntime a\n0 1\n");
    ASSERT_TRUE(inWords);
    EXPECT_EQ(inWords->inDegrees, true);
}

TEST(StorageReader, RefusesTablesOfOtherThingsThanNumbers) {
    const Result<StorageTable> turns =
        readStorage("DataRate=100\nDataType=Quaternion\nversion=3\nendheader\ntime a\n0 1,0,0,0\n");
    EXPECT_FALSE(turns);
    ASSERT_EQ(turns.diagnostics.size(), 1u);
    EXPECT_EQ(turns.diagnostics.items()[0].place, "line 2");
}

TEST(StorageReader, ReportsEveryErrorWithItsLine) {
    EXPECT_FALSE(isStorage("time,a\n0,1\n"));
    const Result<StorageTable> storage = readStorage("m\nendheader\ntime a\n0 1\n1\n2 x\n");
    EXPECT_FALSE(storage);
    ASSERT_EQ(storage.diagnostics.size(), 2u);
    EXPECT_EQ(storage.diagnostics.items()[0].place, "line 5");
    EXPECT_EQ(storage.diagnostics.items()[1].place, "line 6");
    EXPECT_FALSE(readStorage("m\nendheader\n"));
    EXPECT_FALSE(readStorage("m\nendheader\na a\n1 2\n"));
}

}  // namespace
}  // namespace trammel
