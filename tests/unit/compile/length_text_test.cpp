// SPDX-License-Identifier: Apache-2.0
#include "compile/length_text.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(LengthText, HasThreeDigitsAndNoNeedlessExponent) {
    EXPECT_EQ(lengthText(0.0123456), "12.3 mm");
    EXPECT_EQ(lengthText(-1.2345), "-1235 mm");
    EXPECT_EQ(lengthText(1), "1000 mm");
    EXPECT_EQ(lengthText(123456), "123456 m");
    EXPECT_EQ(roundedText(1.2e-5), "1.2e-05");
}

TEST(LengthText, NamesNoInfinity) {
    EXPECT_EQ(lengthText(1.7e308), "more than 1e+100 m");
    EXPECT_EQ(lengthText(-1.7e308), "less than -1e+100 m");
}

}  // namespace
}  // namespace trammel
