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
}

TEST(PrivatePaths, AreNoUnitsNamesOrQuotients) {
    for (const char* const text : {"", "/", "'/'", "3 N·m/rad", "a / b", "'Left/right pin' at 2 m/s.", "1 /, 2"})
        EXPECT_EQ(withoutPaths(text), text);
}

}  // namespace
}  // namespace trammel
