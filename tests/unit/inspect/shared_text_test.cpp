// SPDX-License-Identifier: Apache-2.0
#include "inspect/shared_text.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace trammel {
namespace {

TEST(SharedText, SharesItsCharactersWithCopiesThatOutliveIt) {
    std::optional<SharedText> first = SharedText("a text too long to be held by the string itself");
    const std::string* const characters = &first->str();
    SharedText second = *first, third;
    third = second;
    EXPECT_EQ(&third.str(), characters);
    first.reset();
    second = "another";
    EXPECT_EQ(&third.str(), characters);
    const SharedText moved = std::move(third);
    EXPECT_EQ(&moved.str(), characters);
    EXPECT_EQ(moved, "a text too long to be held by the string itself");
}

TEST(SharedText, ComparesByCharacters) {
    EXPECT_EQ(SharedText("x"), SharedText(std::string("x")));
    EXPECT_NE(SharedText("x"), SharedText("y"));
    EXPECT_EQ(SharedText("x"), std::string("x"));
    EXPECT_EQ(SharedText(), "");
    EXPECT_TRUE(SharedText("").empty());
}

}  // namespace
}  // namespace trammel
