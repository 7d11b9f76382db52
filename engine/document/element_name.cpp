// SPDX-License-Identifier: Apache-2.0
#include "document/element_name.h"

#include <algorithm>
#include <cstdint>

#include "document/utf8.h"

namespace trammel {

std::string cleanName(std::string_view name) {
    std::string clean = replaceInvalidUtf8(name);
    std::ranges::replace_if(
        clean,
        [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte < 0x20 || byte == 0x7F;
        },
        ' ');
    const std::size_t first = clean.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return clean.substr(first, clean.find_last_not_of(' ') - first + 1);
}

namespace {
/// "Crank" of "Crank 12"; the whole name if it does not end in a number.
std::string stemOf(const std::string& name) {
    const std::size_t lastOther = name.find_last_not_of("0123456789");
    const bool endsInNumber = lastOther != std::string::npos && lastOther + 1 < name.size() && name[lastOther] == ' ';
    const std::size_t end = endsInNumber ? name.find_last_not_of(' ', lastOther) : std::string::npos;
    return end == std::string::npos ? name : name.substr(0, end + 1);
}
}  // namespace

std::string freeName(const std::string& wanted, const std::function<bool(const std::string&)>& isTaken) {
    if (!isTaken(wanted)) return wanted;
    const std::string stem = stemOf(wanted);
    const auto numbered = [&](std::uint64_t n) { return stem + " " + std::to_string(n); };

    // Double the number until one is free, then bisect: finds a free number right above a used one.
    std::uint64_t taken = 1, available = 2;
    while (isTaken(numbered(available))) {
        taken = available;
        available *= 2;
    }
    while (available - taken > 1) {
        const std::uint64_t middle = taken + (available - taken) / 2;
        (isTaken(numbered(middle)) ? taken : available) = middle;
    }
    return numbered(available);
}

}  // namespace trammel
