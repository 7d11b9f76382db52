// SPDX-License-Identifier: Apache-2.0
#include "formats/csv_reader.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace trammel {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

namespace {

/// Splits text into records according to RFC 4180.
class Records {
public:
    explicit Records(std::string_view text) : rest_(text) {
        constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
        if (rest_.starts_with(byteOrderMark)) rest_.remove_prefix(byteOrderMark.size());
        findSeparator();
    }
    char separator() const { return separator_; }
    bool next(std::vector<std::string>& cells) {
        cells.clear();
        while (!rest_.empty()) {
            line_ = nextLine_;
            readRecord(cells);
            if (cells.size() != 1 || !cells[0].empty()) return true;
            cells.clear();
        }
        return false;
    }
    int line() const { return line_; }
    bool wasCutInQuotes() const { return cutInQuotes_; }

private:
    /// Semicolons or tabs where the header has more of them than of commas.
    void findSeparator() {
        std::size_t commas = 0, semicolons = 0, tabs = 0;
        bool quoted = false, any = false;
        for (const char c : rest_) {
            if (c == '\n' && any && !quoted) break;
            any = any || (c != '\n' && c != '\r');
            if (c == '"') quoted = !quoted;
            if (quoted) continue;
            commas += c == ',';
            semicolons += c == ';';
            tabs += c == '\t';
        }
        if (semicolons > commas && semicolons >= tabs)
            separator_ = ';';
        else if (tabs > commas)
            separator_ = '\t';
    }

    void readRecord(std::vector<std::string>& cells) {
        cells.emplace_back();
        bool quoted = false;
        while (!rest_.empty()) {
            const char c = rest_.front();
            rest_.remove_prefix(1);
            if (c == '\n') ++nextLine_;
            if (quoted) {
                if (c != '"')
                    cells.back() += c;
                else if (rest_.starts_with('"')) {
                    cells.back() += c;
                    rest_.remove_prefix(1);
                } else
                    quoted = false;
            } else if (c == '"' && cells.back().empty()) {
                quoted = true;
            } else if (c == separator_) {
                cells.emplace_back();
            } else if (c == '\n') {
                return;
            } else if (c != '\r') {
                cells.back() += c;
            }
        }
        cutInQuotes_ = quoted;
    }

    std::string_view rest_;
    int line_ = 1, nextLine_ = 1;
    bool cutInQuotes_ = false;
    char separator_ = ',';
};

CsvTable::Column columnOf(std::string_view title) {
    title = trimmed(title);
    const std::size_t open = title.rfind('[');
    if (open == title.npos || !title.ends_with(']')) return {std::string(title), {}, {}};
    return {
        std::string(trimmed(title.substr(0, open))), std::string(title.substr(open + 1, title.size() - open - 2)), {}};
}

}  // namespace

bool readTableNumber(std::string_view text, Real& x) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), x);
    return problem == std::errc() && end == text.data() + text.size();
}

const CsvTable::Column* CsvTable::find(std::string_view name) const {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
    return found == columns.end() ? nullptr : &*found;
}

void checkColumns(const std::vector<CsvTable::Column>& columns, const std::string& place, Diagnostics& diagnostics) {
    if (columns.size() > mostTableColumns) {
        diagnostics.error(place, "The table has more than " + std::to_string(mostTableColumns) + " columns.",
                          "Divide it into several tables.");
        return;
    }
    std::unordered_set<std::string_view> names;
    for (const CsvTable::Column& column : columns)
        if (!names.insert(column.name).second) {
            diagnostics.error(place, "There are two columns '" + column.name + "'.", "Give each column a unique name.");
            return;
        }
}

Result<CsvTable> readCsv(std::string_view text, CsvTexts texts) {
    Result<CsvTable> result;
    Records records(text);
    std::vector<std::string> cells;
    if (!records.next(cells)) {
        result.diagnostics.error("the table", "The table is empty.", "Start with a header of column names.");
        return result;
    }
    CsvTable table;
    for (const std::string& title : cells) table.columns.push_back(columnOf(title));
    checkColumns(table.columns, "line 1", result.diagnostics);
    if (table.columns.size() > mostTableColumns) return result;
    // Programs that separate by semicolons or tabs may write decimal commas.
    const bool commaIsPoint = records.separator() != ',';
    constexpr std::size_t enough = 20;
    while (records.next(cells) && result.diagnostics.size() < enough) {
        const std::string place = "line " + std::to_string(records.line());
        if (cells.size() != table.columns.size()) {
            result.diagnostics.error(place,
                                     "The row has " + std::to_string(cells.size()) + " cells; the header has " +
                                         std::to_string(table.columns.size()) + ".",
                                     "Give each row as many comma-separated cells as the header.");
            continue;
        }
        for (std::size_t i = 0; i < cells.size() && result.diagnostics.size() < enough; ++i) {
            Real x = 0;
            std::string cell = cells[i];
            if (commaIsPoint && std::ranges::count(cell, ',') == 1) std::ranges::replace(cell, ',', '.');
            const bool isNumber = readTableNumber(cell, x);
            if (!isNumber && texts == CsvTexts::AreGaps) x = NaN;
            if (!isNumber && texts == CsvTexts::AreErrors)
                result.diagnostics.error(
                    place, "'" + cells[i] + "' in column '" + table.columns[i].name + "' is not a number.",
                    "Write numbers with a decimal point, such as -1.5e-3.");
            table.columns[i].values.push_back(x);
        }
    }
    if (records.wasCutInQuotes())
        result.diagnostics.error("line " + std::to_string(records.line()), "A quotation mark is not closed.",
                                 "Add the closing quotation mark.");
    if (!result.diagnostics.hasErrors()) result.value = std::move(table);
    return result;
}

}  // namespace trammel
