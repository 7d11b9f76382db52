// SPDX-License-Identifier: Apache-2.0
#include "meta/number_rows.h"

#include <array>
#include <charconv>
#include <cmath>

namespace trammel {

std::optional<std::vector<std::vector<Real>>> readRows(const std::string& text) {
    std::vector<std::vector<Real>> rows;
    std::vector<Real> row;
    const auto endRow = [&] {
        if (!row.empty()) rows.push_back(std::move(row));
        row.clear();
    };
    const char *at = text.data(), *const end = at + text.size();
    while (at != end) {
        const bool separates = *at == ' ' || *at == ',' || *at == '\t' || *at == '\n';
        if (*at == ';') endRow();
        if (separates || *at == ';') {
            ++at;
            continue;
        }
        Real x = 0;
        const auto read = std::from_chars(at, end, x);
        if (read.ec != std::errc() || !std::isfinite(x)) return std::nullopt;
        row.push_back(x);
        at = read.ptr;
    }
    endRow();
    return rows;
}

std::string writeRows(const std::vector<std::vector<Real>>& rows) {
    std::string text;
    for (const std::vector<Real>& row : rows) {
        if (!text.empty()) text += "; ";
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::array<char, 32> digits{};
            // -0 is written as 0.
            const auto last = std::to_chars(digits.data(), digits.data() + digits.size(), row[i] + 0.).ptr;
            if (i > 0) text += ' ';
            text.append(digits.data(), last);
        }
    }
    return text;
}

}  // namespace trammel
