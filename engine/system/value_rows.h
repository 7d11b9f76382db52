// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// One vector, or one row of a matrix, within a value.
struct ValueRow {
    /// Position in the value: "[body 2] X_GB R"; empty below the first row of a matrix.
    std::string label;
    std::vector<Real> numbers;
};

/// The numbers of a value in rows: one for each vector, matrices row by row.
/// @param text from AbstractValue::writeTextForPeople(); words that are not numbers are skipped
/// @param most rows beyond this number are omitted
std::vector<ValueRow> rowsOf(std::string_view text, std::size_t most = 5000);

}  // namespace trammel
