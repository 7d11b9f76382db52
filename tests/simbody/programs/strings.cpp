// SPDX-License-Identifier: Apache-2.0
// String is std::string with conversions.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    const String text("axle");
    CHECK(text == "axle" && text.size() == 4 && text.length() == 4 && !text.empty());
    CHECK(text + " 1" == "axle 1" && text[0] == 'a');
    CHECK(String(12) == "12" && String(true) == "true" && String('x') == "x");
    CHECK(String(std::string("s")) == "s");
    CHECK(std::string(text.c_str()) == "axle");
    CHECK(String("MiXed").toLower() == "mixed" && String("MiXed").toUpper() == "MIXED");
    CHECK(String::trimWhiteSpace("  inside  ") == "inside");
    Real number = 0;
    CHECK(String("2.5").tryConvertTo(number) && number == 2.5);
    CHECK(!String("two").tryConvertTo(number));
    CHECK(String("17").convertTo<int>() == 17);
    String built = "a";
    built += "b";
    built.replaceAllChar('a', 'c');
    CHECK(built == "cb");
    const std::string& plain = text;  // usable wherever a std::string is wanted
    CHECK(plain.find("xl") == 1);
}

CHECK_MAIN(run)
