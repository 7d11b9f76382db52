// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace trammel {

/// Letters to insert, remove, replace or exchange with their neighbor between two words, case-insensitive.
std::size_t distanceBetween(const std::string& a, const std::string& b);

/// The entry of @p known closest to @p word; null if none is close.
const std::string* nearestOf(const std::vector<std::string>& known, const std::string& word);

}  // namespace trammel
