// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <limits>
#include <locale>
#include <sstream>

#include "document/json_text.h"
#include "document/utf8.h"

namespace trammel {

namespace {
bool isTokenCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
           c == '.';
}

bool isOverflow(const std::string& token) {
    double value = 0;
    const auto [end, outcome] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (outcome != std::errc::result_out_of_range || end != token.data() + token.size()) return false;
    // from_chars does not distinguish overflow from underflow; a stream does.
    std::istringstream stream(token);
    stream.imbue(std::locale::classic());
    stream >> value;
    return value >= std::numeric_limits<double>::max() || value <= std::numeric_limits<double>::lowest();
}

bool isNoFiniteNumber(const std::string& token) {
    static const std::array<std::string, 6> words{"NaN", "nan", "Infinity", "infinity", "inf", "Inf"};
    const std::string word = token[0] == '-' || token[0] == '+' ? token.substr(1) : token;
    for (const std::string& w : words)
        if (word == w) return true;
    return isOverflow(token);
}

/// One pass over the text that tracks line, column and strings.
class Repair {
public:
    Repair(std::string_view text, ProblemList& problems) : rest_(text), problems_(problems) {
        repaired_.reserve(text.size());
    }

    std::string run() && {
        while (!rest_.empty()) {
            if (!insideString_ && isTokenCharacter(rest_.front()))
                takeToken();
            else
                takeCharacter();
        }
        return std::move(repaired_);
    }

private:
    std::string place() const { return "line " + std::to_string(line_) + ", column " + std::to_string(column_); }

    void takeToken() {
        std::size_t length = 1;
        while (length < rest_.size() && isTokenCharacter(rest_[length])) ++length;
        const std::string token(rest_.substr(0, length));
        if (isNoFiniteNumber(token)) {
            problems_.error(place(), "'" + token.substr(0, 40) + "' is not a finite number.", "Write a finite number.");
            repaired_ += "[]" + std::string(length - 2, ' ');
        } else {
            repaired_ += token;
        }
        column_ += length;
        rest_.remove_prefix(length);
    }

    void takeCharacter() {
        const std::size_t length = utf8SequenceLength(rest_);
        if (length == 0) {
            if (!reportedBadByte_)
                problems_.error(place(), "The text is not valid UTF-8 here.",
                                "Save the file as UTF-8; unreadable characters are shown as \xEF\xBF\xBD.");
            reportedBadByte_ = true;
            repaired_ += "\xEF\xBF\xBD";
        } else {
            repaired_ += rest_.substr(0, length);
        }

        const char c = rest_.front();
        const bool escaped = afterBackslash_;
        afterBackslash_ = insideString_ && c == '\\' && !escaped;
        if (c == '"' && !escaped) insideString_ = !insideString_;
        ++column_;
        if (c == '\n') {
            ++line_;
            column_ = 1;
        }
        rest_.remove_prefix(length == 0 ? 1 : length);
    }

    std::string_view rest_;
    ProblemList& problems_;
    std::string repaired_;
    std::size_t line_ = 1, column_ = 1;
    bool insideString_ = false, afterBackslash_ = false, reportedBadByte_ = false;
};
}  // namespace

std::string repairJson(std::string_view text, ProblemList& problems) { return Repair(text, problems).run(); }

}  // namespace trammel
