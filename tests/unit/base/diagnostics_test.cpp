// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(Diagnostics, ShownTextHoldsNoControlCharactersOfAFile) {
    Diagnostics found;
    found.error("Rod \x1b]0;title\x07",
                "It has no property 'l\xc2\x9b"
                "31m\x7f'.",
                std::string("Remove\0it.", 10));
    const std::string text = found.items().front().toString();
    EXPECT_EQ(text, "Error at Rod \ufffd]0;title\ufffd: It has no property 'l\ufffd31m\ufffd'. Remove\ufffdit.");
}

TEST(Diagnostics, ShownTextKeepsLinesTabsAndLetters) {
    Diagnostics found;
    found.note({}, "Größe:\n\t12 µm, 45°, 力");
    EXPECT_EQ(found.items().front().toString(), "Note: Größe:\n\t12 µm, 45°, 力");
}

}  // namespace
}  // namespace trammel
