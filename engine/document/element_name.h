// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace trammel {

/// What formulas call the element that they belong to: no name of an element.
inline const std::string OwnName = "this";

/// What becomes of a name that somebody typed or a file holds: valid UTF-8, line breaks and other control characters
/// turned to blanks, no blanks around it. May be empty.
std::string cleanName(std::string_view name);

/// @p wanted itself if it is free, else the same with a number: "Crank" or "Crank 2" becomes "Crank 3".
/// Asks @p isTaken about O(log n) names when n are taken.
std::string freeName(const std::string& wanted, const std::function<bool(const std::string&)>& isTaken);

}  // namespace trammel
