// SPDX-License-Identifier: Apache-2.0
#include "system/value.h"

#include <cxxabi.h>

#include <cstdlib>

#include "base/exceptions.h"

namespace trammel::detail {

std::string readableTypeName(const char* mangled) {
    int status = 0;
    char* name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    std::string readable = status == 0 ? name : mangled;
    std::free(name);
    return readable;
}

void throwWrongValueType(const char* where, const std::string& held, const std::string& asked) {
    throw WrongValueType(where, "the value", held, asked);
}

}  // namespace trammel::detail
