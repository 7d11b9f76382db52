// SPDX-License-Identifier: Apache-2.0
#include "meta/number_rows.h"

#include <gtest/gtest.h>

#include "meta/property.h"

namespace trammel {
namespace {

TEST(NumberRows, ReadWhatTheyWrite) {
    const std::vector<std::vector<Real>> rows{{0, -0.1, 1e-9}, {0.30000000000000004, 2}};
    EXPECT_EQ(writeRows(rows), "0 -0.1 1e-09; 0.30000000000000004 2");
    EXPECT_EQ(readRows(writeRows(rows)), rows);
    EXPECT_EQ(writeRows({{-0.}}), "0");
}

TEST(NumberRows, AcceptCommasAndSkipEmptyRows) {
    EXPECT_EQ(readRows(" 1, 2 ;; 3 4;"), (std::vector<std::vector<Real>>{{1, 2}, {3, 4}}));
    EXPECT_EQ(readRows(""), std::vector<std::vector<Real>>{});
}

TEST(NumberRows, RejectNonfiniteNumbers) {
    for (const char* text : {"1 two", "nan", "inf 0", "1e999", "1;x"}) EXPECT_FALSE(readRows(text)) << text;
}

TEST(NumberRows, AreRefusedWithoutTheNumbersOfTheirColumns) {
    const PropertyDescriptor holes =
        PropertyDescriptor::text("holes", "Holes", "", "")
            .withColumns({{"x", Quantity::Length}, {"y", Quantity::Length}, {"Depth", Quantity::Length, true}});
    EXPECT_EQ(describeInvalidValue(holes, std::string("0 0; 1 1 1")), "");
    EXPECT_EQ(describeInvalidValue(holes, std::string()), "");
    for (const char* text : {"0", "0 0 0 0", "a b"})
        EXPECT_EQ(describeInvalidValue(holes, std::string(text)),
                  "must be rows of numbers (x, y, [Depth]), separated by semicolons");
    EXPECT_EQ(describeInvalidValue(holes, std::string("0 0; 1 -2e100")),
              "must have numbers between -1e+100 and 1e+100, not -2e+100");
}

}  // namespace
}  // namespace trammel
