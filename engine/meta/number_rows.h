// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// The rows of a table written as text: finite numbers separated by spaces or commas, rows by semicolons, "0 0; 0.3 0". None if
/// the text is not one. Empty rows are left out.
std::optional<std::vector<std::vector<Real>>> readRows(const std::string& text);

/// The text of a table; each number is the shortest that reads back the same.
std::string writeRows(const std::vector<std::vector<Real>>& rows);

}  // namespace trammel
