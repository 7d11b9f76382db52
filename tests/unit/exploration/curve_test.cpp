// SPDX-License-Identifier: Apache-2.0
#include "exploration/synthesis/curve.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(Curve, IsDividedEvenlyForAnyPoints) {
    const std::vector<Complex> open = resample({{0, 0}, {1, 0}, {1, 0}, {1, 3}}, 5, false);
    ASSERT_EQ(open.size(), 5u);
    EXPECT_EQ(open.front(), Complex(0, 0));
    EXPECT_EQ(open[1], Complex(1, 0));
    EXPECT_EQ(open.back(), Complex(1, 3));
    const std::vector<Complex> square = resample({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 8, true);
    ASSERT_EQ(square.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(std::abs(square[(i + 1) % 8] - square[i]), 0.5, 1e-12) << i;
    EXPECT_TRUE(resample({{1, 1}, {1, 1}}, 4, false).empty());
    EXPECT_TRUE(resample({}, 4, true).empty());
}

TEST(Curve, IsClosedIfItsEndsMeet) {
    EXPECT_TRUE(looksClosed({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.05, 0.05}}));
    EXPECT_FALSE(looksClosed({{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
    EXPECT_FALSE(looksClosed({{0, 0}, {1, 0}, {0, 0}}));
}

TEST(Curve, IsReadFromTablesWithTitles) {
    const std::string text = "x [m],y [m]\n1,2\r\n 3.5\t-4e-1 7\n\n5;6\nnan,1\n8,\nend\n";
    const std::vector<Complex> expected{{1, 2}, {3.5, -0.4}, {5, 6}};
    EXPECT_EQ(readCurve(text), expected);
    EXPECT_EQ(writeCurve(expected), "1 2; 3.5 -0.4; 5 6");
}

}  // namespace
}  // namespace trammel
