// SPDX-License-Identifier: Apache-2.0
#include "base/private_paths.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(PrivatePaths, AreLeftOut) {
    EXPECT_EQ(withoutPaths("in '/users/ann o'hara/my runs', and"), "in '…', and");
    EXPECT_EQ(withoutPaths("Cannot write '/users/ann/a.trun'."), "Cannot write '…'.");
    EXPECT_EQ(withoutPaths("/users/ann: no space in /tmp/x, or /tmp"), "…: no space in …, or …");
    EXPECT_EQ(withoutPaths("'/users"), "'…");
    EXPECT_EQ(withoutPaths("It is left out (/users/ann/a.csv, line 3)."), "It is left out (…, line 3).");
    EXPECT_EQ(withoutPaths("(/users/ann/a.csv) and \"/users/ann o'hara/my runs\" at [/users]"), "(…) and \"…\" at […]");
}

TEST(PrivatePaths, AreNoUnitsNamesOrQuotients) {
    for (const char* const text :
         {"", "/", "'/'", "(/)", "\"/\"", "3 N·m/rad", "a / b", "'Left/right pin' at 2 m/s.", "1 /, 2"})
        EXPECT_EQ(withoutPaths(text), text);
}

}  // namespace
}  // namespace trammel
