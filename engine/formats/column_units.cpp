// SPDX-License-Identifier: Apache-2.0
#include "formats/column_units.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "meta/units.h"

namespace trammel {

namespace {

/// Units of time as only headers of tables spell them, and nanoseconds, which recorders count.
struct TimeSpelling {
    std::string_view text;
    Real seconds;
};
constexpr TimeSpelling timeSpellings[] = {{"sec", 1},
                                          {"second", 1},
                                          {"seconds", 1},
                                          {"msec", 1e-3},
                                          {"millisecond", 1e-3},
                                          {"milliseconds", 1e-3},
                                          {"microseconds", 1e-6},
                                          {"ns", 1e-9},
                                          {"nanoseconds", 1e-9}};

}  // namespace

ColumnTitle divideTitle(const CsvTable::Column& column) {
    const std::string_view title = column.name;
    const std::size_t open = title.rfind('(');
    if (!column.unit.empty() || open == title.npos || !title.ends_with(')')) return {title, column.unit};
    return {trimmed(title.substr(0, open)), trimmed(title.substr(open + 1, title.size() - open - 2))};
}

std::optional<Real> readUnitFactor(const CsvTable::Column& column, Quantity quantity) {
    const Unit* const unit = findUnit(quantity, normalizedUnit(divideTitle(column).unit));
    return unit ? std::optional(unit->factor) : std::nullopt;
}

const CsvTable::Column* findTimes(const CsvTable& table) {
    for (const std::string_view name : {"time", "Time", "TIME", "__time", "timestamp", "t"}) {
        if (const CsvTable::Column* const column = table.find(name)) return column;
        const auto divided = std::ranges::find_if(
            table.columns, [&](const CsvTable::Column& column) { return divideTitle(column).name == name; });
        if (divided != table.columns.end()) return &*divided;
    }
    return nullptr;
}

std::optional<Real> readSecondsPerUnit(const CsvTable::Column& times) {
    const std::string_view unit = divideTitle(times).unit;
    if (unit.empty()) return 1;
    if (const std::optional<Real> known = readUnitFactor(times, Quantity::Time)) return known;
    const auto* const spelled = std::ranges::find(timeSpellings, unit, &TimeSpelling::text);
    return spelled == std::end(timeSpellings) ? std::nullopt : std::optional(spelled->seconds);
}

}  // namespace trammel
