// SPDX-License-Identifier: Apache-2.0
#include "simbody/check_macros.h"

#include <cstdarg>
#include <cstdio>
#include <string>

#include "base/exceptions.h"

namespace SimTK {

void failCheck(const char* where, const char* format, ...) {
    std::va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, again)), '\0');
    va_end(again);
    std::vsnprintf(text.data(), text.size() + 1, format, arguments);
    va_end(arguments);
    throw trammel::Exception(std::string(where) + ": " + text);
}

}  // namespace SimTK
