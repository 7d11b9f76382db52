// SPDX-License-Identifier: Apache-2.0
#include "formats/marker_file.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "formats/csv_reader.h"
#include "formats/text_lines.h"

namespace trammel {

namespace {

constexpr std::size_t axes = 3;
/// Cells of a row before those of the markers: frame number and time.
constexpr std::size_t leading = 2;
constexpr std::size_t enoughErrors = 20;
/// More markers than this are not a measurement, and more positions are too much for memory, however short the file is.
constexpr std::size_t mostMarkers = 10'000, mostPlaces = 50'000'000;

/// The cells between tabs, empty ones included.
std::vector<std::string_view> cellsOf(std::string_view line) {
    std::vector<std::string_view> cells;
    while (true) {
        const std::size_t end = line.find('\t');
        cells.push_back(trimmed(line.substr(0, end)));
        if (end == line.npos) return cells;
        line.remove_prefix(end + 1);
    }
}

std::optional<Real> lengthOf(std::string_view unit) {
    if (unit == "m") return 1;
    if (unit == "cm") return 1e-2;
    if (unit == "mm") return 1e-3;
    return std::nullopt;
}

class MarkerReader {
public:
    explicit MarkerReader(std::string_view text) : lines_(text) {}

    Result<MarkerTable> read() {
        if (readHeader()) readRows();
        if (!result_.diagnostics.hasErrors() && table_.times.empty())
            error("the table", "It has no rows.", "Record at least one frame.");
        if (!result_.diagnostics.hasErrors()) result_.value = std::move(table_);
        return std::move(result_);
    }

private:
    void error(std::string place, std::string message, std::string remedy) {
        result_.diagnostics.error(std::move(place), std::move(message), std::move(remedy));
    }

    bool readHeader() {
        std::string_view keys, values, names, axisNames, first;
        if (!lines_.next(first) || !lines_.next(keys) || !lines_.next(values) || !lines_.next(names) ||
            !lines_.next(axisNames)) {
            error("the header", "The file ends in its header.", "Get the file again.");
            return false;
        }
        const std::vector<std::string_view> keyCells = cellsOf(keys), valueCells = cellsOf(values);
        for (std::size_t i = 0; i < std::min(keyCells.size(), valueCells.size()); ++i)
            if (keyCells[i] == "Units") unit_ = lengthOf(valueCells[i]);
        if (!unit_) {
            error("line 3", "The unit of length is missing or unknown.", "Write m, cm or mm below 'Units' in line 2.");
            return false;
        }
        for (const std::string_view name : cellsOf(names))
            if (!name.empty() && name != "Frame#" && name != "Time") table_.names.emplace_back(name);
        if (table_.names.empty()) {
            error("line 4", "There are no marker names.", "Write 'Frame#', 'Time' and the names, separated by tabs.");
            return false;
        }
        if (table_.names.size() > mostMarkers) {
            error("line 4", "There are more than " + std::to_string(mostMarkers) + " marker names.",
                  "Remove markers that are not needed.");
            return false;
        }
        table_.positions.resize(table_.names.size());
        return true;
    }

    void readRows() {
        for (std::string_view line; lines_.next(line) && result_.diagnostics.size() < enoughErrors;) {
            if (trimmed(line).empty()) continue;
            const std::vector<std::string_view> cells = cellsOf(line);
            Real time = NaN;
            if (cells.size() < leading || !readTableNumber(cells[1], time) || !std::isfinite(time)) {
                error(lines_.place(), "The row has no time.", "Write frame number and time first.");
                continue;
            }
            if (!table_.times.empty() && !(time > table_.times.back())) {
                error(lines_.place(), "The time is not later than the previous one.", "Sort the rows by time.");
                continue;
            }
            if ((table_.times.size() + 1) * table_.names.size() > mostPlaces)
                return error(lines_.place(), "The table has more than " + std::to_string(mostPlaces) + " places.",
                             "Divide the file, or remove markers that are not needed.");
            table_.times.push_back(time);
            for (std::size_t m = 0; m < table_.names.size(); ++m) readMarker(cells, m);
        }
    }

    void readMarker(const std::vector<std::string_view>& cells, std::size_t marker) {
        Vec3 position(NaN);
        std::size_t given = 0;
        for (std::size_t i = 0; i < axes; ++i) {
            const std::size_t cell = leading + axes * marker + i;
            if (cell >= cells.size() || cells[cell].empty()) continue;
            Real x = NaN;
            if (!readTableNumber(cells[cell], x)) {
                error(lines_.place(),
                      "'" + std::string(cells[cell]) + "' of '" + table_.names[marker] + "' is not a number.",
                      "Write numbers with a decimal point, and leave cells of unseen markers empty.");
                continue;
            }
            position[int(i)] = x * *unit_;
            given += std::isfinite(x) ? 1 : 0;
        }
        table_.positions[marker].push_back(given == axes ? position : Vec3(NaN));
    }

    TextLines lines_;
    std::optional<Real> unit_;
    MarkerTable table_;
    Result<MarkerTable> result_;
};

}  // namespace

bool isMarkerFile(std::string_view text) { return text.starts_with("PathFileType"); }

Result<MarkerTable> readMarkerFile(std::string_view text) { return MarkerReader(text).read(); }

}  // namespace trammel
