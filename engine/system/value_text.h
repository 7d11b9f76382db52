// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "math/vec.h"

namespace trammel {

/// Writes numbers, words and quoted strings, separated by blanks, so that TextReader reads back the same bits.
class TextWriter {
public:
    /// Shortest decimal that reads back as the same double; inf, -inf, nan, or nan:BITS for any other NaN.
    TextWriter& real(Real value);
    TextWriter& integer(std::int64_t value);
    TextWriter& word(std::string_view value);
    /// In double quotes; line breaks, quotes and control characters escaped, so that it stays on one line.
    TextWriter& quoted(std::string_view value);

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// Reads what TextWriter wrote. Every method answers false, and moves no further, if something else stands there.
class TextReader {
public:
    explicit TextReader(std::string_view text) : rest_(text) {}
    bool real(Real& value);
    bool integer(std::int64_t& value);
    /// Any run of non-blank characters.
    bool word(std::string& value);
    /// Exactly this word.
    bool expect(std::string_view word);
    bool quoted(std::string& value);
    bool atEnd();
    /// What has not been read yet, without leading blanks.
    std::string_view rest();

private:
    std::string_view peekWord();
    std::string_view rest_;
};

}  // namespace trammel
