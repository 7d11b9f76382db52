// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "formats/csv_reader.h"
#include "meta/property.h"

namespace trammel {

/// The title of a column, divided; valid as long as the column.
struct ColumnTitle {
    /// "force" and "N" of "force [N]" and "force (N)"; a remark in parentheses is a unit too. Empty unit: none.
    std::string_view name, unit;
};
ColumnTitle divideTitle(const CsvTable::Column& column);

/// SI units per unit of a column, by the unit in its title; empty if the title has none of @p quantity.
std::optional<Real> readUnitFactor(const CsvTable::Column& column, Quantity quantity);

/// The column of times by the names that programs give it, first "time", with a unit or without; null without such a column.
const CsvTable::Column* findTimes(const CsvTable& table);
/// Seconds per unit of a column of times, 1 without a unit; empty if its unit, or remark in parentheses, is not one of
/// time.
std::optional<Real> readSecondsPerUnit(const CsvTable::Column& times);

}  // namespace trammel
