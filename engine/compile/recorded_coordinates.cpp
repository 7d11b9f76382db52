// SPDX-License-Identifier: Apache-2.0
#include "compile/recorded_coordinates.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "formats/column_units.h"
#include "formats/storage.h"

namespace trammel {

namespace {

bool isAngular(Quantity q) { return q == Quantity::Angle || q == Quantity::AngularSpeed; }

/// Content of a column's title: the last but one word of a path in an OpenSim state or a ROS message, and whether it is
/// a speed there.
struct Title {
    std::string name;
    bool mayBeValue = true, mayBeSpeed = true;
};

Title readTitle(const std::string& text) {
    if (!text.starts_with('/')) {
        // States of OpenSim before version 4.
        constexpr std::string_view oldSpeed = "_u";
        if (text.ends_with(oldSpeed)) return {text.substr(0, text.size() - oldSpeed.size()), false, true};
        return {text, true, false};
    }
    const std::size_t last = text.rfind('/');
    const std::string kind = text.substr(last + 1), path = text.substr(0, last);
    return {path.substr(path.rfind('/') + 1), kind == "value" || kind == "position",
            kind == "speed" || kind == "velocity"};
}

bool isCalled(const std::string& title, const std::string& name) {
    return title == name || title == storageLabel(name);
}

/// Matches titles with a model's coordinates and speeds.
class Matcher {
public:
    explicit Matcher(const CompiledModel& model)
        : model_(model), coordinates_(coordinatesOf(model)), speeds_(speedsOf(model)) {}

    const NamedCoordinate* findCoordinate(const std::string& text) const {
        const auto by = [&](const auto& test) -> const NamedCoordinate* {
            const auto found = std::ranges::find_if(coordinates_, test);
            return found == coordinates_.end() ? nullptr : &*found;
        };
        if (const auto* const own = by([&](const NamedCoordinate& c) { return isCalled(text, c.name); })) return own;
        const Title title = readTitle(text);
        if (!title.mayBeValue) return nullptr;
        if (const auto* const named =
                by([&](const NamedCoordinate& c) { return !c.recordedName.empty() && c.recordedName == title.name; }))
            return named;
        return by([&](const NamedCoordinate& c) {
            return c.count == 1 && isCalled(title.name, model_.getDocument().get(c.joint).name);
        });
    }
    const NamedSpeed* findSpeed(const std::string& text) const {
        const auto own = std::ranges::find_if(speeds_, [&](const NamedSpeed& s) { return isCalled(text, s.name); });
        if (own != speeds_.end()) return &*own;
        const Title title = readTitle(text);
        if (!title.mayBeSpeed) return nullptr;
        const auto coordinate = std::ranges::find_if(coordinates_, [&](const NamedCoordinate& c) {
            return c.recordedName == title.name || (c.recordedName.empty() && c.count == 1 &&
                                                    isCalled(title.name, model_.getDocument().get(c.joint).name));
        });
        if (title.name.empty() || coordinate == coordinates_.end()) return nullptr;
        const auto speed = std::ranges::find_if(
            speeds_, [&](const NamedSpeed& s) { return s.joint == coordinate->joint && s.index == coordinate->index; });
        return speed == speeds_.end() ? nullptr : &*speed;
    }
    /// By the whole title, or by that before a unit of the coordinate in parentheses; other parentheses are remarks.
    const NamedCoordinate* findCoordinate(const CsvTable::Column& column) const {
        if (const NamedCoordinate* const whole = findCoordinate(column.name)) return whole;
        const std::string_view name = divideTitle(column).name;
        const NamedCoordinate* const found = name == column.name ? nullptr : findCoordinate(std::string(name));
        return found && readUnitFactor(column, found->quantity) ? found : nullptr;
    }
    const NamedSpeed* findSpeed(const CsvTable::Column& column) const {
        if (const NamedSpeed* const whole = findSpeed(column.name)) return whole;
        const std::string_view name = divideTitle(column).name;
        const NamedSpeed* const found = name == column.name ? nullptr : findSpeed(std::string(name));
        return found && readUnitFactor(column, found->quantity) ? found : nullptr;
    }
    bool isOtherOutput(const std::string& text) const {
        return std::ranges::any_of(model_.getBasicOutputs(), [&](const CompiledModel::BasicOutput& output) {
            return isCalled(text, output.name);
        });
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const NamedCoordinate& c : coordinates_) all.push_back(c.recordedName.empty() ? c.name : c.recordedName);
        return all;
    }

private:
    const CompiledModel& model_;
    std::vector<NamedCoordinate> coordinates_;
    std::vector<NamedSpeed> speeds_;
};

/// SI units per unit of a column; empty, with an error, if they are unknown.
std::optional<Real> factorOf(const CsvTable::Column& column, Quantity quantity, const StorageTable& table,
                             Diagnostics& diagnostics) {
    if (const std::optional<Real> factor = readUnitFactor(column, quantity)) return factor;
    if (!column.unit.empty()) {
        diagnostics.error("column '" + column.name + "'", "It is in '" + column.unit + "'.",
                          "Give it in " + siUnitAscii(quantity) + ".");
        return std::nullopt;
    }
    if (!isAngular(quantity)) return 1;
    if (table.inDegrees) return *table.inDegrees ? Pi / 180 : 1;
    diagnostics.error("the header", "It does not say whether angles such as '" + column.name + "' are in degrees.",
                      "Choose the unit of angles, or add a line inDegrees=yes or inDegrees=no before 'endheader'.");
    return std::nullopt;
}

/// The rows to use: all except those that repeat the time of the previous one.
std::vector<std::size_t> chooseRows(const std::vector<Real>& times, Diagnostics& diagnostics) {
    std::vector<std::size_t> rows;
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const bool increases = rows.empty() || times[i] > times[rows.back()];
        if (std::isfinite(times[i]) && increases) {
            rows.push_back(i);
        } else if (!rows.empty() && times[i] == times[rows.back()]) {
            ++repeated;
        } else {
            diagnostics.error("row " + std::to_string(i + 1), "The time is not later than the previous one.",
                              "Sort the rows by time.");
            break;
        }
    }
    if (repeated > 0)
        diagnostics.note("the table", std::to_string(repeated) + " rows repeat the time of the row before them.",
                         "The first of each is used.");
    return rows;
}

/// The values of the chosen rows in SI units; reports the first impossible one.
std::vector<Real> take(const CsvTable::Column& column, const std::vector<std::size_t>& rows, Real factor,
                       Diagnostics& diagnostics) {
    // Beyond it, none of the sixteen digits of a number is left for a millimeter.
    constexpr Real most = 1e12;
    std::vector<Real> values;
    for (const std::size_t row : rows) {
        values.push_back(factor * column.values[row]);
        if (std::abs(values.back()) <= most) continue;
        const bool isNumber = std::isfinite(values.back());
        diagnostics.error("row " + std::to_string(row + 1),
                          "'" + column.name + "' " + (isNumber ? "is beyond 1e12 m or rad." : "is not a number."),
                          isNumber ? "Correct the number, or remove that row." : "Remove that row.");
        break;
    }
    return values;
}

/// Times since 1970 begin at zero.
void startAtZero(std::vector<Real>& times, Diagnostics& diagnostics) {
    // In seconds, the latter is thousands of years away.
    constexpr Real earliestDate = 1e8, latestDate = 1e11;
    if (times.empty() || times.front() < earliestDate) return;
    if (times.front() > latestDate) {
        diagnostics.error("the table", "Its times are too large for seconds: they may be in ms or ns.",
                          "Name their column 'time [ms]' or 'time [ns]', or convert times to s.");
        return;
    }
    diagnostics.note("the table", "Its times count from 1970: the motion begins at 0 s.");
    const Real first = times.front();
    for (Real& time : times) time -= first;
}

/// The times of a table, s; empty, with an error, if they are not known.
std::vector<Real> readTimes(const CsvTable::Column* column, Diagnostics& diagnostics) {
    if (!column) {
        diagnostics.error("the table", "The table has no column 'time'.",
                          "Name the column of times (s) 'time' or 'time [s]'.");
        return {};
    }
    const std::optional<Real> factor = readSecondsPerUnit(*column);
    if (!factor) {
        diagnostics.error("column 'time'", "It is in '" + std::string(divideTitle(*column).unit) + "'.",
                          "Convert times to s.");
        return {};
    }
    std::vector<Real> times = column->values;
    for (Real& time : times) time *= *factor;
    return times;
}

void reportIgnored(const std::vector<std::string>& ignored, Diagnostics& diagnostics) {
    if (ignored.empty()) return;
    constexpr std::size_t most = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, ignored.size()); ++i) names += (i > 0 ? ", '" : "'") + ignored[i] + "'";
    if (ignored.size() > most) names += " and " + std::to_string(ignored.size() - most) + " more";
    diagnostics.note("the table", "Columns that are not coordinates of this model are ignored: " + names + ".");
}

}  // namespace

Result<RecordedCoordinates> matchCoordinates(const CompiledModel& model, const StorageTable& storage) {
    Result<RecordedCoordinates> result;
    Diagnostics& diagnostics = result.diagnostics;
    const CsvTable& table = storage.table;
    RecordedCoordinates motion;
    const CsvTable::Column* const time = findTimes(table);
    const std::vector<Real> times = readTimes(time, diagnostics);
    if (!time) return result;
    const std::vector<std::size_t> rows = chooseRows(times, diagnostics);
    for (const std::size_t row : rows) motion.times.push_back(times[row]);
    if (rows.empty() && !diagnostics.hasErrors())
        diagnostics.error("the table", "It has no rows.", "Record at least one time.");
    startAtZero(motion.times, diagnostics);

    const Matcher matcher(model);
    std::vector<QIndex> seen;
    for (const CsvTable::Column& column : table.columns) {
        if (&column == time) continue;
        if (const NamedCoordinate* const found = matcher.findCoordinate(column)) {
            if (std::ranges::count(seen, found->q) > 0) {
                diagnostics.error("column '" + column.name + "'", "Another column is the same coordinate.",
                                  "Remove one of the two.");
                continue;
            }
            seen.push_back(found->q);
            const auto factor = factorOf(column, found->quantity, storage, diagnostics);
            if (factor) motion.coordinates.push_back({column.name, *found, take(column, rows, *factor, diagnostics)});
        } else if (const NamedSpeed* const speed = matcher.findSpeed(column)) {
            // Speeds in unknown units are ignored like other columns.
            Diagnostics ofUnit;
            if (const auto factor = factorOf(column, speed->quantity, storage, ofUnit))
                motion.speeds.push_back({column.name, *speed, take(column, rows, *factor, diagnostics)});
        } else if (!column.name.empty() && !matcher.isOtherOutput(column.name)) {
            motion.ignored.push_back(column.name);
        }
    }
    if (motion.coordinates.empty() && !diagnostics.hasErrors()) {
        if (!motion.ignored.empty())
            refuseName(diagnostics, "coordinate", motion.ignored.front(), matcher.names());
        else
            diagnostics.error(
                "the table", "No column is a coordinate of this model.",
                "Name columns like '" + (matcher.names().empty() ? "Hinge.angle" : matcher.names().front()) + "'.");
    }
    reportIgnored(motion.ignored, diagnostics);
    if (!diagnostics.hasErrors()) result.value = std::move(motion);
    return result;
}

}  // namespace trammel
