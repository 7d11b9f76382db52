// SPDX-License-Identifier: Apache-2.0
#include "formats/marker_file.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

std::string header(const std::string& unit) {
    return "PathFileType\t4\t(X/Y/Z)\twalk.trc\r\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\r\n"
           "60\t60\t2\t2\t" +
           unit + "\r\nFrame#\tTime\tknee\t\t\tR.ASIS\t\t\r\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\r\n\r\n";
}

TEST(MarkerFile, ReadsPlacesInMetersAndUnseenMarkers) {
    const std::string text = header("mm") + "1\t0.5\t1\t2\t3\t400\t500\t600\t\r\n2\t0.6\t\t\t\t-4\t5e1\t0\r\n";
    ASSERT_TRUE(isMarkerFile(text));
    const Result<MarkerTable> read = readMarkerFile(text);
    ASSERT_TRUE(read) << read.diagnostics.items().front().message;
    EXPECT_EQ(read->times, (std::vector<Real>{0.5, 0.6}));
    EXPECT_EQ(read->names, (std::vector<std::string>{"knee", "R.ASIS"}));
    EXPECT_LT(Vec3(read->positions[0][0] - Vec3(0.001, 0.002, 0.003)).norm(), 1e-15);
    EXPECT_FALSE(read->positions[0][1].allFinite());
    EXPECT_LT(Vec3(read->positions[1][1] - Vec3(-0.004, 0.05, 0)).norm(), 1e-15);
}

TEST(MarkerFile, ReportsErrorsWithTheirLine) {
    const auto placeOf = [](const std::string& text) {
        const Result<MarkerTable> read = readMarkerFile(text);
        return read || read.diagnostics.empty() ? std::string() : read.diagnostics.items().front().place;
    };
    EXPECT_EQ(placeOf(header("furlong") + "1\t0\t1\t2\t3\t4\t5\t6\n"), "line 3");
    EXPECT_EQ(placeOf(header("m") + "1\tx\t1\t2\t3\t4\t5\t6\n"), "line 7");
    EXPECT_EQ(placeOf(header("m") + "1\t0\t1\ttwo\t3\t4\t5\t6\n"), "line 7");
    EXPECT_EQ(placeOf(header("m") + "1\t1\t1\t2\t3\t4\t5\t6\n2\t0\t1\t2\t3\t4\t5\t6\n"), "line 8");
    EXPECT_EQ(placeOf(header("m")), "the table");
    EXPECT_EQ(placeOf("PathFileType\t4\n"), "the header");
    std::string names;
    for (int i = 0; i <= 10'000; ++i) names += "\tm";
    EXPECT_EQ(placeOf("PathFileType\nUnits\nm\nFrame#\tTime" + names + "\n\tX1\n1\t0\n"), "line 4");
}

}  // namespace
}  // namespace trammel
