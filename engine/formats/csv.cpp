// SPDX-License-Identifier: Apache-2.0
#include "formats/csv.h"

#include <charconv>

namespace trammel {

namespace {
void append(std::string& line, Real x) {
    char buffer[32];  // the longest shortest form of a double has 24 characters
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
    line.append(buffer, end);
}
}  // namespace

std::string toRoundTripText(Real x) {
    std::string text;
    append(text, x);
    return text;
}

void CsvWriter::writeTexts(const std::vector<std::string>& texts) {
    line_.clear();
    for (const std::string& text : texts) {
        if (!line_.empty()) line_ += ',';
        if (text.find_first_of(",\"\r\n") == std::string::npos) {
            line_ += text;
            continue;
        }
        line_ += '"';
        for (char c : text) line_ += c == '"' ? std::string("\"\"") : std::string(1, c);
        line_ += '"';
    }
    out_ << line_ << '\n';
}

void CsvWriter::writeRow(std::span<const Real> values) {
    line_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) line_ += ',';
        append(line_, values[i]);
    }
    line_ += '\n';
    out_.write(line_.data(), std::streamsize(line_.size()));
}

std::string columnTitle(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + " [" + unit + "]";
}

}  // namespace trammel
