// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "math/vec.h"

namespace trammel {

/// A table of numbers with a header.
struct CsvTable {
    struct Column {
        /// Name without unit, and unit, of "NAME [UNIT]".
        std::string name, unit;
        std::vector<Real> values;
    };
    std::vector<Column> columns;
    std::size_t numRows() const { return columns.empty() ? 0 : columns[0].values.size(); }
    /// Null if there is no column of that name.
    const Column* find(std::string_view name) const;
};

/// Tables with more columns are refused.
inline constexpr std::size_t mostTableColumns = 200'000;
/// Adds an error if there are too many columns, or for the first name that is there twice.
void checkColumns(const std::vector<CsvTable::Column>& columns, const std::string& place, Diagnostics& diagnostics);

/// Removes spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);
/// Parses a number independently of the locale; returns false, with @p x unchanged, if it is not one.
bool readTableNumber(std::string_view text, Real& x);

/// Cells that are not numbers: refused, or gaps (NaN) as in measurements with remarks and missing values.
enum class CsvTexts { AreErrors, AreGaps };

/// Reads comma-separated tables, such as those of CsvWriter: one header row, then rows of numbers, quoted or not; empty
/// lines are skipped. Semicolons or tabs may separate cells instead, and with semicolons a comma may be the decimal point.
///
/// No value if there is no table; reports every error with its line. Independent of the locale; "nan" and "inf" are
/// numbers.
Result<CsvTable> readCsv(std::string_view text, CsvTexts texts = CsvTexts::AreErrors);

}  // namespace trammel
