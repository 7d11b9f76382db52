// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "document/element_name.h"
#include "document/utf8.h"
#include "document/value_text.h"

namespace trammel {
namespace {

TEST(FreeName, CountsFromTheUsedName) {
    std::set<std::string> taken{"Crank", "Crank 2", "7", "A 1", "Gear2"};
    const auto isTaken = [&](const std::string& name) { return taken.contains(name); };
    EXPECT_EQ(freeName("Rod", isTaken), "Rod");
    EXPECT_EQ(freeName("Crank", isTaken), "Crank 3");
    EXPECT_EQ(freeName("Crank 2", isTaken), "Crank 3");
    EXPECT_EQ(freeName("7", isTaken), "7 2");
    EXPECT_EQ(freeName("A 1", isTaken), "A 2");
    EXPECT_EQ(freeName("Gear2", isTaken), "Gear2 2");
}

TEST(CleanName, HasNoControlCharactersAndNoBlanksAround) {
    EXPECT_EQ(cleanName("\t Crank\npin \r\n"), "Crank pin");
    EXPECT_EQ(cleanName(" \n "), "");
    EXPECT_EQ(cleanName("Größe"), "Größe");
}

TEST(Utf8, ReplacesExactlyTheBytesThatAreNotWellFormed) {
    const std::string bad = "\xEF\xBF\xBD";
    EXPECT_EQ(replaceInvalidUtf8("aä€😀"), "aä€😀");
    EXPECT_EQ(replaceInvalidUtf8("\xC0\x80"), bad + bad) << "overlong";
    EXPECT_EQ(replaceInvalidUtf8("\xE0\x80\x80"), bad + bad + bad) << "overlong";
    EXPECT_EQ(replaceInvalidUtf8("\xED\xA0\x80"), bad + bad + bad) << "surrogate";
    EXPECT_EQ(replaceInvalidUtf8("\xF4\x90\x80\x80"), bad + bad + bad + bad) << "beyond U+10FFFF";
    EXPECT_EQ(replaceInvalidUtf8("x\xE2\x82"), "x" + bad + bad) << "cut off";
}

TEST(ValueText, IsShortAndHasTheUnit) {
    const auto mass = PropertyDescriptor::real("m", "M", Quantity::Mass, 0, "");
    EXPECT_EQ(valueText(mass, 0.1), "0.1 kg");
    const auto place = PropertyDescriptor::vec3("p", "P", Quantity::Length, Vec3(0), "");
    EXPECT_EQ(valueText(place, Vec3(1, -0.5, 1e-9)), "(1, -0.5, 1e-09) m");
}

}  // namespace
}  // namespace trammel
