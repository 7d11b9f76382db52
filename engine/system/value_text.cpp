// SPDX-License-Identifier: Apache-2.0
#include "system/value_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace trammel {

namespace {
constexpr std::string_view blanks = " \t\r";
constexpr std::string_view nanPrefix = "nan:";

template <class Number>
bool parseAll(std::string_view word, Number& value, auto... base) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base...);
    return error == std::errc() && end == word.data() + word.size();
}

/// A number as text, without allocation.
class Printed {
public:
    explicit Printed(auto value, auto... base) {
        end_ = std::to_chars(buffer_.data(), buffer_.data() + buffer_.size(), value, base...).ptr;
    }
    Printed(const Printed&) = delete;
    Printed& operator=(const Printed&) = delete;
    operator std::string_view() const { return {buffer_.data(), end_}; }

private:
    std::array<char, 64> buffer_;
    const char* end_ = nullptr;
};

std::string printed(auto value, auto... base) { return std::string(Printed(value, base...)); }
}  // namespace

TextWriter& TextWriter::word(std::string_view value) {
    if (!text_.empty()) text_ += ' ';
    text_ += value;
    return *this;
}

TextWriter& TextWriter::real(Real value) {
    // Most numbers of models are small integers; up to three digits are their shortest text.
    constexpr Real largest = 1000;
    if (value > -largest && value < largest && value == Real(int(value)) && !(value == 0 && std::signbit(value)))
        return integer(int(value));
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (std::isnan(value) && bits != std::bit_cast<std::uint64_t>(NaN))
        return word(std::string(nanPrefix) + printed(bits, 16));
    return word(Printed(value));
}

TextWriter& TextWriter::integer(std::int64_t value) { return word(Printed(value)); }

TextWriter& TextWriter::quoted(std::string_view value) {
    // The text may be a whole State.
    text_.reserve(std::max(text_.capacity(), text_.size() + value.size() + 3));
    word("\"");
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            text_ += {'\\', c};
        } else if (c == '\n') {
            text_ += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            const auto code = static_cast<unsigned>(static_cast<unsigned char>(c));
            text_ += (code < 16 ? "\\x0" : "\\x") + printed(code, 16);
        } else {
            text_ += c;
        }
    }
    text_ += '"';
    return *this;
}

TextWriter& TextWriter::count(std::int64_t value) { return isForPeople_ ? word('#' + printed(value)) : integer(value); }

TextWriter& TextWriter::shape(std::int64_t rows, std::int64_t columns, bool isRowMajor, bool fixed) {
    if (isForPeople_) return word(printed(rows) + (isRowMajor ? 'r' : 'c') + printed(columns));
    return fixed ? *this : integer(rows).integer(columns);
}

TextWriter& TextWriter::field(std::string_view name) {
    return isForPeople_ ? word('"' + std::string(name) + "\"=") : *this;
}

std::string_view TextReader::rest() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    return rest_;
}

bool TextReader::atEnd() { return rest().empty(); }

std::string_view TextReader::peekWord() {
    const std::string_view text = rest();
    return text.substr(0, text.find_first_of(blanks));
}

bool TextReader::word(std::string& value) {
    const std::string_view next = peekWord();
    if (next.empty()) return false;
    value = next;
    rest_.remove_prefix(next.size());
    return true;
}

bool TextReader::expect(std::string_view word) {
    if (peekWord() != word) return false;
    rest_.remove_prefix(word.size());
    return true;
}

bool TextReader::real(Real& value) {
    const std::string_view next = peekWord();
    if (next.starts_with(nanPrefix)) {
        std::uint64_t bits = 0;
        if (!parseAll(next.substr(nanPrefix.size()), bits, 16)) return false;
        value = std::bit_cast<Real>(bits);
        if (!std::isnan(value)) return false;
    } else if (next == "nan") {
        value = NaN;
    } else if (!parseAll(next, value) || std::isnan(value)) {
        return false;
    }
    rest_.remove_prefix(next.size());
    return true;
}

bool TextReader::integer(std::int64_t& value) {
    const std::string_view next = peekWord();
    if (!parseAll(next, value)) return false;
    rest_.remove_prefix(next.size());
    return true;
}

bool TextReader::quoted(std::string& value) {
    const std::string_view text = rest();
    if (!text.starts_with('"')) return false;
    std::string plain;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            value = std::move(plain);
            rest_.remove_prefix(i + 1);
            return true;
        }
        if (text[i] != '\\') {
            plain += text[i];
            continue;
        }
        if (++i == text.size()) return false;
        if (text[i] == 'n') {
            plain += '\n';
        } else if (text[i] == 'x') {
            unsigned code = 0;
            if (i + 2 >= text.size() || !parseAll(text.substr(i + 1, 2), code, 16)) return false;
            plain += static_cast<char>(code);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return false;
}

}  // namespace trammel
