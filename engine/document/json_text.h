// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "document/problem_list.h"

namespace trammel {

/// Replaces text that JSON parsers reject: bytes that are not UTF-8 become U+FFFD, and numbers beyond the range of a
/// double, NaN and Infinity become an empty list, which no property accepts. The length in characters is kept, so that
/// reported places stay valid.
std::string repairJson(std::string_view text, ProblemList& problems);

/// Parses JSON into @p root; reports duplicate keys, excessive nesting and the place of a syntax error.
///
/// Parsing ends at a syntax error: the root object keeps the entries before it, and a list in it its complete items.
/// Returns true if @p root is an object. Throws nothing but std::bad_alloc.
bool parseJson(std::string_view text, nlohmann::ordered_json& root, ProblemList& problems);

/// Appends an entry with a new key to an object; O(1), unlike the library's function, which searches first.
void appendEntry(nlohmann::ordered_json& object, const std::string& key, nlohmann::ordered_json value);

/// Formats JSON for files: indented by two spaces, lists of plain values on one line.
std::string printJson(const nlohmann::ordered_json& json);
/// Appends it at a level of indentation, without a line end.
void printJson(const nlohmann::ordered_json& json, std::size_t indent, std::string& out);

/// Appends a list or object, one line per entry, which @p printEntry appends.
template <class Entries, class PrintEntry>
void printJsonBlock(const Entries& entries, char opening, char closing, std::size_t indent, std::string& out,
                    const PrintEntry& printEntry) {
    out += opening;
    const char* separator = "\n";
    for (const auto& entry : entries) {
        out += separator + std::string(indent + 2, ' ');
        printEntry(entry);
        separator = ",\n";
    }
    out += "\n" + std::string(indent, ' ') + closing;
}

/// Formats JSON on one line.
std::string printCompactJson(const nlohmann::ordered_json& json);

}  // namespace trammel
