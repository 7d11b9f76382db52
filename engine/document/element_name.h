// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace trammel {

/// Name by which formulas refer to their own element; not allowed as an element name.
inline const std::string OwnName = "this";

/// Normalizes a name from a user or a file: valid UTF-8, control characters replaced by spaces, trimmed. May be empty.
std::string cleanName(std::string_view name);

/// @p wanted if it is free, otherwise with a number: "Crank" or "Crank 2" becomes "Crank 3". Calls @p isTaken about
/// O(log n) times for n used names.
std::string freeName(const std::string& wanted, const std::function<bool(const std::string&)>& isTaken);

}  // namespace trammel
