// SPDX-License-Identifier: Apache-2.0
#include "runtime/equal_functions.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace trammel {

void useEqualFunctions(char** arguments) {
    constexpr const char* variable = "GLIBC_TUNABLES";
    const std::string key = "glibc.cpu.hwcaps";
    const char* const present = std::getenv(variable);
    std::string value = present ? present : "";
    // A choice of the user stays.
    if (value.find(key) != std::string::npos) return;
    value += (value.empty() ? "" : ":") + key + "=-AVX2,-FMA,-FMA4";
    if (setenv(variable, value.c_str(), 1) != 0) return;
    execv("/proc/self/exe", arguments);
}

}  // namespace trammel
