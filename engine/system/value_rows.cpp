// SPDX-License-Identifier: Apache-2.0
#include "system/value_rows.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace trammel {

namespace {

class RowReader {
public:
    RowReader(std::string_view text, std::size_t most, std::vector<ValueRow>& rows)
        : rest_(text), most_(most), rows_(rows) {}

    void readAll() {
        while (nextWord()) readValue({});
    }

private:
    /// Advances to the next word, or quoted text with its suffix.
    bool nextWord() {
        const std::size_t start = rest_.find_first_not_of(' ');
        if (start == std::string_view::npos || rows_.size() >= most_) return false;
        rest_.remove_prefix(start);
        std::size_t end = 0;
        for (bool quoted = false; end < rest_.size() && (quoted || rest_[end] != ' '); ++end) {
            if (rest_[end] == '"') quoted = !quoted;
            if (rest_[end] == '\\' && quoted) ++end;
        }
        end = std::min(end, rest_.size());
        word_ = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return true;
    }

    bool isName() const { return word_.size() > 3 && word_.front() == '"' && word_.substr(word_.size() - 2) == "\"="; }
    bool isCount() const { return word_.size() > 1 && word_.front() == '#'; }
    std::optional<Real> number() const {
        if (word_ == "true") return 1;
        if (word_ == "false") return 0;
        if (word_.substr(0, 4) == "nan:") return NaN;
        Real x = NaN;
        const auto [stopped, error] = std::from_chars(word_.data(), word_.data() + word_.size(), x);
        if (error != std::errc() || stopped != word_.data() + word_.size()) return {};
        return x;
    }
    bool readShape() {
        const std::size_t middle = word_.find_first_of("rc");
        if (middle == std::string_view::npos || middle == 0 || !isDigit(word_.front())) return false;
        const auto read = [](std::string_view digits, std::size_t& value) {
            const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
            return error == std::errc() && stopped == digits.data() + digits.size();
        };
        if (!read(word_.substr(0, middle), matrixRows_) || !read(word_.substr(middle + 1), matrixColumns_))
            return false;
        rowMajor_ = word_[middle] == 'r';
        return true;
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    /// "X_PF" within "[body 2]" is "[body 2] X_PF".
    static std::string within(const std::string& outer, const std::string& inner) {
        return outer.empty() || inner.empty() ? outer + inner : outer + ' ' + inner;
    }
    /// Element @p i of the sequence "H[u]" is "H [u 3]", of "x" "x[3]".
    static std::string element(const std::string& sequence, std::size_t i) {
        const std::size_t open = sequence.rfind('[');
        if (!sequence.empty() && sequence.back() == ']' && !isDigit(sequence[sequence.size() - 2])) {
            const std::string what = sequence.substr(open + 1, sequence.size() - open - 2);
            return within(sequence.substr(0, open), '[' + what + ' ' + std::to_string(i) + ']');
        }
        return sequence + '[' + std::to_string(i) + ']';
    }

    void addRow(const std::string& label, std::vector<Real> numbers) {
        if (!numbers.empty() && rows_.size() < most_) rows_.push_back({label, std::move(numbers)});
    }
    void addMatrix(const std::string& label, const std::vector<Real>& numbers, std::size_t rows, std::size_t columns,
                   bool rowMajor) {
        // Show a column as a row.
        if (columns == 1 || rows * columns != numbers.size()) return addRow(label, numbers);
        for (std::size_t r = 0; r < rows; ++r) {
            std::vector<Real> row(columns);
            for (std::size_t c = 0; c < columns; ++c) row[c] = numbers[rowMajor ? r * columns + c : c * rows + r];
            addRow(r == 0 ? label : std::string(), std::move(row));
        }
    }

    /// Reads a value that starts with the last word.
    void readValue(const std::string& label) {
        if (word_ == "[")
            readList(label);
        else if (const auto x = number())
            addRow(label, {*x});
    }

    void readList(const std::string& label) {
        std::vector<Real> numbers;
        std::string name;
        bool isSequence = false, isMatrix = false, isNamed = false;
        std::size_t rows = 0, columns = 0, element = 0;
        bool rowMajor = false;
        const auto flush = [&] {
            addMatrix(label, numbers, rows, isMatrix ? columns : 1, rowMajor);
            numbers.clear();
        };
        while (nextWord() && word_ != "]") {
            if (isName()) {
                name = word_.substr(1, word_.size() - 3);
                isNamed = true;
            } else if (isCount()) {
                isSequence = true;
            } else if (numbers.empty() && !isNamed && readShape()) {
                isMatrix = true;
                rows = matrixRows_, columns = matrixColumns_, rowMajor = rowMajor_;
            } else if (const auto x = number(); x && !isNamed) {
                numbers.push_back(*x);
            } else {
                flush();
                readValue(isSequence ? RowReader::element(label, element) : within(label, name));
            }
            if (!isName() && !isCount()) ++element;
        }
        flush();
    }

    std::string_view rest_, word_;
    std::size_t most_, matrixRows_ = 0, matrixColumns_ = 0;
    bool rowMajor_ = false;
    std::vector<ValueRow>& rows_;
};

}  // namespace

std::vector<ValueRow> rowsOf(std::string_view text, std::size_t most) {
    std::vector<ValueRow> rows;
    RowReader(text, most, rows).readAll();
    return rows;
}

}  // namespace trammel
