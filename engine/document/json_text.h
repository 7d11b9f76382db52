// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "document/problem_list.h"

namespace trammel {

/// @p text with what no JSON parser can take but a value can be made of: bytes that are no UTF-8 become U+FFFD, and
/// numbers beyond the range of a double, NaN and Infinity become an empty list, which no property accepts. Each kept
/// to its length in characters, so that places reported later still hold.
std::string repairJson(std::string_view text, ProblemList& problems);

/// Parses JSON into @p root, reporting duplicate keys, too deep nesting and the place where it stops being JSON.
///
/// At such a place parsing ends: the root object keeps its entries before it, a list in it its complete items.
/// Returns whether @p root holds an object. Never throws but std::bad_alloc.
bool parseJson(std::string_view text, nlohmann::ordered_json& root, ProblemList& problems);

/// Appends to an object an entry whose key it does not have; O(1), unlike the library's own way, which searches first.
void appendEntry(nlohmann::ordered_json& object, const std::string& key, nlohmann::ordered_json value);

/// Formats JSON as written to files: two blanks of indent, lists of plain values on one line.
std::string printJson(const nlohmann::ordered_json& json);

/// The same on one line, for keeping.
std::string printCompactJson(const nlohmann::ordered_json& json);

}  // namespace trammel
