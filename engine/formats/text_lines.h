// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trammel {

/// Splits text into lines without line ends, LF or CR LF.
class TextLines {
public:
    explicit TextLines(std::string_view text) : rest_(text) {}
    bool next(std::string_view& line) {
        if (rest_.empty()) return false;
        ++number_;
        const std::size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return true;
    }
    /// "line 3", of the last one.
    std::string place() const { return "line " + std::to_string(number_); }

private:
    std::string_view rest_;
    int number_ = 0;
};

}  // namespace trammel
