// SPDX-License-Identifier: Apache-2.0
#include "simbody/library_version.h"

#include <algorithm>
#include <string_view>

namespace {
void version(int* major, int* minor, int* build) {
    *major = 3;
    *minor = 7;
    *build = 0;
}
void about(std::string_view key, int maxLength, char* value) {
    if (maxLength <= 0 || !value) return;
    const std::string_view text = key == "version"     ? "3.7.0"
                                  : key == "library"   ? "trammel"
                                  : key == "type"      ? "shared"
                                  : key == "authors"   ? "The Trammel authors"
                                  : key == "copyright" ? "Apache-2.0"
                                                       : "";
    const std::size_t length = std::min(text.size(), static_cast<std::size_t>(maxLength - 1));
    *std::copy_n(text.begin(), length, value) = '\0';
}
}  // namespace

void SimTK_version_SimTKcommon(int* major, int* minor, int* build) { version(major, minor, build); }
void SimTK_about_SimTKcommon(const char* key, int maxLength, char* value) { about(key, maxLength, value); }
void SimTK_version_simmath(int* major, int* minor, int* build) { version(major, minor, build); }
void SimTK_about_simmath(const char* key, int maxLength, char* value) { about(key, maxLength, value); }
void SimTK_version_simbody(int* major, int* minor, int* build) { version(major, minor, build); }
void SimTK_about_simbody(const char* key, int maxLength, char* value) { about(key, maxLength, value); }
