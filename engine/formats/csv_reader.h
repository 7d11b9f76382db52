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
        /// Without its unit, and the unit by itself: "NAME [UNIT]".
        std::string name, unit;
        std::vector<Real> values;
    };
    std::vector<Column> columns;
    std::size_t numRows() const { return columns.empty() ? 0 : columns[0].values.size(); }
    /// Null if there is none of that name.
    const Column* find(std::string_view name) const;
};

/// Without the blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);
/// One number of a table, whatever the locale; false, and @p x as it was, where it is none.
bool readTableNumber(std::string_view text, Real& x);

/// Reads what CsvWriter writes, and tables of others: comma-separated, one header row, then rows of numbers, quoted or
/// not; empty lines are passed over.
///
/// No value where there is no table; every fault that was found, with its line, is told. Numbers do not depend on the
/// locale; "nan" and "inf" are numbers here.
Result<CsvTable> readCsv(std::string_view text);

}  // namespace trammel
