// SPDX-License-Identifier: Apache-2.0
#include "formats/storage_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include "formats/text_lines.h"

namespace trammel {

namespace {

constexpr std::string_view blanks = " \t";

std::vector<std::string_view> split(std::string_view line, std::string_view dividers) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t first = line.find_first_not_of(dividers);
        if (first == line.npos) return parts;
        line.remove_prefix(first);
        const std::size_t end = std::min(line.find_first_of(dividers), line.size());
        parts.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

/// Normalizes a header line: no spaces, lower case.
std::string plain(std::string_view line) {
    std::string text;
    for (const char c : line)
        if (blanks.find(c) == blanks.npos) text += char(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

constexpr const char* lastOfHeader = "endheader";

/// Statements of the header about the table.
struct Header {
    std::optional<bool> inDegrees;
    std::optional<std::size_t> rows, columns;
};

/// Applies one line of the header, as plain() gives it.
void readHeaderLine(const std::string& said, const std::string& place, Header& header, Diagnostics& diagnostics) {
    const auto after = [&said](std::string_view key) {
        return said.starts_with(key) ? std::optional(said.substr(key.size())) : std::nullopt;
    };
    if (const auto value = after("indegrees=")) {
        if (*value == "yes" || *value == "no")
            header.inDegrees = *value == "yes";
        else
            diagnostics.error(place, "inDegrees is '" + *value + "'.", "Write inDegrees=yes or inDegrees=no.");
    }
    // In words, as the tools of OpenSim write it.
    if (said == "anglesareindegrees.") header.inDegrees = true;
    if (said == "anglesareinradians.") header.inDegrees = false;
    if (const auto kind = after("datatype="); kind && *kind != "double")
        diagnostics.error(place, "The cells of this table are not single numbers: " + *kind + ".",
                          "Convert it to a table of coordinates.");
    const auto readCount = [&](std::string_view key, std::optional<std::size_t>& count) {
        const auto value = after(key);
        std::size_t n = 0;
        if (!value) return;
        const auto [end, fault] = std::from_chars(value->data(), value->data() + value->size(), n);
        if (fault == std::errc() && end == value->data() + value->size())
            count = n;
        else
            diagnostics.error(place, "'" + *value + "' is not a number of rows or columns.", "Correct the header.");
    };
    readCount("nrows=", header.rows);
    readCount("datarows", header.rows);
    readCount("ncolumns=", header.columns);
    readCount("datacolumns", header.columns);
}

/// Fewer rows than promised are an error; other differences show that the header is wrong.
void checkCounts(const Header& header, std::size_t rows, std::size_t columns, Diagnostics& diagnostics) {
    const auto differs = [](const std::optional<std::size_t>& promised, std::size_t found) {
        return promised && *promised != found;
    };
    const auto say = [](const char* what, std::size_t promised, std::size_t found) {
        return "The header promises " + std::to_string(promised) + " " + what + ", but there are " +
               std::to_string(found) + ".";
    };
    if (differs(header.columns, columns))
        diagnostics.warning("the header", say("columns", *header.columns, columns), "All columns are read.");
    if (!differs(header.rows, rows)) return;
    if (rows < *header.rows)
        diagnostics.error("the table", say("rows", *header.rows, rows),
                          "The file may be cut off: get it again, or correct the header.");
    else
        diagnostics.warning("the header", say("rows", *header.rows, rows), "All rows are read.");
}

}  // namespace

bool isStorage(std::string_view text) {
    TextLines lines(text);
    for (std::string_view line; lines.next(line);)
        if (plain(line) == lastOfHeader) return true;
    return false;
}

Result<StorageTable> readStorage(std::string_view text) {
    Result<StorageTable> result;
    StorageTable storage;
    TextLines lines(text);
    Header header;
    std::string_view line;
    bool ended = false;
    while (!ended && lines.next(line)) {
        const std::string said = plain(line);
        readHeaderLine(said, lines.place(), header, result.diagnostics);
        ended = said == lastOfHeader;
    }
    if (result.diagnostics.hasErrors()) return result;
    std::vector<std::string_view> names;
    while (names.empty() && lines.next(line)) {
        names = split(line, line.find('\t') == line.npos ? blanks : "\t");
        for (std::string_view& name : names) name = trimmed(name);
    }
    if (names.empty()) {
        result.diagnostics.error("the table", "There are no column names after the header.",
                                 "Write 'endheader', then the column names, then the numbers.");
        return result;
    }
    for (const std::string_view name : names) storage.table.columns.push_back({std::string(name), {}, {}});
    checkColumns(storage.table.columns, lines.place(), result.diagnostics);
    if (names.size() > mostTableColumns) return result;
    constexpr std::size_t enough = 20;
    while (lines.next(line) && result.diagnostics.size() < enough) {
        const std::vector<std::string_view> cells = split(line, blanks);
        if (cells.empty()) continue;
        if (cells.size() != names.size()) {
            result.diagnostics.error(lines.place(),
                                     "The row has " + std::to_string(cells.size()) + " numbers for " +
                                         std::to_string(names.size()) + " columns.",
                                     "Give each row one number per column.");
            continue;
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            Real x = 0;
            if (!readTableNumber(cells[i], x))
                result.diagnostics.error(lines.place(), "'" + std::string(cells[i]) + "' is not a number.",
                                         "Write numbers with a decimal point, such as -1.5e-3.");
            storage.table.columns[i].values.push_back(x);
        }
    }
    if (!result.diagnostics.hasErrors()) checkCounts(header, storage.table.numRows(), names.size(), result.diagnostics);
    storage.inDegrees = header.inDegrees;
    if (!result.diagnostics.hasErrors()) result.value = std::move(storage);
    return result;
}

}  // namespace trammel
