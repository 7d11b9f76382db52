// SPDX-License-Identifier: Apache-2.0
#include "system/value.h"

#include <cxxabi.h>

#include <cstdlib>

#include "base/exceptions.h"

namespace trammel {

std::string detail::readableTypeName(const char* mangled) {
    int status = 0;
    char* name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    std::string readable = status == 0 ? name : mangled;
    std::free(name);
    // Common names instead of expanded templates: std::string, std::vector<double>.
    const auto cut = [&](const std::string& from, const std::string& to, const std::string& by) {
        for (std::size_t start; (start = readable.find(from)) != std::string::npos;) {
            std::size_t end = start + from.size();
            for (int depth = to.empty() ? 0 : 1; depth > 0; ++end)
                depth += readable[end] == '<' ? 1 : readable[end] == '>' ? -1 : 0;
            readable.replace(start, end - start, by);
        }
    };
    cut("std::__cxx11::basic_string<", ">", "std::string");
    cut(", std::allocator<", ">", "");
    cut(" >", "", ">");
    return readable;
}

std::ostream& operator<<(std::ostream& out, const AbstractValue& value) {
    return out << (value.hasText() ? value.writeText() : value.getTypeName());
}

void AbstractValue::throwWrongType(const char* where, const AbstractValue& held, const std::type_info& asked) {
    throw WrongValueType(where, held.describe(), held.getTypeName(), detail::readableTypeName(asked.name()));
}

}  // namespace trammel
