// SPDX-License-Identifier: Apache-2.0
#include "base/private_paths.h"

#include <algorithm>

namespace trammel {

namespace {
constexpr std::string_view endOfWord = " \t\n,;:", openings = "'\"([<", closings = "'\")]>";

/// Where the path that begins at @p begin after the character @p before ends; an apostrophe within a quoted one is followed by
/// a letter or digit.
std::size_t endOfPath(std::string_view text, std::size_t begin, char before) {
    if (before == '"') return std::min(text.find('"', begin), text.size());
    if (before != '\'') return std::min(text.find_first_of(std::string(endOfWord) + ")]>", begin), text.size());
    for (std::size_t end = text.find('\'', begin); end != text.npos; end = text.find('\'', end + 1))
        if (end + 1 == text.size() || (endOfWord.find(text[end + 1]) != text.npos || text[end + 1] == '.')) return end;
    return text.size();
}
}  // namespace

std::string withoutPaths(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const char before = at > 0 ? text[at - 1] : ' ';
        const bool begins = endOfWord.find(before) != text.npos || openings.find(before) != text.npos;
        const char after = at + 1 < text.size() ? text[at + 1] : ' ';
        const bool goesOn = endOfWord.find(after) == text.npos && closings.find(after) == text.npos;
        if (text[at] == '/' && begins && goesOn) {
            result += "…";
            at = endOfPath(text, at, before);
        } else {
            result += text[at++];
        }
    }
    return result;
}

}  // namespace trammel
