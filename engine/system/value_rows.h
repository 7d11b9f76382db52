// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// One vector, or one row of a matrix, within a value.
struct ValueRow {
    /// Where it stands: "[body 2] X_GB R"; empty below the first row of a matrix.
    std::string label;
    std::vector<Real> numbers;
};

/// The numbers of a value, arranged for people: one row for each vector, matrices row by row.
/// @param text from AbstractValue::writeTextForPeople(); words that are no numbers have no row
/// @param most rows beyond it are left out
std::vector<ValueRow> rowsOf(std::string_view text, std::size_t most = 5000);

}  // namespace trammel
