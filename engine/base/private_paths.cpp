// SPDX-License-Identifier: Apache-2.0
#include "base/private_paths.h"

#include <algorithm>

namespace trammel {

namespace {
constexpr std::string_view endOfWord = " \t\n,;:";

/// Where the path that begins at @p begin ends; an apostrophe within a quoted one is followed by a letter or digit.
std::size_t endOfPath(std::string_view text, std::size_t begin, bool isQuoted) {
    if (!isQuoted) return std::min(text.find_first_of(endOfWord, begin), text.size());
    for (std::size_t end = text.find('\'', begin); end != text.npos; end = text.find('\'', end + 1))
        if (end + 1 == text.size() || (endOfWord.find(text[end + 1]) != text.npos || text[end + 1] == '.')) return end;
    return text.size();
}
}  // namespace

std::string withoutPaths(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool isQuoted = at > 0 && text[at - 1] == '\'';
        const bool begins = at == 0 || isQuoted || endOfWord.find(text[at - 1]) != text.npos;
        const bool goesOn = at + 1 < text.size() && endOfWord.find(text[at + 1]) == text.npos && text[at + 1] != '\'';
        if (text[at] == '/' && begins && goesOn) {
            result += "…";
            at = endOfPath(text, at, isQuoted);
        } else {
            result += text[at++];
        }
    }
    return result;
}

}  // namespace trammel
